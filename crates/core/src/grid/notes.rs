//! Footnotes of one table: equal texts share a number, numbers follow first use.

use std::num::NonZeroU32;

use crate::base::Numbered;
use crate::table::{Cell, Comparison, Report, Warning};

/// The number of a note, from 1.
pub type NoteId = NonZeroU32;

#[derive(Debug, Default)]
pub(super) struct Notes<'n> {
    texts: Texts<'n>,
    /// The numbers of the notes whose text is the same for the whole report: there may be one on
    /// each of very many cells.
    constant: [Option<NoteId>; Warning::COUNT],
    /// Where the last list of keys in which cells vary is, with its note: thousands of cells may vary in
    /// the same thousands of keys.
    varying: Option<(usize, NoteId)>,
}

/// Where the texts are.
#[derive(Debug)]
enum Texts<'n> {
    Own(Numbered),
    /// All there are were numbered elsewhere.
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
    /// The same notes for a part of the table.
    pub(super) fn known(&self) -> Notes<'_> {
        Notes { texts: Texts::Known(self.texts.all()), constant: self.constant, varying: None }
    }

    /// The notes on a cell's centre.
    pub(super) fn of_cell(&mut self, report: &Report, cell: &Cell) -> [Option<NoteId>; 2] {
        let mut notes =
            report.cell_warnings(cell).map(|warning| self.of_warning(report, warning, Some(cell)));
        [notes.next(), notes.next()]
    }

    /// The note on a comparison.
    pub(super) fn of_comparison(
        &mut self,
        report: &Report,
        comparison: &Comparison,
    ) -> Option<NoteId> {
        let warning = comparison.sides?.warning?;
        if let Some(note) = self.constant[warning as usize] {
            return Some(note);
        }
        let note = self.number(&report.comparison_warning_text(comparison)?);
        if !warning.is_about_one() {
            self.constant[warning as usize] = Some(note);
        }
        Some(note)
    }

    /// The note of a warning; `cell` is the cell that it is about, if it is about one.
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
        } else if !warning.is_about_one() {
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
