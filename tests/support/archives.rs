//! Archives for tests, valid and invalid, built byte by byte so that no library determines their content.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A member of a zip archive.
#[derive(Clone)]
pub(crate) struct Zipped<'a> {
    pub(crate) name: &'a str,
    pub(crate) content: &'a [u8],
    /// 0 is stored, 8 is deflate; other methods are stored under this number.
    pub(crate) method: u16,
    pub(crate) is_encrypted: bool,
    pub(crate) is_link: bool,
    /// A checksum that is written instead of the correct one.
    pub(crate) sum: Option<u32>,
}

pub(crate) fn zipped<'a>(name: &'a str, content: &'a [u8]) -> Zipped<'a> {
    Zipped { name, content, method: 8, is_encrypted: false, is_link: false, sum: None }
}

pub(crate) fn zip(members: &[Zipped<'_>]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for member in members {
        let packed = match member.method {
            8 => {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(member.content).unwrap();
                encoder.finish().unwrap()
            }
            93 => zstd::bulk::compress(member.content, 3).unwrap(),
            _ => member.content.to_vec(),
        };
        let mut crc = flate2::Crc::new();
        crc.update(member.content);
        let mut about = Vec::new();
        about.extend(u16::from(member.is_encrypted).to_le_bytes());
        about.extend(member.method.to_le_bytes());
        about.extend([0; 4]);
        about.extend(member.sum.unwrap_or(crc.sum()).to_le_bytes());
        about.extend((packed.len() as u32).to_le_bytes());
        about.extend((member.content.len() as u32).to_le_bytes());
        about.extend((member.name.len() as u16).to_le_bytes());
        about.extend([0; 2]);
        directory.extend(b"PK\x01\x02\x14\x03\x14\x00");
        directory.extend(&about);
        directory.extend([0; 6]);
        let mode: u32 = if member.is_link { 0o120_777 } else { 0o100_644 };
        directory.extend((mode << 16).to_le_bytes());
        directory.extend((archive.len() as u32).to_le_bytes());
        directory.extend(member.name.as_bytes());
        archive.extend(b"PK\x03\x04\x14\x00");
        archive.extend(&about);
        archive.extend(member.name.as_bytes());
        archive.extend(&packed);
    }
    let at = archive.len() as u32;
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend((members.len() as u16).to_le_bytes());
    archive.extend((members.len() as u16).to_le_bytes());
    archive.extend((directory.len() as u32).to_le_bytes());
    archive.extend(at.to_le_bytes());
    archive.extend([0; 2]);
    archive
}

/// Returns a zip archive of one stored member, with all of its numbers in the extra fields for large numbers.
pub(crate) fn zip64(name: &str, content: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(content);
    let len = (content.len() as u64).to_le_bytes();
    let about = |extra: u16| {
        let mut about = vec![0; 8];
        about.extend(crc.sum().to_le_bytes());
        about.extend([0xff; 8]);
        about.extend((name.len() as u16).to_le_bytes());
        about.extend(extra.to_le_bytes());
        about
    };
    let mut archive = [b"PK\x03\x04\x2d\x00", &about(20)[..], name.as_bytes()].concat();
    archive.extend([&b"\x01\x00\x10\x00"[..], &len, &len, content].concat());
    let directory = archive.len() as u64;
    archive.extend(b"PK\x01\x02\x2d\x03\x2d\x00");
    archive.extend(about(28));
    archive.extend([0; 6]);
    archive.extend((0o100_644_u32 << 16).to_le_bytes());
    archive.extend([0xff; 4]);
    archive.extend(name.as_bytes());
    archive.extend([&b"\x01\x00\x18\x00"[..], &len, &len, &0_u64.to_le_bytes()].concat());
    let end = archive.len() as u64;
    archive.extend(b"PK\x06\x06\x2c\0\0\0\0\0\0\0\x2d\x03\x2d\0\0\0\0\0\0\0\0\0");
    for number in [1, 1, end - directory, directory] {
        archive.extend(number.to_le_bytes());
    }
    archive.extend([&b"PK\x06\x07\0\0\0\0"[..], &end.to_le_bytes(), b"\x01\0\0\0"].concat());
    archive.extend([&b"PK\x05\x06\0\0\0\0"[..], &[0xff; 12], &[0; 2]].concat());
    archive
}

/// Returns a member of a tar archive, of this kind.
pub(crate) fn tarred(name: &str, kind: u8, content: &[u8]) -> Vec<u8> {
    let mut header = [0; 512];
    header[..name.len().min(100)].copy_from_slice(&name.as_bytes()[..name.len().min(100)]);
    header[100..108].copy_from_slice(b"0000644\0");
    header[108..116].copy_from_slice(b"0000000\0");
    header[116..124].copy_from_slice(b"0000000\0");
    header[124..136].copy_from_slice(format!("{:011o}\0", content.len()).as_bytes());
    header[136..148].copy_from_slice(b"00000000000\0");
    header[148..156].copy_from_slice(b"        ");
    header[156] = kind;
    header[257..265].copy_from_slice(b"ustar\x0000");
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let mut member = header.to_vec();
    member.extend(content);
    member.resize(member.len().next_multiple_of(512), 0);
    member
}

/// Returns a tar archive of files.
pub(crate) fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive: Vec<u8> =
        members.iter().flat_map(|(name, content)| tarred(name, b'0', content)).collect();
    archive.resize(archive.len() + 1024, 0);
    archive
}
