//! One event of libtest's `--format json`: `{ "type": "bench", "name": "a", "median": 12.5, "deviation": 1.0 }`.

use crate::Number;
use crate::decimal::{Factor, scaled};
use crate::json::{Cursor, Stop};

/// An event about a benchmark.
#[derive(Debug, PartialEq)]
pub(super) enum Event {
    /// The median in seconds; optionally the throughput, in bytes per second.
    Result {
        name: Vec<u8>,
        value: Number,
        rate: Option<Number>,
    },
    Failed {
        name: Vec<u8>,
    },
    /// A benchmark of which something cannot be read.
    Unreadable,
}

/// Reads a line. Returns `None` if it is not about a benchmark.
pub(super) fn parse(line: &[u8]) -> Option<Event> {
    // A number ends where something else begins.
    let line = [line, b"\n"].concat();
    match event(&mut Cursor::new(&line)) {
        Ok(event) => event,
        Err(_) => memchr::memmem::find(&line, b"\"bench\"").map(|_| Event::Unreadable),
    }
}

fn event(value: &mut Cursor<'_>) -> Result<Option<Event>, Stop> {
    let (mut kind, mut name, mut event) = (None, None, None);
    let (mut median, mut rate) = (None, None);
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        match key.raw {
            b"type" => kind = value.scalar()?,
            b"name" => name = value.scalar()?,
            b"event" => event = value.scalar()?,
            b"median" => median = Some(value.number()?),
            // The text output calls the same number MB/s.
            b"mib_per_second" => rate = Some(value.number()?),
            _ => value.skip()?,
        }
    }
    let name = name.unwrap_or_default().into_owned();
    Ok(match (kind.as_deref(), event.as_deref()) {
        (Some(b"bench"), _) => {
            let number = |text: &[u8], tens| scaled(text, Factor::tens(tens)).ok();
            let rate = rate.map(|text| number(text, 6).ok_or(()));
            Some(match (median.and_then(|text| number(text, -9)), rate.transpose()) {
                (Some(value), Ok(rate)) => Event::Result { name, value, rate },
                _ => Event::Unreadable,
            })
        }
        // A benchmark that fails is reported as a test, because it is a benchmark only when it has a result.
        (Some(b"test"), Some(b"failed")) => Some(Event::Failed { name }),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_benchmarks_are_read_and_others_are_not() {
        let result = parse(
            br#"{ "type": "bench", "name": "a::b \"c\"", "median": 1234.5, "deviation": 6.7, "mib_per_second": 8 }"#,
        );
        let Some(Event::Result { name, value, rate }) = result else { panic!("{result:?}") };
        assert_eq!(name, b"a::b \"c\"");
        assert_eq!((value.to_f64(), rate.map(Number::to_f64)), (1234.5e-9, Some(8e6)));
        let failed = br#"{ "type": "test", "name": "b", "event": "failed", "stdout": "x\n" }"#;
        assert_eq!(parse(failed), Some(Event::Failed { name: b"b".to_vec() }));
        let ok = br#"{ "type": "test", "event": "started", "name": "b" }"#;
        assert_eq!(parse(ok), None);
        assert_eq!(parse(br#"{ "type": "suite", "event": "failed", "passed": 0 }"#), None);
        let range = br#"{ "type": "bench", "name": "a", "median": 1e999, "deviation": 1 }"#;
        assert_eq!(parse(range), Some(Event::Unreadable));
        assert_eq!(parse(br#"{"type":"bench","name":"a","med"#), Some(Event::Unreadable));
    }
}
