//! zip: a directory at the end gives the position of each member.

use std::io::{BufReader, Error, Read, Result, SeekFrom};
use std::sync::Arc;

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

use super::budget::{Budget, Guarded};
use super::limits::MEMBERS_MAX;
use super::member::{Member, MemberKind};
use super::stream::{BUFFER_BYTES, Failing, ReadSeek, Stream, boxed};
use super::trouble::Trouble;
use super::zstandard;

/// The maximum size of a directory with the maximum number of members.
const DIRECTORY_MAX: u64 = 64 << 20;

/// The size of the end of the directory, without the comment after it.
const END_BYTES: usize = 22;

const STORED: u16 = 0;
const DEFLATE: u16 = 8;
const ZSTD: u16 = 93;

/// The directory entry of a member.
pub(crate) struct Entry {
    pub(crate) member: Member,
    method: u16,
    sum: u32,
    packed: u64,
    unpacked: u64,
    /// The position of the member's own header.
    at: u64,
}

/// Returns all members.
///
/// # Errors
///
/// Returns errors of the source, and a [`Trouble`] if there is no valid directory.
pub(crate) fn directory(source: &mut (dyn ReadSeek + Send)) -> Result<Vec<Entry>> {
    let total = source.seek(SeekFrom::End(0))?;
    let End { entries, bytes, at } = End::find(source, total)?;
    if entries > MEMBERS_MAX as u64 || DIRECTORY_MAX < bytes {
        return Err(Trouble::TooMany.into());
    }
    let directory = read_at(source, at, bytes, total)?;
    let (mut found, mut rest) = (Vec::new(), &directory[..]);
    while rest.starts_with(b"PK\x01\x02") {
        let (entry, after) = Entry::parse(rest).ok_or_else(damaged)?;
        found.push(entry);
        rest = after;
        if MEMBERS_MAX < found.len() {
            return Err(Trouble::TooMany.into());
        }
    }
    if (found.len() as u64) < entries {
        return Err(damaged());
    }
    // If members share their data, a small archive can unpack to a very large size.
    let packed = found.iter().fold(0_u64, |sum, entry| sum.saturating_add(entry.packed));
    if packed <= total {
        Ok(found)
    } else {
        Err(Trouble::Corrupt("the sizes of its members").into())
    }
}

fn damaged() -> Error {
    Trouble::Corrupt("its directory").into()
}

/// The position and size of the directory, from the end of an archive.
struct End {
    entries: u64,
    bytes: u64,
    at: u64,
}

impl End {
    fn find(source: &mut (dyn ReadSeek + Send), total: u64) -> Result<End> {
        // A comment has at most 65,535 bytes; the position of a large directory precedes the end.
        let len = total.min((END_BYTES + 65_535 + 20) as u64);
        let start = total - len;
        let tail = read_at(source, start, len, total)?;
        let last = tail.len().checked_sub(END_BYTES).ok_or(Trouble::Truncated)?;
        let is_end = |&at: &usize| {
            let fits = || usize::from(u16_at(&tail, at + 20)) + at + END_BYTES <= tail.len();
            tail[at..].starts_with(b"PK\x05\x06") && fits()
        };
        let at = (0..=last).rev().find(is_end).ok_or(Trouble::Truncated)?;
        let end = End {
            entries: u16_at(&tail, at + 10).into(),
            bytes: u32_at(&tail, at + 12).into(),
            at: u32_at(&tail, at + 16).into(),
        };
        let locator = at.checked_sub(20).map(|at| &tail[at..]);
        match locator.filter(|locator| locator.starts_with(b"PK\x06\x07")) {
            None => Ok(end),
            Some(locator) => End::large(source, u64_at(locator, 8), total),
        }
    }

    /// Reads the end of an archive that exceeds the limits of the first version of the format.
    fn large(source: &mut (dyn ReadSeek + Send), at: u64, total: u64) -> Result<End> {
        let end = read_at(source, at, 56, total)?;
        if !end.starts_with(b"PK\x06\x06") {
            return Err(damaged());
        }
        Ok(End { entries: u64_at(&end, 32), bytes: u64_at(&end, 40), at: u64_at(&end, 48) })
    }
}

