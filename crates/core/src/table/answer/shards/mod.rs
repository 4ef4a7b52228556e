//! One report whose rows are compared in several places.
//!
//! A *shard* has all results of some rows of the tables, and nothing of the other rows. Takes an outline of all results
//! (see [`Store::outline`]) and the comparisons of each shard; gives the report that one machine would compute from
//! everything, bit for bit. The outline contains only names, order and counts; the shards have the values, which take
//! the time and the memory.
//!
//! - [`frame`]: the facts that a shard lacks: which columns a table has, the baseline of each column, which direction
//!   of a unit is better.
//! - [`shard`]: the rows of a shard.
//! - [`join`]: all rows to a report. Every cell must have as many values as the outline has results for it: results
//!   that were lost or counted twice on the way are an error.
//!
//! Keys travel as texts, because each place numbers its keys itself. Must not know where shards are or how they travel.

mod frame;
mod join;
mod shard;

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::{Error, Text, Texts};
pub use frame::Frame;
pub use shard::Shard;

/// A key by the names and values of its fields, in the order of the names, because each place has other configuration
/// keys, in another order.
type Named = Vec<(Vec<u8>, Vec<u8>)>;

fn named(names: &[Text], values: &Texts) -> Named {
    let both = names.iter().zip(values.iter()).filter(|(_, value)| !value.is_empty());
    let mut named: Named =
        both.map(|(name, value)| (name.as_bytes().to_vec(), value.as_bytes().to_vec())).collect();
    named.sort_unstable();
    named
}

/// The reason why the comparisons of several places do not make a report.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ShardError {
    /// The query is wrong.
    Query(Error),
    /// Bytes that another version wrote, or another program.
    Foreign {
        /// The version that wrote them, if they say so.
        version: Option<String>,
    },
    /// A shard has a row that the outline does not have.
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
    /// A cell has more or fewer values than results.
    Count {
        /// The row.
        row: String,
        /// The number of its values.
        found: u64,
        /// The number of its results.
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
                    "benchlens {version} wrote this, but this is {own}: use the same version everywhere"
                )
            }
            ShardError::Foreign { version: None } => {
                f.write_str("these bytes are not a part of a report")
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

/// The mark at which the bytes begin, before the version.
const MARK: &str = "benchlens shards ";

fn to_bytes(what: &impl Serialize) -> Vec<u8> {
    let head = format!("{MARK}{}\n", env!("CARGO_PKG_VERSION")).into_bytes();
    // The data are numbers, texts and lists, and they go into a vector, so this cannot fail.
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
