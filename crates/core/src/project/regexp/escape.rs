//! Escapes of a single code point, inside and outside brackets.
//!
//! Takes text that starts with a backslash; gives the code point and the rest of the text. The callers recognize
//! classes (`\d`, `\pL`) and assertions (`\b`, `\z`) before.

use super::error::{RegexpError, code};
use super::text::{split_first, until};

/// Reads one escape. The code point may be a surrogate, which Go allows and no text contains.
pub(super) fn parse(s: &str) -> Result<(u32, &str), RegexpError> {
    let Some((c, rest)) = s.get(1..).and_then(split_first) else {
        return Err(RegexpError::new(code::TRAILING_BACKSLASH, ""));
    };
    let value = match c {
        'a' => 0x07,
        'f' => 0x0C,
        'n' => 0x0A,
        'r' => 0x0D,
        't' => 0x09,
        'v' => 0x0B,
        'x' => return hexadecimal(s, rest),
        '0' => return Ok(octal(0, rest)),
        // A single digit would be a reference to a group, which the dialect does not have.
        '1'..='7' if rest.starts_with(|c| matches!(c, '0'..='7')) => {
            return Ok(octal(u32::from(c) - u32::from('0'), rest));
        }
        _ if c.is_ascii() && !c.is_ascii_alphanumeric() => u32::from(c),
        _ => return Err(invalid(s, rest)),
    };
    Ok((value, rest))
}

/// Reads up to two more octal digits.
fn octal(first: u32, mut rest: &str) -> (u32, &str) {
    let mut value = first;
    for _ in 0..2 {
        let Some((digit, after)) =
            split_first(rest).and_then(|(c, after)| c.to_digit(8).map(|d| (d, after)))
        else {
            break;
        };
        value = value * 8 + digit;
        rest = after;
    }
    (value, rest)
}

/// Reads the text after `\x`: two digits, or any number of digits in braces. The fragment of an error ends where
/// reading stopped.
fn hexadecimal<'p>(s: &'p str, digits: &'p str) -> Result<(u32, &'p str), RegexpError> {
    let Some((first, mut rest)) = split_first(digits) else {
        return Err(invalid(s, digits));
    };
    if first != '{' {
        let second = split_first(rest);
        rest = second.map_or(rest, |(_, after)| after);
        let low = second.and_then(|(c, _)| c.to_digit(16));
        return match (first.to_digit(16), low) {
            (Some(high), Some(low)) => Ok((high * 16 + low, rest)),
            _ => Err(invalid(s, rest)),
        };
    }
    let mut value = None;
    while let Some((c, after)) = split_first(rest) {
        rest = after;
        if c == '}' {
            return value.map(|value| (value, rest)).ok_or_else(|| invalid(s, rest));
        }
        let next = c.to_digit(16).map(|d| value.unwrap_or(0) * 16 + d);
        match next {
            Some(next) if next <= u32::from(char::MAX) => value = Some(next),
            _ => break,
        }
    }
    Err(invalid(s, rest))
}

fn invalid(s: &str, rest: &str) -> RegexpError {
    RegexpError::new(code::BAD_ESCAPE, until(s, rest))
}
