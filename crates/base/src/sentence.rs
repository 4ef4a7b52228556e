//! Sentences that name settings: as flags for readers of the command line, and by their names for everyone else.

use std::fmt;

use serde::{Serialize, Serializer};

use super::shell::push_word;

/// A sentence that may name settings. It is kept as bytes, because names in it pass through exactly as they were read.
///
/// A library, JSON and Python write a setting as `margin` or `pair=loose`, and this is also how [`Display`](fmt::Display)
/// writes the sentence. [`Sentence::with_flags`] writes `-margin` and `-pair loose` for the CLI.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sentence {
    text: Vec<u8>,
    flags: Vec<Flag>,
}

/// The difference between a setting and its flag.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Flag {
    /// The position of the difference in the text.
    at: usize,
    /// The number of bytes that the flag lacks here.
    less: usize,
    /// The text that the flag has here in addition.
    more: &'static str,
}

impl Sentence {
    /// Returns a sentence that begins with the name of a setting.
    #[must_use]
    pub fn setting(name: &str) -> Sentence {
        Sentence::default().and_setting(name)
    }

    /// Adds words.
    #[must_use]
    pub fn and(mut self, words: impl AsRef<[u8]>) -> Sentence {
        self.text.extend_from_slice(words.as_ref());
        self
    }

    /// Adds the name of a setting: `margin`, or `-margin` as a flag.
    #[must_use]
    pub fn and_setting(self, name: &str) -> Sentence {
        self.only_flags("-").and(name)
    }

    /// Adds a setting with its value: `pair=loose`, or `-pair loose` as a flag.
    #[must_use]
    pub fn and_set(self, name: &str, value: &[u8]) -> Sentence {
        let mut sentence = self.and_setting(name);
        sentence.flags.push(Flag { at: sentence.text.len(), less: 1, more: " " });
        sentence.text.push(b'=');
        push_word(&mut sentence.text, value);
        sentence
    }

    /// Adds words that only readers of the command line see.
    #[must_use]
    pub fn only_flags(mut self, words: &'static str) -> Sentence {
        self.flags.push(Flag { at: self.text.len(), less: 0, more: words });
        self
    }

    /// Adds another sentence.
    #[must_use]
    pub fn and_sentence(mut self, other: Sentence) -> Sentence {
        let before = self.text.len();
        self.flags
            .extend(other.flags.into_iter().map(|flag| Flag { at: before + flag.at, ..flag }));
        self.text.extend_from_slice(&other.text);
        self
    }

    /// Returns the sentence with the names of settings.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// Returns the sentence with settings as flags of the command line.
    #[must_use]
    pub fn with_flags(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.text.len() + self.flags.len());
        let mut done = 0;
        for flag in &self.flags {
            out.extend_from_slice(&self.text[done..flag.at]);
            out.extend_from_slice(flag.more.as_bytes());
            done = flag.at + flag.less;
        }
        out.extend_from_slice(&self.text[done..]);
        out
    }

    /// Returns the sentence with flags as text, in which other bytes than UTF-8 become U+FFFD.
    #[must_use]
    pub fn flag_text(&self) -> String {
        String::from_utf8_lossy(&self.with_flags()).into_owned()
    }
}

impl From<&str> for Sentence {
    fn from(text: &str) -> Sentence {
        Sentence::default().and(text)
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Sentence {
        Sentence { text: text.into_bytes(), flags: Vec::new() }
    }
}

impl From<Vec<u8>> for Sentence {
    fn from(text: Vec<u8>) -> Sentence {
        Sentence { text, flags: Vec::new() }
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.text))
    }
}

impl Serialize for Sentence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_become_flags_only_on_request() {
        let inner = Sentence::from("add ").and_set("ignore", b"a b").and(" or ");
        let sentence = Sentence::from("so ").and_sentence(inner).and_setting("row").and(": -x");
        assert_eq!(sentence.to_string(), "so add ignore='a b' or row: -x");
        assert_eq!(sentence.with_flags(), b"so add -ignore 'a b' or -row: -x");
        let only = Sentence::from("value for ").only_flags("flag ").and_setting("alpha");
        assert_eq!(only.to_string(), "value for alpha");
        assert_eq!(only.with_flags(), b"value for flag -alpha");
    }
}
