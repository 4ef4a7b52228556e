//! Other programs that a test starts.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Writes a program. A separate process writes the bytes: if this process had the file open for writing, another test
/// could start a child in the meantime that inherits the open file, and the program could not run until this child
/// has called `exec` ("Text file busy").
pub(crate) fn write_program(path: &Path, text: &str) {
    let mut write = Command::new("sh");
    write.args(["-c", "cat > \"$0\" && chmod 755 \"$0\""]).arg(path).stdin(Stdio::piped());
    let mut child = write.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success(), "{}", path.display());
}

/// Removes the variables of a git hook, in which tests may run: they can name the repository and the index of the user.
pub(crate) fn without_hook(mut command: Command) -> Command {
    for (name, _) in std::env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"GIT_") {
            command.env_remove(name);
        }
    }
    command
}
