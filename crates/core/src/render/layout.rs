//! Aligned columns: from cells with margins and spans to lines of text.
//!
//! Widths count characters, not display columns, and an invalid byte counts as one.

use crate::base::sort::{sort_copies, sort_indices};

/// The alignment of a cell's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
    Center,
}

/// The text between a cell and the cell to its left.
#[derive(Debug, Clone, Copy)]
pub(super) struct Margin {
    text: &'static str,
    width: usize,
}

impl Margin {
    pub(super) const NONE: Margin = Margin::new("", 0);
    pub(super) const SPACE: Margin = Margin::new(" ", 1);
    pub(super) const SPACES: Margin = Margin::new("  ", 2);
    pub(super) const RANGE: Margin = Margin::new(" ± ", 3);
    pub(super) const BORDER: Margin = Margin::new(" │ ", 3);
    pub(super) const EDGE: Margin = Margin::new(" │", 2);

    const fn new(text: &'static str, width: usize) -> Self {
        Margin { text, width }
    }
}

/// A cell for measuring and printing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) column: usize,
    pub(super) span: usize,
    pub(super) align: Align,
    /// The text to the left of the cell's text.
    pub(super) margin: Margin,
    pub(super) text: &'a [u8],
    /// The terminal sequence before the text; empty for the default color.
    pub(super) paint: &'static str,
}

/// The sequence for the default color.
pub(super) const PLAIN: &str = "\x1b[0m";

/// The widths of all columns.
#[derive(Debug)]
pub(super) struct Layout {
    /// The largest margin of the cells that start in each column.
    margins: Vec<usize>,
    widths: Vec<usize>,
    /// Columns that a wide cell above them does not widen.
    shrink: Vec<bool>,
    /// The start of each column, and one more for the end.
    offsets: Vec<usize>,
    /// Cells over several columns: (span, column, width of the text).
    wide: Vec<(usize, usize, usize)>,
}

impl Layout {
    pub(super) fn new(columns: usize) -> Self {
        Layout {
            margins: vec![0; columns],
            widths: vec![0; columns],
            shrink: vec![false; columns],
            offsets: Vec::new(),
            wide: Vec::new(),
        }
    }

    pub(super) fn shrink(&mut self, column: usize) {
        self.shrink[column] = true;
    }

    /// Makes room for all cells that another layout of the same columns has measured.
    pub(super) fn join(&mut self, other: Layout) {
        let most = |own: &mut [usize], other: &[usize]| {
            own.iter_mut().zip(other).for_each(|(own, &other)| *own = (*own).max(other));
        };
        most(&mut self.margins, &other.margins);
        most(&mut self.widths, &other.widths);
        self.wide.extend(other.wide);
    }

    /// Computes the widths: narrow cells first, then wide ones that need more than the columns below them have, spread
    /// over those columns.
    pub(super) fn settle(&mut self) {
        for (width, margin) in self.widths.iter_mut().zip(&self.margins) {
            // One was added to distinguish a column with an empty cell from a column without cells.
            *width = if *width == 0 { 0 } else { *width - 1 + margin };
        }
        let mut wide = std::mem::take(&mut self.wide);
        sort_copies(&mut wide, &mut |a, b| a.0.cmp(&b.0));
        for (span, column, width) in wide {
            self.widen(column..column + span, width + self.margins[column]);
        }
        self.offsets = vec![0];
        for width in &self.widths {
            self.offsets.push(self.offsets[self.offsets.len() - 1] + width);
        }
    }

    fn widen(&mut self, columns: std::ops::Range<usize>, width: usize) {
        if width <= self.widths[columns.clone()].iter().sum() {
            return;
        }
        let (fixed, mut others): (Vec<usize>, Vec<usize>) =
            columns.partition(|&column| self.shrink[column]);
        let fixed: usize = fixed.iter().map(|&column| self.widths[column]).sum();
        let mut missing = width.saturating_sub(fixed);
        // The widest come first, because columns that exceed their share leave less for the others to add.
        sort_indices(&mut others, &mut |a, b| self.widths[b].cmp(&self.widths[a]));
        for (i, &column) in others.iter().enumerate() {
            let share = missing.div_ceil(others.len() - i);
            self.widths[column] = self.widths[column].max(share);
            missing = missing.saturating_sub(self.widths[column]);
        }
    }

    /// Returns the width of a line.
    pub(super) fn width(&self) -> usize {
        self.offsets.last().copied().unwrap_or(0)
    }

    /// Returns a printer for lines whose cells were all measured.
    pub(super) fn printer<'l>(&'l self, out: &'l mut Vec<u8>) -> Printer<'l> {
        Printer { layout: self, out, cursor: 0 }
    }
}

/// Accepts lines of cells, from left to right.
pub(super) trait Lines {
    fn cell(&mut self, piece: Piece<'_>);
    fn end(&mut self);
}

/// Makes room for each cell.
impl Lines for Layout {
    fn cell(&mut self, piece: Piece<'_>) {
        let margin = &mut self.margins[piece.column];
        *margin = (*margin).max(piece.margin.width);
        let width = chars(piece.text);
        if piece.span == 1 {
            // The margin is added after the largest one is known.
            let widest = &mut self.widths[piece.column];
            *widest = (*widest).max(width + 1);
        } else {
            self.wide.push((piece.span, piece.column, width));
        }
    }

    fn end(&mut self) {}
}

/// Prints each cell in its column.
pub(super) struct Printer<'l> {
    layout: &'l Layout,
    out: &'l mut Vec<u8>,
    cursor: usize,
}

impl Lines for Printer<'_> {
    fn cell(&mut self, piece: Piece<'_>) {
        let is_blank = piece.margin.text.bytes().all(|b| b == b' ');
        if piece.text.is_empty() && is_blank {
            return;
        }
        let Layout { margins, offsets, .. } = self.layout;
        let (offset, margin) = (offsets[piece.column], margins[piece.column]);
        // If a cell to the left was wider than its columns, the distance is negative. benchstat prints its absolute
        // value in spaces, so this does the same.
        let mut before = offset.abs_diff(self.cursor) + margin - piece.margin.width;
        if is_blank {
            before += piece.margin.width;
        } else {
            spaces(self.out, std::mem::take(&mut before));
            self.out.extend_from_slice(piece.margin.text.as_bytes());
        }
        let width = chars(piece.text);
        let room = (offsets[piece.column + piece.span] - offset).saturating_sub(margin);
        let pad = match piece.align {
            Align::Left => 0,
            Align::Right => room.saturating_sub(width),
            Align::Center => room.saturating_sub(width) / 2,
        };
        spaces(self.out, before + pad);
        if !piece.paint.is_empty() {
            self.out.extend_from_slice(piece.paint.as_bytes());
        }
        self.out.extend_from_slice(piece.text);
        if !piece.paint.is_empty() {
            self.out.extend_from_slice(PLAIN.as_bytes());
        }
        self.cursor = offset + margin + pad + width;
    }

    fn end(&mut self) {
        self.out.push(b'\n');
        self.cursor = 0;
    }
}

fn spaces(out: &mut Vec<u8>, count: usize) {
    const FEW: [u8; 64] = [b' '; 64];
    // Copying a few bytes takes fewer instructions than filling them.
    match FEW.get(..count) {
        Some(few) => out.extend_from_slice(few),
        None => out.resize(out.len() + count, b' '),
    }
}

/// Returns the number of characters of a text; each invalid byte is one.
pub(super) fn chars(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    match std::str::from_utf8(text) {
        Ok(text) => text.chars().count(),
        Err(_) => {
            let chunks = text.utf8_chunks();
            chunks.map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
        }
    }
}
