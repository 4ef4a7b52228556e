//! Decimals as they are written, in other units: each becomes a number by one rounding.
//!
//! Takes texts of numbers and exact factors; gives the double that is nearest to the product or quotient of
//! what is written. A double times a power of ten would round twice.

mod nearest;

use super::Number;
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
    let Some(decimal) = read(text) else {
        return special(text).map_or_else(|| long(text, factor), |value| Ok(Number::Wide(value)));
    };
    if factor.times == 1 && factor.by == 1 {
        return shifted(text, decimal, factor.tens);
    }
    match decimal.mantissa.checked_mul(factor.times) {
        Some(mantissa) => {
            let exponent = decimal.exponent + factor.tens;
            finite(ratio(Decimal { mantissa, exponent, ..decimal }, factor.by))
        }
        None => long(text, factor),
    }
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
    let mut exponent = tens - decimals as i32;
    let mut end = *text.get(len)?;
    if end == b'e' {
        exponent += two_digits(&text[len + 1..])?;
        len += 4;
        end = *text.get(len)?;
    }
    if !matches!(end, b',' | b']' | b'}' | b'\n' | b' ' | b'\r') {
        return None;
    }
    let number = match u32::try_from(mantissa) {
        Ok(mantissa) if -i32::from(Number::DECIMALS_MAX) <= exponent && exponent <= 0 => {
            Number::Short { mantissa, decimals: -exponent as u8 }
        }
        _ => Number::Wide(nearest::nearest(mantissa, exponent)?),
    };
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

/// The quotient of two numbers, times a power of ten.
pub(super) fn quotient(text: &[u8], by: &[u8], tens: i32) -> Result<Number, NumberError> {
    let exact = || {
        let (a, b) = (read(text)?, read(by)?);
        if b.mantissa == 0 || b.is_negative {
            return None;
        }
        let b = without_zeros(b);
        let a = without_zeros(a);
        Some(ratio(Decimal { exponent: a.exponent - b.exponent + tens, ..a }, b.mantissa))
    };
    match exact() {
        Some(value) => finite(value),
        None => finite(parse_float(text)? / parse_float(by)? * power(tens)),
    }
}

/// A number times a whole one, as a text; nothing where it needs more than 19 digits.
pub(super) fn times(text: &[u8], by: u64) -> Option<Vec<u8>> {
    let decimal = without_zeros(read(text)?);
    let mantissa = decimal.mantissa.checked_mul(by).filter(|product| *product < 10u64.pow(19))?;
    let sign = if decimal.is_negative { "-" } else { "" };
    Some(format!("{sign}{mantissa}e{}", decimal.exponent).into_bytes())
}

fn finite(value: f64) -> Result<Number, NumberError> {
    if value.is_infinite() { Err(NumberError::Range) } else { Ok(Number::Wide(value)) }
}

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

fn without_zeros(mut decimal: Decimal) -> Decimal {
    while decimal.mantissa != 0 && decimal.mantissa.is_multiple_of(10) {
        decimal.mantissa /= 10;
        decimal.exponent += 1;
    }
    decimal
}

/// A decimal with its point moved.
fn shifted(text: &[u8], decimal: Decimal, tens: i32) -> Result<Number, NumberError> {
    let Decimal { is_negative, mantissa, exponent } = decimal;
    let exponent = exponent + tens;
    if !is_negative && mantissa <= u64::from(u32::MAX) {
        let decimals = u8::try_from(-exponent).ok().filter(|d| *d <= Number::DECIMALS_MAX);
        if let Some(decimals) = decimals {
            return Ok(Number::Short { mantissa: mantissa as u32, decimals });
        }
    }
    // Both are exact, so that the one operation rounds correctly.
    if mantissa < 1 << 53 && exponent.unsigned_abs() <= 22 {
        let power = Number::power(exponent.unsigned_abs() as u8);
        let size = if exponent < 0 { mantissa as f64 / power } else { mantissa as f64 * power };
        return Ok(Number::Wide(if is_negative { -size } else { size }));
    }
    match nearest::nearest(mantissa, exponent) {
        Some(size) => Ok(Number::Wide(if is_negative { -size } else { size })),
        None => long(text, Factor::tens(tens)),
    }
}

/// Any number, by way of a text with another exponent.
#[cold]
fn long(text: &[u8], factor: Factor) -> Result<Number, NumberError> {
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
    let exponent = exponent.ok_or(NumberError::Syntax)?.saturating_add(factor.tens.into());
    let moved = [digits, b"e", exponent.to_string().as_bytes()].concat();
    let value = parse_float(&moved)?;
    // Only numbers of more than 19 digits in minutes, hours and days come here with more to do.
    finite(value * factor.times as f64 / factor.by as f64)
}

fn power(tens: i32) -> f64 {
    let text = format!("1e{tens}");
    parse_float(text.as_bytes()).unwrap_or(f64::INFINITY)
}

/// A decimal divided by a number, rounded once to nearest, ties to even.
fn ratio(decimal: Decimal, by: u64) -> f64 {
    let size = exact_ratio(decimal.mantissa, by, decimal.exponent)
        .unwrap_or_else(|| decimal.mantissa as f64 / by as f64 * power(decimal.exponent));
    if decimal.is_negative { -size } else { size }
}

/// How many bits a quotient has: more than a double and what decides about rounding.
const BITS: i32 = 56;

/// `a` × 10^`tens` / `b`; nothing where it needs more than 128 bits or is not an ordinary double.
fn exact_ratio(a: u64, b: u64, tens: i32) -> Option<f64> {
    if a == 0 {
        return Some(0.0);
    }
    let tenfold = |n: u64, tens: i32| {
        let power = 10u128.checked_pow(u32::try_from(tens.max(0)).ok()?)?;
        // One bit is left for the division.
        u128::from(n).checked_mul(power).filter(|n| n >> 126 == 0)
    };
    let (num, mut den) = (tenfold(a, tens)?, tenfold(b, -tens)?);
    let bits = |n: u128| 128 - n.leading_zeros() as i32;
    let shift = BITS - (bits(num) - bits(den));
    if shift < 0 {
        den <<= -shift;
    }
    let (mut quotient, mut rest) = (num / den, num % den);
    for _ in 0..shift.max(0) {
        rest <<= 1;
        quotient <<= 1;
        if den <= rest {
            rest -= den;
            quotient |= 1;
        }
    }
    // What is left decides where the bits behind the double are a half.
    let quotient = quotient as u64 | u64::from(rest != 0);
    if shift.unsigned_abs() > 900 {
        return None;
    }
    // Powers of two are exact.
    Some(quotient as f64 * f64::from_bits(((1023 - i64::from(shift)) as u64) << 52))
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

    /// Values from Python's `fractions`, which are exact: `float(Fraction(a) / Fraction(b) * 10**tens)`.
    #[test]
    fn quotients_are_rounded_once() {
        let check = |a: &str, b: &str, tens, want: f64| {
            let got = quotient(a.as_bytes(), b.as_bytes(), tens).unwrap().to_f64();
            assert_eq!(got.to_bits(), want.to_bits(), "{a} / {b}: {got:e}, want {want:e}");
        };
        for (a, b, tens, want) in include!("decimal/quotients.in") {
            check(a, b, tens, want);
        }
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
