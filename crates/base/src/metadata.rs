//! Metadata keys.
//!
//! Metadata describes a result, but does not make its configuration different. Some of it says what ran, such as the
//! executable, and the rest says where and when, such as the host or the commit. Results that differ in the former are
//! results of different benchmarks, even if they have the same name, so they are separated wherever one cell would
//! otherwise contain both.
//!
//! Metadata keys have the same names as configuration keys, and one log may use a name for both. So metadata keys
//! begin with a zero byte, which no key of a log contains, and code that stores, sends and joins keys does not need to
//! distinguish them.

/// The metadata that says what ran, in the order in which keys are tried until results are separated. A key that other
/// keys determine comes after them: a path depends on the machine, too.
pub const IDENTITY: [&str; 14] = [
    "executable",
    "target",
    "suite",
    "job",
    "build",
    "runtime",
    "runtime-version",
    "jdk",
    "vm",
    "vm-version",
    "python",
    "python-implementation",
    "jvm",
    "folders",
];

/// Returns whether a key of the configuration or of metadata names the machine or the runtime of a result. A benchmark
/// remains the same elsewhere, but another program has other benchmarks, like another package.
pub fn is_environment(name: &[u8]) -> bool {
    let machine = ["goos", "goarch", "cpu", "host", "os", "os-version", "arch"];
    let runtime =
        IDENTITY.iter().filter(|name| !matches!(**name, "executable" | "target" | "suite"));
    machine.iter().chain(runtime).any(|known| known.as_bytes() == name)
}

/// Returns the metadata key with this name.
pub fn key(name: &[u8]) -> Vec<u8> {
    [b"\0", name].concat()
}

/// Returns the name of a metadata key, or `None` for other keys.
pub fn name(key: &[u8]) -> Option<&[u8]> {
    key.strip_prefix(b"\0")
}

/// Returns whether this is a metadata key.
pub fn is(key: &[u8]) -> bool {
    key.first() == Some(&0)
}
