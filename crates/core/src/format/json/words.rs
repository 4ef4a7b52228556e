//! Eight bytes at a time.

pub(super) const ONES: u64 = 0x0101_0101_0101_0101;
pub(super) const QUOTES: u64 = ONES * 0x22;
pub(super) const SPACES: u64 = ONES * 0x20;
pub(super) const BACKSLASHES: u64 = ONES * 0x5c;
pub(super) const LINE_ENDS: u64 = ONES * 0x0a;

/// A high bit for each byte that is zero, and perhaps for some behind it.
#[inline]
pub(super) fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & (ONES << 7)
}

/// Whether a text begins with another, which is short: words of eight bytes are faster than a call.
#[inline]
pub(super) fn begins_with(text: &[u8], short: &[u8]) -> bool {
    let Some(head) = text.get(..short.len()) else { return false };
    let (heads, shorts) = (head.as_chunks::<8>().0, short.as_chunks::<8>().0);
    let word = |eight: &[u8; 8]| u64::from_le_bytes(*eight);
    let differ = heads.iter().zip(shorts).fold(0, |all, (a, b)| all | (word(a) ^ word(b)));
    // The last word may overlap the one before.
    match (head.last_chunk(), short.last_chunk()) {
        (Some(a), Some(b)) => differ | (word(a) ^ word(b)) == 0,
        _ => head.iter().zip(short).all(|(a, b)| a == b),
    }
}
