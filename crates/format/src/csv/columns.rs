//! The meaning of columns.
//!
//! Takes the user's description, and a header; gives the index of each column, or a sentence that names a missing
//! column.

use super::fields::{Fields, SEPARATORS};
use benchlens_base::{Error, Span};

/// The columns of a table with a header that contain names, values and units.
///
/// ```
/// # use benchlens_format::Columns;
/// assert!(Columns::parse("name=test,value=ms,unit=ms/op").is_ok());
/// assert!(Columns::parse("name=test,time=ms").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    /// As they were given.
    pub(crate) text: String,
    name: String,
    /// Each value with its unit: a column, or else the unit itself.
    values: Vec<(String, String)>,
}

/// The columns with these names.
impl Default for Columns {
    fn default() -> Columns {
        let text = "name=name,value=value,unit=unit".into();
        Columns { text, name: "name".into(), values: vec![("value".into(), "unit".into())] }
    }
}

/// The meaning of each column of a table.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) separator: u8,
    /// All columns, as keys of names.
    pub(super) columns: Vec<Vec<u8>>,
    pub(super) name: usize,
    pub(super) values: Vec<(usize, Unit)>,
    /// All other columns that have a name.
    pub(super) keys: Vec<usize>,
}

/// The unit of a column of values.
#[derive(Debug, Clone)]
pub(super) enum Unit {
    Column(usize),
    Text(Vec<u8>),
}

impl Columns {
    /// Parses `name=COLUMN,value=COLUMN,unit=COLUMN`. A unit that is not a column is the unit itself; `value` and
    /// `unit` may occur several times.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is something else.
    pub fn parse(text: &str) -> Result<Columns, Error> {
        let whole = Span { start: 0, end: text.len() };
        let wrong = |span, message: &str| Err(Error::syntax("map", text, span, message));
        let (mut name, mut values, mut units) = (None, Vec::new(), Vec::new());
        let mut start = 0;
        for part in text.split(',') {
            let span = Span { start, end: start + part.len() };
            start = span.end + 1;
            match part.split_once('=') {
                Some((_, "")) | None => {
                    return wrong(span, "expected name=COLUMN, value=COLUMN or unit=COLUMN");
                }
                Some(("name", column)) if name.is_none() => name = Some(column.to_owned()),
                Some(("name", _)) => return wrong(span, "a second column for names"),
                Some(("value", column)) => values.push(column.to_owned()),
                Some(("unit", column)) => units.push(column.to_owned()),
                Some(_) => {
                    return wrong(
                        span,
                        "no such thing is read from a column: use name, value or unit",
                    );
                }
            }
        }
        let standard = Columns::default();
        let Some(name) = name else { return wrong(whole, "name= is missing") };
        if values.is_empty() {
            return wrong(whole, "value= is missing");
        }
        if units.is_empty() {
            units.extend(standard.values.into_iter().map(|(_, unit)| unit));
        }
        if units.len() == 1 {
            units.resize(values.len(), units[0].clone());
        }
        if units.len() != values.len() {
            return wrong(whole, "expected one unit= for all values, or one for each");
        }
        let values = values.into_iter().zip(units).collect();
        Ok(Columns { text: text.to_owned(), name, values })
    }

    /// Returns whether a header has the columns of names and values.
    pub(super) fn are_in(&self, header: &[u8]) -> bool {
        SEPARATORS.iter().any(|&separator| {
            let mut fields = Fields::default();
            let has = |fields: &Fields, name: &str| find(fields.get(), name).is_some();
            fields.split(header, separator)
                && has(&fields, &self.name)
                && self.values.iter().all(|(value, _)| has(&fields, value))
        })
    }

    /// Returns the indexes of the columns in a header.
    pub(super) fn find(&self, header: &[u8]) -> Result<Layout, String> {
        let mut best: Option<(usize, String)> = None;
        for separator in SEPARATORS {
            let mut fields = Fields::default();
            fields.split(header, separator);
            match self.layout(fields.get(), separator) {
                Ok(layout) => return Ok(layout),
                // The separator that gives the most fields is the likely one.
                Err(message) if best.as_ref().is_none_or(|best| best.0 < fields.get().len()) => {
                    best = Some((fields.get().len(), message));
                }
                Err(_) => {}
            }
        }
        Err(best.unwrap_or_default().1)
    }

