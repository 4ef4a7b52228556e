//! Numbers to text, in the forms that benchmark tools print.
//!
//! Digits come from the standard library, which is exact and the same on every target; the forms
//! are Go's, because outputs are compared byte for byte.

use std::io::Write;

/// Appends the fewest digits that read back as the same double, as Go's `%v` does: `100000`,
/// `1e+06`, `0.0001`, `1e-05`, `+Inf`, `NaN`, `-0`.
pub fn write_shortest(out: &mut Vec<u8>, value: f64) {
    if write_special(out, value) {
        return;
    }
    let mut digits = [0u8; 32];
    let (mantissa, exponent) = scientific(&mut digits, value.abs());
    if value.is_sign_negative() {
        out.push(b'-');
    }
    if (-4..6).contains(&exponent) {
        // The standard library's plain form is the shortest too, and never uses an exponent.
        append(out, format_args!("{}", value.abs()));
        return;
    }
    out.extend_from_slice(mantissa);
    let sign = if exponent < 0 { '-' } else { '+' };
    append(out, format_args!("e{sign}{:02}", exponent.unsigned_abs()));
}

/// Appends `value` with `digits` after the point, rounded half to even on its exact value.
pub fn write_fixed(out: &mut Vec<u8>, value: f64, digits: usize) {
    if !write_special(out, value) {
        append(out, format_args!("{value:.digits$}"));
    }
}

/// Appends `value` with its sign and `digits` after the point, as Go's `%+.Nf` does.
pub fn write_signed(out: &mut Vec<u8>, value: f64, digits: usize) {
    if value.is_nan() {
        out.extend_from_slice(b"+NaN");
    } else if !write_special(out, value) {
        append(out, format_args!("{value:+.digits$}"));
    }
}

/// [`write_shortest`] as a string.
pub fn shortest(value: f64) -> String {
    let mut out = Vec::new();
    write_shortest(&mut out, value);
    String::from_utf8_lossy(&out).into_owned()
}

/// Writes infinities and NaN; says whether it did.
fn write_special(out: &mut Vec<u8>, value: f64) -> bool {
    let text: &[u8] = match value {
        f64::INFINITY => b"+Inf",
        f64::NEG_INFINITY => b"-Inf",
        v if v.is_nan() => b"NaN",
        _ => return false,
    };
    out.extend_from_slice(text);
    true
}

/// The shortest digits of a finite number as `d.ddd`, and the decimal exponent.
fn scientific(buffer: &mut [u8; 32], value: f64) -> (&[u8], i32) {
    let mut rest = &mut buffer[..];
    let written = write!(rest, "{value:e}").is_ok();
    let left = rest.len();
    debug_assert!(written, "17 digits, a point and an exponent fit 32 bytes");
    let text = &buffer[..32 - left];
    let e = text.iter().position(|&b| b == b'e').unwrap_or(text.len());
    let digits = std::str::from_utf8(text.get(e + 1..).unwrap_or_default()).unwrap_or_default();
    (&text[..e], digits.parse().unwrap_or(0))
}

fn append(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    // Writing to a vector does not fail.
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortest_is_like_go() {
        let check = |value: f64, want: &str| assert_eq!(shortest(value), want, "{value:e}");
        check(0.0, "0");
        check(-0.0, "-0");
        check(100_000.0, "100000");
        check(999_999.5, "999999.5");
        check(1e6, "1e+06");
        check(1_234_567.0, "1.234567e+06");
        check(0.0001, "0.0001");
        check(0.00001, "1e-05");
        check(-1.5e-9, "-1.5e-09");
        check(1e100, "1e+100");
        check(f64::MAX, "1.7976931348623157e+308");
        check(5e-324, "5e-324");
        check(f64::INFINITY, "+Inf");
        check(f64::NEG_INFINITY, "-Inf");
        check(f64::NAN, "NaN");
    }

    #[test]
    fn fixed_rounds_half_to_even() {
        let fixed = |value, digits| {
            let mut out = Vec::new();
            write_fixed(&mut out, value, digits);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(fixed(12.5, 0), "12");
        assert_eq!(fixed(13.5, 0), "14");
        assert_eq!(fixed(0.125, 2), "0.12");
        assert_eq!(fixed(-0.0, 3), "-0.000");
        assert_eq!(fixed(f64::INFINITY, 3), "+Inf");
        let signed = |value| {
            let mut out = Vec::new();
            write_signed(&mut out, value, 2);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(signed(1.0), "+1.00");
        assert_eq!(signed(-0.0), "-0.00");
        assert_eq!(signed(f64::NAN), "+NaN");
        assert_eq!(signed(f64::INFINITY), "+Inf");
    }
}
