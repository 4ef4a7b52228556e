//! What is released: the version, the targets, and the names of the archives.

/// The version of all packages.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is released, by the names of compilers' targets.
pub(super) const TARGETS: [&str; 5] = [
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-musl",
];

/// The folder in the archive for a target, and what its name begins with.
pub(super) fn stem(target: &str) -> String {
    format!("benchlens-{VERSION}-{target}")
}

/// The name of the archive for a target.
pub(super) fn file_name(target: &str) -> String {
    let ending = if target.contains("windows") { "zip" } else { "tar.gz" };
    format!("{}.{ending}", stem(target))
}
