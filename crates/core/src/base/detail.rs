//! Keys of details.
//!
//! A detail is what a recording knows of a result besides its configuration: a commit, a host, a version. It
//! has a name like a key of the configuration, and the same log may have both under one name. So the key of a
//! detail begins with a zero byte, which no key of a log has. Texts that are kept, sent and joined as keys then
//! need not know of details.

/// The key of a detail of this name.
pub(crate) fn key(name: &[u8]) -> Vec<u8> {
    [b"\0", name].concat()
}

/// The name of a detail, if this is the key of one.
pub(crate) fn name(key: &[u8]) -> Option<&[u8]> {
    key.strip_prefix(b"\0")
}

/// Whether this is the key of a detail.
pub(crate) fn is(key: &[u8]) -> bool {
    key.first() == Some(&0)
}
