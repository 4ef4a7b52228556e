//! Logs of CI runners: the text of a program in a wrapping.
//!
//! Takes the text of one input in chunks cut anywhere; gives it without time stamps, names of jobs and terminal
//! sequences, if the first 64 KiB of it have them. `wrapping` decides that, `escapes` knows sequences, `stamps` what runners write before
//! lines, `strip` takes both away, `sink` knows what is left. Every line stays a line, so that places stay those of the input.
//!
//! A log is *stamped* if most lines of its head have the same stamp, and none without it is data: a
//! program may print lines with times, too, between results that have none. Where stamps have no time, something behind them
//! must be data. Sequences are dropped from such a log,
//! and from one in whose head they hide data. Any other log goes through as it is.
//!
//! Must not know any format beyond which lines are certainly data of one.

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

/// A text without its wrapping.
pub(super) fn unwrapped(text: &[u8]) -> Cow<'_, [u8]> {
    let Some(wrapping) = Wrapping::of(text) else { return Cow::Borrowed(text) };
    let (mut stripper, mut out) = (Stripper::new(wrapping), Vec::new());
    out.extend_from_slice(stripper.feed(text));
    out.extend_from_slice(stripper.finish());
    Cow::Owned(out)
}

#[cfg(test)]
mod tests;
