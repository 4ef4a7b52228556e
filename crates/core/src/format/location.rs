//! Locations in an input.

/// A location in an input, for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    JsonPath(String),
    /// A location in a member of an archive.
    Member {
        /// The name of the member.
        name: Vec<u8>,
        /// The location in the member.
        at: Box<Location>,
    },
}

impl Location {
    /// Returns the line, if the location is a line.
    pub fn line(&self) -> Option<u64> {
        match *self {
            Location::Line(line) => Some(line),
            _ => None,
        }
    }

    /// Returns the same location, given the number of lines before the text that it counts from.
    pub(crate) fn after_lines(self, before: u64) -> Location {
        match self {
            Location::Line(line) => Location::Line(before.saturating_add(line)),
            other => other,
        }
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
