//! Standard output and standard error.

use std::io::{ErrorKind, IsTerminal, Result, StdoutLock, Write};

use super::closed::stdout_was_closed;
use super::paths::place_of_stream;
use crate::neutral::{Audience, Neutral, neutral};
use crate::status::Status;
use crate::system::Stream;
use benchlens_inputs::reason;

/// The readers of standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// People: text and Markdown.
    Text,
    /// People at a terminal: text with colors.
    Coloured,
    /// Programs. The bytes are unchanged unless standard output is a terminal.
    Data,
}

/// Returns standard output for a form.
pub(crate) fn stdout(form: Form) -> Neutral<StdoutLock<'static>> {
    let stdout = std::io::stdout().lock();
    let lines = form != Form::Data && is_runner();
    let runner = lines && place_of_stream(Stream::Out).is_none();
    let terminal = stdout.is_terminal() || runner && is_gitlab();
    let audience = Audience { terminal, runner, lines };
    Neutral::new(stdout, audience, form == Form::Coloured)
}

/// Writes all of standard output at once.
pub(crate) fn print(bytes: &[u8], form: Form) -> Status {
    let mut out = stdout(form);
    written(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Returns the exit status after writing to standard output. A closed pipe is not a failure, because the reader has
/// seen enough.
pub(crate) fn written(result: Result<()>) -> Status {
    match result {
        Ok(()) if stdout_was_closed() => {
            fail(Status::Input, "write /dev/stdout: it is closed, so the output is lost")
        }
        Ok(()) => Status::Done,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Status::Done,
        Err(error) => fail(Status::Input, &format!("write /dev/stdout: {}", reason(&error))),
    }
}

/// Writes to standard error and ignores failures, because there is no other place to report them.
pub(crate) fn write_stderr(bytes: &[u8]) {
    write_for(bytes, is_runner() && place_of_stream(Stream::Error).is_none());
}

/// Writes workflow commands to standard error, unescaped, so that the runner obeys them.
pub(crate) fn write_commands(bytes: &[u8]) {
    write_for(bytes, false);
}

fn write_for(bytes: &[u8], runner: bool) {
    let mut stderr = std::io::stderr().lock();
    let terminal = stderr.is_terminal() || runner && is_gitlab();
    let audience = Audience { terminal, runner, lines: is_runner() };
    let _ = if audience == Audience::default() {
        stderr.write_all(bytes)
    } else {
        stderr.write_all(&neutral(bytes, audience, false))
    };
}

/// Returns whether GitHub's runner started this process.
pub(crate) fn is_github() -> bool {
    is_set("GITHUB_ACTIONS")
}

/// Returns whether GitLab's runner started this process. Its log obeys the commands of terminals.
fn is_gitlab() -> bool {
    is_set("GITLAB_CI")
}

/// Returns whether a runner that obeys commands in the output started this process.
fn is_runner() -> bool {
    let is_azure = is_set("TF_BUILD");
    is_github() || is_gitlab() || is_azure || std::env::var_os("TEAMCITY_VERSION").is_some()
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| value.eq_ignore_ascii_case("true"))
}

/// Reports a failure.
pub(crate) fn fail(status: Status, message: &str) -> Status {
    write_stderr(format!("benchlens: {message}\n").as_bytes());
    status
}
