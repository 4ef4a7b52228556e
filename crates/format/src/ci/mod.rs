//! Logs of CI runners: the output of a program in a wrapping.
//!
//! Takes the text of one input in chunks of any length; gives it without time stamps, names of jobs and terminal
//! sequences, if its first 64 KiB contain any. `wrapping` detects them, `escapes` parses sequences, `stamps` parses
//! the text that runners write before lines, `strip` removes both, and `sink` interprets the remaining records.
//! Guarantees that every line stays a line, so locations are the locations in the input.
//!
//! A log is *stamped* if most lines of its head have the same stamp, and no line without it is data, because a program
//! may also print lines with times between results without times. If stamps have no time, the text after at least one
//! stamp must be data. Sequences are removed from stamped logs, and from logs in whose head they hide data. Any other
//! log is unchanged.
//!
//! Must not know any format, except which lines are certainly data of one.

mod escapes;
mod sink;
mod stamps;
mod strip;
mod wrapping;

use std::borrow::Cow;

pub(super) use escapes::{ESCAPE, plain};
pub(super) use sink::{Inside, tell};
pub(super) use stamps::without_stamps;
pub(super) use strip::Stripper;
pub(super) use wrapping::Wrapping;

/// Returns a text without its wrapping.
pub(super) fn unwrapped(text: &[u8]) -> Cow<'_, [u8]> {
    let Some(wrapping) = Wrapping::of(text) else { return Cow::Borrowed(text) };
    let (mut stripper, mut out) = (Stripper::new(wrapping), Vec::new());
    out.extend_from_slice(stripper.feed(text));
    out.extend_from_slice(stripper.finish());
    Cow::Owned(out)
}

#[cfg(test)]
mod tests;
