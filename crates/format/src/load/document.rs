//! Documents that state the numbers of a run.

use super::quantiles::LoadOptions;
use super::summary::{Shortage, Summary};
use crate::Reader;
use crate::json::{Cursor, Documents, Out, Path, Plan, Stop, Visitor};

/// How to read a document, which is one value.
pub(super) struct Whole {
    pub(super) harness: &'static str,
    /// How to measure requests, if the document has only some quantiles.
    pub(super) how: Option<&'static str>,
    /// A note about all measurements of this kind.
    pub(super) note: Option<&'static str>,
    pub(super) read: fn(&mut Cursor<'_>, &LoadOptions) -> Result<Vec<Summary>, Stop>,
}

impl Whole {
    /// Returns a reader of such documents.
    pub(super) fn reader(&'static self, options: &LoadOptions) -> Box<dyn Reader> {
        let options = options.clone();
        Box::new(Documents::new(WholeVisitor { whole: self, options, taken: Vec::new() }))
    }
}

struct WholeVisitor {
    whole: &'static Whole,
    options: LoadOptions,
    taken: Vec<Summary>,
}

impl Visitor for WholeVisitor {
    fn plan(&self, _path: &Path) -> Plan {
        Plan::Take
    }

    fn take(&mut self, _path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        self.taken = (self.whole.read)(value, &self.options)?;
        Ok(())
    }

    fn emit(&mut self, _path: &Path, out: &mut Out<'_>) {
        out.metadata(b"harness", self.whole.harness.as_bytes());
        let mut short = Shortage::default();
        for summary in std::mem::take(&mut self.taken) {
            short.add(summary.emit(&self.options, out));
            if let Some(how) = self.whole.how {
                out.summary_only(how);
            }
        }
        short.note(out);
        if let Some(note) = self.whole.note {
            out.note(note);
        }
    }
}
