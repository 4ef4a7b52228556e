//! Footnotes of one table: equal texts share a number, numbers follow first use.

use std::num::NonZeroU32;

use crate::base::Interner;
use crate::stats::Summary;
use crate::table::{Cell, Comparison, Doubt, Report, Warning};

/// The number of a note, from 1.
pub type NoteId = NonZeroU32;

#[derive(Debug, Default)]
pub(super) struct Notes<'n> {
    texts: Texts<'n>,
    /// The numbers of the notes whose text is the same for the whole report: there may be one on
    /// each of very many cells.
    constant: [Option<NoteId>; 3],
}

/// Where the texts are.
#[derive(Debug)]
enum Texts<'n> {
    Own(Interner),
    /// All there are were numbered elsewhere.
    Known(&'n Interner),
}

impl Default for Texts<'_> {
    fn default() -> Self {
        Texts::Own(Interner::default())
    }
}

impl Texts<'_> {
    fn all(&self) -> &Interner {
        match self {
            Texts::Own(texts) => texts,
            Texts::Known(texts) => texts,
        }
    }
}

impl Notes<'_> {
    /// The same notes for a part of the table.
    pub(super) fn known(&self) -> Notes<'_> {
        Notes { texts: Texts::Known(self.texts.all()), constant: self.constant }
    }

    /// The notes on a cell's centre.
    pub(super) fn of_summary(&mut self, report: &Report, cell: &Cell) -> [Option<NoteId>; 2] {
        if cell.varies_in().is_empty() {
            let doubt = cell.doubt.map(|doubt| self.of_doubt(report, doubt, Some(cell.summary)));
            return [doubt, None];
        }
        let mut notes = report.summary_warnings(cell).map(|warning| self.of_warning(&warning));
        [notes.next(), notes.next()]
    }

    /// The note on a comparison.
    pub(super) fn of_comparison(
        &mut self,
        report: &Report,
        comparison: &Comparison,
    ) -> Option<NoteId> {
        comparison.sides?.doubt.map(|doubt| self.of_doubt(report, doubt, None))
    }

    fn of_doubt(&mut self, report: &Report, doubt: Doubt, summary: Option<Summary>) -> NoteId {
        let warning = || report.warning(doubt, summary);
        let place = match doubt {
            Doubt::FewRunsForInterval => 0,
            Doubt::AllEqual => 1,
            Doubt::FewRunsForDifference => 2,
            Doubt::NotExact => return self.of_warning(&warning()),
        };
        match self.constant[place] {
            Some(note) => note,
            None => {
                let note = self.of_warning(&warning());
                self.constant[place] = Some(note);
                note
            }
        }
    }

    pub(super) fn of_warning(&mut self, warning: &Warning) -> NoteId {
        let text = warning.to_bytes();
        let number = match &mut self.texts {
            Texts::Own(texts) => texts.intern(&text),
            Texts::Known(texts) => texts.find(&text).unwrap_or_default(),
        };
        NoteId::MIN.saturating_add(number)
    }

    pub(super) fn text(&self, note: NoteId) -> &[u8] {
        self.texts.all().get(note.get() - 1)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (NoteId, &[u8])> {
        let numbers = (0..).map(|i| NoteId::MIN.saturating_add(i));
        numbers.zip(self.texts.all().iter())
    }
}
