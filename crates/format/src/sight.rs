//! Decides whether the first bytes of an input have a format.

use super::gobench;
use super::json::{Cursor, Stop};

/// The number of bytes of an input that decide its format.
pub const HEAD_BYTES: usize = 1 << 16;

/// The first bytes of an input.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head<'a> {
    pub(super) bytes: &'a [u8],
    /// Whether no more bytes follow that may be examined.
    pub(super) is_whole: bool,
}

impl<'a> Head<'a> {
    /// Returns the whole lines; the last one is included without its line end only if nothing follows.
    pub(super) fn lines(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let end = if self.is_whole {
            self.bytes.len()
        } else {
            memchr::memrchr(b'\n', self.bytes).map_or(0, |at| at + 1)
        };
        // Splitting an empty text gives one empty line.
        let most = if end == 0 { 0 } else { usize::MAX };
        self.bytes[..end].split(|&b| b == b'\n').take(most)
    }

    /// Returns the beginning of a JSON document, at the beginning of a line, if no line before it is Go's text.
    fn json(&self) -> Option<&'a [u8]> {
        let mut rest = self.bytes;
        loop {
            let text = rest.trim_ascii_start();
            match text.first()? {
                b'{' | b'[' => return Some(text),
                _ if gobench::is_data(text) => return None,
                _ => rest = &text[memchr::memchr(b'\n', text)?..],
            }
        }
    }

    /// Returns whether a JSON document begins that has these texts in its first bytes, each at most one member with the
    /// beginning of its value.
    pub(super) fn json_with(&self, texts: &[&[u8]]) -> Sight {
        match self.json() {
            Some(json) if texts.iter().all(|text| contains(json, text)) => Sight::Yes,
            None if self.is_text() => Sight::No,
            _ => Sight::Unsure,
        }
    }

    /// Returns whether a JSON document begins that `look` recognizes.
    pub(super) fn json_is(&self, look: fn(&mut Cursor<'_>) -> Result<bool, Stop>) -> Sight {
        let Some(json) = self.json() else {
            return if self.is_text() { Sight::No } else { Sight::Unsure };
        };
        match look(&mut Cursor::new(json)) {
            Ok(true) => Sight::Yes,
            Ok(false) | Err(Stop::Wrong { .. } | Stop::Lacks { .. }) => Sight::No,
            Err(Stop::Cut) => Sight::Unsure,
        }
    }

    /// Returns whether a line that is certainly Go's text comes before any JSON.
    fn is_text(&self) -> bool {
        self.lines()
            .take_while(|line| !line.trim_ascii_start().starts_with(b"{"))
            .any(gobench::is_data)
    }
}

/// Returns whether JSON contains a text, in which white space may follow a colon.
fn contains(json: &[u8], text: &[u8]) -> bool {
    let colon = memchr::memchr(b':', text).map_or(text.len(), |at| at + 1);
    let (key, value) = text.split_at(colon);
    let mut places = memchr::memmem::find_iter(json, key);
    places.any(|at| json[at + key.len()..].trim_ascii_start().starts_with(value))
}

/// The decision of the first bytes of an input about a format. More bytes never change a yes or a no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    Yes,
    No,
    /// More bytes may decide. It means no if there are no more bytes.
    Unsure,
}
