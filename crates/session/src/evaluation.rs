//! The progress of an answer, in words.

use benchlens_core::Evaluation;

use crate::types::ProgressView;

/// The part of the work that is grouping, in thousandths; the rest is comparing.
const GROUPING: u64 = 100;

/// Returns the progress of an answer. Both phases are parts of one scale, so that the progress only increases.
pub(crate) fn progress(asking: &Evaluation) -> ProgressView {
    let progress = asking.progress();
    let part = |of: u64| (progress.done * of).checked_div(progress.total).unwrap_or(0);
    let (done, what) = if progress.is_comparing {
        (GROUPING + part(1000 - GROUPING), "comparing values")
    } else {
        (part(GROUPING), "sorting results into rows and columns")
    };
    ProgressView { done, total: 1000, text: format!("{what}, {}%", done / 10) }
}
