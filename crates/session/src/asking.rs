//! How far an answer is, in words.

use benchlens_core::Asking;

use crate::types::ProgressView;

/// Grouping is so much of the whole, in thousandths; the rest is comparing.
const GROUPING: u64 = 100;

/// How far an answer is. Both phases are parts of one scale, so that it only grows.
pub(crate) fn progress(asking: &Asking) -> ProgressView {
    let progress = asking.progress();
    let part = |of: u64| (progress.done * of).checked_div(progress.total).unwrap_or(0);
    let (done, what) = if progress.is_comparing {
        (GROUPING + part(1000 - GROUPING), "comparing values")
    } else {
        (part(GROUPING), "sorting results into rows and columns")
    };
    ProgressView { done, total: 1000, text: format!("{what}, {}\u{202f}%", done / 10) }
}
