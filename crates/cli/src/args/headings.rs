//! The headings of flag groups.

/// The headings of flag groups, in the order in which the help shows them.
pub(crate) const HEADINGS: [&str; 10] =
    [COMPARE, INPUTS, WHAT, HOW_OFTEN, AROUND, LOGS, STATISTICS, OUTPUT, CI, GENERAL];

pub(super) const COMPARE: &str = "Comparison";
pub(super) const INPUTS: &str = "Inputs";
pub(super) const STATISTICS: &str = "Statistics";
pub(super) const OUTPUT: &str = "Output";
pub(super) const CI: &str = "Gates and CI";
pub(super) const GENERAL: &str = "General";
pub(super) const WHAT: &str = "Versions";
pub(super) const HOW_OFTEN: &str = "Blocks and run order";
pub(super) const AROUND: &str = "Setup and limits";
pub(super) const LOGS: &str = "Logs and statistics";
