//! Decides whether lower or higher values of a unit are better.

use serde::{Deserialize, Serialize};

use super::tokens;

/// The direction in which the values of a unit improve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Lower values are better: time, bytes or allocations for some work.
    Lower,
    /// Higher values are better: work done per time.
    Higher,
}

impl Direction {
    /// Returns `lower` or `higher`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Direction::Lower => "lower",
            Direction::Higher => "higher",
        }
    }

    /// Returns the direction for `better=…` in a `Unit` line, or `None` for an unknown word.
    pub(crate) fn from_metadata(value: &[u8]) -> Option<Direction> {
        match value {
            b"lower" => Some(Direction::Lower),
            b"higher" => Some(Direction::Higher),
            _ => None,
        }
    }
}

/// Returns the direction that a tidied unit implies, or `None` where the unit does not say for certain.
///
/// - Something per second (`B/s`, `reqs/sec`) is a rate of work: higher. Time per second is a fraction
///   of something unknown and has no direction.
/// - Time (`sec/op`, `p50-sec`, `sec`) is a cost, whatever it pays for: lower.
/// - Bytes and allocations are a cost if they are per something (`B/op`, `allocs/op`,
///   `bytes/message`): lower. A size without a "per" can be anything.
/// - `speedup` and `efficiency` are ratios whose names imply the direction: higher.
/// - Products (`sec*B`) and everything else have no direction.
pub(crate) fn direction(unit: &[u8]) -> Option<Direction> {
    if matches!(unit, b"speedup" | b"efficiency") {
        return Some(Direction::Higher);
    }
    if unit.contains(&b'*') {
        return None;
    }
    let has = |numerator: bool, words: &[&[u8]]| {
        tokens(unit).any(|t| t.numerator == numerator && words.contains(&t.text))
    };
    let time: &[&[u8]] = &[b"sec", b"s"];
    let paid = || tokens(unit).any(|t| !t.numerator && !t.text.is_empty());
    if has(false, time) {
        // `/s` without a numerator measures nothing.
        let work = tokens(unit).any(|t| t.numerator && !t.text.is_empty());
        return (work && !has(true, &[b"sec"])).then_some(Direction::Higher);
    }
    let price = has(true, &[b"sec"]) || has(true, &[b"B", b"bytes", b"allocs"]) && paid();
    price.then_some(Direction::Lower)
}

/// Returns whether a tidied unit is a time per something, such as `sec/op`.
pub(crate) fn is_time(unit: &[u8]) -> bool {
    tokens(unit).any(|t| t.numerator && matches!(t.text, b"sec" | b"s"))
}

/// Returns whether a tidied unit contains a time, such as `sec/op` and `B/s`: no two runs have the same values.
pub(crate) fn is_measured(unit: &[u8]) -> bool {
    tokens(unit).any(|t| matches!(t.text, b"sec" | b"s"))
}

/// Returns whether a tidied unit counts something that a program does or contains, such as `B/op`, `allocs/op` and
/// `instructions`. How fast the machine is does not change it.
pub(crate) fn is_count(unit: &[u8]) -> bool {
    const COUNTED: [&[u8]; 7] =
        [b"B", b"bytes", b"allocs", b"instructions", b"Ir", b"size", b"lines"];
    const QUALIFIERS: [&[u8]; 5] = [b"code", b"binary", b"file", b"text", b"compressed"];
    let mut counted = tokens(unit).filter(|t| t.numerator);
    let all = || tokens(unit).filter(|t| t.numerator).map(|t| t.text);
    counted.any(|t| COUNTED.contains(&t.text))
        && all().all(|text| COUNTED.contains(&text) || QUALIFIERS.contains(&text))
        && !is_measured(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certain_has_a_direction() {
        let all = |units: &[&str], want| {
            units.iter().for_each(|unit| assert_eq!(direction(unit.as_bytes()), want, "{unit}"));
        };
        all(&["sec/op", "B/op", "allocs/op", "bytes/message", "sec"], Some(Direction::Lower));
        all(&["p50-sec", "sec/op-p99", "user-sec/op", "sec/GC"], Some(Direction::Lower));
        all(&["B/s", "op/s", "ops/sec", "reqs/s", "frames-shown/sec"], Some(Direction::Higher));
        all(&["", "B", "heap-bytes", "x", "ops", "allocs", "sec/s", "/s", "B/"], None);
        all(&["sec*B", "sec*sec/op", "bps", "%", "ns", "score"], None);
    }

    #[test]
    fn memory_in_use_is_no_count() {
        let all = |units: &[&str], want| {
            units.iter().for_each(|unit| assert_eq!(is_count(unit.as_bytes()), want, "{unit}"));
        };
        all(&["B/op", "allocs/op", "bytes/message", "instructions", "B", "code-size"], true);
        // A garbage collector runs later on a fast machine.
        all(&["heap-bytes", "peak-RSS-bytes", "GCs/op", "B/s", "sec/op", "sec/B", "", "x"], false);
    }
}
