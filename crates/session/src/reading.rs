//! Sentences about reading: its progress, and whether the data will fit in memory.

use serde::Serialize;

/// Returns the progress of reading: `84.0 MB of 200 MB, 310 MB/s, 1 s left`. `total` is 0 if it is not known.
pub fn progress(done: f64, total: f64, milliseconds: f64) -> String {
    let mut text = amount(done);
    if 0.0 < total {
        text += &format!(" of {}", amount(total));
    }
    // The rate during the first moments is not meaningful.
    if milliseconds < 200.0 {
        return text;
    }
    let rate = done / (milliseconds / 1000.0);
    text += &format!(", {}/s", amount(rate));
    let left = (total - done) / rate;
    if 0.0 < total && left.is_finite() && 0.5 <= left {
        text += &match left {
            left if left < 90.0 => format!(", {} s left", left.ceil()),
            left => format!(", {} min left", (left / 60.0).ceil()),
        };
    }
    text
}

/// Whether the data that is being read will fit in memory.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Capacity {
    /// The memory that the data will need, in bytes.
    pub needed: f64,
    /// The maximum memory, in bytes.
    pub limit: f64,
    /// Whether it fits.
    pub fits: bool,
    /// The message for the user if the data does not fit.
    pub sentence: String,
}

/// Estimates the memory for all `total` bytes: the first `read` bytes used `used` bytes of memory, and `limit` is the
/// maximum.
pub fn capacity(used: f64, limit: f64, read: f64, total: f64) -> Capacity {
    let grown = if 0.0 < read { used * (total / read).max(1.0) } else { used };
    let needed = if grown.is_finite() { grown } else { used };
    let (whole, needs, has) = (amount(total), amount(needed), amount(limit));
    let sentence =
        format!("{whole} of logs like these need about {needs} of memory; {has} are available.");
    Capacity { needed, limit, fits: needed <= limit, sentence }
}

/// Formats bytes with three digits and a unit of 1000.
fn amount(bytes: f64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"];
    let (mut value, mut unit) = (bytes.max(0.0), 0);
    while 999.5 <= value && unit + 1 < units.len() {
        value /= 1000.0;
        unit += 1;
    }
    let digits = match value {
        _ if unit == 0 => 0,
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {}", units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_in_words() {
        assert_eq!(progress(84e6, 200e6, 271.0), "84.0 MB of 200 MB, 310 MB/s");
        assert_eq!(progress(84e6, 2000e6, 271.0), "84.0 MB of 2.00 GB, 310 MB/s, 7 s left");
        assert_eq!(progress(1e9, 60e9, 10_000.0), "1.00 GB of 60.0 GB, 100 MB/s, 10 min left");
        assert_eq!(progress(999.0, 0.0, 50.0), "999 B");
        assert_eq!(progress(0.0, 5.0, 500.0), "0 B of 5 B, 0 B/s");
        assert_eq!(progress(f64::NAN, f64::NAN, f64::NAN), "0 B, 0 B/s");
    }

    #[test]
    fn what_does_not_fit_is_told_in_numbers() {
        assert!(capacity(3e8, 3.5e9, 1e9, 3e9).fits);
        let no = capacity(2e9, 3.5e9, 1e9, 3e9);
        assert!(!no.fits);
        let want =
            "3.00 GB of logs like these need about 6.00 GB of memory; 3.50 GB are available.";
        assert_eq!(no.sentence, want);
        assert_eq!(capacity(5.0, 3.5e9, 0.0, 0.0).needed, 5.0);
    }
}
