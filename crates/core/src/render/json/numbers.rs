//! Numbers as JSON has them: the fewest digits that read back the same.

use crate::base::float::{write_shortest, write_whole};

/// Numbers of late and their digits: centres and p-values come twice, and the levels of intervals are
/// often the same.
#[derive(Debug)]
pub(super) struct Numbers {
    known: [Known; REMEMBERED],
}

/// A number and its digits.
#[derive(Clone, Copy, Debug)]
struct Known {
    bits: u64,
    digits: [u8; DIGITS],
    len: usize,
}

/// No number has more: a sign, 17 digits with a point, and an exponent of five places.
const DIGITS: usize = 24;

/// So many numbers are remembered, each at a place that its bits say.
const REMEMBERED: usize = 64;

/// Spreads bits over the places (the golden ratio, as Fibonacci hashing does).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Whole numbers below this are written without looking for them.
const SMALL: f64 = 1e6;

impl Default for Numbers {
    fn default() -> Self {
        // 0 is a small whole number, so its bits stand for no number.
        Numbers { known: [Known { bits: 0, digits: [0; DIGITS], len: 0 }; REMEMBERED] }
    }
}

impl Numbers {
    /// Appends a number that is finite.
    pub(super) fn write(&mut self, out: &mut Vec<u8>, value: f64) {
        let whole = value as u32;
        let bits = value.to_bits();
        // Not −0, which is written with its sign.
        if value < SMALL && f64::from(whole).to_bits() == bits {
            return write_whole(out, u64::from(whole));
        }
        let place = bits.wrapping_mul(SPREAD) >> (u64::BITS - REMEMBERED.ilog2());
        let known = &mut self.known[place as usize];
        let start = out.len();
        if known.bits == bits {
            // A copy of fixed size takes no branch on the length.
            out.extend_from_slice(&known.digits);
            return out.truncate(start + known.len);
        }
        write_shortest(out, value);
        let len = out.len() - start;
        out.resize(start + DIGITS, 0);
        if let Some(digits) = out[start..].first_chunk() {
            *known = Known { bits, digits: *digits, len };
        }
        out.truncate(start + len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_changes_nothing() {
        let mut random = 1_u64;
        let mut numbers = Numbers::default();
        let mut last = vec![-0.0, 0.0, f64::MIN, -f64::MIN_POSITIVE, -1.234_567_890_123_456_7e-100];
        for i in 0..100_000_usize {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i as u64 | 1);
            let value = match random >> 62 {
                0 => f64::from_bits(random << 2),
                1 => ((random >> 8) & 0xff_ffff) as f64 / 8.0,
                _ => last[random as usize / 64 % last.len()],
            };
            if !value.is_finite() {
                continue;
            }
            let place = i % 40;
            if place < last.len() {
                last[place] = value;
            } else {
                last.push(value);
            }
            let (mut out, mut wanted) = (b"x".to_vec(), b"x".to_vec());
            numbers.write(&mut out, value);
            write_shortest(&mut wanted, value);
            assert_eq!(out, wanted, "{value:e}");
        }
    }
}
