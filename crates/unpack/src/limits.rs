//! Bounds on what is unpacked.

/// So many containers may be inside each other: one, nested twice. `zip` around `gzip` around `tar` is three.
pub const DEPTH_MAX: usize = 3;

/// So many bytes may be unpacked for each byte that is read. The logs of the most talkative build compress
/// by some hundred; deflate cannot do more than 1032.
pub const RATIO_MAX: u64 = 500;

/// So many bytes may be unpacked in any case: they cost less than a second.
pub const FREE_BYTES: u64 = 256 << 20;

/// An archive that cannot be read where it is (inside another one, in a pipe) may be so large.
pub const HELD_MAX: u64 = if cfg!(target_pointer_width = "64") { 1 << 30 } else { 256 << 20 };

/// An archive may have so many members.
pub const MEMBERS_MAX: usize = 100_000;
