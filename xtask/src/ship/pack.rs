//! Packs files into a tar or a zip archive. The same files give the same bytes, on every machine and at every time.

use std::io::{Cursor, Result, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// A file in an archive.
pub(super) struct Entry {
    /// The path relative to the archive's folder, with slashes.
    pub(super) name: String,
    bytes: Vec<u8>,
    /// Whether it is a program.
    is_program: bool,
}

impl Entry {
    pub(super) fn new(name: &str, bytes: Vec<u8>) -> Entry {
        Entry { name: name.to_owned(), bytes, is_program: false }
    }

    pub(super) fn program(name: &str, bytes: Vec<u8>) -> Entry {
        Entry { is_program: true, ..Entry::new(name, bytes) }
    }

    fn mode(&self) -> u32 {
        if self.is_program { 0o755 } else { 0o644 }
    }
}

/// The modification time of all files, in seconds since 1970: the earliest time that a zip archive can contain. Some
/// tools reject zeros.
const TIME: u64 = 315_532_800;

/// Packs the files below a folder into a gzipped tar archive.
pub(super) fn tar_gz(folder: &str, entries: &[Entry]) -> Result<Vec<u8>> {
    let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
    for entry in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(entry.bytes.len() as u64);
        header.set_mode(entry.mode());
        header.set_mtime(TIME);
        header.set_uid(0);
        header.set_gid(0);
        tar.append_data(&mut header, format!("{folder}/{}", entry.name), &entry.bytes[..])?;
    }
    tar.into_inner()?.finish()
}

/// Packs the files below a folder into a zip archive.
pub(super) fn zip(folder: &str, entries: &[Entry]) -> Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(entry.mode());
        zip.start_file(format!("{folder}/{}", entry.name), options)?;
        zip.write_all(&entry.bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    fn some() -> Vec<Entry> {
        vec![Entry::program("tool", b"#!".to_vec()), Entry::new("man/tool.1", vec![b'x'; 1000])]
    }

    #[test]
    fn a_tar_archive_has_names_modes_and_bytes() {
        let bytes = tar_gz("tool-1", &some()).unwrap();
        assert_eq!(bytes, tar_gz("tool-1", &some()).unwrap());
        let mut tar = tar::Archive::new(GzDecoder::new(&bytes[..]));
        let mut seen = Vec::new();
        for entry in tar.entries().unwrap() {
            let mut entry = entry.unwrap();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            let name = entry.path().unwrap().display().to_string();
            seen.push((name, entry.header().mode().unwrap(), content.len()));
        }
        let want =
            [("tool-1/tool".to_owned(), 0o755, 2), ("tool-1/man/tool.1".to_owned(), 0o644, 1000)];
        assert_eq!(seen, want);
    }

    #[test]
    fn a_zip_archive_has_them_too() {
        let bytes = zip("tool-1", &some()).unwrap();
        assert_eq!(bytes, zip("tool-1", &some()).unwrap());
        let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let file = zip.by_name("tool-1/tool").unwrap();
        assert_eq!((file.size(), file.unix_mode().map(|mode| mode & 0o777)), (2, Some(0o755)));
        drop(file);
        assert_eq!(zip.by_name("tool-1/man/tool.1").unwrap().size(), 1000);
    }
}
