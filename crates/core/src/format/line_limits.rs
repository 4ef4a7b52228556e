//! How much of a line is kept.

/// A longer line is no data of any benchmark tool: it is skipped with a message.
pub const LINE_MAX: usize = 64 << 20;

/// How much is kept of a line of noise: enough to see whether it hides a result.
pub(super) const NOISE_KEPT: usize = 1 << 10;

/// How many bytes from the beginning of a line say as much as all of it. Of a line that is too long, they
/// say that it is.
pub(super) fn kept(may_be_data: bool) -> usize {
    if may_be_data { LINE_MAX + 1 } else { NOISE_KEPT }
}
