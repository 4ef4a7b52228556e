//! Standard output and standard error.

use std::io::{ErrorKind, Write};

use super::messages::fail;
use crate::inputs::reason;
use crate::status::Status;

/// Writes all of standard output at once.
pub(crate) fn print(bytes: &[u8]) -> Status {
    let mut stdout = std::io::stdout().lock();
    written(stdout.write_all(bytes).and_then(|()| stdout.flush()))
}

/// The status after writing to standard output. A reader that has gone away is no failure: it has
/// seen enough.
pub(crate) fn written(result: std::io::Result<()>) -> Status {
    match result {
        Ok(()) => Status::Done,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Status::Done,
        Err(error) => fail(Status::Input, &format!("write /dev/stdout: {}", reason(&error))),
    }
}

/// Writes to standard error, where nobody can be told of a failure.
pub(crate) fn write_stderr(bytes: &[u8]) {
    let _ = std::io::stderr().lock().write_all(bytes);
}