impl Entry {
    /// Parses the first entry of a directory, and returns the rest.
    fn parse(bytes: &[u8]) -> Option<(Entry, &[u8])> {
        let head = bytes.get(..46)?;
        let [name, extra, comment] = [28, 30, 32].map(|at| usize::from(u16_at(head, at)));
        let (name, rest) = bytes[46..].split_at_checked(name)?;
        let (extra, rest) = rest.split_at_checked(extra)?;
        let rest = rest.get(comment..)?;
        let (flags, method) = (u16_at(head, 8), u16_at(head, 10));
        let [mut packed, mut unpacked, mut at] = [20, 24, 42].map(|at| u64::from(u32_at(head, at)));
        // Numbers that do not fit are in an extra field, in this order.
        let mut large = large_numbers(extra);
        for number in [&mut unpacked, &mut packed, &mut at] {
            if *number == u64::from(u32::MAX) {
                let (first, others) = large.split_at_checked(8)?;
                (*number, large) = (u64_at(first, 0), others);
            }
        }
        let (system, mode) = (head[5], u32_at(head, 38) >> 16);
        let mut path = name.to_vec();
        // Some programs on Windows write backslashes as separators.
        if system == 0 && !path.contains(&b'/') {
            path.iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
        }
        let kind = match method {
            _ if path.last() == Some(&b'/') => MemberKind::Folder,
            _ if system == 3 && mode & 0o170_000 == 0o120_000 => MemberKind::Link,
            _ if flags & 1 != 0 => MemberKind::Encrypted,
            STORED | DEFLATE | ZSTD => MemberKind::File,
            method => MemberKind::Method(method),
        };
        let member = Member { path, kind };
        Some((Entry { member, method, sum: u32_at(head, 16), packed, unpacked, at }, rest))
    }

    /// Opens the content of a file. Errors in the content appear when it is read.
    pub(crate) fn open<'a>(
        &self,
        source: &'a mut (dyn ReadSeek + Send + 'a),
        budget: &Arc<Budget>,
    ) -> Stream<'a> {
        match self.decoder(source) {
            Err(error) => boxed(Failing(Some(error))),
            Ok(decoder) => {
                let decoder = Guarded { decoder, budget: Arc::clone(budget) };
                let (sum, left) = (self.sum, self.unpacked);
                boxed(Checked { decoder, crc: Crc::new(), sum, left })
            }
        }
    }

    fn decoder<'a>(&self, source: &'a mut (dyn ReadSeek + Send + 'a)) -> Result<Stream<'a>> {
        if self.member.kind != MemberKind::File {
            return Err(Trouble::Corrupt("a member that is not a file").into());
        }
        let total = source.seek(SeekFrom::End(0))?;
        let head = read_at(source, self.at, 30, total)?;
        if !head.starts_with(b"PK\x03\x04") {
            return Err(Trouble::Corrupt("its header").into());
        }
        let names = u64::from(u16_at(&head, 26)) + u64::from(u16_at(&head, 28));
        source.seek(SeekFrom::Start(self.at.saturating_add(30 + names)))?;
        let packed = BufReader::with_capacity(BUFFER_BYTES, source.take(self.packed));
        Ok(match self.method {
            STORED => boxed(packed),
            ZSTD => zstandard::decoder(packed)?,
            _ => boxed(DeflateDecoder::new(packed)),
        })
    }
}

/// Returns the content of the extra field for numbers that do not fit.
fn large_numbers(mut extra: &[u8]) -> &[u8] {
    while let Some((head, rest)) = extra.split_at_checked(4) {
        let Some((field, rest)) = rest.split_at_checked(u16_at(head, 2).into()) else { break };
        if u16_at(head, 0) == 1 {
            return field;
        }
        extra = rest;
    }
    &[]
}

/// A content whose size and checksum are verified.
struct Checked<R> {
    decoder: R,
    crc: Crc,
    sum: u32,
    left: u64,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let len = self.decoder.read(buffer)?;
        let is_end = len == 0 && !buffer.is_empty();
        let left = self.left.checked_sub(len as u64);
        self.left = left.ok_or(Trouble::Corrupt("its size"))?;
        self.crc.update(&buffer[..len]);
        if is_end && self.left != 0 {
            return Err(Trouble::Truncated.into());
        }
        if is_end && self.crc.sum() != self.sum {
            return Err(Trouble::Corrupt("its checksum").into());
        }
        Ok(len)
    }
}

/// Reads this number of bytes from a position, all of which must exist.
fn read_at(source: &mut (dyn ReadSeek + Send), at: u64, bytes: u64, total: u64) -> Result<Vec<u8>> {
    if at.checked_add(bytes).is_none_or(|end| total < end) {
        return Err(Trouble::Corrupt("a place in it").into());
    }
    source.seek(SeekFrom::Start(at))?;
    let mut read = Vec::new();
    source.take(bytes).read_to_end(&mut read)?;
    if read.len() as u64 == bytes { Ok(read) } else { Err(Trouble::Truncated.into()) }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
