//! A row cut into its fields.

use crate::line_limits::without_return;

/// The characters that may separate fields.
pub(super) const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// The fields of a row, in buffers that keep their memory.
#[derive(Debug, Default, Clone)]
pub(crate) struct Fields {
    all: Vec<Vec<u8>>,
    len: usize,
}

impl Fields {
    pub(crate) fn get(&self) -> &[Vec<u8>] {
        &self.all[..self.len]
    }

    /// Cuts a row. Returns whether the row is complete, because a line may end within quotes.
    pub(crate) fn split(&mut self, row: &[u8], separator: u8) -> bool {
        self.len = 0;
        self.cut(row, separator, false)
    }

    /// Continues the last row, which is not complete, with the next line. Returns whether the row is complete.
    pub(crate) fn resume(&mut self, line: &[u8], separator: u8) -> bool {
        if let Some(field) = self.all.get_mut(self.len.saturating_sub(1)) {
            field.push(b'\n');
        }
        self.cut(line, separator, true)
    }

    /// Cuts a line, which may begin within the quotes of the last field.
    fn cut(&mut self, line: &[u8], separator: u8, mut is_quoted: bool) -> bool {
        let whole = without_return(line);
        let mut rest = Some(whole);
        while let Some(text) = rest {
            if !is_quoted {
                if self.all.len() == self.len {
                    self.all.push(Vec::new());
                }
                self.all[self.len].clear();
                self.len += 1;
            }
            let field = &mut self.all[self.len - 1];
            let Some(after) = read(text, separator, field, is_quoted) else {
                // The line ends within quotes, so all of its bytes belong to the field.
                field.extend_from_slice(&line[whole.len()..]);
                return false;
            };
            rest = after;
            is_quoted = false;
        }
        true
    }
}

/// Reads a field, or the rest of one within quotes. Returns the text after its separator, or `Some(None)` after the
/// last field; `None` if its quotes do not end.
#[expect(clippy::option_option)]
fn read<'a>(
    text: &'a [u8],
    separator: u8,
    field: &mut Vec<u8>,
    is_quoted: bool,
) -> Option<Option<&'a [u8]>> {
    let mut rest = text;
    // Tabs may be blanks or separators, so quotes are only expected in the text before the next separator.
    let own = memchr::memchr(separator, text).map_or(text, |end| &text[..end]);
    let blanks = own.len() - own.trim_ascii_start().len();
    if is_quoted || own[blanks..].starts_with(b"\"") {
        rest = if is_quoted { text } else { &text[blanks + 1..] };
        loop {
            let Some(end) = memchr::memchr(b'"', rest) else {
                field.extend_from_slice(rest);
                return None;
            };
            field.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            match rest.strip_prefix(b"\"") {
                Some(after) => {
                    field.push(b'"');
                    rest = after;
                }
                None => break,
            }
        }
    }
    let end = memchr::memchr(separator, rest);
    let own = &rest[..end.unwrap_or(rest.len())];
    field.extend_from_slice(own.trim_ascii());
    Some(end.map(|end| &rest[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_cut_at_separators() {
        let check = |row: &str, separator: u8, want: Option<&[&str]>| {
            let mut fields = Fields::default();
            let is_whole = fields.split(row.as_bytes(), separator);
            let got = fields.get().iter().map(|field| str::from_utf8(field).unwrap());
            let got: Vec<&str> = got.collect();
            assert_eq!(is_whole.then_some(&got[..]), want, "{row:?}");
        };
        check("a,b,c", b',', Some(&["a", "b", "c"]));
        check("a, b ,\r", b',', Some(&["a", "b", ""]));
        check("", b',', Some(&[""]));
        check("a;b,c", b';', Some(&["a", "b,c"]));
        check("a\tb c\t\td", b'\t', Some(&["a", "b c", "", "d"]));
        check("\"a,b\", \"c\"\"d\",e\"f\"", b',', Some(&["a,b", "c\"d", "e\"f\""]));
        check("\"a\nb\",\"\"", b',', Some(&["a\nb", ""]));
        check("\"a\"b,c", b',', Some(&["ab", "c"]));
        check("a,\"b", b',', None);
        check("\"a\"\"", b',', None);
        check("\t\"a\"", b'\t', Some(&["", "a"]));
        check("a\t \t \"b\"", b'\t', Some(&["a", "", "b"]));
    }

    #[test]
    fn a_row_may_have_several_lines() {
        let mut fields = Fields::default();
        assert!(!fields.split(b"a,\"b\"\"\r", b','));
        assert!(!fields.resume(b"c,", b','));
        assert!(!fields.resume(b"", b','));
        assert!(fields.resume(b"\"\"\"d,e\r", b','));
        assert_eq!(fields.get(), [&b"a"[..], b"b\"\r\nc,\n\n\"d", b"e"]);
    }
}
