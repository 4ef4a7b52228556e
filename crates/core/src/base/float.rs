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
    if !write_short(out, value, digits) && !write_special(out, value) {
        append(out, format_args!("{value:.digits$}"));
    }
}

/// Writes a number of few digits with integers alone, where that surely rounds as the exact value
/// does; says whether it did. Tables are full of such numbers.
fn write_short(out: &mut Vec<u8>, value: f64, digits: usize) -> bool {
    const SCALES: [f64; 4] = [1.0, 10.0, 100.0, 1000.0];
    let Some(scale) = SCALES.get(digits) else { return false };
    let scaled = value.abs() * scale;
    // The product is off by less than 1e-7 of one here, so that a fraction farther than that from a
    // half rounds as the exact one.
    if scaled.is_nan() || 1e8 <= scaled {
        return false;
    }
    let whole = scaled as u64;
    let over = scaled - whole as f64 - 0.5;
    if over.abs() < 1e-6 {
        return false;
    }
    if value.is_sign_negative() {
        out.push(b'-');
    }
    write_decimal(out, whole + u64::from(0.0 < over), digits);
    true
}

/// Writes `value` / 10^`digits`, with all its digits.
fn write_decimal(out: &mut Vec<u8>, mut value: u64, digits: usize) {
    let mut text = [b'0'; 24];
    let (mut at, mut place) = (text.len(), 0);
    while place <= digits || value != 0 {
        if place == digits && digits != 0 {
            at -= 1;
            text[at] = b'.';
        }
        at -= 1;
        text[at] = b'0' + (value % 10) as u8;
        value /= 10;
        place += 1;
    }
    out.extend_from_slice(&text[at..]);
}

/// Appends `value` with its sign and `digits` after the point, as Go's `%+.Nf` does.
pub fn write_signed(out: &mut Vec<u8>, value: f64, digits: usize) {
    if value.is_nan() {
        out.extend_from_slice(b"+NaN");
        return;
    }
    if value.is_sign_positive() && value.is_finite() {
        out.push(b'+');
    }
    write_fixed(out, value, digits);
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
    fn short_numbers_are_those_of_the_standard_library() {
        let mut random = 1u64;
        for i in 0..200_000u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i | 1);
            let digits = (random % 4) as usize;
            let size = [1.0, 1e-3, 1e3, 1e5][(random >> 8) as usize % 4];
            // Some are a half of the last digit or close to it.
            let value = match i % 3 {
                0 => (random >> 40) as f64 / 16.0,
                1 => (random >> 44) as f64 / 2000.0,
                _ => (random >> 11) as f64 / (1u64 << 53) as f64 * size,
            };
            let value = if random & 16 == 0 { value } else { -value };
            let mut out = Vec::new();
            write_fixed(&mut out, value, digits);
            assert_eq!(String::from_utf8(out).unwrap(), format!("{value:.digits$}"), "{value:e}");
        }
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
