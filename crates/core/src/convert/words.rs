//! Writes any text as a word of a line.
//!
//! Takes names, units, keys and values that a log of any format may contain; gives text that stays one word of a line,
//! one key or one value when it is read as Go benchmark text. Guarantees that words which come from such text are
//! unchanged.

use crate::base::{names, next_char, one_line};
use crate::format::gobench::is_config_key;

/// Appends a word in which white space becomes `_`. An empty word also becomes `_`, unless it `may_be_empty`.
pub(super) fn write_word(out: &mut Vec<u8>, word: &[u8], may_be_empty: bool) {
    if word.is_empty() && !may_be_empty {
        out.push(b'_');
    }
    write_replaced(out, word, |c| if c.is_whitespace() { Some('_') } else { None });
}

/// Appends a name that is not the name of a Go benchmark. Its first letter becomes an upper case letter, because Go
/// requires one. White space is percent-encoded, and so is the dash of a `-N` at the end, which Go's tools would take
/// for the number of processors.
pub(super) fn write_name(out: &mut Vec<u8>, name: &[u8]) {
    let dash = names::processors(name);
    let mut at = 0;
    while at < name.len() {
        let (c, len) = next_char(&name[at..]);
        let own = &name[at..at + len];
        match c {
            Some(c) if at == 0 && c.is_lowercase() => {
                let upper: String = c.to_uppercase().collect();
                out.extend_from_slice(upper.as_bytes());
            }
            Some(c) if c.is_whitespace() || dash == Some(at) => names::encode_percent(out, own),
            _ => out.extend_from_slice(own),
        }
        at += len;
    }
}

/// Appends a key of the configuration. Other texts are changed so that they are valid keys: a key begins with a lower
/// case letter and has no upper case letter, white space or colon.
pub(super) fn write_key(out: &mut Vec<u8>, key: &[u8]) {
    if is_config_key(key) {
        return out.extend_from_slice(key);
    }
    let begins_lower = !key.is_empty() && next_char(key).0.is_some_and(char::is_alphabetic);
    if !begins_lower {
        out.push(b'x');
    }
    write_replaced(out, key, |c| match c {
        ':' => Some('-'),
        c if c.is_whitespace() => Some('-'),
        c if c.is_uppercase() => c.to_lowercase().next(),
        _ => None,
    });
}

/// Appends a value of the configuration, without line ends and without leading spaces.
pub(super) fn write_value(out: &mut Vec<u8>, value: &[u8]) {
    let value = one_line(value);
    let start = value.iter().position(|byte| !matches!(byte, b' ' | b'\t'));
    out.extend_from_slice(&value[start.unwrap_or(value.len())..]);
}

fn write_replaced(out: &mut Vec<u8>, text: &[u8], replaced: impl Fn(char) -> Option<char>) {
    // Almost all texts need no change.
    if text.iter().all(|&byte| byte.is_ascii() && replaced(char::from(byte)).is_none()) {
        return out.extend_from_slice(text);
    }
    let mut rest = text;
    while !rest.is_empty() {
        let (c, len) = next_char(rest);
        match c.and_then(&replaced) {
            Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            None => out.extend_from_slice(&rest[..len]),
        }
        rest = &rest[len..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn texts_stay_one_word() {
        let check = |word: &str, want: &str| {
            assert_eq!(written(|out| write_word(out, word.as_bytes(), false)), want, "{word:?}");
        };
        check("A/n=1-8", "A/n=1-8");
        check("é\u{a0}b\nc", "é_b_c");
        check("", "_");
        let check = |name: &str, want: &str| {
            assert_eq!(written(|out| write_name(out, name.as_bytes())), want, "{name:?}");
        };
        check("fib 20", "Fib%2020");
        check("sha-1/n=sha-256", "Sha-1/n=sha%2D256");
        check("é\u{a0}b\n", "É%C2%A0b%0A");
        check("écrit", "Écrit");
        check("_x", "_x");
        check("", "");
    }

    #[test]
    fn keys_and_values_are_read_as_such() {
        let check = |key: &str, want: &str| {
            assert_eq!(written(|out| write_key(out, key.as_bytes())), want, "{key:?}");
        };
        check("commit-time", "commit-time");
        check("CPU Model:x", "cpu-model-x");
        check("9a", "x9a");
        // A numeral is not a letter.
        check("a\u{2160}", "a\u{2160}");
        check("", "x");
        let check = |value: &str, want: &str| {
            assert_eq!(written(|out| write_value(out, value.as_bytes())), want, "{value:?}");
        };
        check("a b  ", "a b  ");
        check(" \t\na\nb", "a b");
    }
}
