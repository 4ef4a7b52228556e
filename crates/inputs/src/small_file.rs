//! Small files that are not logs.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::errors::Failure;

/// The maximum size of files with rules or floors. Parsed TOML needs up to 50 bytes of memory for each byte, thus 400 MB,
/// and this is enough for a hundred thousand floors.
const TEXT_MAX: u64 = 8 << 20;

/// Reads the text of a small file that is not a log. The file may be a pipe, so that a shell can generate it.
///
/// # Errors
///
/// Returns a sentence that explains why it cannot be read.
pub(super) fn read_text(path: &Path, what: &str) -> Result<String, Failure> {
    let name = path.display();
    let mut bytes = Vec::new();
    let file = File::open(path);
    let read = file.and_then(|file| file.take(TEXT_MAX + 1).read_to_end(&mut bytes));
    read.map_err(|error| Failure::opening(path, &error))?;
    if TEXT_MAX < bytes.len() as u64 {
        return Err(format!("{name}: {what} has at most {} MiB", TEXT_MAX >> 20).into());
    }
    String::from_utf8(bytes).map_err(|_| format!("{name}: not UTF-8").into())
}
