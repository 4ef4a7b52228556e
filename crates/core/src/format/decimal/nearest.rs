//! The double nearest to a decimal of up to 19 digits.
//!
//! Takes `mantissa` × 10^`exponent`; gives the double, or nothing in the rare cases that need more than 128
//! bits of a power of five. The method is that of Eisel and Lemire (Number parsing at a gigabyte per second,
//! 2021): the upper bits of one or two products decide.

/// Powers of ten beyond these are rare in measurements.
const TENS_MAX: i32 = 40;

/// The upper 128 bits of 5^n, for n from −[`TENS_MAX`] on: exact or cut off for positive n, the next greater
/// number for negative n.
static FIVES: [(u64, u64); 2 * TENS_MAX as usize + 1] = fives();

const fn fives() -> [(u64, u64); 2 * TENS_MAX as usize + 1] {
    let mut all = [(0, 0); 2 * TENS_MAX as usize + 1];
    let (mut n, mut five) = (0, 1u128);
    while n <= TENS_MAX as usize {
        let upper = five << five.leading_zeros();
        all[TENS_MAX as usize + n] = ((upper >> 64) as u64, upper as u64);
        if n != 0 {
            let below = reciprocal(five);
            all[TENS_MAX as usize - n] = ((below >> 64) as u64, below as u64);
        }
        five *= 5;
        n += 1;
    }
    all
}

/// The upper 128 bits of 1 / `n`, plus one in the last place.
const fn reciprocal(n: u128) -> u128 {
    let (mut rest, mut quotient) = (1u128, 0u128);
    while quotient >> 127 == 0 {
        rest <<= 1;
        quotient <<= 1;
        if n <= rest {
            rest -= n;
            quotient |= 1;
        }
    }
    quotient + 1
}

/// Bits of a double's mantissa that are written down.
const MANTISSA_BITS: u32 = 52;

/// The nearest double; ties go to the even one.
#[inline(always)]
pub(super) fn nearest(mantissa: u64, exponent: i32) -> Option<f64> {
    if mantissa == 0 {
        return Some(0.0);
    }
    let (upper, lower) = *FIVES.get(usize::try_from(exponent + TENS_MAX).ok()?)?;
    let zeros = mantissa.leading_zeros();
    let shifted = mantissa << zeros;
    let mut product = u128::from(shifted) * u128::from(upper);
    // Where the bits behind those of the double are all ones, a carry of the lower half may matter.
    const BEHIND: u64 = u64::MAX >> (MANTISSA_BITS + 3);
    if (product >> 64) as u64 & BEHIND == BEHIND {
        product += (u128::from(shifted) * u128::from(lower)) >> 64;
        // What is cut off could still decide.
        if product as u64 == u64::MAX && exponent < -27 {
            return None;
        }
    }
    let (high, low) = ((product >> 64) as u64, product as u64);
    let top = (high >> 63) as u32;
    let behind = top + 64 - MANTISSA_BITS - 3;
    let mut bits = high >> behind;
    // Exactly between two doubles: only with powers of five that are exact.
    if low <= 1 && (-4..=23).contains(&exponent) && bits & 3 == 1 && bits << behind == high {
        bits &= !1;
    }
    bits = (bits + (bits & 1)) >> 1;
    // 10^n is 5^n × 2^n, and 5^n has so many bits.
    let power = ((217_706 * exponent) >> 16) + 63 + top as i32 - zeros as i32;
    let carried = i32::from(bits >> (MANTISSA_BITS + 1) != 0);
    let bits = bits >> carried;
    // No such mantissa and exponent is near the ends of the range.
    let biased = (power + carried + 1023) as u64;
    Some(f64::from_bits(bits & !(1 << MANTISSA_BITS) | biased << MANTISSA_BITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(mantissa: u64, exponent: i32) {
        let text = format!("{mantissa}e{exponent}");
        let want: f64 = text.parse().unwrap();
        if let Some(found) = nearest(mantissa, exponent) {
            assert_eq!(found.to_bits(), want.to_bits(), "{text}: {found:e}, want {want:e}");
        }
    }

    #[test]
    fn all_is_as_in_the_standard_library() {
        let mut state = 1u64;
        for i in 0..400_000u32 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let digits = state >> 33 & 63;
            check(state.rotate_left(20) >> digits, (i % 81) as i32 - 40);
        }
        // Halves between doubles and their neighbours, with every exact power.
        for tens in 0..=22u32 {
            for bit in 0..10 {
                let odd = (1u64 << 53) + 1 + 2 * (u64::from(tens) * 977 + bit);
                for near in [odd - 1, odd, odd + 1] {
                    check(near, 0);
                    check(near, tens as i32);
                    if let Some(many) = near.checked_mul(10u64.pow(tens.min(3))) {
                        check(many, -(tens.min(3) as i32));
                    }
                }
            }
        }
        for exponent in -40..=40 {
            for mantissa in [0, 1, 9, u64::MAX, u64::MAX - 1, 1 << 63, (1 << 53) - 1] {
                check(mantissa, exponent);
            }
        }
        assert_eq!((nearest(1, 41), nearest(1, -41)), (None, None));
    }
}
