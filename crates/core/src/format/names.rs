//! Names in the form of Go's: `Base/key=value/key=value`.
//!
//! Takes what other harnesses call their benchmarks; gives names of which every part can be asked for. White
//! space becomes `_`, and so does the `/` of a value, which stays one part.

/// A name that is being put together.
#[derive(Debug, Default, Clone)]
pub(super) struct Name {
    text: Vec<u8>,
}

impl Name {
    /// Begins anew with a base, whose `/` stay.
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

    /// Adds a part that has no key.
    pub(super) fn part(&mut self, part: &[u8]) {
        self.text.push(b'/');
        self.push(part, b'_');
    }

    /// The whole.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    fn push(&mut self, text: &[u8], slash: u8) {
        push_plain(&mut self.text, text, slash);
    }
}

/// Appends a text without white space; its slashes become `slash`.
fn push_plain(out: &mut Vec<u8>, text: &[u8], slash: u8) {
    let is_plain = |b: &u8| b' ' < *b && *b < 0x7f && *b != b'/';
    if text.iter().all(is_plain) {
        return out.extend_from_slice(text);
    }
    // Go takes all white space of Unicode for separators of fields.
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

/// A unit without white space.
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
}
