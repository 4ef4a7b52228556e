//! Numbers as Go reads them.
//!
//! The grammar is that of Go's `strconv.ParseFloat`: decimal or hexadecimal floats, `_` between
//! digits, `inf`, `infinity` and `nan` in any letter case. Results round to nearest even.

use crate::base::float;
use crate::format::Number;

/// Why a text is not a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberError {
    /// It does not follow the grammar.
    Syntax,
    /// It is beyond the largest double. (Too small is not an error: that is zero.)
    Range,
}

/// Reads a number, keeping it as written if it is short.
pub fn parse_number(text: &[u8]) -> Result<Number, NumberError> {
    match short(text) {
        Some(number) => Ok(number),
        None => parse_float(text).map(Number::Wide),
    }
}

/// Reads a plain decimal whose digits fit 32 bits: `12`, `12.`, `.5`, `1234.5`.
fn short(text: &[u8]) -> Option<Number> {
    let (mut mantissa, mut digits, mut point) = (0u64, 0usize, None);
    for (i, &byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' => {
                mantissa = mantissa * 10 + u64::from(byte - b'0');
                digits += 1;
                if u64::from(u32::MAX) < mantissa {
                    return None;
                }
            }
            b'.' if point.is_none() => point = Some(i),
            _ => return None,
        }
    }
    let decimals = point.map_or(0, |i| text.len() - 1 - i);
    if digits == 0 || usize::from(Number::DECIMALS_MAX) < decimals {
        return None;
    }
    Some(Number::Short { mantissa: mantissa as u32, decimals: decimals as u8 })
}

