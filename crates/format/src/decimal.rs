//! Written decimals, in other units.
//!
//! Takes texts of numbers and exact factors; gives doubles. Guarantees the double nearest to the written number,
//! because moving the decimal point rounds once: a double times a power of ten would round twice. Minutes, hours and
//! days round twice.

use super::Number;
use benchlens_base::float::{read_decimal, write_whole};
use benchlens_base::{NumberError, parse_float};

/// A decimal: `mantissa` × 10^`exponent`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Decimal {
    is_negative: bool,
    mantissa: u64,
    exponent: i32,
}

/// The factor for a number: `times` / `by` × 10^`tens`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Factor {
    pub(super) times: u64,
    pub(super) by: u64,
    pub(super) tens: i32,
}

impl Factor {
    /// Returns a power of ten.
    pub(super) const fn tens(tens: i32) -> Factor {
        Factor { times: 1, by: 1, tens }
    }
}

/// Returns a number times a factor. `NaN` and infinities are numbers, with or without a sign.
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

/// Parses the spellings of harnesses that Go does not have.
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
                // Leading zeros are not counted as digits.
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

/// Returns a decimal with its point moved; infinity beyond the greatest double.
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

/// Returns the double nearest to `mantissa` × 10^`exponent`.
fn nearest(mantissa: u64, exponent: i32) -> f64 {
    let power = u8::try_from(exponent.unsigned_abs()).ok().filter(|n| *n <= Number::DECIMALS_MAX);
    // Both are exact, so the single operation rounds correctly.
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

/// Parses any number through a text with another exponent.
#[cold]
fn long(text: &[u8], tens: i32) -> Result<f64, NumberError> {
    // The grammar of Go accepts more than the grammar of JSON.
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
