//! GitHub's tables, one for each table of the report, with its footnotes below.
//!
//! Names and labels are text: whatever they hold, they do not become markup.

use std::io::Result;

use super::Pieces;
use crate::base::Text;
use crate::grid::{Grid, GridRow, NoteId, Numbers};
use crate::table::Report;

pub(super) fn render(report: &Report, out: &mut Pieces<'_>) -> Result<Vec<u8>> {
    for index in 0..report.tables.len() {
        if index != 0 {
            out.buffer.push(b'\n');
        }
        let grid = Grid::new(report, index, Numbers::Scaled);
        for (name, value) in &grid.keys {
            push(out, &[&escaped(name.as_bytes()), b": ", &escaped(value.as_bytes()), b"  \n"]);
        }
        if !grid.keys.is_empty() {
            out.buffer.push(b'\n');
        }
        table(&grid, out)?;
        for (i, (note, text)) in grid.note_texts().enumerate() {
            let gap: &[u8] = if i == 0 { b"\n" } else { b"" };
            let mark = format!("<sup>{note}</sup> ");
            push(out, &[gap, mark.as_bytes(), &escaped(text), b"  \n"]);
            out.flush_if_large()?;
        }
    }
    Ok(Vec::new())
}

fn table(grid: &Grid<'_>, out: &mut Pieces<'_>) -> Result<()> {
    let unit = escaped(grid.unit.as_bytes());
    push(out, &[b"| ", &unit, b" |"]);
    for (i, key) in grid.columns.iter().enumerate() {
        let words: Vec<&[u8]> = key.iter().map(Text::as_bytes).collect();
        push(out, &[b" ", &escaped(&words.join(&b' ')), b" |"]);
        if i != 0 {
            push(out, &[b" vs base | |"]);
        }
    }
    out.buffer.extend_from_slice(b"\n|:--|");
    for i in 0..grid.columns.len() {
        out.buffer.extend_from_slice(if i == 0 { b"--:|" } else { b"--:|--:|:--|" });
    }
    out.buffer.push(b'\n');
    for row in &grid.rows {
        row_line(grid, row, out);
        out.flush_if_large()?;
    }
    if !grid.geomeans.is_empty() {
        out.buffer.extend_from_slice(b"| geomean |");
        for geomean in &grid.geomeans {
            push(out, &[b" ", grid.text(geomean.center), &marks(geomean.notes.iter()), b" |"]);
            if let Some((_, ratio)) = geomean.ratio {
                push(out, &[b" ", grid.text(ratio), b" | |"]);
            }
        }
        out.buffer.push(b'\n');
    }
    Ok(())
}

fn row_line(grid: &Grid<'_>, row: &GridRow, out: &mut Pieces<'_>) {
    push(out, &[b"| ", &escaped(grid.text(row.label)), b" |"]);
    let mut cells = grid.cells(row).iter().peekable();
    for column in 0..grid.columns.len() {
        let Some(cell) = cells.next_if(|cell| cell.column == column) else {
            out.buffer.extend_from_slice(if column == 0 { b" |" } else { b" | | |" });
            continue;
        };
        let notes = marks(cell.notes.iter().flatten());
        let (center, range) = (grid.text(cell.center), grid.text(cell.range));
        push(out, &[b" ", center, " ± ".as_bytes(), range, &notes, b" |"]);
        match &cell.comparison {
            Some(comparison) => {
                let delta = escaped(grid.text(comparison.delta));
                let odds = grid.text(comparison.odds);
                let notes = marks(comparison.note.iter());
                push(out, &[b" ", &delta, b" | ", odds, &notes, b" |"]);
            }
            None if column != 0 => out.buffer.extend_from_slice(b" | |"),
            None => {}
        }
    }
    out.buffer.push(b'\n');
}

fn push(out: &mut Pieces<'_>, parts: &[&[u8]]) {
    parts.iter().for_each(|part| out.buffer.extend_from_slice(part));
}

fn marks<'n>(notes: impl Iterator<Item = &'n NoteId>) -> Vec<u8> {
    let notes: Vec<String> = notes.map(NoteId::to_string).collect();
    if notes.is_empty() {
        Vec::new()
    } else {
        format!("<sup>{}</sup>", notes.join(" ")).into_bytes()
    }
}

/// A text in which nothing is markup. Line ends would end the table.
pub(super) fn escaped(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &byte in text {
        match byte {
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            b'&' => out.extend_from_slice(b"&amp;"),
            b'@' => out.extend_from_slice(b"&#64;"),
            b'\n' | b'\r' => out.push(b' '),
            b'\\' | b'`' | b'*' | b'_' | b'[' | b']' | b'|' | b'~' | b'#' | b'$' => {
                out.extend_from_slice(&[b'\\', byte]);
            }
            _ => out.push(byte),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_markup() {
        let check = |text: &str, want: &str| {
            assert_eq!(String::from_utf8(escaped(text.as_bytes())).unwrap(), want);
        };
        check("A/n=1-8", "A/n=1-8");
        check("<img onerror=x>", "&lt;img onerror=x&gt;");
        check("a|b\\|`c`\n*d*", r"a\|b\\\|\`c\` \*d\*");
        check("@someone", "&#64;someone");
    }
}
