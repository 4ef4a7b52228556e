//! Why an input cannot be read, as a sentence.

use benchlens_unpack::Trouble;

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
pub(super) fn failed(name: &[u8], error: &std::io::Error) -> String {
    let name = String::from_utf8_lossy(name);
    match Trouble::of(error) {
        Some(trouble) => format!("{name}: {trouble}"),
        None => format!("{name}: read {name}: {}", reason(error)),
    }
}
