//! Formats numbers like benchmark tools print them, and parses decimals.
//!
//! Digits come from the standard library, and shortest digits come from the crate that `serde_json` also uses. Both
//! are exact and the same on every target. The formats are Go's, because outputs are compared byte for byte. Decimals
//! are parsed by a crate that is also exact and needs a tenth of the tables, which a browser would have to load.

use std::io::Write;

/// Appends the fewest digits that read back as the same double, as Go's `%v` does: `100000`, `1e+06`, `0.0001`,
/// `1e-05`, `+Inf`, `NaN`, `-0`. If two numbers are equally near, the even one is written.
pub fn write_shortest(out: &mut Vec<u8>, value: f64) {
    if write_special(out, value) {
        return;
    }
    if value.is_sign_negative() {
        out.push(b'-');
    }
    let value = value.abs();
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(value).as_bytes();
    if !write_quickly(out, value, text) {
        write_digits(out, text);
    }
}

/// Converts the format of most numbers to Go's format; returns whether it did.
fn write_quickly(out: &mut Vec<u8>, value: f64, text: &[u8]) -> bool {
    // An exponent has at most five bytes.
    let end = text.len().saturating_sub(5);
    let (mantissa, exponent) = match text[end..].iter().position(|&byte| byte == b'e') {
        Some(e) => (&text[..end + e], Some(&text[end + e + 1..])),
        None => (text, None),
    };
    let without_point = mantissa.strip_suffix(b".0");
    match exponent {
        None if (1e-4..1e6).contains(&value) => {
            out.extend_from_slice(without_point.unwrap_or(mantissa));
        }
        Some(exponent) if !(1e-5..1e7).contains(&value) => {
            out.extend_from_slice(without_point.unwrap_or(mantissa));
            let (sign, digits) = match exponent {
                [b'-', digits @ ..] => (b'-', digits),
                [b'+', digits @ ..] | digits => (b'+', digits),
            };
            out.extend_from_slice(&[b'e', sign]);
            if digits.len() == 1 {
                out.push(b'0');
            }
            out.extend_from_slice(digits);
        }
        None if 1e6 <= value => {
            let whole = without_point.map(|digits| (digits, &[][..]));
            let point = || mantissa.iter().position(|&byte| byte == b'.');
            let Some((whole, part)) =
                whole.or_else(|| point().map(|at| (&mantissa[..at], &mantissa[at + 1..])))
            else {
                return false;
            };
            let zeros = match part {
                [] => whole.iter().rev().take_while(|&&byte| byte == b'0').count(),
                _ => 0,
            };
            let more = &whole[1..whole.len() - zeros];
            out.push(whole[0]);
            if !(more.is_empty() && part.is_empty()) {
                out.push(b'.');
            }
            out.extend_from_slice(more);
            out.extend_from_slice(part);
            out.extend_from_slice(b"e+");
            let exponent = whole.len() as u8 - 1;
            out.extend_from_slice(&[b'0' + exponent / 10, b'0' + exponent % 10]);
        }
        _ => return false,
    }
    true
}

/// Converts a number in any format.
fn write_digits(out: &mut Vec<u8>, text: &[u8]) {
    let mut digits = [0u8; 24];
    let (len, exponent) = shortest_digits(text, &mut digits);
    let digits = &digits[..len];
    match usize::try_from(exponent) {
        _ if !(-4..6).contains(&exponent) => {
            let (first, more) = digits.split_at(1);
            out.extend_from_slice(first);
            if !more.is_empty() {
                out.push(b'.');
                out.extend_from_slice(more);
            }
            out.extend_from_slice(if exponent < 0 { b"e-" } else { b"e+" });
            let exponent = exponent.unsigned_abs();
            if exponent < 10 {
                out.push(b'0');
            }
            write_decimal(out, u64::from(exponent), 0);
        }
        Err(_) => {
            out.extend_from_slice(&b"0.0000"[..1 + exponent.unsigned_abs() as usize]);
            out.extend_from_slice(digits);
        }
        Ok(index) => {
            let (whole, part) = digits.split_at(digits.len().min(index + 1));
            out.extend_from_slice(whole);
            out.resize(out.len() + index + 1 - whole.len(), b'0');
            if !part.is_empty() {
                out.push(b'.');
                out.extend_from_slice(part);
            }
        }
    }
}

/// Returns the digits of a written number that is not negative, without zeros around them, and the position of the
/// first digit: `0` for units, `-1` for tenths. Zero is the digit `0`.
fn shortest_digits(text: &[u8], digits: &mut [u8; 24]) -> (usize, i32) {
    let e = text.iter().position(|&b| b == b'e');
    let (mantissa, exponent) = text.split_at(e.unwrap_or(text.len()));
    let exponent = exponent.get(1..).and_then(|text| str::from_utf8(text).ok()?.parse().ok());
    let (mut len, mut used, mut point, mut leading) = (0, 0, mantissa.len(), 0);
    for (i, &byte) in mantissa.iter().enumerate() {
        match byte {
            b'.' => point = i,
            b'0' if len == 0 => leading += 1,
            _ => {
                digits[len] = byte;
                len += 1;
                used = if byte == b'0' { used } else { len };
            }
        }
    }
    if used == 0 {
        digits[0] = b'0';
        return (1, 0);
    }
    (used, exponent.unwrap_or(0) + point as i32 - leading - 1)
}

