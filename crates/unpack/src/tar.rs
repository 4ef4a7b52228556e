//! tar: headers of 512 bytes, each before the content of a member.
//!
//! Reads the old format, ustar, pax and GNU's long names.

use std::io::{BufReader, Read, Result, SeekFrom, copy, sink};

use super::member::{Member, MemberKind};
use super::stream::{self, BUFFER_BYTES, ReadSeek, fill};
use super::trouble::Trouble;

/// All sizes in a tar archive are rounded up to a multiple of this size.
const BLOCK_BYTES: u64 = 512;

/// The maximum size of names and pax records, in bytes.
const NAMES_MAX: u64 = 1 << 20;

/// Called with the index of each member, the member, and its content; returns whether to continue.
pub(crate) type Visit<'v> = dyn FnMut(usize, Member, &mut (dyn Read + Send)) -> Result<bool> + 'v;

/// A tar archive that is read sequentially.
pub(crate) trait Walked: Read + Send {
    /// Skips this number of bytes.
    fn skip(&mut self, bytes: u64) -> Result<()>;

    /// Reads the data after the archive, if it can show that the archive is damaged.
    fn finish(&mut self) -> Result<()>;
}

/// An archive that can only be read.
pub(crate) struct Stream<'a>(pub(crate) stream::Stream<'a>);

impl Read for Stream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        self.0.read(buffer)
    }
}

impl Walked for Stream<'_> {
    fn skip(&mut self, bytes: u64) -> Result<()> {
        if copy(&mut (&mut self.0).take(bytes), &mut sink())? == bytes {
            Ok(())
        } else {
            Err(Trouble::Truncated.into())
        }
    }

    fn finish(&mut self) -> Result<()> {
        copy(&mut self.0, &mut sink()).map(|_| ())
    }
}

/// An archive that can skip parts without reading them.
pub(crate) struct Random<'a> {
    source: BufReader<&'a mut (dyn ReadSeek + Send + 'a)>,
    left: u64,
}

impl<'a> Random<'a> {
    pub(crate) fn new(source: &'a mut (dyn ReadSeek + Send + 'a)) -> Result<Random<'a>> {
        let left = source.seek(SeekFrom::End(0))?;
        source.rewind()?;
        Ok(Random { source: BufReader::with_capacity(BUFFER_BYTES, source), left })
    }
}

impl Read for Random<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let len = self.source.read(buffer)?;
        self.left = self.left.saturating_sub(len as u64);
        Ok(len)
    }
}

impl Walked for Random<'_> {
    fn skip(&mut self, bytes: u64) -> Result<()> {
        let Some(left) = self.left.checked_sub(bytes) else {
            return Err(Trouble::Truncated.into());
        };
        self.left = left;
        self.source.seek_relative(i64::try_from(bytes).unwrap_or(i64::MAX))
    }

    fn finish(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Calls `f` with each member. Returns any problem with headers; members after a damaged header are still found.
///
/// # Errors
///
/// Returns errors of the source and of `f`, and a [`Trouble`] if no more members can be found.
pub(crate) fn walk(source: &mut dyn Walked, f: &mut Visit<'_>) -> Result<Option<Trouble>> {
    let (mut trouble, mut names, mut index) = (None, Names::default(), 0);
    while let Some(block) = read_block(source)? {
        let Some(header) = Header::of(&block) else {
            if block.iter().all(|&byte| byte == 0) {
                break;
            }
            // The following headers may be valid.
            trouble = Some(Trouble::Corrupt("the header of a member"));
            names = Names::default();
            continue;
        };
        let mut bytes = header.bytes;
        match header.kind {
            b'L' => names.long = Some(read_names(source, bytes, &mut trouble)?),
            b'x' => names.pax(&read_names(source, bytes, &mut trouble)?),
            // Long names of links, and records for all members: none of them is needed.
            b'K' | b'g' => skip_content(source, bytes, bytes)?,
            kind => {
                let names = std::mem::take(&mut names);
                bytes = names.bytes.unwrap_or(bytes);
                if kind == b'S' {
                    skip_map(source, &block)?;
                }
                let kind = if names.is_sparse { b'S' } else { kind };
                let path = names.path.or(names.long).unwrap_or(header.path);
                let member = Member { kind: member_kind(kind, &path), path: without_dot(path) };
                let mut content = Content { source: &mut *source, left: bytes };
                let goes_on = f(index, member, &mut content)?;
                let left = content.left;
                if !goes_on {
                    break;
                }
                skip_content(source, bytes, left)?;
                index += 1;
            }
        }
    }
    Ok(trouble)
}

/// The values from other headers that apply to the next header.
#[derive(Default)]
struct Names {
    long: Option<Vec<u8>>,
    path: Option<Vec<u8>>,
    bytes: Option<u64>,
    is_sparse: bool,
}

impl Names {
    /// Parses records `LENGTH KEY=VALUE\n`.
    fn pax(&mut self, mut records: &[u8]) {
        while let Some(at) = records.iter().position(|&byte| byte == b' ') {
            let len = number(&records[..at], 10).and_then(|len| usize::try_from(len).ok());
            let Some(record) = len.and_then(|len| records.get(at + 1..len)) else { return };
            records = &records[at + 1 + record.len()..];
            let record = record.strip_suffix(b"\n").unwrap_or(record);
            let Some(equals) = record.iter().position(|&byte| byte == b'=') else { continue };
            let (key, value) = (&record[..equals], &record[equals + 1..]);
            match key {
                b"path" => self.path = Some(value.to_vec()),
                b"size" => self.bytes = number(value, 10),
                _ => self.is_sparse |= key.starts_with(b"GNU.sparse."),
            }
        }
    }
}

/// The content of a member.
struct Content<'a> {
    source: &'a mut dyn Walked,
    left: u64,
}

