//! How inputs are read, where their content does not determine it.

use super::csv::Columns;
use super::load::LoadOptions;

/// What readers of a format need to know besides an input.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    /// The meaning of the columns of tables, if it is given.
    pub(super) columns: Option<Columns>,
    /// How the requests of load tests are summarized.
    pub(super) load: LoadOptions,
}
