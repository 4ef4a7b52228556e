//! Locations in an input.

use benchlens_base::{ByteReader, ByteWriter};
use serde::{Deserialize, Serialize};

use super::text;

/// The maximum nesting of members in archives.
const MEMBERS_MAX: usize = 8;

/// A location in an input, for messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Location {
    /// The whole input.
    Input,
    /// A line, counted from 1; 0 is before the first one.
    Line(u64),
    /// A byte, counted from 0.
    Byte(u64),
    /// A row of a table, counted from 0.
    Row(u64),
    /// A path into a JSON document: `$.results[3].times`.
    #[serde(rename = "path")]
    JsonPath(String),
    /// A location in a member of an archive.
    Member {
        /// The name of the member.
        #[serde(with = "text")]
        name: Vec<u8>,
        /// The location in the member.
        at: Box<Location>,
    },
}

impl Location {
    /// Returns the line, if the location is a line.
    pub fn line(&self) -> Option<u64> {
        if let Location::Line(line) = *self { Some(line) } else { None }
    }

    /// Returns the same location, given the number of lines before the text that it counts from.
    #[doc(hidden)]
    pub fn after_lines(self, before: u64) -> Location {
        self.line().map_or(self, |line| Location::Line(before.saturating_add(line)))
    }

    /// Returns the location in the form that follows the name of the input in a message: `:12`, ` byte 7`, ` row 7`, `
    /// $.results[3]`, `!member:12`.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Location::Input | Location::Line(0) => Vec::new(),
            Location::Line(line) => format!(":{line}").into_bytes(),
            Location::Byte(byte) => format!(": byte {byte}").into_bytes(),
            Location::Row(row) => format!(": row {row}").into_bytes(),
            Location::JsonPath(path) => format!(": {path}").into_bytes(),
            Location::Member { name, at } => [b"!", &name[..], &at.to_bytes()].concat(),
        }
    }

    /// Appends the location to the bytes of a store. They are not derived because nothing would bound the nesting of
    /// members in damaged bytes.
    #[doc(hidden)]
    pub fn encode(&self, out: &mut ByteWriter) {
        match self {
            Location::Line(line) => [0, *line].into_iter().for_each(|number| out.number(number)),
            Location::Byte(byte) => [1, *byte].into_iter().for_each(|number| out.number(number)),
            Location::JsonPath(path) => {
                out.number(2);
                out.bytes(path.as_bytes());
            }
            Location::Member { name, at } => {
                out.number(3);
                out.bytes(name);
                at.encode(out);
            }
            Location::Input => out.number(4),
            Location::Row(row) => [5, *row].into_iter().for_each(|number| out.number(number)),
        }
    }

    /// Returns the location that [`encode`](Self::encode) appended, or `None` if the bytes are something else.
    #[doc(hidden)]
    pub fn decode(read: &mut ByteReader<'_>) -> Option<Location> {
        decode_within(read, MEMBERS_MAX)
    }
}

/// Returns the next location, whose nesting is at most `members`.
fn decode_within(read: &mut ByteReader<'_>, members: usize) -> Option<Location> {
    Some(match read.number()? {
        0 => Location::Line(read.number()?),
        1 => Location::Byte(read.number()?),
        2 => Location::JsonPath(String::from_utf8(read.bytes()?.to_vec()).ok()?),
        3 => {
            let name = read.bytes()?.to_vec();
            let at = decode_within(read, members.checked_sub(1)?)?;
            Location::Member { name, at: Box::new(at) }
        }
        4 => Location::Input,
        5 => Location::Row(read.number()?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_behind_a_name() {
        let check = |location: Location, want: &str| {
            assert_eq!(String::from_utf8(location.to_bytes()).unwrap(), want);
        };
        check(Location::Input, "");
        check(Location::Line(0), "");
        check(Location::Line(12), ":12");
        check(Location::Byte(7), ": byte 7");
        check(Location::Row(7), ": row 7");
        check(Location::JsonPath("$.results[3]".into()), ": $.results[3]");
        let at = Box::new(Location::Line(12));
        check(Location::Member { name: b"logs/old.txt".to_vec(), at }, "!logs/old.txt:12");
    }
}
