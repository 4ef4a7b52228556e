//! Shares as percentages.

use super::float;

/// A share in percent, without the noise of its last digits: 0.035 is `3.5`.
pub(crate) fn percent(share: f64) -> String {
    // A double has 15 digits that can be trusted, and a share read from a percentage loses one.
    let rounded = format!("{:.13e}", 100.0 * share);
    float::read_decimal(rounded.as_bytes()).map_or(rounded, |rounded| rounded.to_string())
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
