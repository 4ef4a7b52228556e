//! Metadata keys.
//!
//! Metadata describes a result, such as a commit, a host or a version, but does not make its configuration different.
//! Metadata keys have the same names as configuration keys, and one log may use a name for both. So metadata keys
//! begin with a zero byte, which no key of a log contains, and code that stores, sends and joins keys does not need to
//! distinguish them.

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