    fn layout(&self, header: &[Vec<u8>], separator: u8) -> Result<Layout, String> {
        let index = |column: &str| {
            let index = find(header, column).ok_or_else(|| missing(column, header))?;
            match find(&header[index + 1..], column) {
                None => Ok(index),
                Some(_) => Err(format!(
                    "the header has `{column}` twice, so it is ambiguous: rename one of the columns"
                )),
            }
        };
        let name = index(&self.name)?;
        let (mut values, mut used) = (Vec::new(), vec![name]);
        for (column, unit) in &self.values {
            let value = index(column)?;
            used.push(value);
            let unit = match find(header, unit) {
                Some(_) => {
                    let unit = index(unit)?;
                    used.push(unit);
                    Unit::Column(unit)
                }
                // The word `unit` is not meant as a unit.
                None if unit == "unit" => return Err(missing(unit, header)),
                None => Unit::Text(unit.as_bytes().to_vec()),
            };
            values.push((value, unit));
        }
        let is_key = |index: &usize| !used.contains(index) && !header[*index].is_empty();
        let keys = (0..header.len()).filter(is_key).collect();
        // The text after the first `=` would be the value.
        let plain =
            |column: &Vec<u8>| column.iter().map(|&b| if b == b'=' { b'_' } else { b }).collect();
        let columns = header.iter().map(plain).collect();
        Ok(Layout { separator, columns, name, values, keys })
    }
}

fn find(header: &[Vec<u8>], column: &str) -> Option<usize> {
    header.iter().position(|field| field == column.as_bytes())
}

/// The maximum number of header columns in a message.
const SHOWN: usize = 20;

fn missing(column: &str, header: &[Vec<u8>]) -> String {
    let shown =
        header.iter().take(SHOWN).map(|field| format!("`{}`", String::from_utf8_lossy(field)));
    let mut shown: Vec<String> = shown.collect();
    if SHOWN < header.len() {
        shown.push("…".into());
    }
    let shown = shown.join(", ");
    format!(
        "no column `{column}`: the columns are {shown}; map columns by name=COLUMN,value=COLUMN,unit=UNIT"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(columns: &str, header: &str) -> Result<String, String> {
        let columns = match columns {
            "" => Columns::default(),
            text => Columns::parse(text).unwrap(),
        };
        let layout = columns.find(header.as_bytes())?;
        let Layout { separator, name, values, keys, .. } = layout;
        Ok(format!("{:?} {name} {values:?} {keys:?}", char::from(separator)))
    }

    #[test]
    fn columns_are_found_by_their_names() {
        let check =
            |columns, header, want: &str| assert_eq!(found(columns, header), Ok(want.into()));
        check("", "name,value,unit", "',' 0 [(1, Column(2))] []");
        check("", "x;unit;\"value\";y;name", "';' 4 [(2, Column(1))] [0, 3]");
        check("name=a b,value=c,unit=d", "\ta b\tc\td\te", "'\\t' 1 [(2, Column(3))] [4]");
        check("name=a,value=b,unit=ms", "a,b", "',' 0 [(1, Text([109, 115]))] []");
        check(
            "value=b,name=a,value=c,unit=B",
            "a,b,c",
            "',' 0 [(1, Text([66])), (2, Text([66]))] []",
        );
        check("name=a,value=b", "a,b,unit", "',' 0 [(1, Column(2))] []");
    }

    #[test]
    fn a_missing_column_shows_the_header() {
        let message = found("", "name;value;x").unwrap_err();
        assert!(
            message.starts_with("no column `unit`: the columns are `name`, `value`, `x`; "),
            "{message}"
        );
        assert!(found("name=a,value=b,unit=c", "b,c").unwrap_err().starts_with("no column `a`"));
        for header in ["name,value,value,unit", "name;unit;value;unit", "name,name,value,unit"] {
            let message = found("", header).unwrap_err();
            assert!(message.starts_with("the header has `"), "{message}");
        }
        let wide = vec!["x"; 30].join(",");
        assert!(found("", &wide).unwrap_err().contains("`x`, …;"));
    }

    #[test]
    fn a_wrong_map_points_at_its_part() {
        let check = |map: &str, start: usize, end: usize| {
            let span = Columns::parse(map).unwrap_err().span();
            assert_eq!(span, Some(Span { start, end }), "{map}");
        };
        check("", 0, 0);
        check("name", 0, 4);
        check("name=a,val=b", 7, 12);
        check("name=a,value=", 7, 13);
        check("name=a,value=b,name=c", 15, 21);
        check("name=a", 0, 6);
        check("value=a", 0, 7);
        check("name=a,value=b,unit=c,unit=d", 0, 28);
    }
}
