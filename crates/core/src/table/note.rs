//! What a reader should know besides the tables.

use std::fmt;

use crate::base::Text;
use crate::format::Kind;

/// Something that is not wrong, but may not be what was meant.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// An input has no benchmark result, though others have.
    NoResults {
        /// The input's name.
        input: Text,
        /// What it looks like.
        kind: Kind,
    },
    /// A query names a key that no result has.
    UnknownKey {
        /// The setting that names it: `filter`, `row`, …
        part: &'static str,
        /// The key.
        key: Text,
        /// A key that results have and that looks like it.
        nearest: Option<Text>,
    },
    /// There are results, but the query keeps none of them.
    NothingMatched {
        /// How many results there are.
        results: u64,
        /// Some of the values that a key of the query has, for the keys that results have.
        values: Vec<(Text, Vec<Text>)>,
    },
}

impl Note {
    /// The sentence as bytes: keys and names pass through as they were read.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Note::NoResults { input, kind } => {
                let tail = format!(": no benchmark results: {kind}");
                [input.as_bytes(), tail.as_bytes()].concat()
            }
            Note::UnknownKey { part, key, nearest } => {
                let mut text = format!("-{part}: no result has the key `").into_bytes();
                text.extend_from_slice(key.as_bytes());
                text.push(b'`');
                if let Some(nearest) = nearest {
                    text.extend_from_slice(b"; did you mean `");
                    text.extend_from_slice(nearest.as_bytes());
                    text.extend_from_slice(b"`?");
                }
                text
            }
            Note::NothingMatched { results, values } => {
                let mut text = format!("none of {results} results match the query").into_bytes();
                for (i, (key, values)) in values.iter().enumerate() {
                    text.extend_from_slice(if i == 0 { b"; " } else { b", " });
                    text.extend_from_slice(key.as_bytes());
                    text.extend_from_slice(b" is one of");
                    for value in values {
                        text.extend_from_slice(b" `");
                        text.extend_from_slice(value.as_bytes());
                        text.push(b'`');
                    }
                }
                text
            }
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.to_bytes()))
    }
}
