//! Numbers in Go's syntax, stored as written if they are short.

use benchlens_base::float::{write_decimal, write_shortest};
use benchlens_base::{NumberError, parse_float};

/// A number as written, if it is short.
///
/// Most numbers in a log have few digits: stored as written they need half the space of a double, and converting them
/// to a double later is a single, correctly rounded operation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// `mantissa` × 10^−`decimals`.
    Short {
        /// All digits, read as one integer.
        mantissa: u32,
        /// The number of decimals among them, at most [`Number::DECIMALS_MAX`].
        decimals: u8,
    },
    /// Any other number.
    Wide(f64),
}

impl From<f64> for Number {
    fn from(value: f64) -> Number {
        Number::Wide(value)
    }
}

/// 10^0 … 10^22: the powers of ten that are doubles.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

impl Number {
    /// The largest number of decimals of a short number.
    pub const DECIMALS_MAX: u8 = 22;

    /// Parses a number, which is stored as written if it is short.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a number in Go's syntax.
    pub fn parse(text: &[u8]) -> Result<Number, NumberError> {
        match short(text) {
            Some(number) => Ok(number),
            None => parse_float(text).map(Number::Wide),
        }
    }

    /// Returns the nearest double. Mantissa and power are exact, so the single division rounds correctly.
    pub fn to_f64(self) -> f64 {
        match self {
            Number::Short { mantissa, decimals } => f64::from(mantissa) / Number::power(decimals),
            Number::Wide(value) => value,
        }
    }

    /// Appends the fewest digits that read back as the same double, as Go's `%v` does.
    pub fn write_shortest(self, out: &mut Vec<u8>) {
        let Number::Short { mantissa, decimals } = self else {
            return write_shortest(out, self.to_f64());
        };
        let (mut digits, mut indices) = (mantissa, decimals);
        while indices != 0 && digits.is_multiple_of(10) {
            digits /= 10;
            indices -= 1;
        }
        // Decimals with this number of digits are different doubles, so these digits are the fewest.
        let one = 10_u64.checked_pow(indices.into()).unwrap_or(u64::MAX);
        let digits = u64::from(digits);
        if digits == 0 || digits < 1_000_000 * one.min(1 << 32) && one <= digits * 10_000 {
            write_decimal(out, digits, indices.into());
        } else {
            write_shortest(out, self.to_f64());
        }
    }

    /// Returns 10^`decimals`, which must not exceed [`Number::DECIMALS_MAX`].
    pub fn power(decimals: u8) -> f64 {
        POWERS[usize::from(decimals)]
    }
}

/// Parses a plain decimal whose digits fit 32 bits: `12`, `12.`, `.5`, `1234.5`.
fn short(text: &[u8]) -> Option<Number> {
    let (mut mantissa, mut digits, mut point) = (0u64, 0usize, None);
    for (i, &byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' => {
                mantissa = mantissa * 10 + u64::from(byte - b'0');
                digits += 1;
                if u64::from(u32::MAX) < mantissa {
                    return None;
                }
            }
            b'.' if point.is_none() => point = Some(i),
            _ => return None,
        }
    }
    let decimals = point.map_or(0, |i| text.len() - 1 - i);
    if digits == 0 || usize::from(Number::DECIMALS_MAX) < decimals {
        return None;
    }
    Some(Number::Short { mantissa: mantissa as u32, decimals: decimals as u8 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<f64, NumberError> {
        let number = Number::parse(text.as_bytes()).map(Number::to_f64);
        let float = parse_float(text.as_bytes());
        assert_eq!(
            number.map(f64::to_bits),
            float.map(f64::to_bits),
            "{text}: two readings differ"
        );
        float
    }

    #[test]
    fn numbers_of_the_grammar() {
        let check = |text, want: f64| {
            let got = parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
            assert!(got.to_bits() == want.to_bits(), "{text}: {got:e}, want {want:e}");
        };
        for (text, want) in [
            ("12", 12.0),
            ("12.", 12.0),
            (".5", 0.5),
            ("1e3", 1e3),
            ("+1E-3", 1e-3),
            ("-0", -0.0),
            ("4294967295", 4_294_967_295.0),
            ("4294967296", 4_294_967_296.0),
            ("0.0000000000000000000001", 1e-22),
            ("0.00000000000000000000001", 1e-23),
            ("0.30000000000000004", 0.300_000_000_000_000_04),
            ("1_000", 1000.0),
            ("1_0.2_5e1_0", 10.25e10),
            ("0x1.8p1", 3.0),
            ("-0X_1p-2", -0.25),
            ("0x1fffffffffffff8p0", 9_007_199_254_740_992.0 * 16.0 - 8.0),
            ("0x1fffffffffffff9p-60", 0.125),
            ("0x1p-1074", 5e-324),
            ("0x1p-1075", 0.0),
            ("0x1.8p-1075", 5e-324),
            ("0x0.00000000000000000001p0", 1.0 / (1u128 << 80) as f64),
            ("0x1.fffffffffffffp1023", f64::MAX),
            ("1e-400", 0.0),
            ("Inf", f64::INFINITY),
            ("-infinity", f64::NEG_INFINITY),
        ] {
            check(text, want);
        }
        assert!(parse("NaN").unwrap().is_nan());
    }

    #[test]
    fn short_numbers_have_the_fewest_digits() {
        let mut random = 1u64;
        for i in 0..200_000u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i | 1);
            let mantissa = (random >> 32) as u32 >> ((random >> 5) % 32);
            let round = [1, 10, 1000, 1_000_000][(random >> 10) as usize % 4];
            let mantissa = mantissa / round * round;
            let decimals = (random >> 20) as u8 % 23;
            let number = Number::Short { mantissa, decimals };
            let (mut got, mut want) = (Vec::new(), Vec::new());
            number.write_shortest(&mut got);
            write_shortest(&mut want, number.to_f64());
            assert_eq!(got, want, "{mantissa}e-{decimals}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "", ".", "+", "e5", "1e", "1e+", "_1", "1_", "1__0", "1_.5", "1._5", "1e_5", "0x10",
            "0x", "0xp1", "0x1p", "0x.p1", "0x1p1_", "0x_p1", "+nan", "-nan", "infin", "0b1",
            "0o7", "1f", "1 ", "--1", "1.2.3", "é",
        ] {
            assert_eq!(parse(text), Err(NumberError::Syntax), "{text}");
        }
        for text in ["1e999", "-1e999", "0x1p1024", "0x1.fffffffffffff8p1023"] {
            assert_eq!(parse(text), Err(NumberError::Range), "{text}");
        }
    }
}