/// Appends `value` with `digits` digits after the point, rounded half to even from its exact value.
pub fn write_fixed(out: &mut Vec<u8>, value: f64, digits: usize) {
    if !write_short(out, value, digits) && !write_special(out, value) {
        append(out, format_args!("{value:.digits$}"));
    }
}

/// Writes a number of few digits with integer arithmetic; returns whether it did. Tables contain many such numbers.
fn write_short(out: &mut Vec<u8>, value: f64, digits: usize) -> bool {
    const SCALES: [f64; 4] = [1.0, 10.0, 100.0, 1000.0];
    let Some(scale) = SCALES.get(digits) else { return false };
    let scaled = value.abs() * scale;
    if scaled.is_nan() || 1e8 <= scaled {
        return false;
    }
    let whole = scaled as u64;
    // The error of the product is below 1e-7 here, so a fraction farther than that from a half rounds like the exact
    // one.
    let half = whole as f64 + 0.5;
    let mut over = scaled - half;
    if over.abs() < 1e-6 {
        // Both parts of the value are so short that only the last sum is rounded, which keeps its sign.
        let most = f64::from(value.abs() as f32);
        over = (most * scale - half) + (value.abs() - most) * scale;
    }
    let is_up = if over == 0.0 { whole % 2 == 1 } else { 0.0 < over };
    if value.is_sign_negative() {
        out.push(b'-');
    }
    write_decimal(out, whole + u64::from(is_up), digits);
    true
}

/// Appends an integer.
pub fn write_whole(out: &mut Vec<u8>, value: u64) {
    if value < 10 {
        return out.push(b'0' + value as u8);
    }
    write_decimal(out, value, 0);
}

/// Writes `value` / 10^`digits`, with all its digits.
pub fn write_decimal(out: &mut Vec<u8>, mut value: u64, digits: usize) {
    let mut text = [b'0'; 24];
    let (mut at, mut index) = (text.len(), 0);
    while index <= digits || value != 0 {
        if index == digits && digits != 0 {
            at -= 1;
            text[at] = b'.';
        }
        at -= 1;
        text[at] = b'0' + (value % 10) as u8;
        value /= 10;
        index += 1;
    }
    out.extend_from_slice(&text[at..]);
}

/// Appends `value` with its sign and `digits` digits after the point, as Go's `%+.Nf` does.
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

/// Parses `digits[.digits][e[±]digits]` to the nearest double, and to the even one of two; returns infinity beyond the
/// largest double, and `None` if the text is something else.
///
/// Both implementations return the same double. The web app uses the smaller one to save space.
#[cfg(not(target_arch = "wasm32"))]
pub fn read_decimal(text: &[u8]) -> Option<f64> {
    let begins = text.first().is_some_and(|&byte| byte.is_ascii_digit() || byte == b'.');
    str::from_utf8(text).ok().filter(|_| begins)?.parse().ok()
}

#[cfg(target_arch = "wasm32")]
pub fn read_decimal(text: &[u8]) -> Option<f64> {
    small::read_decimal(text)
}

#[cfg(any(test, target_arch = "wasm32"))]
mod small {
    /// Parses like the other `read_decimal`, without its tables of 10 kB.
    pub(super) fn read_decimal(text: &[u8]) -> Option<f64> {
        let (mantissa, exponent) = match text.iter().position(|byte| matches!(byte, b'e' | b'E')) {
            Some(e) => (&text[..e], read_exponent(&text[e + 1..])?),
            None => (text, 0),
        };
        let point = mantissa.iter().position(|&byte| byte == b'.');
        let whole = &mantissa[..point.unwrap_or(mantissa.len())];
        let fraction = point.map_or(&[][..], |point| &mantissa[point + 1..]);
        let mut digits = whole.iter().chain(fraction);
        if whole.len() + fraction.len() == 0 || !digits.all(u8::is_ascii_digit) {
            return None;
        }
        // The crate does not accept redundant zeros.
        let first = whole.iter().position(|&byte| byte != b'0').unwrap_or(whole.len());
        let last = fraction.iter().rposition(|&byte| byte != b'0').map_or(0, |last| last + 1);
        let (whole, fraction) = (whole[first..].iter(), fraction[..last].iter());
        Some(minimal_lexical::parse_float(whole, fraction, exponent))
    }

    /// Parses `[±]digits`. A number far beyond the exponent of any double may be returned as a smaller one.
    fn read_exponent(text: &[u8]) -> Option<i32> {
        let (negative, digits) = match text {
            [b'+', rest @ ..] => (false, rest),
            [b'-', rest @ ..] => (true, rest),
            _ => (false, text),
        };
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let size = digits
            .iter()
            .fold(0, |n: i32, &b| n.saturating_mul(10).saturating_add(i32::from(b - b'0')));
        let size = size.min(1 << 30);
        Some(if negative { -size } else { size })
    }
}