/// Reads a number as a double.
pub fn parse_float(text: &[u8]) -> Result<f64, NumberError> {
    let (negative, unsigned) = match text {
        [b'+', rest @ ..] => (false, rest),
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    let is = |word: &[u8]| unsigned.eq_ignore_ascii_case(word);
    let size = if is(b"inf") || is(b"infinity") {
        f64::INFINITY
    } else if text.eq_ignore_ascii_case(b"nan") {
        f64::NAN
    } else {
        let digits = without_underscores(unsigned)?;
        let size = match &digits[..] {
            [b'0', b'x' | b'X', rest @ ..] => hexadecimal(rest)?,
            _ => float::read_decimal(&digits).ok_or(NumberError::Syntax)?,
        };
        if size.is_infinite() {
            return Err(NumberError::Range);
        }
        size
    };
    Ok(if negative { -size } else { size })
}

/// Takes out the underscores, each of which must stand between digits, or between a base prefix
/// and a digit.
fn without_underscores(text: &[u8]) -> Result<Vec<u8>, NumberError> {
    let hex = matches!(text, [b'0', b'x' | b'X', ..]);
    let is_digit = |i: usize| match text.get(i) {
        Some(b) => b.is_ascii_digit() || hex && (i == 1 || b.is_ascii_hexdigit()),
        None => false,
    };
    let misplaced = |(i, &b): (usize, &u8)| {
        b == b'_' && !(0 < i && is_digit(i - 1) && i + 1 != 1 && is_digit(i + 1))
    };
    if text.iter().enumerate().any(misplaced) {
        return Err(NumberError::Syntax);
    }
    Ok(text.iter().copied().filter(|&b| b != b'_').collect())
}

/// Reads what follows `0x`: `hex[.hex]p[±]digits`, correctly rounded.
fn hexadecimal(text: &[u8]) -> Result<f64, NumberError> {
    let (mut mantissa, mut sticky, mut exponent) = (0u64, false, 0i64);
    let (mut point, mut digits) = (false, false);
    let mut rest = text;
    while let [byte, tail @ ..] = rest {
        match (byte, char::from(*byte).to_digit(16)) {
            (b'.', _) if !point => point = true,
            (_, Some(digit)) => {
                digits = true;
                if mantissa >> 59 == 0 {
                    mantissa = mantissa << 4 | u64::from(digit);
                    exponent -= if point { 4 } else { 0 };
                } else {
                    sticky |= digit != 0;
                    exponent += if point { 0 } else { 4 };
                }
            }
            _ => break,
        }
        rest = tail;
    }
    let (b'p' | b'P', power) = rest.split_first().ok_or(NumberError::Syntax)? else {
        return Err(NumberError::Syntax);
    };
    if !digits {
        return Err(NumberError::Syntax);
    }
    exponent = exponent.saturating_add(binary_exponent(power)?);
    Ok(round(mantissa, sticky, exponent))
}

fn binary_exponent(text: &[u8]) -> Result<i64, NumberError> {
    let (negative, digits) = match text {
        [b'+', rest @ ..] => (false, rest),
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(NumberError::Syntax);
    }
    // Far beyond any double, and far from overflow.
    let size = digits.iter().fold(0i64, |n, &b| (n * 10 + i64::from(b - b'0')).min(1 << 40));
    Ok(if negative { -size } else { size })
}

/// mantissa × 2^exponent to nearest even; `sticky` says that a little more than `mantissa` is meant.
fn round(mantissa: u64, sticky: bool, exponent: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let top = 63 - i64::from(mantissa.leading_zeros()) + exponent;
    if 1024 <= top {
        return f64::INFINITY;
    }
    // The lowest bit a double of this size has: 52 below the top, or the smallest denormal.
    let lowest = (top - 52).max(-1074);
    let drop = lowest - exponent;
    let kept = match drop {
        ..=0 => mantissa << -drop,
        1..=63 => {
            let (whole, part) = (mantissa >> drop, mantissa & ((1 << drop) - 1));
            let half = 1u64 << (drop - 1);
            let up = part > half || part == half && (sticky || whole & 1 == 1);
            whole + u64::from(up)
        }
        64 => u64::from(mantissa > 1 << 63 || mantissa == 1 << 63 && sticky),
        _ => 0,
    };
    // `kept` has at most 53 bits, or is 2^53 after a carry: both scale exactly.
    let bits = |e: i64| f64::from_bits(((e + 1023) as u64) << 52);
    let kept = kept as f64;
    if lowest < -1022 { kept * bits(-1022) * bits(lowest + 1022) } else { kept * bits(lowest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<f64, NumberError> {
        let number = parse_number(text.as_bytes()).map(Number::to_f64);
        let float = parse_float(text.as_bytes());
        assert_eq!(
            number.map(f64::to_bits),
            float.map(f64::to_bits),
            "{text}: two readings differ"
        );
        float
    }

    #[test]
    fn numbers_of_the_grammar() {
        let check = |text, want: f64| {
            let got = parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
            assert!(got.to_bits() == want.to_bits(), "{text}: {got:e}, want {want:e}");
        };
        for (text, want) in [
            ("12", 12.0),
            ("12.", 12.0),
            (".5", 0.5),
            ("1e3", 1e3),
            ("+1E-3", 1e-3),
            ("-0", -0.0),
            ("4294967295", 4_294_967_295.0),
            ("4294967296", 4_294_967_296.0),
            ("0.0000000000000000000001", 1e-22),
            ("0.00000000000000000000001", 1e-23),
            ("0.30000000000000004", 0.300_000_000_000_000_04),
            ("1_000", 1000.0),
            ("1_0.2_5e1_0", 10.25e10),
            ("0x1.8p1", 3.0),
            ("-0X_1p-2", -0.25),
            ("0x1fffffffffffff8p0", 9_007_199_254_740_992.0 * 16.0 - 8.0),
            ("0x1fffffffffffff9p-60", 0.125),
            ("0x1p-1074", 5e-324),
            ("0x1p-1075", 0.0),
            ("0x1.8p-1075", 5e-324),
            ("0x0.00000000000000000001p0", 1.0 / (1u128 << 80) as f64),
            ("0x1.fffffffffffffp1023", f64::MAX),
            ("1e-400", 0.0),
            ("Inf", f64::INFINITY),
            ("-infinity", f64::NEG_INFINITY),
        ] {
            check(text, want);
        }
        assert!(parse("NaN").unwrap().is_nan());
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "", ".", "+", "e5", "1e", "1e+", "_1", "1_", "1__0", "1_.5", "1._5", "1e_5", "0x10",
            "0x", "0xp1", "0x1p", "0x.p1", "0x1p1_", "0x_p1", "+nan", "-nan", "infin", "0b1",
            "0o7", "1f", "1 ", "--1", "1.2.3", "é",
        ] {
            assert_eq!(parse(text), Err(NumberError::Syntax), "{text}");
        }
        for text in ["1e999", "-1e999", "0x1p1024", "0x1.fffffffffffff8p1023"] {
            assert_eq!(parse(text), Err(NumberError::Range), "{text}");
        }
    }

    #[test]
    fn hexadecimal_rounding_agrees_with_decimal() {
        // Every sum of a few powers of two has an exact decimal expansion that the library reads.
        for high in [-1074i32, -1060, -1022, -30, 0, 60, 900] {
            for low in 1..70 {
                let text = format!("0x1{}1p{}", "0".repeat(low / 4), high);
                let want = (1u128 << (4 * (low / 4 + 1))) as f64 + 1.0;
                let want = want * parse_float(format!("0x1p{high}").as_bytes()).unwrap();
                assert_eq!(parse_float(text.as_bytes()).unwrap(), want, "{text}");
            }
        }
    }
}
