//! Units of measurement: their tidied form, their class and their scales.
//!
//! Takes unit texts and numbers; gives texts and numbers. Must not know logs or tables.

mod direction;
mod quantile;
mod scale;
mod tidy;

pub use direction::Direction;
pub(crate) use direction::direction;
pub(crate) use direction::{is_count, is_measured, is_time};
pub(crate) use quantile::{Quantile, is_of_load_tests, quantile};
pub use scale::Class;
pub(crate) use scale::{Scale, class};
#[doc(hidden)]
pub use tidy::tidied;
pub(crate) use tidy::tidy;

/// The tidied units of wall time, and of the CPU time of the benchmark and of its process.
pub(crate) const CLOCKS: [&str; 3] = ["sec/op", "cpu-sec/op", "process-cpu-sec/op"];

/// A piece of a unit.
struct Token<'a> {
    text: &'a [u8],
    /// Whether the token belongs to the numerator.
    numerator: bool,
    /// The separator that follows the token; `None` after the last token.
    separator: Option<u8>,
}

/// Returns the tokens of a unit.
///
/// Tokens are separated by `*`, `/`, `-` and white space. After a `/`, tokens belong to the denominator until the next
/// `*`.
fn tokens(unit: &[u8]) -> impl Iterator<Item = Token<'_>> {
    let mut denominator = false;
    let mut rest = Some(unit);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.iter().position(|b| b"*/- \t\n\x0b\x0c\r".contains(b));
        let separator = end.map(|i| text[i]);
        let token =
            Token { text: &text[..end.unwrap_or(text.len())], numerator: !denominator, separator };
        match separator {
            Some(b'/') => denominator = true,
            Some(b'*') => denominator = false,
            _ => {}
        }
        rest = end.map(|i| &text[i + 1..]);
        Some(token)
    })
}
