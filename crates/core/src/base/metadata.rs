//! Keys of metadata.
//!
//! Metadata describes a result without keeping it apart from others: a commit, a host, a version. It has names like those of
//! configuration keys, and one log may use a name for both. So keys of metadata begin with a zero byte, which no key of a log
//! contains. Texts that are kept, sent and joined as keys need not distinguish metadata then.

/// The key of metadata with this name.
pub(crate) fn key(name: &[u8]) -> Vec<u8> {
    [b"\0", name].concat()
}

/// The name of metadata, if this is its key.
pub(crate) fn name(key: &[u8]) -> Option<&[u8]> {
    key.strip_prefix(b"\0")
}

/// Whether this is the key of metadata.
pub(crate) fn is(key: &[u8]) -> bool {
    key.first() == Some(&0)
}
