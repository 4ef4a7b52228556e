//! Parses floats as Go does, in logs and wherever else a number is text.
//!
//! The grammar is that of Go's `strconv.ParseFloat`: decimal or hexadecimal floats, `_` between
//! digits, `inf`, `infinity` and `nan` in any letter case. Results round to nearest even.

use super::float;

/// The reason why a text is not a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberError {
    /// The text does not follow the grammar.
    Syntax,
    /// The number is beyond the largest double. (A number that is too small is not an error: it becomes zero.)
    Range,
}

/// Parses a number as a double.
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

/// Removes the underscores, each of which must be between digits, or between a base prefix and a digit.
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

/// Parses the text after `0x`: `hex[.hex]p[±]digits`, correctly rounded.
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
    // The limit is far beyond any double, and far from overflow.
    let size = digits.iter().fold(0i64, |n, &b| (n * 10 + i64::from(b - b'0')).min(1 << 40));
    Ok(if negative { -size } else { size })
}

/// Rounds mantissa × 2^exponent to nearest even; `sticky` means that the exact value is a little above `mantissa`.
fn round(mantissa: u64, sticky: bool, exponent: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let top = 63 - i64::from(mantissa.leading_zeros()) + exponent;
    if 1024 <= top {
        return f64::INFINITY;
    }
    // The lowest bit that a double of this size has: 52 below the top, or the smallest denormal.
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
    // `kept` has at most 53 bits, or is 2^53 after a carry, so both cases scale exactly.
    let bits = |e: i64| f64::from_bits(((e + 1023) as u64) << 52);
    let kept = kept as f64;
    if lowest < -1022 { kept * bits(-1022) * bits(lowest + 1022) } else { kept * bits(lowest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_rounding_agrees_with_decimal() {
        // Every sum of a few powers of two has an exact decimal expansion that the standard library can read.
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
