//! Logs of CI runners: the text of a program in a wrapping.
//!
//! Takes the text of one input in chunks cut anywhere; gives it without time stamps, names of jobs and terminal
//! sequences, if the first 64 KiB of it have them. `escapes` knows sequences, `stamps` what runners write before
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

use std::borrow::Cow;

use super::table::{HEAD_BYTES, Head, is_certain_data};
pub(super) use escapes::ESCAPE;
use escapes::append_plain;
pub(super) use sink::{Inside, tell};
use stamps::Stamp;
pub(super) use strip::Stripper;
use strip::shown;

/// What is around the text of a log.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wrapping {
    /// In the order in which they stand on a line.
    stamps: Vec<Stamp>,
    /// Whether a runner stamped the lines; colours alone may be anything.
    is_of_runner: bool,
}

/// The stamp of Buildkite, which a terminal does not show.
const HIDDEN_STAMP: &[u8] = b"\x1b_bk;t=";

/// So many stamps a line may have: a command may stamp its own output within a runner's log.
const STAMPS_MAX: usize = 2;

impl Wrapping {
    /// The wrapping of an input, from its first [`HEAD_BYTES`] or all of it. None if it has none.
    pub(super) fn of(input: &[u8]) -> Option<Wrapping> {
        let bytes = &input[..input.len().min(HEAD_BYTES)];
        if memchr::memchr2(0, b'\n', bytes).is_some_and(|at| bytes[at] == 0) {
            // An archive, or no text at all.
            return None;
        }
        let head = Head { bytes, is_whole: input.len() < HEAD_BYTES };
        let has_escapes = memchr::memchr(ESCAPE, bytes).is_some();
        // Most logs show by their first result that no runner wrote them.
        if !has_escapes && head.lines().any(is_bare_data) {
            return None;
        }
        let mut lines: Vec<Cow<'_, [u8]>> = if has_escapes {
            head.lines().map(|line| Cow::Owned(plain(line))).collect()
        } else {
            head.lines().map(Cow::Borrowed).collect()
        };
        let hides_data = |(line, plain): (&[u8], &Cow<'_, [u8]>)| {
            line.len() != plain.len() && is_certain_data(shown(plain)) && !is_certain_data(line)
        };
        let hide_data = has_escapes && head.lines().zip(&lines).any(hides_data);
        let mut stamps = Vec::new();
        while stamps.len() < STAMPS_MAX
            && let Some(stamp) = Stamp::ALL.into_iter().find(|&stamp| are_stamped(&lines, stamp))
        {
            for line in &mut lines {
                let cut = stamp.cut(line).map(|cut| cut.rest.to_vec());
                *line = cut.map_or(std::mem::take(line), Cow::Owned);
            }
            stamps.push(stamp);
        }
        let is_certain = stamps.iter().any(|stamp| stamp.is_time());
        if !is_certain && !lines.iter().any(|line| is_certain_data(line)) {
            stamps.clear();
        }
        let has_hidden = has_escapes && memchr::memmem::find(bytes, HIDDEN_STAMP).is_some();
        let is_of_runner = !stamps.is_empty() || has_hidden;
        (is_of_runner || hide_data).then_some(Wrapping { stamps, is_of_runner })
    }
}

/// Whether most lines have a stamp, and no other is certainly data.
fn are_stamped(lines: &[Cow<'_, [u8]>], stamp: Stamp) -> bool {
    let (mut stamped, mut all) = (0, 0);
    for line in lines.iter().filter(|line| !line.trim_ascii().is_empty()) {
        all += 1;
        if stamp.cut(line).is_some() {
            stamped += 1;
        } else if is_certain_data(line) {
            return false;
        }
    }
    all < 2 * stamped
}

/// Whether a line is data, and has no stamp.
fn is_bare_data(line: &[u8]) -> bool {
    is_certain_data(line) && Stamp::ALL.into_iter().all(|stamp| stamp.cut(line).is_none())
}

/// A line without its terminal sequences.
pub(super) fn plain(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len());
    append_plain(line, &mut out);
    out
}

/// A line without its stamps; nothing if it has none.
pub(super) fn without_stamps(line: &[u8]) -> Option<&[u8]> {
    let cut = |line| Stamp::ALL.into_iter().find_map(|stamp| Some(stamp.cut(line)?.rest));
    let rest = cut(line)?;
    Some(cut(rest).unwrap_or(rest))
}

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
