//! Baselines: which column each column is compared with.
//!
//! Takes the query's `base` and the columns of all tables; gives each table its list of columns and the baseline of
//! each. Guarantees that all other code reads this: the index of a column means nothing else. Must not know values or
//! statistics.

use serde::Serialize;

use super::bases::Bases;
use super::cells::{Cells, TableCells};
use super::index::rows_of;
use crate::base::sort::sort_copies;
use crate::base::{Error, Text, Texts, write_label};
use crate::project::{KeyId, nearest};
use crate::spec::{FIRST, PREVIOUS};
use crate::table::model::Note;

/// The choice of baseline, as the query states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Baseline {
    /// The first column of each table.
    First,
    /// The previous column, among the columns that the row has.
    Previous,
    /// One column of the report, selected by its values.
    Column(Wanted),
    /// Nothing is compared. No query can say so.
    None,
}

/// A column by its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The text as it was written.
    text: String,
    /// The value, if the columns have only one key.
    value: String,
    /// The values of keys, if the text can be read that way.
    parts: Option<Vec<(String, String)>>,
}

impl Baseline {
    /// Reads `first`, `previous`, a value, or values of several keys: `/codec=gzip,/size=1k`. Quoted text is always a
    /// value.
    pub(crate) fn parse(text: &str) -> Result<Baseline, Error> {
        match text {
            FIRST => return Ok(Baseline::First),
            PREVIOUS => return Ok(Baseline::Previous),
            "" => {
                let message = "expected first, previous or the value of a column";
                return Err(Error::of_setting("base", message));
            }
            _ => {}
        }
        let (value, rest) = value(text);
        let value = if rest.is_empty() { value } else { text.to_owned() };
        Ok(Baseline::Column(Wanted { text: text.to_owned(), value, parts: parts(text) }))
    }
}

/// Reads a value up to a comma, in quotes or not; also returns the rest of the text.
fn value(text: &str) -> (String, &str) {
    let Some(mut rest) = text.strip_prefix('"') else {
        let end = text.find(',').unwrap_or(text.len());
        return (text[..end].to_owned(), &text[end..]);
    };
    let mut value = String::new();
    while let Some(end) = rest.find('"') {
        value += &rest[..end];
        rest = &rest[end + 1..];
        // A doubled quote means one quote.
        let Some(more) = rest.strip_prefix('"') else { return (value, rest) };
        value.push('"');
        rest = more;
    }
    (text.to_owned(), "")
}

/// Reads `KEY=VALUE,KEY=VALUE`.
fn parts(mut text: &str) -> Option<Vec<(String, String)>> {
    let mut parts = Vec::new();
    loop {
        let (key, rest) = text.split_once('=')?;
        let (value, rest) = value(rest);
        parts.push((key.to_owned(), value));
        if rest.is_empty() {
            return Some(parts);
        }
        text = rest.strip_prefix(',')?;
    }
}

/// Returns the values of a column in the form that `-base` accepts.
pub(crate) fn base_text(names: &[Text], values: &Texts) -> String {
    let quoted = |value: &str, special: &[&str]| {
        let plain = !value.is_empty() && !value.contains(['"', ',']) && !special.contains(&value);
        if plain { value.to_owned() } else { format!("\"{}\"", value.replace('"', "\"\"")) }
    };
    let texts = values.iter().map(Text::to_string_lossy);
    match names {
        [_] => texts.map(|value| quoted(&value, &[FIRST, PREVIOUS])).collect(),
        _ => {
            let part = |(name, value): (&Text, String)| format!("{name}={}", quoted(&value, &[]));
            names.iter().zip(texts).map(part).collect::<Vec<_>>().join(",")
        }
    }
}

/// A column that others can be compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct BaseChoice {
    /// The [`Query::base`](crate::Query::base) that selects it.
    pub base: String,
    /// Its label.
    pub label: String,
}

/// The choice of baseline, applied to the columns of a report.
#[derive(Clone, Copy)]
enum Resolved {
    First,
    Previous,
    Column(KeyId),
    None,
}

