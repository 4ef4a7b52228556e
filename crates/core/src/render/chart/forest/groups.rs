//! Groups of rows: those whose names share their first part, under a heading.

use super::super::labels::Labels;
use super::super::picked::Picked;
use crate::base::Numbered;

/// The height of a heading.
pub(super) const HEADING: f64 = 22.0;
/// Up to this number of rows, a reader needs no groups.
const FEW: usize = 12;

/// The headings of rows: an index for each row that begins a group, and its group.
pub(super) struct Groups {
    /// The heading above each row, if it begins a group of several.
    headings: Vec<Option<String>>,
}

impl Groups {
    /// Moves the rows of a group together, the groups in the order of their first rows, unless the query orders the
    /// rows.
    pub(super) fn arrange(picked: &mut Picked<'_>) -> Groups {
        let names = picked.row_labels().full;
        let (mut heads, mut groups) = (Numbered::default(), Vec::<Vec<usize>>::new());
        for (&row, name) in picked.rows.iter().zip(&names) {
            let head = name.split('/').next().unwrap_or_default();
            let group = heads.number(head.as_bytes()) as usize;
            groups.resize(groups.len().max(group + 1), Vec::new());
            groups[group].push(row);
        }
        let is_grouped = picked.has_own_order && FEW < names.len() && 1 < groups.len();
        if !is_grouped {
            return Groups { headings: vec![None; names.len()] };
        }
        picked.rows.clear();
        let mut headings = Vec::new();
        for (head, rows) in heads.texts().iter().zip(groups) {
            let heading = String::from_utf8_lossy(head).into_owned();
            headings.push((1 < rows.len()).then_some(heading));
            headings.resize(headings.len() + rows.len() - 1, None);
            picked.rows.extend(rows);
        }
        Groups { headings }
    }

    /// Returns the heading of a row.
    pub(super) fn heading(&self, row: usize) -> Option<&str> {
        self.headings[row].as_deref()
    }

    /// Keeps only the first rows.
    pub(super) fn truncate(&mut self, rows: usize) {
        self.headings.truncate(rows);
    }

    /// Returns the height of the headings of the first rows.
    pub(super) fn height(&self, rows: usize) -> f64 {
        self.headings.iter().take(rows).flatten().count() as f64 * HEADING
    }

    /// Removes the text of a heading from the names below it.
    pub(super) fn shorten(&self, labels: &mut Labels) {
        let mut prefix = String::new();
        for (i, short) in labels.short.iter_mut().enumerate() {
            if let Some(heading) = self.heading(i) {
                prefix = format!("{heading}/");
            }
            if let Some(rest) = short.strip_prefix(&prefix).filter(|rest| !rest.is_empty()) {
                *short = rest.to_owned();
            }
        }
    }
}
