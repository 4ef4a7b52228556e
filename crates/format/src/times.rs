//! Converts units of other harnesses to this project's units.

use super::decimal::Factor;
use super::names;

/// Returns the seconds per `ps`, `ns`, `us`, `ms`, `s` and so on.
pub(super) fn seconds(unit: &[u8]) -> Option<Factor> {
    Some(match unit {
        b"ps" => Factor::tens(-12),
        b"ns" | b"nsec" | b"nanoseconds" => Factor::tens(-9),
        b"us" | b"\xc2\xb5s" | b"\xce\xbcs" | b"usec" | b"microseconds" => Factor::tens(-6),
        b"ms" | b"msec" | b"milliseconds" => Factor::tens(-3),
        b"s" | b"sec" | b"second" | b"seconds" => Factor::tens(0),
        b"min" => Factor { times: 60, by: 1, tens: 0 },
        b"hr" => Factor { times: 3600, by: 1, tens: 0 },
        b"day" => Factor { times: 86400, by: 1, tens: 0 },
        _ => return None,
    })
}

/// Returns the power of ten of a second for a unit.
pub(super) fn seconds_tens(unit: &[u8]) -> Option<i32> {
    seconds(unit).filter(|factor| (factor.times, factor.by) == (1, 1)).map(|factor| factor.tens)
}

/// Returns a unit and the factor for its values: time per operation in `sec/op`, operations per time in `ops/s`, any
/// other unit unchanged.
pub(super) fn per_operation(unit: &[u8]) -> (Vec<u8>, Factor) {
    let (of, per) = match unit.iter().position(|b| *b == b'/') {
        Some(at) => (&unit[..at], &unit[at + 1..]),
        None => (unit, &b""[..]),
    };
    match (of, per) {
        (time, b"op" | b"iter") if seconds(time).is_some() => {
            (b"sec/op".to_vec(), seconds(time).unwrap_or(Factor::tens(0)))
        }
        (b"ops", time) if seconds(time).is_some() => {
            let Factor { times, by, tens } = seconds(time).unwrap_or(Factor::tens(0));
            (b"ops/s".to_vec(), Factor { times: by, by: times, tens: -tens })
        }
        _ => (names::unit(unit), Factor::tens(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_rates() {
        let check = |unit: &str, want: &str, factor: Factor| {
            let (text, found) = per_operation(unit.as_bytes());
            assert_eq!((String::from_utf8(text).unwrap(), found), (want.into(), factor), "{unit}");
        };
        check("ns/op", "sec/op", Factor::tens(-9));
        check("us/op", "sec/op", Factor::tens(-6));
        check("min/op", "sec/op", Factor { times: 60, by: 1, tens: 0 });
        check("ops/ms", "ops/s", Factor::tens(3));
        check("ops/min", "ops/s", Factor { times: 1, by: 60, tens: 0 });
        check("B/op", "B/op", Factor::tens(0));
        check("MB/sec", "MB/sec", Factor::tens(0));
        check("ms", "ms", Factor::tens(0));
        check("# of calls", "#_of_calls", Factor::tens(0));
    }
}
