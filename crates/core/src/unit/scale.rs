//! Scales: the prefix and the number of digits that show a set of values best.

use super::tokens;

/// The prefixes that a unit accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Powers of 1000: n, µ, m, k, M, G, T.
    Decimal,
    /// Powers of 1024: Ki, Mi, Gi, Ti. There are no prefixes for values below 1.
    Binary,
    /// No prefixes: a plain number, such as a speedup.
    Plain,
}

/// Returns the class of a unit: binary if a numerator token is `B`, `MB` or `bytes`.
pub(crate) fn class(unit: &[u8]) -> Class {
    let mut tokens = tokens(unit);
    if tokens.any(|t| t.numerator && matches!(t.text, b"B" | b"MB" | b"bytes")) {
        Class::Binary
    } else {
        Class::Decimal
    }
}

/// How to print the values of a row: divided by a factor, with fixed digits and a prefix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// The number of digits after the decimal point.
    pub digits: usize,
    /// The divisor of values.
    pub factor: f64,
    /// The prefix after the number.
    pub prefix: &'static str,
}

/// A factor with its prefix and the smallest values that get 1, 2 and 3 digits after the point. The bounds are where
/// rounding to four digits would carry: 99.995 prints as `100.0`.
struct Step {
    factor: f64,
    prefix: &'static str,
    hundreds: f64,
    tens: f64,
    ones: f64,
}

const fn step(factor: f64, prefix: &'static str, hundreds: f64, tens: f64, ones: f64) -> Step {
    Step { factor, prefix, hundreds, tens, ones }
}

/// The bounds are literals because products would round differently.
const DECIMAL: [Step; 8] = [
    step(1e12, "T", 99.995e12, 9.9995e12, 0.99995e12),
    step(1e9, "G", 99.995e9, 9.9995e9, 0.99995e9),
    step(1e6, "M", 99.995e6, 9.9995e6, 0.99995e6),
    step(1e3, "k", 99.995e3, 9.9995e3, 0.99995e3),
    step(1.0, "", 99.995, 9.9995, 0.99995),
    step(1e-3, "m", 99.995e-3, 9.9995e-3, 0.99995e-3),
    step(1e-6, "µ", 99.995e-6, 9.9995e-6, 0.99995e-6),
    step(1e-9, "n", 99.995e-9, 9.9995e-9, 0.99995e-9),
];

/// Products with a power of two are exact.
const BINARY: [Step; 5] = [
    binary(1_099_511_627_776.0, "Ti"),
    binary(1_073_741_824.0, "Gi"),
    binary(1_048_576.0, "Mi"),
    binary(1024.0, "Ki"),
    binary(1.0, ""),
];

const fn binary(factor: f64, prefix: &'static str) -> Step {
    step(factor, prefix, 99.995 * factor, 9.9995 * factor, 0.99995 * factor)
}

/// Bounds for values below the last factor: each bound adds a digit.
const SMALL: [f64; 8] =
    [9.9995e-1, 9.9995e-2, 9.9995e-3, 9.9995e-4, 9.9995e-5, 9.9995e-6, 9.9995e-7, 9.9995e-8];

impl Scale {
    /// Returns the common scale of `values`, which follows from the smallest value that is not zero.
    pub fn common(class: Class, values: impl IntoIterator<Item = f64>) -> Scale {
        // As in the reference, a NaN stays the smallest value if it comes first.
        let smaller = |m: f64, v: f64| if v != 0.0 && (m == 0.0 || v < m) { v } else { m };
        match values.into_iter().map(f64::abs).fold(0.0, smaller) {
            0.0 => Scale { digits: 3, factor: 1.0, prefix: "" },
            smallest => Scale::of(class, smallest),
        }
    }

    /// Returns the scale of one value, which must not be zero.
    fn of(class: Class, value: f64) -> Scale {
        let steps: &[Step] = match class {
            Class::Decimal => &DECIMAL,
            Class::Binary => &BINARY,
            Class::Plain => &BINARY[BINARY.len() - 1..],
        };
        for s in steps {
            let digits = match value {
                v if v >= s.hundreds => 1,
                v if v >= s.tens => 2,
                v if v >= s.ones => 3,
                _ => continue,
            };
            return Scale { digits, factor: s.factor, prefix: s.prefix };
        }
        let last = &steps[steps.len() - 1];
        let scaled = value / last.factor;
        let more = SMALL.iter().position(|&bound| scaled >= bound).unwrap_or(SMALL.len() - 1);
        Scale { digits: 3 + more, factor: last.factor, prefix: last.prefix }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(class: Class, value: f64) -> String {
        let s = Scale::common(class, [value]);
        format!("{:.*}{}", s.digits, value / s.factor, s.prefix)
    }

    #[test]
    fn binary_bounds_are_the_doubles_that_rounding_to_four_digits_needs() {
        let bits = [0x4058_ffae_147a_e148, 0x4023_ffbe_76c8_b439, 0x3fef_ff97_2474_538f];
        let last = &BINARY[4];
        assert_eq!([last.hundreds, last.tens, last.ones].map(f64::to_bits), bits);
    }

    #[test]
    fn four_significant_digits() {
        let check = |class, value, want: &str| assert_eq!(show(class, value), want, "{value}");
        check(Class::Decimal, 0.0, "0.000");
        check(Class::Decimal, 1.0, "1.000");
        check(Class::Decimal, 99.994, "99.99");
        check(Class::Decimal, 99.995, "100.0");
        check(Class::Decimal, 999.94, "999.9");
        check(Class::Decimal, 999.95, "1.000k");
        check(Class::Decimal, 1.5e-6, "1.500µ");
        check(Class::Decimal, 1e-14, "0.00001000n");
        check(Class::Decimal, 5e-324, "0.0000000000n");
        check(Class::Decimal, 9_999.5e12, "9999.5T");
        check(Class::Binary, 1023.9, "1023.9");
        check(Class::Binary, 1023.96, "1.000Ki");
        check(Class::Binary, 0.07152, "0.07152");
        check(Class::Plain, 0.9349, "0.9349");
        check(Class::Plain, 12.345, "12.35");
        check(Class::Plain, 12_345.6, "12345.6");
    }

    #[test]
    fn bytes_are_binary() {
        let binary = ["B/op", "heap-bytes", "x/B*B", "MB/s", "B"];
        let decimal = ["op/B", "kB", "Bytes", "sec/op", ""];
        assert!(binary.iter().all(|u| class(u.as_bytes()) == Class::Binary));
        assert!(decimal.iter().all(|u| class(u.as_bytes()) == Class::Decimal));
    }
}
