//! Decimals as they are written, in other units.
//!
//! Takes texts of numbers and exact factors. Moving the decimal point rounds once, so the result is the double nearest to
//! what is written: a double times a power of ten would round twice. Minutes, hours and days round twice.

use super::Number;
use crate::base::float::{read_decimal, write_whole};
use crate::base::{NumberError, parse_float};

/// A decimal: `mantissa` × 10^`exponent`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Decimal {
    is_negative: bool,
    mantissa: u64,
    exponent: i32,
}

/// What a number is multiplied by: `times` / `by` × 10^`tens`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Factor {
    pub(super) times: u64,
    pub(super) by: u64,
    pub(super) tens: i32,
}

impl Factor {
    /// A power of ten.
    pub(super) const fn tens(tens: i32) -> Factor {
        Factor { times: 1, by: 1, tens }
    }
}

/// A number times a factor. `NaN` and infinities are numbers, with or without a sign.
pub(super) fn scaled(text: &[u8], factor: Factor) -> Result<Number, NumberError> {
    let number = match read(text) {
        Some(decimal) => shifted(decimal, factor.tens),
        None => match special(text) {
            Some(value) => return Ok(Number::Wide(value)),
            None => Number::Wide(long(text, factor.tens)?),
        },
    };
    let number = match factor {
        Factor { times: 1, by: 1, .. } => number,
        Factor { times, by, .. } => Number::Wide(number.to_f64() * times as f64 / by as f64),
    };
    if number.to_f64().is_infinite() { Err(NumberError::Range) } else { Ok(number) }
}

/// A decimal without a sign at the beginning of a text, times a power of ten, and how long it is: what most
/// numbers are. Nothing for any other, and where the text may go on.
///
/// Inlined, because a number that comes back through memory is read before it is written there.
#[inline(always)]
pub(super) fn leading(text: &[u8], tens: i32) -> Option<(Number, usize)> {
    let (mut mantissa, mut len) = one_by_one(text, 0, 0);
    let (whole, mut decimals) = (len, 0);
    if text.get(len) == Some(&b'.') {
        (mantissa, decimals) = digits(&text[len + 1..], mantissa);
        len += 1 + decimals;
    }
    // Zeros in front count here, which is of no matter.
    if whole == 0 || 19 < whole + decimals {
        return None;
    }
    let mut exponent = -(decimals as i32);
    let mut end = *text.get(len)?;
    if end == b'e' {
        exponent += two_digits(&text[len + 1..])?;
        len += 4;
        end = *text.get(len)?;
    }
    if !matches!(end, b',' | b']' | b'}' | b'\n' | b' ' | b'\r') {
        return None;
    }
    let number = shifted(Decimal { is_negative: false, mantissa, exponent }, tens);
    Some((number, len))
}

/// An exponent as C prints most: a sign and two digits.
fn two_digits(text: &[u8]) -> Option<i32> {
    let [sign, a @ b'0'..=b'9', b @ b'0'..=b'9', ..] = *text else { return None };
    let size = i32::from(a - b'0') * 10 + i32::from(b - b'0');
    match sign {
        b'+' => Some(size),
        b'-' => Some(-size),
        _ => None,
    }
}

/// A whole number of at most 18 digits at the beginning of a text, and how long it is; nothing where the
/// text may go on.
#[inline(always)]
pub(super) fn leading_count(text: &[u8]) -> Option<(i64, usize)> {
    let (count, len) = digits(text, 0);
    let is_whole = matches!(text.get(len)?, b',' | b']' | b'}' | b'\n' | b' ' | b'\r');
    (is_whole && (1..=18).contains(&len)).then_some((count as i64, len))
}

/// Appends the digits at the beginning of a text to a number; says how many there are.
#[inline(always)]
fn digits(text: &[u8], number: u64) -> (u64, usize) {
    let Some((first, behind)) = text.split_first_chunk() else {
        return one_by_one(text, number, 0);
    };
    let (number, count) = up_to_eight(first, number);
    if count < 8 {
        return (number, count);
    }
    let Some(second) = behind.first_chunk() else { return one_by_one(text, number, 8) };
    // How many digits a double has beyond eight can hardly be foretold: no branch depends on it.
    let (number, count) = up_to_eight(second, number);
    match count {
        8 => one_by_one(text, number, 16),
        _ => (number, 8 + count),
    }
}

