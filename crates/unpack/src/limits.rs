//! Limits of unpacking.

/// The maximum number of nested containers: one container, nested twice. `zip` around `gzip` around `tar` is three.
pub const DEPTH_MAX: usize = 3;

/// The maximum number of bytes that may be unpacked for each byte that is read. The logs of the most verbose build
/// compress by a few hundred; deflate cannot exceed 1032.
pub const RATIO_MAX: u64 = 500;

/// The number of bytes that may be unpacked in any case, because they take less than a second.
pub const FREE_BYTES: u64 = 256 << 20;

/// The maximum size of an archive that cannot be read in place, because it is inside another archive or comes from a
/// pipe.
pub const HELD_MAX: u64 = if cfg!(target_pointer_width = "64") { 1 << 30 } else { 256 << 20 };

/// The maximum number of members of an archive.
pub const MEMBERS_MAX: usize = 100_000;
