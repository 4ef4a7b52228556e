//! How queries write directions and percentages.

use crate::base::{Error, Span, parse_float, percent};
use crate::unit::{Direction, tidy};

/// Reads `unit=higher`; the unit is tidied.
pub(crate) fn parse_better(text: &str) -> Result<(Vec<u8>, Direction), Error> {
    let error = |start: usize, message: &str| {
        Error::syntax("better", text, Span { start, end: text.len() }, message.into())
    };
    let Some((unit, word)) = text.rsplit_once('=') else {
        return Err(error(text.len(), "expected unit=higher or unit=lower"));
    };
    let Some(direction) = Direction::from_metadata(word.as_bytes()) else {
        return Err(error(unit.len() + 1, "expected higher or lower"));
    };
    if unit.is_empty() {
        return Err(error(0, "expected a unit"));
    }
    let tidied = tidy(unit.as_bytes()).map_or_else(|| unit.as_bytes().to_vec(), |tidy| tidy.unit);
    Ok((tidied, direction))
}

/// A share as [`parse_share`] reads it: `1%`.
#[must_use]
pub fn write_share(share: f64) -> String {
    format!("{}%", percent(share))
}

/// A share: `1%` or `0.01`. Above 1 the `%` must be there: who writes 5 may mean 5 %, and 500 % would hide
/// every change.
///
/// ```
/// use benchlens_core::table::parse_share;
///
/// assert_eq!(parse_share("5%"), Some(0.05));
/// assert_eq!(parse_share("0.05"), Some(0.05));
/// assert_eq!(parse_share("150%"), Some(1.5));
/// assert_eq!(parse_share("5"), None);
/// ```
pub fn parse_share(text: &str) -> Option<f64> {
    let text = text.trim();
    let number = text.strip_suffix('%');
    let value = parse_float(number.unwrap_or(text).as_bytes()).ok()?;
    let share = if number.is_some() { value / 100.0 } else { value };
    (share.is_finite() && (number.is_some() || share <= 1.0)).then_some(share)
}
