//! The release: its version, its targets, and the names of its archives.

/// The version of all packages.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The released targets, by the compiler's names.
pub(super) const TARGETS: [&str; 5] = [
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-musl",
];

/// Returns the name of the folder in the archive for a target; the archive's name begins with it.
pub(super) fn stem(target: &str) -> String {
    format!("benchlens-{VERSION}-{target}")
}

/// Returns the name of the archive for a target.
pub(super) fn file_name(target: &str) -> String {
    let ending = if target.contains("windows") { "zip" } else { "tar.gz" };
    format!("{}.{ending}", stem(target))
}