impl Cells {
    /// Gives all columns of all tables their baselines. With `all`, a table also lists report columns that it does not
    /// have and that an analysis reports as missing.
    ///
    /// # Errors
    ///
    /// The report does not have a requested column.
    pub(in crate::table) fn set_baselines(
        &mut self,
        baseline: &Baseline,
        all: bool,
    ) -> Result<(), Error> {
        let columns = self.columns();
        let cells = self.tables.iter().map(|table| table.cells.len()).sum::<usize>();
        let rows = self.tables.iter().map(|table| rows_of(&table.cells).count()).sum::<usize>();
        let is_much = GAPS + GAPS_PER_CELL * cells < rows.saturating_mul(columns.len());
        self.is_short = all && is_much && *baseline != Baseline::Previous;
        let listed = match (all, self.is_short) {
            (false, _) => Listed::Own,
            (true, true) => Listed::Next,
            (true, false) => Listed::All,
        };
        let resolved = match baseline {
            Baseline::First => Resolved::First,
            Baseline::Previous => Resolved::Previous,
            Baseline::None => Resolved::None,
            // Without results, the column is not missing from anything.
            Baseline::Column(_) if columns.is_empty() => Resolved::First,
            Baseline::Column(wanted) => Resolved::Column(self.find_column(&columns, wanted)?),
        };
        let most = columns.iter().max().map_or(0, |&most| most as usize + 1);
        let mut places = vec![0; most];
        (0..).zip(&columns).for_each(|(place, &column)| places[column as usize] = place);
        for table in &mut self.tables {
            set_table(table, &columns, &places, resolved, listed);
        }
        self.base = match resolved {
            Resolved::First => columns.first().copied(),
            Resolved::Column(column) => Some(column),
            Resolved::Previous | Resolved::None => None,
        };
        Ok(())
    }

    /// Returns a note on tables in which nothing is compared because they lack the baseline.
    pub(in crate::table) fn without_baseline(&self) -> Option<Note> {
        let lacks = |table: &&TableCells| !table.bases.has_present_base();
        let tables = self.tables.iter().filter(lacks).count();
        let base = self.base.filter(|_| tables != 0)?;
        let names = self.projections.col.names();
        let base = base_text(&names, &self.projections.col.texts().get(base));
        Some(Note::NoBaseline { base: Text::from(&base[..]), tables })
    }

    /// Returns all columns of all tables, in their order.
    pub(crate) fn columns(&self) -> Vec<KeyId> {
        let ranks = self.projections.col.ranks();
        let mut is_seen = vec![false; ranks.len()];
        let all = self.tables.iter().flat_map(|table| table.columns.iter().copied());
        let is_new = |column: &KeyId| !std::mem::replace(&mut is_seen[*column as usize], true);
        let mut columns: Vec<KeyId> = all.filter(is_new).collect();
        sort_copies(&mut columns, &mut |&a, &b| ranks[a as usize].cmp(&ranks[b as usize]));
        columns
    }

    /// Returns all columns that others can be compared with, in their order.
    pub(crate) fn base_choices(&self) -> Vec<BaseChoice> {
        let names = self.projections.col.names();
        let mut texts = self.projections.col.texts();
        let choice = |column: KeyId| {
            let values = texts.get(column);
            let mut label = Vec::new();
            write_label(&mut label, &values);
            let label = String::from_utf8_lossy(&label).into_owned();
            BaseChoice { base: base_text(&names, &values), label }
        };
        self.columns().into_iter().map(choice).collect()
    }

    fn find_column(&self, columns: &[KeyId], wanted: &Wanted) -> Result<KeyId, Error> {
        let names = self.projections.col.names();
        let mut texts = self.projections.col.texts();
        let all: Vec<_> = columns.iter().map(|&column| (column, texts.get(column))).collect();
        if names.len() == 1 {
            let is_it = |values: &Texts| values[0].as_bytes() == wanted.value.as_bytes();
            if let Some((column, _)) = all.iter().find(|(_, values)| is_it(values)) {
                return Ok(*column);
            }
        }
        let has = |values: &Texts, (key, value): &(String, String)| {
            let place = names.iter().position(|name| name.as_bytes() == key.as_bytes());
            place.is_some_and(|place| values[place].as_bytes() == value.as_bytes())
        };
        let matching = |parts: &[(String, String)]| {
            let is_it = |values: &Texts| parts.iter().all(|part| has(values, part));
            all.iter().filter(|(_, values)| is_it(values)).collect::<Vec<_>>()
        };
        let found = wanted.parts.as_deref().map(matching).unwrap_or_default();
        if let [(column, _)] = found[..] {
            return Ok(*column);
        }
        let several = !found.is_empty();
        let listed: Vec<String> = if several {
            found.iter().map(|(_, values)| base_text(&names, values)).collect()
        } else {
            all.iter().map(|(_, values)| base_text(&names, values)).collect()
        };
        Err(unknown(&wanted.text, &listed, several))
    }
}

