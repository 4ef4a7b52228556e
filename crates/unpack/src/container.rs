//! Recognizes containers by their first bytes.

/// The format of a container. Only the first four formats can be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Container {
    /// One or more gzip streams in sequence.
    Gzip,
    /// One or more zstd frames in sequence.
    Zstd,
    /// A zip archive, with a directory at its end.
    Zip,
    /// A tar archive: members in sequence.
    Tar,
    /// A bzip2 stream.
    Bzip2,
    /// An xz stream.
    Xz,
    /// An lz4 stream.
    Lz4,
    /// A 7-Zip archive.
    SevenZip,
    /// A RAR archive.
    Rar,
}

/// The number of first bytes that is enough to recognize a container.
pub const HEAD_BYTES: usize = 512;

impl Container {
    /// Returns the format that begins with these bytes; returns nothing for text and for unknown formats.
    pub fn of(head: &[u8]) -> Option<Container> {
        Some(match head {
            [0x1f, 0x8b, ..] => Container::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Container::Zstd,
            // A skippable frame, with which some programs begin.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Container::Zstd,
            // A member, an archive without members, the first of several parts.
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => {
                Container::Zip
            }
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, ..] => Container::Bzip2,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Container::Xz,
            [0x04, 0x22, 0x4d, 0x18, ..] => Container::Lz4,
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Container::SevenZip,
            [b'R', b'a', b'r', b'!', 0x1a, 0x07, ..] => Container::Rar,
            head if is_tar(head) => Container::Tar,
            _ => return None,
        })
    }

    /// Returns whether it is an archive that can be opened.
    pub fn is_archive(self) -> bool {
        matches!(self, Container::Zip | Container::Tar)
    }

    /// Returns its name for a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Container::Gzip => "a gzip file",
            Container::Zstd => "a zstd file",
            Container::Zip => "a zip archive",
            Container::Tar => "a tar archive",
            Container::Bzip2 => "a bzip2 file",
            Container::Xz => "an xz file",
            Container::Lz4 => "an lz4 file",
            Container::SevenZip => "a 7-Zip archive",
            Container::Rar => "a RAR archive",
        }
    }

    /// Returns the command that unpacks it.
    pub fn command(self) -> &'static str {
        match self {
            Container::Gzip => "gzip -d",
            Container::Zstd => "zstd -d",
            Container::Zip => "unzip",
            Container::Tar => "tar -xf",
            Container::Bzip2 => "bzip2 -d",
            Container::Xz => "xz -d",
            Container::Lz4 => "lz4 -d",
            Container::SevenZip => "7z x",
            Container::Rar => "unrar x",
        }
    }
}

/// The position of the magic bytes in the first header of a tar archive.
const TAR_MAGIC_AT: usize = 257;

fn is_tar(head: &[u8]) -> bool {
    // A header pads its names with zeros, but a log contains a line end before any zero.
    let padded = || head.iter().find(|b| matches!(b, 0 | b'\n')) == Some(&0);
    head.get(TAR_MAGIC_AT..).is_some_and(|rest| rest.starts_with(b"ustar")) && padded()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_container() {
        for text in [&b""[..], b"PK", b"BenchmarkA 1 2 x\n", b"BZh9 is a name\n", b"7zip"] {
            assert_eq!(Container::of(text), None);
        }
        let mut log = [b"goos: linux\n", &[0; 300][..]].concat();
        log[257..262].copy_from_slice(b"ustar");
        assert_eq!(Container::of(&log), None);
        log[..12].copy_from_slice(b"goos: linux ");
        assert_eq!(Container::of(&log), Some(Container::Tar));
    }
}
