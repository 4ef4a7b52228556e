//! Converts doubles to the numbers that logs contain.

use benchlens_core::format::Number;

/// Returns the shortest decimal of a double, if it is short: in the form of a log, it needs half the memory and sorts
/// faster. `decimals` is the number of decimals of the previous number in the same position, which is tried first,
/// because numbers with the same number of decimals are stored together.
pub(super) fn number(value: f64, decimals: &mut u8) -> Number {
    // Negative numbers, including negative zero, are not converted.
    if value.is_sign_negative() || !value.is_finite() || f64::from(u32::MAX) < value {
        return Number::Wide(value);
    }
    let own = *decimals;
    for decimals_now in std::iter::once(own).chain(0..=Number::DECIMALS_MAX) {
        let power = Number::power(decimals_now);
        let digits = (value * power).round();
        if f64::from(u32::MAX) < digits {
            if decimals_now == own {
                continue;
            }
            break;
        }
        if (digits / power).to_bits() == value.to_bits() {
            *decimals = decimals_now;
            return Number::Short { mantissa: digits as u32, decimals: decimals_now };
        }
    }
    Number::Wide(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_double_stays_what_it_is() {
        let mut decimals = 0;
        let mut random = 7_u64;
        for i in 0..100_000_u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i | 1);
            let short = (random >> 40) as f64 / Number::power((random >> 8) as u8 % 12);
            for value in [short, -short, f64::from_bits(random), short * 1e-9] {
                let found = number(value, &mut decimals).to_f64();
                assert!(found.to_bits() == value.to_bits() || value.is_nan() && found.is_nan());
            }
            let is_short = matches!(number(short, &mut decimals), Number::Short { .. });
            assert!(is_short, "{short}");
        }
        for value in [0.0, -0.0, f64::INFINITY, 4_294_967_295.0, 4_294_967_296.0, 5e-324] {
            assert_eq!(number(value, &mut decimals).to_f64().to_bits(), value.to_bits());
        }
        assert_eq!(number(-0.0, &mut decimals), Number::Wide(-0.0));
    }
}