/// Returns the fewest digits that read back as the same double, as a string.
pub fn shortest(value: f64) -> String {
    let mut out = Vec::new();
    write_shortest(&mut out, value);
    String::from_utf8_lossy(&out).into_owned()
}

/// Writes infinities and NaN; returns whether it did.
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
        check(0.1, "0.1");
        check(0.000_123_4, "0.0001234");
        check(10.0, "10");
        check(120_000.0, "120000");
        check(1.5e300, "1.5e+300");
        // Halfway between two numbers of 16 digits: …044.125 and …044.375.
        check(725_121_099_704_353.0 / 8.0, "9.064013746304412e+13");
        check(-725_121_099_704_355.0 / 8.0, "-9.064013746304438e+13");
    }

    #[test]
    fn both_ways_to_a_form_agree() {
        let mut random = 1u64;
        let mut quick = 0;
        for i in 0..300_000u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i | 1);
            let value = match i % 4 {
                0 => f64::from_bits(random >> 1),
                1 => (random >> (i % 64)) as f64,
                2 => (random >> 40) as f64 / [1e1, 1e4, 1e8, 1e13][(random >> 8) as usize % 4],
                _ => ((random >> 60) as f64) * [1.0, 1e5, 1e6, 1e7, 1e-5, 1e15][i as usize / 4 % 6],
            };
            if !value.is_finite() {
                continue;
            }
            let mut buffer = zmij::Buffer::new();
            let text = buffer.format_finite(value).as_bytes();
            let (mut quickly, mut slowly) = (Vec::new(), Vec::new());
            write_digits(&mut slowly, text);
            if write_quickly(&mut quickly, value, text) {
                quick += 1;
                assert_eq!(quickly, slowly, "{value:e}");
            }
        }
        assert!(280_000 < quick, "{quick}");
    }

    #[test]
    fn shortest_has_the_digits_that_go_recorded() {
        let table = include_str!("../../../tests/oracles/go_shortest.tsv");
        let mut ties = 0;
        for row in table.lines().filter(|line| !line.starts_with('#')) {
            let (bits, want) = row.split_once('\t').unwrap();
            let value = f64::from_bits(u64::from_str_radix(bits, 16).unwrap());
            assert_eq!(shortest(value), want, "{bits}");
            // The standard library rounds differently where both write an exponent.
            let mantissa =
                |text: &str| text.split_once('e').map(|(mantissa, _)| mantissa.to_owned());
            ties += u32::from(
                mantissa(want).is_some_and(|m| Some(m) != mantissa(&format!("{value:e}"))),
            );
        }
        assert!(50 < ties, "only {ties} rows test ties");
    }

    #[test]
    fn short_numbers_are_those_of_the_standard_library() {
        let mut random = 1u64;
        for i in 0..200_000u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i | 1);
            let digits = (random % 4) as usize;
            let size = [1.0, 1e-3, 1e3, 1e5][(random >> 8) as usize % 4];
            // Some values are at or near a half of the last digit.
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
    fn decimals_are_read_as_by_the_standard_library() {
        let check = |text: &str| {
            let want: f64 = text.parse().unwrap();
            for read in [read_decimal, small::read_decimal] {
                let got = read(text.as_bytes());
                assert_eq!(
                    got.map(f64::to_bits),
                    Some(want.to_bits()),
                    "{text}: {got:?}, want {want:e}"
                );
            }
        };
        let zeros = "0".repeat(900);
        for text in [
            "0",
            "00.00",
            "0e999999999999",
            "1e999999999999",
            "1e-999999999999",
            ".5",
            "5.",
            "007.50",
            "1e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "4.9e-324",
            "2.4e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.2250738585072011e-308",
            "9007199254740993",
            "9007199254740992.999",
            "9007199254740993.0000000000000000000001",
        ] {
            check(text);
        }
        for exponent in [0, -900, 900, 890] {
            check(&format!("{zeros}1{zeros}.{zeros}1e{exponent}"));
            check(&format!("0.{zeros}1e{exponent}"));
        }
        let mut random = 1u64;
        for i in 0..60_000u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i | 1);
            let value = f64::from_bits(random & !(1 << 63));
            if !value.is_finite() {
                continue;
            }
            let digits = (random >> 7) as usize % 25;
            check(&format!("{value:.digits$e}"));
            // Exactly halfway to the next number, and a little more.
            if value < 1e300 {
                let next = f64::from_bits(value.to_bits() + 1);
                let half = format!("{:.780e}", value / 2.0 + next / 2.0);
                check(&half);
                let (mantissa, exponent) = half.split_once('e').unwrap();
                check(&format!("{mantissa}{zeros}1e{exponent}"));
            }
        }
        for text in
            ["", ".", "e5", "1e", "1e+", "1e5.0", "1.2.3", "-1", "+1", "1_0", "inf", "nan", "é"]
        {
            assert_eq!(read_decimal(text.as_bytes()), None, "{text}");
            assert_eq!(small::read_decimal(text.as_bytes()), None, "{text}");
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
