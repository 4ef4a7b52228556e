//! Sentences: the report, one comparison and the analysis in words. The web app and all reports use the same ones.

/// The meaning of an outcome without a verdict.
const CONTROL: &str = "A control benchmark: its change is removed from the other rows.";

/// The meaning of a difference between sequential runs.
const SEQUENTIAL: &str = "The runs are not interleaved, so the machine can be the reason: use 'benchlens run' to \
                          measure both versions.";

mod analysis;
mod comparison;
mod needed;
mod notes;
mod queries;
mod shift;
mod suite;
mod summary;
mod tally;
mod warnings;

pub use analysis::analysis_lines;
pub(super) use analysis::shown_effect;
pub(crate) use analysis::{describe, footer, issue_lines, machine_difference, tests};
pub(super) use comparison::write_adjusted;
pub use comparison::{difference, in_short, in_words, sample_issues, scale_of};
pub(super) use needed::number_of_runs;
pub(super) use shift::{write_bounds, write_shift};
pub(super) use suite::write_suite;
pub use suite::{SuiteLine, suite_lines, suite_text};
pub use summary::{Explained, ExplainedCell, answer, counted, explain};
pub(crate) use tally::outcome_line;
pub use tally::{OutcomeCount, outcome_counts};
