//! Words of filters and projections.

use crate::base::quoted;

/// Appends a word, in quotes if it would not be read as one word. Where `regexps` are allowed, a leading `/` needs
/// quotes.
pub(super) fn push_word(out: &mut Vec<u8>, word: &[u8], regexps: bool) {
    let bare = match std::str::from_utf8(word) {
        Ok(text) => {
            let ends = |c: char| c.is_whitespace() || c.is_control() || "():@,".contains(c);
            let begins = |c: char| c == '"' || "-*".contains(c) || regexps && c == '/';
            !text.is_empty()
                && !text.contains(ends)
                && !text.starts_with(begins)
                && !matches!(text, "AND" | "OR")
        }
        Err(_) => false,
    };
    if bare {
        out.extend_from_slice(word);
    } else {
        out.extend_from_slice(quoted(word).as_bytes());
    }
}

/// Returns the text of a projection to a key, which can be any bytes.
pub(crate) fn write_key(key: &[u8]) -> String {
    let mut out = Vec::new();
    push_word(&mut out, key, false);
    String::from_utf8_lossy(&out).into_owned()
}