/// An error message lists at most this number of columns.
const LISTED: usize = 8;

fn unknown(wanted: &str, columns: &[String], several: bool) -> Error {
    let listed = columns.iter().take(LISTED).map(|column| format!("`{column}`"));
    let mut list = listed.collect::<Vec<_>>().join(" ");
    if LISTED < columns.len() {
        list += &format!(" and {} more", columns.len() - LISTED);
    }
    let message = if several {
        format!("`{wanted}` is ambiguous; it matches the columns {list}")
    } else {
        let near = nearest(wanted.as_bytes(), columns.iter().map(String::as_bytes));
        let near = near.map(|near| format!("; did you mean `{}`?", String::from_utf8_lossy(near)));
        let near = near.unwrap_or_default();
        format!("no column is `{wanted}`; there are {list}{near}")
    };
    Error::of_setting("base", message)
}

/// The columns that a table lists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    /// The columns that it has.
    Own,
    /// Also the columns in which something may be missing.
    All,
    /// The columns where gaps can begin, out of those in which something may be missing.
    Next,
}

/// A report always lists this number of missing cells; beyond it, the limit grows with the number of cells, because a
/// small log can name thousands of columns and thousands of benchmarks that have two of them.
const GAPS: usize = 100_000;
const GAPS_PER_CELL: usize = 16;

/// Lists the columns of a table and gives them their baselines; `indices` maps the columns of all tables.
fn set_table(
    table: &mut TableCells,
    report: &[KeyId],
    places: &[u32],
    resolved: Resolved,
    listed: Listed,
) {
    let place = |column: KeyId| places[column as usize];
    let had = std::mem::take(&mut table.columns);
    let has = |column: KeyId| had.binary_search_by_key(&place(column), |&c| place(c)).is_ok();
    let (Some(&first), Some(&report_first)) = (had.first(), report.first()) else { return };
    let base = match resolved {
        Resolved::First => Some(report_first),
        Resolved::Column(column) => Some(column),
        Resolved::Previous | Resolved::None => None,
    };
    let mut columns = had.clone();
    let next = || had.iter().filter_map(|&c| report.get(place(c) as usize + 1));
    match (base, listed) {
        (_, Listed::Own) => {}
        (Some(base), Listed::All) if has(base) => columns = report.to_vec(),
        (Some(base), Listed::Next) if has(base) => {
            columns.extend(next());
            columns.push(report_first);
        }
        (Some(base), _) => columns.push(base),
        (None, _) => {
            columns.extend(next());
            columns.extend(place(first).checked_sub(1).map(|before| report[before as usize]));
        }
    }
    sort_copies(&mut columns, &mut |&a, &b| place(a).cmp(&place(b)));
    columns.dedup();
    let index = |column: KeyId| {
        columns.binary_search_by_key(&place(column), |&c| place(c)).ok().map(|index| index as u32)
    };
    // The new index of each old column.
    let moved: Vec<u32> = had.iter().filter_map(|&column| index(column)).collect();
    table.cells.iter_mut().for_each(|cell| cell.column = moved[cell.column as usize]);
    let main = match resolved {
        Resolved::First => index(first),
        Resolved::Column(column) => index(column),
        Resolved::Previous | Resolved::None => None,
    };
    let base_of = |column: u32| match resolved {
        Resolved::Previous => column.checked_sub(1),
        Resolved::None => None,
        // The first column of a table that lacks the report's first column is new.
        Resolved::First if main == Some(column) => {
            index(report_first).filter(|&base| base != column)
        }
        Resolved::First if columns[column as usize] == report_first && first != report_first => {
            None
        }
        Resolved::First | Resolved::Column(_) => main.filter(|&base| base != column),
    };
    table.bases = Bases {
        of: (0..columns.len() as u32).map(base_of).collect(),
        absent: columns.iter().map(|&column| !has(column)).collect(),
        main,
        goes_back: matches!(resolved, Resolved::Previous),
        is_short: listed == Listed::Next,
    };
    table.columns = columns;
}