impl Read for Content<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let len = self.source.read(&mut buffer[..most])?;
        if len == 0 && most != 0 {
            return Err(Trouble::Truncated.into());
        }
        self.left -= len as u64;
        Ok(len)
    }
}

/// Skips the remaining `left` of a content of `bytes` bytes.
fn skip_content(source: &mut dyn Walked, bytes: u64, left: u64) -> Result<()> {
    let padding = bytes.wrapping_neg() % BLOCK_BYTES;
    if left != 0 {
        source.skip(left)?;
    }
    // Some archives end with the content of their last member, without padding.
    match source.skip(padding) {
        Err(error) if Trouble::of(&error) == Some(&Trouble::Truncated) && left == 0 => Ok(()),
        result => result,
    }
}

/// Reads the content of a member that describes the next one.
fn read_names(
    source: &mut dyn Walked,
    bytes: u64,
    trouble: &mut Option<Trouble>,
) -> Result<Vec<u8>> {
    if NAMES_MAX < bytes {
        *trouble = Some(Trouble::Corrupt("a name of more than 1 MiB"));
        return skip_content(source, bytes, bytes).map(|()| Vec::new());
    }
    let mut content = Content { source: &mut *source, left: bytes };
    let mut names = Vec::new();
    content.read_to_end(&mut names)?;
    skip_content(source, bytes, 0)?;
    while names.last() == Some(&0) {
        names.pop();
    }
    Ok(names)
}

/// Skips the blocks that list the holes of a sparse file.
fn skip_map(source: &mut dyn Walked, header: &[u8; 512]) -> Result<()> {
    let mut goes_on = header[482] == 1;
    while goes_on {
        let Some(block) = read_block(source)? else { return Err(Trouble::Truncated.into()) };
        goes_on = block[504] == 1;
    }
    Ok(())
}

fn read_block(source: &mut dyn Walked) -> Result<Option<[u8; 512]>> {
    let mut block = [0; 512];
    let (len, result) = fill(source, &mut block);
    match result.map(|()| len)? {
        0 => Ok(None),
        512 => Ok(Some(block)),
        _ => Err(Trouble::Truncated.into()),
    }
}

struct Header {
    path: Vec<u8>,
    bytes: u64,
    kind: u8,
}

impl Header {
    /// Returns nothing if the checksum is wrong.
    fn of(block: &[u8; 512]) -> Option<Header> {
        let sum = |byte: fn(u8) -> i64| -> i64 {
            let is_sum = |at: usize| (148..156).contains(&at);
            let at = |(at, &b): (usize, &u8)| byte(if is_sum(at) { b' ' } else { b });
            block.iter().enumerate().map(at).sum()
        };
        // Some programs computed the sum of signed bytes.
        let stored = i64::try_from(field(&block[148..156])?).ok()?;
        let is_sum =
            sum(i64::from) == stored || sum(|byte| i64::from(byte.cast_signed())) == stored;
        if !is_sum {
            return None;
        }
        let mut path = text(&block[..100]).to_vec();
        // GNU's own format uses the space of the path's prefix for other values.
        let prefix = text(&block[345..500]);
        if &block[257..263] == b"ustar\0" && !prefix.is_empty() {
            path = [prefix, b"/", &path].concat();
        }
        Some(Header { path, bytes: field(&block[124..136])?, kind: block[156] })
    }
}

fn member_kind(kind: u8, path: &[u8]) -> MemberKind {
    match kind {
        // The old format has no separate type for folders.
        b'0' | 0 | b'7' if path.last() == Some(&b'/') => MemberKind::Folder,
        b'0' | 0 | b'7' => MemberKind::File,
        b'5' | b'D' => MemberKind::Folder,
        b'1' | b'2' => MemberKind::Link,
        b'S' => MemberKind::Sparse,
        _ => MemberKind::Special,
    }
}

/// Removes `./` at the beginning, which has no meaning.
fn without_dot(path: Vec<u8>) -> Vec<u8> {
    match path.strip_prefix(b"./") {
        Some(rest) if !rest.is_empty() => rest.to_vec(),
        _ => path,
    }
}

fn text(field: &[u8]) -> &[u8] {
    field.split(|&byte| byte == 0).next().unwrap_or_default()
}

/// Parses a number in octal digits, or in binary.
fn field(field: &[u8]) -> Option<u64> {
    if let [first, rest @ ..] = field
        && first & 0x80 != 0
    {
        let add = |sum: u64, &byte: &u8| Some(sum.checked_mul(256)? | u64::from(byte));
        return rest.iter().try_fold(u64::from(first & 0x7f), add);
    }
    let digits = text(field).trim_ascii();
    if digits.is_empty() { Some(0) } else { number(digits, 8) }
}

fn number(digits: &[u8], base: u32) -> Option<u64> {
    let digit = |sum: u64, &byte: &u8| {
        let digit = char::from(byte).to_digit(base)?;
        sum.checked_mul(base.into())?.checked_add(digit.into())
    };
    (!digits.is_empty()).then(|| digits.iter().try_fold(0, digit)).flatten()
}
