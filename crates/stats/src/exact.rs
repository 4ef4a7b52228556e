//! Summarizes a sample whose values are expected to be all equal.
//!
//! Takes an ascending slice; gives a [`Summary`]. Must not know why they should be equal.

use super::Summary;

/// Returns the most frequent value of an ascending sample (the smallest if there are several) between its smallest and
/// greatest value. All three are NaN if the sample is empty.
pub fn exact_summary(sorted: &[f64]) -> Summary {
    let (Some(&lo), Some(&hi)) = (sorted.first(), sorted.last()) else {
        return Summary { center: f64::NAN, lo: f64::NAN, hi: f64::NAN };
    };
    let (mut center, mut longest) = (lo, 0);
    for run in sorted.chunk_by(|a, b| a == b) {
        if run.len() > longest {
            (center, longest) = (run[0], run.len());
        }
    }
    Summary { center, lo, hi }
}
