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
        let mut rest = Some(without_return(row));
        while let Some(text) = rest {
            if self.all.len() == self.len {
                self.all.push(Vec::new());
            }
            let field = &mut self.all[self.len];
            field.clear();
            self.len += 1;
            let Some(after) = read(text, separator, field) else { return false };
            rest = after;
        }
        true
    }
}

/// Reads a field. Returns the text after its separator, or `Some(None)` after the last field; `None` if its quotes do
/// not end.
#[expect(clippy::option_option)]
fn read<'a>(text: &'a [u8], separator: u8, field: &mut Vec<u8>) -> Option<Option<&'a [u8]>> {
    let mut rest = text;
    if let Some(quoted) =
        text.trim_ascii_start().strip_prefix(b"\"").filter(|_| text.first() != Some(&separator))
    {
        rest = quoted;
        loop {
            let end = memchr::memchr(b'"', rest)?;
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
    }
}
