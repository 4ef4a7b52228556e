//! Values of requests: latencies, classes of statuses, and names from URLs.

use crate::Number;
use crate::decimal::{Factor, scaled};
use crate::times::seconds;

/// Latencies beyond it are errors of a clock: about 11 days, in nanoseconds.
pub(super) const LATENCY_MAX: f64 = 1e15;

/// The class of requests without a response.
pub(super) const NO_RESPONSE: &[u8] = b"error";

/// The class of requests whose response the tool rejected, although its status means success.
pub(super) const REJECTED: &[u8] = b"failed";

/// Returns a latency in nanoseconds; its text is in units of 10^`tens` seconds.
///
/// # Errors
///
/// Returns a message that says what was found and expected.
pub(super) fn nanoseconds(text: &[u8], tens: i32) -> Result<u64, String> {
    let value = scaled(text, Factor::tens(tens + 9)).map(Number::to_f64);
    let value = value.ok().filter(|value| (0.0..=LATENCY_MAX).contains(value));
    value.map(|value| value.round_ties_even() as u64).ok_or_else(|| unexpected(text, "a latency"))
}

/// Returns a message about a field.
pub(super) fn unexpected(text: &[u8], expected: &str) -> String {
    let shown = String::from_utf8_lossy(&text[..text.len().min(40)]);
    format!("found `{shown}`, expected {expected}: skipped")
}

/// Returns a number that is not negative.
pub(super) fn count(text: &[u8]) -> Option<u64> {
    str::from_utf8(text.trim_ascii()).ok()?.parse().ok()
}

/// Returns a number as written.
pub(super) fn decimal(text: &[u8]) -> Option<f64> {
    shifted(text, 0)
}

/// Returns the seconds of a number of milliseconds.
pub(super) fn milliseconds(text: &[u8]) -> Option<f64> {
    shifted(text, -3)
}

/// Returns a number times 10^`tens`, which moves the point and rounds once.
pub(super) fn shifted(text: &[u8], tens: i32) -> Option<f64> {
    let number = scaled(text, Factor::tens(tens)).ok()?.to_f64();
    number.is_finite().then_some(number)
}

/// Returns the nanoseconds of a number with its unit: `1.5ms`.
pub(super) fn duration(text: &[u8]) -> Option<u64> {
    let text = text.trim_ascii();
    let digits = text.iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
    let unit = match &text[digits..] {
        b"m" => &b"min"[..],
        b"h" => b"hr",
        unit => unit,
    };
    let factor = seconds(unit)?;
    let Factor { tens, .. } = factor;
    let number = scaled(&text[..digits], Factor { tens: tens + 9, ..factor }).ok()?.to_f64();
    (0.0..=LATENCY_MAX).contains(&number).then(|| number.round_ties_even() as u64)
}

/// Returns the class of a failed request from its HTTP status: `None` for a success.
pub(super) fn class(status: &[u8]) -> Option<&'static [u8]> {
    match status {
        [b'1'..=b'3', b'0'..=b'9', b'0'..=b'9'] => None,
        [b'4', b'0'..=b'9', b'0'..=b'9'] => Some(b"4xx"),
        [b'5', b'0'..=b'9', b'0'..=b'9'] => Some(b"5xx"),
        _ => Some(NO_RESPONSE),
    }
}

/// Appends the path of a URL, without its query, because each value of a query would be another benchmark.
pub(super) fn push_path(url: &[u8], name: &mut Vec<u8>) {
    let mark = |text| memchr::memchr3(b'/', b'?', b'#', text);
    let path = match mark(url) {
        Some(slash) if 0 < slash && url[slash - 1..].starts_with(b"://") => {
            let rest = &url[slash + 2..];
            mark(rest).map_or(&b""[..], |path| &rest[path..])
        }
        _ => url,
    };
    let path = &path[..memchr::memchr2(b'?', b'#', path).unwrap_or(path.len())];
    if path.first() != Some(&b'/') {
        name.push(b'/');
    }
    name.extend_from_slice(path);
}

/// Returns whether a label is a URL.
pub(super) fn is_url(label: &[u8]) -> bool {
    label.starts_with(b"http://") || label.starts_with(b"https://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_paths() {
        let path = |url: &str| {
            let mut name = b"GET".to_vec();
            push_path(url.as_bytes(), &mut name);
            String::from_utf8(name).unwrap()
        };
        assert_eq!(path("http://127.0.0.1:8080/a/b?x=1#y"), "GET/a/b");
        assert_eq!(path("http://[::1]"), "GET/");
        assert_eq!(path("https://x?y=/z"), "GET/");
        assert_eq!(path("/a?http://b"), "GET/a");
        assert_eq!(path("checkout"), "GET/checkout");
        assert_eq!(path(""), "GET/");
    }

    #[test]
    fn latencies_are_whole_nanoseconds() {
        assert_eq!(nanoseconds(b"1.5", -3), Ok(1_500_000));
        assert_eq!(nanoseconds(b"0.0000012345", 0), Ok(1234));
        assert_eq!(nanoseconds(b"0", 0), Ok(0));
        for text in ["-1", "NaN", "1e10", "", "x"] {
            assert!(nanoseconds(text.as_bytes(), 0).is_err(), "{text}");
        }
        assert_eq!(duration(b"635.00us"), Some(635_000));
        assert_eq!(duration(b"1.02s"), Some(1_020_000_000));
        assert_eq!(duration(b"2.00m"), Some(120_000_000_000));
        assert_eq!(duration(b"10"), None);
    }

    #[test]
    fn statuses_have_classes() {
        let check = |status: &str, want: Option<&str>| {
            assert_eq!(class(status.as_bytes()), want.map(str::as_bytes), "{status}");
        };
        check("200", None);
        check("302", None);
        check("404", Some("4xx"));
        check("503", Some("5xx"));
        for status in ["0", "", "2xx"] {
            check(status, Some("error"));
        }
    }
}
