//! Operations on eight bytes at a time.

pub(super) const ONES: u64 = 0x0101_0101_0101_0101;
pub(super) const QUOTES: u64 = ONES * 0x22;
pub(super) const SPACES: u64 = ONES * 0x20;
pub(super) const BACKSLASHES: u64 = ONES * 0x5c;
pub(super) const LINE_ENDS: u64 = ONES * 0x0a;

/// Returns a high bit for each byte that is zero, and perhaps for some bytes after it.
#[inline]
pub(super) fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & (ONES << 7)
}
