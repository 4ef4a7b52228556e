//! Why an input cannot be read, as a sentence.

use benchlens_unpack::Trouble;

/// Why the system refused, in its own words but for the number behind them.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Why something cannot be read at all.
pub(super) fn failed(name: &[u8], error: &std::io::Error) -> String {
    let name = String::from_utf8_lossy(name);
    match Trouble::of(error) {
        Some(trouble) => format!("{name}: {trouble}"),
        None => format!("{name}: read {name}: {}", reason(error)),
    }
}
