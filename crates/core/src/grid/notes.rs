//! Footnotes of one table: equal texts share a number, and numbers follow first use.

use std::num::NonZeroU32;

use crate::base::Numbered;
use crate::table::{Cell, Comparison, ComparisonWarning, Report, Warning};

/// The number of a note, from 1.
pub type NoteId = NonZeroU32;

#[derive(Debug, Default)]
pub(super) struct Notes<'n> {
    texts: Texts<'n>,
    /// The numbers of the notes whose text is the same for the whole report, because there may be one on each of many
    /// cells.
    constant: [Option<NoteId>; Warning::COUNT],
    /// The same for comparisons: all values are equal, or there are too few runs.
    all_equal: Option<NoteId>,
    few_runs: Option<NoteId>,
    /// The address of the last list of keys in which cells vary, with its note, because thousands of cells may vary in
    /// the same thousands of keys.
    varying: Option<(usize, NoteId)>,
}

/// The texts of the notes.
#[derive(Debug)]
enum Texts<'n> {
    Own(Numbered),
    /// All notes already have numbers.
    Known(&'n Numbered),
}

impl Default for Texts<'_> {
    fn default() -> Self {
        Texts::Own(Numbered::default())
    }
}

impl Texts<'_> {
    fn all(&self) -> &Numbered {
        match self {
            Texts::Own(texts) => texts,
            Texts::Known(texts) => texts,
        }
    }
}

impl Notes<'_> {
    /// Returns the same notes for a part of the table.
    pub(super) fn known(&self) -> Notes<'_> {
        let Notes { constant, all_equal, few_runs, .. } = *self;
        Notes {
            texts: Texts::Known(self.texts.all()),
            constant,
            all_equal,
            few_runs,
            varying: None,
        }
    }

    /// Returns the notes on a cell's center.
    pub(super) fn of_cell(&mut self, report: &Report, cell: &Cell) -> [Option<NoteId>; 2] {
        let mut notes =
            report.cell_warnings(cell).map(|warning| self.of_warning(report, warning, Some(cell)));
        [notes.next(), notes.next()]
    }

    /// Returns the note on a comparison.
    pub(super) fn of_comparison(
        &mut self,
        report: &Report,
        comparison: &Comparison,
    ) -> Option<NoteId> {
        let warning = comparison.warning()?;
        // These are about intervals and outcomes.
        let has_outcomes = report.analysis.as_ref().is_some_and(|analysis| analysis.outcomes);
        let needs_outcomes =
            matches!(warning, ComparisonWarning::SomeRunsChanged | ComparisonWarning::Sequential);
        if needs_outcomes && !has_outcomes {
            return None;
        }
        if let Some(note) = self.constant_of(warning).and_then(|note| *note) {
            return Some(note);
        }
        let note = self.number(&report.comparison_warning_text(comparison)?.with_flags());
        if let Some(constant) = self.constant_of(warning) {
            *constant = Some(note);
        }
        Some(note)
    }

    /// Returns the number of a note whose text is the same for all comparisons of the report.
    fn constant_of(&mut self, warning: ComparisonWarning) -> Option<&mut Option<NoteId>> {
        match warning {
            ComparisonWarning::AllEqual => Some(&mut self.all_equal),
            ComparisonWarning::FewRunsForDifference => Some(&mut self.few_runs),
            ComparisonWarning::Refused(_)
            | ComparisonWarning::AllPairsEqual
            | ComparisonWarning::FewPairsForDifference
            | ComparisonWarning::SomeRunsChanged
            | ComparisonWarning::Sequential => None,
        }
    }

    /// Returns the note of a warning; `cell` is the cell that it concerns, if any.
    pub(super) fn of_warning(
        &mut self,
        report: &Report,
        warning: Warning,
        cell: Option<&Cell>,
    ) -> NoteId {
        let known = self.constant[warning as usize];
        if let Some(note) = known {
            return note;
        }
        let keys = cell
            .filter(|_| warning == Warning::VariesIn)
            .map(|cell| cell.varies_in().as_ptr().addr());
        if let (Some(keys), Some((last, note))) = (keys, &self.varying)
            && keys == *last
        {
            return *note;
        }
        let note = self.number(&report.warning_text(warning, cell));
        if let Some(keys) = keys {
            self.varying = Some((keys, note));
        } else if !warning.is_about_cell() {
            self.constant[warning as usize] = Some(note);
        }
        note
    }

    fn number(&mut self, text: &[u8]) -> NoteId {
        let number = match &mut self.texts {
            Texts::Own(texts) => texts.number(text),
            Texts::Known(texts) => texts.find(text).unwrap_or_default(),
        };
        NoteId::MIN.saturating_add(number)
    }

    pub(super) fn text(&self, note: NoteId) -> &[u8] {
        &self.texts.all().texts()[note.get() as usize - 1]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (NoteId, &[u8])> {
        let numbers = (0..).map(|i| NoteId::MIN.saturating_add(i));
        numbers.zip(self.texts.all().texts().iter().map(|text| &text[..]))
    }
}
