//! Converts units of other harnesses to this project's units, in one place for all formats.

use super::decimal::Factor;

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

/// Returns a unit and the factor for its values: time per operation in `sec/op`, other times in `sec`, operations per
/// time in `ops/s`, any other unit, such as `ns/req`, unchanged.
pub(super) fn unit(text: &[u8]) -> (Vec<u8>, Factor) {
    let text = text.trim_ascii();
    if let Some(factor) = seconds(text) {
        return (b"sec".to_vec(), factor);
    }
    let (of, per) = match text.iter().position(|b| *b == b'/') {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &b""[..]),
    };
    match (of, per, seconds(of), seconds(per)) {
        (_, b"op" | b"iter", Some(factor), _) => (b"sec/op".to_vec(), factor),
        (b"ops", _, _, Some(Factor { times, by, tens })) => {
            (b"ops/s".to_vec(), Factor { times: by, by: times, tens: -tens })
        }
        _ => (word(text), Factor::tens(0)),
    }
}

/// Returns the same for the value of a benchmark, for which a time is a time per operation.
pub(super) fn unit_of_benchmark(text: &[u8]) -> (Vec<u8>, Factor) {
    match seconds(text.trim_ascii()) {
        Some(factor) => (b"sec/op".to_vec(), factor),
        None => unit(text),
    }
}

/// Returns a text as a unit, which contains no white space.
pub(super) fn word(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    // Go treats all Unicode white space as a field separator.
    for chunk in text.trim_ascii().utf8_chunks() {
        for c in chunk.valid().chars() {
            let c = if c.is_whitespace() || c.is_control() { '_' } else { c };
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        out.extend_from_slice(chunk.invalid());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_rates() {
        let check = |unit: &str, want: &str, factor: Factor| {
            let (text, found) = super::unit(unit.as_bytes());
            assert_eq!((String::from_utf8(text).unwrap(), found), (want.into(), factor), "{unit}");
        };
        check("ns/op", "sec/op", Factor::tens(-9));
        check("us/op", "sec/op", Factor::tens(-6));
        check("min/op", "sec/op", Factor { times: 60, by: 1, tens: 0 });
        check("ops/ms", "ops/s", Factor::tens(3));
        check("ops/min", "ops/s", Factor { times: 1, by: 60, tens: 0 });
        check("B/op", "B/op", Factor::tens(0));
        check("MB/sec", "MB/sec", Factor::tens(0));
        check("ms", "sec", Factor::tens(-3));
        check("ns/req", "ns/req", Factor::tens(0));
        check("ops/req", "ops/req", Factor::tens(0));
        check(" # of\u{a0}calls\n", "#_of_calls", Factor::tens(0));
        assert_eq!(unit_of_benchmark(b"ms "), (b"sec/op".to_vec(), Factor::tens(-3)));
        assert_eq!(unit_of_benchmark(b"us/token"), (b"us/token".to_vec(), Factor::tens(0)));
    }
}