/// The same for eight bytes.
#[inline(always)]
fn up_to_eight(text: &[u8; 8], number: u64) -> (u64, usize) {
    let word = u64::from_le_bytes(*text) ^ 0x3030_3030_3030_3030;
    // A high bit for each byte above nine, up to the first.
    let others = (word.wrapping_add(0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080;
    let count = others.trailing_zeros() / 8;
    // Digits that are missing become zeros in front. None at all is a shift by all bits, in two steps.
    let ones = (word << (4 * (8 - count))) << (4 * (8 - count));
    // Neighbours become numbers of two, four and eight digits.
    let twos = ones.wrapping_mul(2561) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = twos.wrapping_mul(6_553_601) >> 16 & 0x0000_ffff_0000_ffff;
    let eight = fours.wrapping_mul(42_949_672_960_001) >> 32;
    (number.wrapping_mul(TENS[count as usize]).wrapping_add(eight), count as usize)
}

/// The same behind digits that were read.
#[inline]
fn one_by_one(text: &[u8], mut number: u64, mut at: usize) -> (u64, usize) {
    while let Some(byte) = text.get(at).filter(|byte| byte.is_ascii_digit()) {
        number = number.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
        at += 1;
    }
    (number, at)
}

const TENS: [u64; 9] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// The spellings of harnesses, beyond those of Go.
fn special(text: &[u8]) -> Option<f64> {
    Some(match text {
        b"NaN" | b"-NaN" | b"+NaN" | b"nan" | b"-nan" => f64::NAN,
        b"Infinity" | b"+Infinity" | b"+INF" | b"INF" | b"inf" => f64::INFINITY,
        b"-Infinity" | b"-INF" | b"-inf" => f64::NEG_INFINITY,
        _ => return None,
    })
}

/// Reads a plain decimal of at most 19 digits.
#[inline]
fn read(text: &[u8]) -> Option<Decimal> {
    let (is_negative, mut rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let (mut mantissa, mut exponent, mut digits) = (0u64, 0i32, 0);
    let (mut point, mut is_number) = (None, false);
    while let [byte, tail @ ..] = rest {
        match byte {
            b'0'..=b'9' => {
                mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
                // Zeros in front are no digits.
                digits += usize::from(mantissa != 0);
                is_number = true;
            }
            b'.' if point.is_none() => point = Some(tail.len()),
            b'e' | b'E' if is_number => {
                let text = tail.strip_prefix(b"+").unwrap_or(tail);
                exponent = str::from_utf8(text).ok()?.parse().ok()?;
                if exponent.unsigned_abs() > 10_000 {
                    return None;
                }
                break;
            }
            _ => return None,
        }
        rest = tail;
    }
    if let Some(left) = point {
        exponent -= (left - rest.len()) as i32;
    }
    (digits <= 19 && is_number).then_some(Decimal { is_negative, mantissa, exponent })
}

/// A decimal with its point moved; infinity beyond the greatest double.
#[inline(always)]
fn shifted(decimal: Decimal, tens: i32) -> Number {
    let Decimal { is_negative, mantissa, exponent } = decimal;
    let exponent = exponent + tens;
    if let (false, Ok(mantissa)) = (is_negative, u32::try_from(mantissa))
        && (-i32::from(Number::DECIMALS_MAX)..=0).contains(&exponent)
    {
        return Number::Short { mantissa, decimals: exponent.unsigned_abs() as u8 };
    }
    let size = nearest(mantissa, exponent);
    Number::Wide(if is_negative { -size } else { size })
}

/// The double nearest to `mantissa` × 10^`exponent`.
fn nearest(mantissa: u64, exponent: i32) -> f64 {
    let power = u8::try_from(exponent.unsigned_abs()).ok().filter(|n| *n <= Number::DECIMALS_MAX);
    // Both are exact, so that the one operation rounds correctly.
    match power.map(Number::power) {
        Some(power) if mantissa < 1 << 53 && exponent < 0 => return mantissa as f64 / power,
        Some(power) if mantissa < 1 << 53 => return mantissa as f64 * power,
        _ => {}
    }
    let mut text = Vec::with_capacity(32);
    write_whole(&mut text, mantissa);
    text.extend_from_slice(if exponent < 0 { b"e-" } else { b"e+" });
    write_whole(&mut text, exponent.unsigned_abs().into());
    read_decimal(&text).unwrap_or(f64::NAN)
}

/// Any number, by way of a text with another exponent.
#[cold]
fn long(text: &[u8], tens: i32) -> Result<f64, NumberError> {
    // The grammar of Go knows more than that of JSON.
    if text.iter().any(|b| !matches!(b, b'0'..=b'9' | b'.' | b'+' | b'-' | b'e' | b'E')) {
        return Err(NumberError::Syntax);
    }
    let (digits, exponent) = match text.iter().position(|b| matches!(b, b'e' | b'E')) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &b"0"[..]),
    };
    let exponent = exponent.strip_prefix(b"+").unwrap_or(exponent);
    let exponent = str::from_utf8(exponent).ok().and_then(|text| text.parse::<i64>().ok());
    let exponent = exponent.ok_or(NumberError::Syntax)?.saturating_add(tens.into());
    parse_float(&[digits, b"e", exponent.to_string().as_bytes()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, tens: i32) -> f64 {
        scaled(text.as_bytes(), Factor::tens(tens)).unwrap().to_f64()
    }

    #[test]
    fn a_moved_point_is_the_same_decimal() {
        for text in [
            "0",
            "0.0",
            "12.345",
            "124744.97375315547",
            "1.234567890123456789",
            "-7.25",
            "3e5",
            "1.2E-7",
            "123456789012345678901234567890",
            "0.000000000000000000000000012",
        ] {
            for tens in [-9, -6, -3, 0, 3, 6] {
                let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
                let moved = format!("{digits}e{}", exponent.parse::<i32>().unwrap() + tens);
                let want: f64 = moved.parse().unwrap();
                assert_eq!(at(text, tens).to_bits(), want.to_bits(), "{moved}");
            }
        }
        assert_eq!(
            scaled(b"12.5", Factor::tens(-3)),
            Ok(Number::Short { mantissa: 125, decimals: 4 })
        );
        assert!(at("NaN", 3).is_nan() && at("-NaN", 0).is_nan());
        assert_eq!(at("-INF", -9), f64::NEG_INFINITY);
    }

    #[test]
    fn a_number_at_the_beginning_is_the_same() {
        for text in [
            "0",
            "7",
            "12.5",
            "124744.97375315547",
            "00012.50",
            "12345678",
            "1234567812345678",
            "0.1234567812345678",
            "1.2345678901234567e+02",
            "7e-05",
            "0.0e+00",
        ] {
            for tens in [-9, -3, 0, 3] {
                let (number, len) = leading(format!("{text}, 5").as_bytes(), tens).unwrap();
                assert_eq!(
                    (number.to_f64().to_bits(), len),
                    (at(text, tens).to_bits(), text.len()),
                    "{text}"
                );
            }
            assert_eq!(leading(text.as_bytes(), 0), None);
        }
        for other in [
            "-1,",
            "1e5,",
            "1e+5,",
            "1e+123,",
            "1e-0x,",
            ".5,",
            "NaN,",
            "1234567890.1234567890,",
            "1:5,",
            "12345/78,",
        ] {
            assert_eq!(leading(other.as_bytes(), 0), None, "{other}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", ".", "-", "e5", "1e", "1_0", "0x1p3", "1.2.3", "Inf1", "nil", "1e5e5"] {
            assert_eq!(
                scaled(text.as_bytes(), Factor::tens(0)),
                Err(NumberError::Syntax),
                "{text}"
            );
        }
        assert_eq!(scaled(b"1e999", Factor::tens(0)), Err(NumberError::Range));
        assert_eq!(scaled(b"1e308", Factor::tens(3)), Err(NumberError::Range));
    }

    #[test]
    fn rates_of_minutes() {
        let minute = |text: &str| scaled(text.as_bytes(), Factor { times: 1, by: 60, tens: 0 });
        assert_eq!(minute("120").unwrap().to_f64(), 2.0);
        assert_eq!(minute("7").unwrap().to_f64(), 7.0 / 60.0);
        let times = Factor { times: 60, by: 1, tens: 0 };
        assert_eq!(scaled(b"0.1", times).unwrap().to_f64(), 6.0);
    }
}
