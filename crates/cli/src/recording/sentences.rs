//! Why a measurement did not begin, or stopped.

use benchlens_run::{Interrupts, Stop, Unready};

use crate::output;
use crate::status::Status;

/// Reports why a measurement did not begin.
pub(super) fn not_ready(unready: &Unready) -> Status {
    let stop = match unready {
        Unready::Wrong(message) => return output::fail(Status::Usage, &message.flag_text()),
        Unready::Stop(stop) => stop,
    };
    let status = output::fail(Status::Input, &sentence(stop));
    if let Stop::Interrupted(signal) = stop {
        Interrupts::end_by(*signal);
    }
    status
}

/// Explains why a measurement stopped, with the last lines of a command that failed.
pub(super) fn sentence(stop: &Stop) -> String {
    let sentence = stop.sentence().flag_text();
    match stop {
        Stop::Failed(failed) => sentence + &last_lines(&failed.tail),
        _ => sentence,
    }
}

/// The number of output lines of a failed command that are shown.
const LINES_SHOWN: usize = 10;

fn last_lines(tail: &[u8]) -> String {
    let text = String::from_utf8_lossy(tail);
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.is_empty() {
        return "; it printed nothing".to_owned();
    }
    let last = lines[lines.len().saturating_sub(LINES_SHOWN)..].iter();
    format!("; its last lines:{}", last.map(|line| format!("\n  {line}")).collect::<String>())
}
