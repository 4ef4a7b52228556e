//! Tar archives, which are detected so that their members are not read as one log. They are not read otherwise.

use super::foreign::Nothing;
use super::sight::{Head, Sight};
use super::{Format, Kind};

/// Rejected by the CLI; the kind of the input explains why.
pub(super) const FORMAT: Format = Format {
    name: "tar",
    about: "a tar archive",
    example: "tar -xf ARCHIVE",
    run_command: None,
    cuts_at_lines: false,
    without_results: Kind::Tar,
    may_be_data: |_| false,
    sight,
    reader: |_| Box::new(Nothing),
};

/// The position of the magic bytes in the first header.
const MAGIC_AT: usize = 257;
const MAGIC: &[u8] = b"ustar";

/// Returns whether these are the first bytes of a tar archive.
fn is_tar(head: &[u8]) -> bool {
    head.get(MAGIC_AT..).is_some_and(|rest| rest.starts_with(MAGIC))
        // A header pads its names with zeros, but a log has line ends before any zero.
        && begins_with_name(head)
}

fn sight(head: &Head<'_>) -> Sight {
    match head.bytes {
        bytes if is_tar(bytes) => Sight::Yes,
        bytes if MAGIC_AT + MAGIC.len() <= bytes.len() => Sight::No,
        bytes if begins_with_name(bytes) => Sight::Unsure,
        _ => Sight::No,
    }
}

/// Returns whether no line ends before the first zero.
fn begins_with_name(bytes: &[u8]) -> bool {
    memchr::memchr2(0, b'\n', bytes).is_none_or(|at| bytes[at] == 0)
}
