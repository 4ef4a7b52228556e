//! Fractions as percentages.

use super::{float, parse_float};

/// Returns a fraction in percent, without the rounding error of its last digits: 0.035 is `3.5`.
pub fn percent(share: f64) -> String {
    // A double has 15 reliable digits, and a fraction that was read from a percentage loses one.
    let rounded = format!("{:.13e}", 100.0 * share);
    float::read_decimal(rounded.as_bytes()).map_or(rounded, |rounded| rounded.to_string())
}

/// Returns a fraction in the form that [`parse_share`] reads: `1%`.
#[must_use]
pub fn write_share(share: f64) -> String {
    format!("{}%", percent(share))
}

/// Parses a fraction: `1%` or `0.01`. Values above 1 require the `%` because 5 may be meant as 5%, and 500% would hide
/// every change.
///
/// ```
/// use benchlens_base::parse_share;
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

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn percentages_read_back_as_they_were_written() {
        for tenths in 0..=1000 {
            let written = f64::from(tenths) / 10.0;
            assert_eq!(percent(written / 100.0), written.to_string());
        }
        assert_eq!(percent(1.0 - 0.9), "10");
        assert_eq!(percent(1e-9), "0.0000001");
        assert_eq!(percent(f64::INFINITY), "inf");
    }
}
