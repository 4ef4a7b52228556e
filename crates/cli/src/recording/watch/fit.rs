//! Text that fits a terminal.

use console::truncate_str;

use crate::neutral::in_one_line;

/// The mark that replaces the rest of a line.
const CUT: &str = "…";

/// Fits a text, which may contain any characters, into one line of this width.
pub(super) fn line(text: &str, columns: usize) -> String {
    truncate_str(&in_one_line(text).replace('\t', " "), columns, CUT).into_owned()
}

/// Returns at most `rows` lines from the start of a text; the last line then gives the number of hidden lines.
pub(super) fn lines(text: &[u8], rows: usize, columns: usize) -> String {
    let text = String::from_utf8_lossy(text);
    let all: Vec<_> = text.lines().collect();
    let shown = if all.len() <= rows { all.len() } else { rows.saturating_sub(1) };
    let mut lines: Vec<_> = all[..shown].iter().map(|text| line(text, columns)).collect();
    if shown < all.len() && 0 < rows {
        lines.push(line(&format!("… and {} more lines", all.len() - shown), columns));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::{line, lines};

    #[test]
    fn long_lines_are_cut() {
        assert_eq!(line("abcdef", 6), "abcdef");
        assert_eq!(line("abcdef", 4), "abc…");
        // Wide letters occupy two columns.
        assert_eq!(line("漢字漢字", 8), "漢字漢字");
        assert_eq!(line("漢字漢字", 6), "漢字…");
        assert_eq!(line("a\tb\x1b[2J\n", 80), "a b\\x1b[2J\\x0a");
    }

    #[test]
    fn many_lines_are_cut() {
        assert_eq!(lines(b"a\nb\nc\n", 3, 80), "a\nb\nc");
        assert_eq!(lines(b"a\nb\nc\nd\n", 3, 80), "a\nb\n… and 2 more lines");
        assert_eq!(lines(b"a\nb\n", 1, 80), "… and 2 more lines");
        assert_eq!(lines(b"a\nb\n", 0, 80), "");
        assert_eq!(lines(b"\xff\n", 1, 80), "\u{fffd}");
    }
}
