//! Converts counts to probabilities.
//!
//! Takes integers; gives their quotient. Guarantees a single rounding: a probability of one in ten is the same double
//! as a level written 0.1, so `p <= alpha` is exact. Must not know what was counted.

/// Counts below this are doubles without rounding.
const EXACT: u128 = 1 << 53;

/// Counts must be below this limit because the remainder of a division is doubled.
pub(super) const LARGEST: u128 = 1 << 126;

/// Returns `part / whole`, rounded once. Neither may reach [`LARGEST`]; a whole of 0 gives 0.
pub(super) fn fraction(part: u128, whole: u128) -> f64 {
    if part < EXACT && whole < EXACT {
        return if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    }
    if part == 0 || whole == 0 {
        return 0.0;
    }
    // Computes more bits than a double has; the remainder only affects rounding.
    let (mut quotient, mut rest, mut exponent) = (part / whole, part % whole, 0);
    while quotient >> 64 == 0 {
        rest *= 2;
        let bit = u128::from(whole <= rest);
        rest -= bit * whole;
        quotient = 2 * quotient + bit;
        exponent += 1;
    }
    let rounded = (quotient | u128::from(rest != 0)) as f64;
    // At most 64 + 126 bits, so the result is a normal number.
    rounded * f64::from_bits((1023 - exponent) << 52)
}

/// Returns twice the part, at most 1: the two-sided probability of a tail.
pub(super) fn doubled(tail: u128, whole: u128) -> f64 {
    fraction(2 * tail, whole).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_is_a_tenth() {
        assert_eq!(fraction(2, 20), 0.1);
        // 3⁷⁰ has more bits than a double, and is below the limit.
        let large = 3_u128.pow(70);
        for (part, whole, decimal) in
            [(1, 10, 0.1), (1, 20, 0.05), (3, 1000, 0.003), (1, 3, 1.0 / 3.0)]
        {
            assert_eq!(fraction(large * part, large * whole), decimal);
        }
        assert_eq!(fraction(0, large), 0.0);
        assert_eq!(fraction(large, large), 1.0);
        assert_eq!(doubled(large, large), 1.0);
        assert_eq!(fraction(1, 0), 0.0);
    }

    #[test]
    fn halfway_goes_to_the_even_neighbour() {
        let half = 1_u128 << 60;
        // (2⁶⁰ + 2⁷) / 2⁶⁰ lies between two doubles; anything more is above the middle.
        assert_eq!(fraction(half + (1 << 7), half), 1.0);
        assert_eq!(fraction(half + (1 << 7) + 1, half), 1.0 + f64::EPSILON);
        assert_eq!(fraction(1, LARGEST - 1) * LARGEST as f64, 1.0);
    }
}
