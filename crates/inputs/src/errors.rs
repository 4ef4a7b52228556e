//! Why an input cannot be read, as a sentence.

use std::ffi::OsString;
use std::path::Path;

use benchlens_unpack::Trouble;

/// Why something cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The sentence for the user.
    pub message: String,
    /// The system's error number and the path, if the system reported the failure.
    pub system: Option<(i32, OsString)>,
}

impl Failure {
    /// Returns the failure of opening a file or a folder.
    pub(super) fn opening(path: &Path, error: &std::io::Error) -> Failure {
        let message = format!("open {}: {}", path.display(), reason(error));
        Failure { message, system: number(error, path) }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure { message, system: None }
    }
}

/// Returns the system's number of an error, with the path.
pub(super) fn number(error: &std::io::Error, path: &Path) -> Option<(i32, OsString)> {
    Some((error.raw_os_error()?, path.into()))
}

/// Returns the system's error message, without the error number at its end.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Explains that an input cannot be read at all.
pub(super) fn failed(name: &[u8], error: &std::io::Error) -> Failure {
    let name = String::from_utf8_lossy(name);
    match Trouble::of(error) {
        Some(trouble) => format!("{name}: {trouble}").into(),
        None => Failure {
            message: format!("{name}: read {name}: {}", reason(error)),
            system: number(error, Path::new(&*name)),
        },
    }
}
