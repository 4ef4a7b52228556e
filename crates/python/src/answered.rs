//! What the objects of a report look into.

use std::sync::{Arc, Mutex};

use benchlens_arrow::arrow_array::RecordBatch;
use benchlens_arrow::arrow_schema::SchemaRef;
use benchlens_core::Answer;

/// What all objects of a report look into.
pub(crate) struct Answered {
    pub(crate) answer: Answer,
    /// The results that it is about: charts draw their values.
    pub(crate) store: Arc<benchlens_core::Store>,
    /// The places of the tables that the focus shows, and of their rows.
    pub(crate) shown: Vec<(usize, Vec<u32>)>,
    /// The tidy data, once somebody has asked for it.
    pub(crate) tidy: Mutex<Option<(SchemaRef, Vec<RecordBatch>)>>,
}

impl Answered {
    pub(crate) fn report(&self) -> &benchlens_core::Report {
        &self.answer.report
    }
}
