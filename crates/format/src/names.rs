//! Names in the form of Go's: `Base/key=value/key=value`.
//!
//! Takes the names of benchmarks in other harnesses; gives names of which every part is a key. Names are converted one
//! to one: bytes that would change the meaning of a name, such as the `/` of a value, are percent-encoded as in URLs.
//! Must not know which part of a name a harness writes where.

use benchlens_base::{names, next_char};

/// A name under construction.
#[derive(Debug, Default, Clone)]
pub(super) struct Name {
    text: Vec<u8>,
}

impl Name {
    /// Begins a new name with a base, whose `/` are kept.
    pub(super) fn begin(&mut self, base: &[u8]) {
        self.text.clear();
        self.push(base, b"");
    }

    /// Adds `/key=value`.
    pub(super) fn key(&mut self, key: &[u8], value: &[u8]) {
        self.text.push(b'/');
        self.push(key, b"/=");
        self.text.push(b'=');
        self.push(value, b"/");
    }

    /// Adds a part of an id, which may have a key of its own: `size=10`.
    pub(super) fn id(&mut self, key: &[u8], value: &[u8]) {
        if own_key(value).is_some_and(|own| own != key) {
            self.part(value);
        } else {
            self.key(key, value);
        }
    }

    /// Adds a part that has no key.
    pub(super) fn part(&mut self, part: &[u8]) {
        self.text.push(b'/');
        self.push(part, b"/");
    }

    /// Returns the whole name.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Appends a text; `reserved` are the characters that have another meaning at this position.
    fn push(&mut self, text: &[u8], reserved: &[u8]) {
        let is_plain = |b: &u8| matches!(b, b'!'..0x7f) && *b != b'%' && !reserved.contains(b);
        if text.iter().all(is_plain) {
            return self.text.extend_from_slice(text);
        }
        let mut rest = text;
        while !rest.is_empty() {
            let (c, len) = next_char(rest);
            let (own, after) = rest.split_at(len);
            let is_reserved = match c {
                // At an end, nobody sees it.
                Some(' ') => rest.len() == text.len() || after.is_empty(),
                // Text that looks encoded would be equal to the text that it encodes.
                Some('%') => matches!(after, [a, b, ..] if is_hex(*a) && is_hex(*b)),
                Some(c) => c.is_whitespace() || c.is_control() || reserved.contains(&own[0]),
                None => false,
            };
            if is_reserved {
                names::encode_percent(&mut self.text, own);
            } else {
                self.text.extend_from_slice(own);
            }
            rest = after;
        }
    }
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

/// Returns the key of a text that is a word, `=` and a value.
fn own_key(text: &[u8]) -> Option<&[u8]> {
    let at = memchr::memchr(b'=', text)?;
    let in_word = |b: &u8| b.is_ascii_alphanumeric() || b"_-.".contains(b);
    let is_word = 0 < at && text[..at].iter().all(in_word) && !text[0].is_ascii_digit();
    (is_word && text.get(at + 1).is_some_and(|next| *next != b'=')).then_some(&text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_parts() {
        let mut name = Name::default();
        name.begin(b"group one/x");
        name.key(b"a b", b"1 / 2\xc2\xa0\x01");
        name.part(b"c/d");
        name.key(b"k=", b"\xff=\xc3\xa9");
        assert_eq!(name.text(), b"group one/x/a b=1 %2F 2%C2%A0%01/c%2Fd/k%3D=\xff=\xc3\xa9");
    }

    #[test]
    fn different_values_have_different_names() {
        let values = [
            " ", "_", "%20", "a/b", "a_b", "a b", "a\tb", "a%2Fb", "a%252Fb", "a%b", "a%25b", "a%",
            "a%2",
        ];
        let written = |value: &&str| {
            let mut name = Name::default();
            name.key(b"k", value.as_bytes());
            name.text
        };
        let mut names: Vec<Vec<u8>> = values.iter().map(written).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), values.len());
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
        check("size=1/2 3", "g/size=1%2F2 3");
        for other in ["fast", "=1", "n=", "n==1", "x <= 1", "1=2", "a b=1", "fn=x"] {
            check(other, &format!("g/fn={other}"));
        }
    }
}
