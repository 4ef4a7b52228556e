//! Detects the wrapping around the text of a log from its first bytes.

use std::borrow::Cow;

use super::escapes::{ESCAPE, plain, shown};
use super::stamps::Stamp;
use crate::certain_data::is_certain_data;
use crate::sight::{HEAD_BYTES, Head};

/// The wrapping around the text of a log.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrapping {
    /// The stamps, in the order in which they appear on a line.
    pub(super) stamps: Vec<Stamp>,
    /// Whether a runner stamped the lines, because colors may have any origin.
    pub(super) is_of_runner: bool,
}

/// The stamp of Buildkite, which a terminal does not show.
const HIDDEN_STAMP: &[u8] = b"\x1b_bk;t=";

/// The maximum number of stamps on a line. There can be two because a command may stamp its own output within a
/// runner's log.
const STAMPS_MAX: usize = 2;

impl Wrapping {
    /// Returns the wrapping of an input, from its first [`HEAD_BYTES`] or all of it, or `None` if it has no wrapping.
    pub(crate) fn of(input: &[u8]) -> Option<Wrapping> {
        let bytes = &input[..input.len().min(HEAD_BYTES)];
        if memchr::memchr2(0, b'\n', bytes).is_some_and(|at| bytes[at] == 0) {
            // The input is an archive, or not text.
            return None;
        }
        let head = Head { bytes, is_whole: input.len() < HEAD_BYTES };
        let has_escapes = memchr::memchr(ESCAPE, bytes).is_some();
        // The first result of most logs shows that no runner wrote them.
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

/// Returns whether most lines have a stamp, and no other line is certainly data.
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

/// Returns whether a line is data, and has no stamp.
fn is_bare_data(line: &[u8]) -> bool {
    is_certain_data(line) && Stamp::ALL.into_iter().all(|stamp| stamp.cut(line).is_none())
}
