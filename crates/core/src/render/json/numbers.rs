//! Numbers as JSON has them: the fewest digits that read back the same.

use crate::base::float::{write_shortest, write_whole};

/// The last numbers and their digits: centres and p-values come twice, and the levels of intervals are
/// often the same.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    known: [u64; REMEMBERED],
    digits: [Vec<u8>; REMEMBERED],
    next: usize,
}

/// So many numbers are remembered.
const REMEMBERED: usize = 8;

/// Whole numbers below this are written without looking for them.
const SMALL: f64 = 1e6;

impl Numbers {
    /// Appends a number that is finite.
    pub(super) fn write(&mut self, out: &mut Vec<u8>, value: f64) {
        let whole = value as u32;
        let bits = value.to_bits();
        // Not −0, which is written with its sign.
        if value < SMALL && f64::from(whole).to_bits() == bits {
            return write_whole(out, u64::from(whole));
        }
        // No number is remembered whose bits are those of 0.
        let at = self.known.iter().position(|&known| known == bits).unwrap_or_else(|| {
            self.next = (self.next + 1) % REMEMBERED;
            self.known[self.next] = bits;
            let digits = &mut self.digits[self.next];
            digits.clear();
            write_shortest(digits, value);
            self.next
        });
        out.extend_from_slice(&self.digits[at]);
    }
}
