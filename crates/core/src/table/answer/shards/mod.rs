//! One report, compared in several places.
//!
//! A *shard* has all results of some rows of the tables, and nothing of the others. Takes an outline of all results (see
//! [`Store::outline`]) and the comparisons of each shard; gives the report that one machine would give of everything, bit
//! for bit. Names, order and counts alone make the outline; what takes time and memory, the values, is in the shards.
//!
//! - [`frame`]: what a shard cannot know by itself: which columns a table has, what each is compared with, which way a
//!   unit is better.
//! - [`shard`]: the rows of a shard.
//! - [`join`]: all rows to a report. Every cell must have as many values as the outline has results for it: what was
//!   lost or counted twice on the way is an error.
//!
//! Texts stand for keys, because each place numbers them anew. Must not know where shards are or how they travel.

mod frame;
mod join;
mod shard;

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::{Error, Text, Texts};
pub use frame::Frame;
pub use shard::Shard;

/// A key by the names and values of what it has, in the order of the names: no two places have the same keys of
/// configurations, nor in the same order.
type Named = Vec<(Vec<u8>, Vec<u8>)>;

fn named(names: &[Text], values: &Texts) -> Named {
    let both = names.iter().zip(values.iter()).filter(|(_, value)| !value.is_empty());
    let mut named: Named =
        both.map(|(name, value)| (name.as_bytes().to_vec(), value.as_bytes().to_vec())).collect();
    named.sort_unstable();
    named
}

/// Why the comparisons of several places make no report.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ShardError {
    /// The query is wrong.
    Query(Error),
    /// Bytes that this version did not write.
    Foreign {
        /// What wrote them, if they say so.
        version: Option<String>,
    },
    /// A shard has a row that the outline has not.
    Unknown {
        /// The row.
        row: String,
    },
    /// Two shards have the same row.
    Twice {
        /// The row.
        row: String,
    },
    /// No shard has the row.
    Lost {
        /// The row.
        row: String,
    },
    /// A cell has more or fewer values than there are results for it.
    Count {
        /// The row.
        row: String,
        /// How many values it has.
        found: u64,
        /// How many results there are.
        results: u64,
    },
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShardError::Query(error) => error.fmt(f),
            ShardError::Foreign { version: Some(version) } => {
                let own = env!("CARGO_PKG_VERSION");
                write!(
                    f,
                    "benchlens {version} wrote this, and here is {own}: install one version everywhere"
                )
            }
            ShardError::Foreign { version: None } => {
                f.write_str("these bytes are no part of a report")
            }
            ShardError::Unknown { row } => {
                write!(
                    f,
                    "the row `{row}` is in a shard, but not in the results that were counted first"
                )
            }
            ShardError::Twice { row } => {
                write!(
                    f,
                    "the row `{row}` came twice: a part of the results was read or sent twice"
                )
            }
            ShardError::Lost { row } => {
                write!(f, "the row `{row}` is missing: a part of the results was lost on the way")
            }
            ShardError::Count { row, found, results } => {
                let what = if found < results { "lost" } else { "read or sent twice" };
                write!(
                    f,
                    "the row `{row}` has {found} values where {results} results were counted: a part of them was {what}"
                )
            }
        }
    }
}

impl std::error::Error for ShardError {}

impl From<Error> for ShardError {
    fn from(error: Error) -> ShardError {
        ShardError::Query(error)
    }
}

/// What bytes begin with, before the version.
const MARK: &str = "benchlens shards ";

fn to_bytes(what: &impl Serialize) -> Vec<u8> {
    let head = format!("{MARK}{}\n", env!("CARGO_PKG_VERSION")).into_bytes();
    // Into a vector of numbers, texts and lists: nothing of that can fail.
    postcard::to_extend(what, head).unwrap_or_default()
}

fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ShardError> {
    let foreign = |version| ShardError::Foreign { version };
    let line = bytes.iter().position(|&byte| byte == b'\n').ok_or(foreign(None))?;
    let (head, rest) = bytes.split_at(line + 1);
    let version = head.strip_prefix(MARK.as_bytes()).ok_or(foreign(None))?;
    let version = String::from_utf8_lossy(version).trim_end().to_owned();
    if version != env!("CARGO_PKG_VERSION") {
        return Err(foreign(Some(version)));
    }
    postcard::from_bytes(rest).map_err(|_| foreign(None))
}
