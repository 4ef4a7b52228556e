//! The data that all objects of a report share.

use std::sync::{Arc, Mutex};

use benchlens_core::Answer;

use crate::origin::Origin;
use crate::tidy::Tidy;

/// The data that all objects of a report share.
pub(crate) struct Answered {
    pub(crate) answer: Answer,
    /// The results of the report, because charts draw their values.
    pub(crate) store: Arc<benchlens_core::Store>,
    /// The indices of the tables and their rows that the selection shows.
    pub(crate) shown: Vec<(usize, Vec<u32>)>,
    /// Its question; `None` for a report of several processes.
    pub(crate) origin: Option<Origin>,
    /// The tidy data, computed on first use.
    pub(crate) tidy: Mutex<Option<Tidy>>,
}

impl Answered {
    pub(crate) fn report(&self) -> &benchlens_core::Report {
        self.answer.report()
    }
}
