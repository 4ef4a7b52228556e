//! Names in the form of Go's: `Base/key=value/key=value`.
//!
//! Takes the names of benchmarks in other harnesses; gives names of which every part is a key. White space becomes
//! `_`, and so does the `/` of a value, so that it stays one part.

/// A name under construction.
#[derive(Debug, Default, Clone)]
pub(super) struct Name {
    text: Vec<u8>,
}

impl Name {
    /// Begins a new name with a base, whose `/` are kept.
    pub(super) fn begin(&mut self, base: &[u8]) {
        self.text.clear();
        self.push(base, b'/');
    }

    /// Adds `/key=value`.
    pub(super) fn key(&mut self, key: &[u8], value: &[u8]) {
        self.text.push(b'/');
        self.push(key, b'_');
        self.text.push(b'=');
        self.push(value, b'_');
    }

    /// Adds a part of an id, which may have a key of its own: `size=10`.
    pub(super) fn id(&mut self, key: &[u8], value: &[u8]) {
        if has_key(value) { self.part(value) } else { self.key(key, value) }
    }

    /// Adds a part that has no key.
    pub(super) fn part(&mut self, part: &[u8]) {
        self.text.push(b'/');
        self.push(part, b'_');
    }

    /// Returns the whole name.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    fn push(&mut self, text: &[u8], slash: u8) {
        push_plain(&mut self.text, text, slash);
    }
}

/// Returns whether a text is a word, `=` and a value.
fn has_key(text: &[u8]) -> bool {
    let Some(at) = memchr::memchr(b'=', text) else { return false };
    let in_word = |b: &u8| b.is_ascii_alphanumeric() || b"_-.".contains(b);
    let is_word = text[..at].iter().all(in_word) && !text[0].is_ascii_digit();
    0 < at && is_word && text.get(at + 1).is_some_and(|next| *next != b'=')
}

/// Appends a text without white space; its slashes become `slash`.
fn push_plain(out: &mut Vec<u8>, text: &[u8], slash: u8) {
    let is_plain = |b: &u8| b' ' < *b && *b < 0x7f && *b != b'/';
    if text.iter().all(is_plain) {
        return out.extend_from_slice(text);
    }
    // Go treats all Unicode white space as a field separator.
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '/' => out.push(slash),
                c if c.is_whitespace() || c.is_control() => out.push(b'_'),
                c => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        out.extend_from_slice(chunk.invalid());
    }
}

/// Returns a unit without white space.
pub(super) fn unit(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    push_plain(&mut out, text.trim_ascii(), b'/');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_parts_without_white_space() {
        let mut name = Name::default();
        name.begin(b"group one/x");
        name.key(b"a b", b"1 / 2\xc2\xa0\x01");
        name.part(b"c/d");
        name.key(b"n", b"\xff \xc3\xa9");
        assert_eq!(name.text(), b"group_one/x/a_b=1___2__/c_d/n=\xff_\xc3\xa9");
        assert_eq!(unit(b" MB / sec "), b"MB_/_sec");
    }

    #[test]
    fn ids_may_have_keys_of_their_own() {
        let check = |id: &str, want: &str| {
            let mut name = Name::default();
            name.begin(b"g");
            name.id(b"fn", id.as_bytes());
            assert_eq!(String::from_utf8_lossy(name.text()), want);
        };
        check("load_factor=00.10", "g/load_factor=00.10");
        check("size=1/2 3", "g/size=1_2_3");
        for other in ["fast", "=1", "n=", "n==1", "x <= 1", "1=2", "a b=1"] {
            check(other, &format!("g/fn={}", other.replace(' ', "_")));
        }
    }
}
