//! A history in words: names, values, changes and sparklines as strings.
//!
//! Takes a [`History`]; gives the strings of each row that changed, the newest and worst first, and sentences about all
//! other rows. Must not know margins, widths or markup.

use std::cmp::Reverse;

use super::cell::write_value;
use super::change_text;
use super::text::write_bounds;
use crate::base::float::write_fixed;
use crate::base::shell::{push_flag, push_word};
use crate::base::sort::{order, sort_copies};
use crate::base::{Sentence, Text, Texts, boundary_before, label_of, plural};
use crate::history::{
    Change, History, HistoryNote, HistoryRow, HistoryTable, Point, PointValue, RowState,
};
use crate::project::write_exact_filter;
use crate::stats::{ChangeP, Shift, ShiftScale};
use crate::table::Outcome;
use crate::unit::{Class, Scale};

/// A history as strings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryGrid {
    /// The points and rows: `30 points by .file, v1 … v30; 12 rows`.
    pub heading: String,
    /// The result: `2 of 12 rows changed: 1 regressed, 1 improved`.
    pub answer: String,
    /// The tables in which rows changed.
    pub tables: Vec<HistoryGridTable>,
    /// The rows of all other tables, by table: `sec/op: 4 without evidence of a change`.
    pub unchanged: Vec<String>,
}

/// A table as strings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryGridTable {
    /// The index of the table.
    pub table: u32,
    /// The keys that distinguish it from others, with their values.
    pub keys: Vec<(String, String)>,
    /// The unit.
    pub unit: String,
    /// The rows that changed.
    pub rows: Vec<HistoryGridRow>,
    /// Its other rows: `7 without evidence of a change, 1 constant`; empty if all rows changed.
    pub others: String,
}

/// A row as strings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryGridRow {
    /// The index of the row in its table.
    pub row: u32,
    /// Its name.
    pub name: String,
    /// Its sparkline, in blocks of eight heights; a point without a value is a space.
    pub sparkline: String,
    /// Its changes, the newest first.
    pub changes: Vec<HistoryGridChange>,
}

/// A change as strings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryGridChange {
    /// The outcome.
    pub outcome: Outcome,
    /// The points that it lies between: `v10 and v11`, or `v8 and v11, most likely at v10` if several positions are
    /// equally possible.
    pub between: String,
    /// The medians before and after it.
    pub values: [String; 2],
    /// The size of the change: `+30.14%`.
    pub size: String,
    /// The bounds of the size: `[+28.2%, +33.0%]`; empty if there are too few values.
    pub bounds: String,
    /// The test: `p=0.0004 n=10+10`.
    pub test: String,
    /// Whether it is part of a slow drift, the earlier level to which it returns, and other differences at this point: `cpu: X → Y`.
    pub remarks: Vec<String>,
}

impl HistoryGrid {
    /// Returns the strings of a history. `sparkline` is the maximum number of characters of a sparkline.
    #[must_use]
    pub fn new(history: &History, sparkline: usize) -> HistoryGrid {
        let points = point_names(&history.points);
        let telling = telling(history);
        let table = |(index, table): (usize, &HistoryTable)| {
            let mut changed: Vec<usize> =
                (0..table.rows.len()).filter(|&row| !table.rows[row].changes.is_empty()).collect();
            // Sort by the newest change of a row: worse before better, then the newer, then the larger.
            sort_copies(&mut changed, &mut |&a, &b| {
                rank(&table.rows[a]).cmp(&rank(&table.rows[b]))
            });
            let row = |row: usize| HistoryGridRow {
                row: row as u32,
                name: name(&table.rows[row].key),
                sparkline: self::sparkline(&table.rows[row].values, points.len(), sparkline),
                changes: changes(history, table, &table.rows[row], &points),
            };
            HistoryGridTable {
                table: index as u32,
                keys: keys(history, table, &telling),
                unit: table.unit.to_string_lossy(),
                rows: changed.into_iter().map(row).collect(),
                others: others(&table.rows),
            }
        };
        let all = history.tables.iter().enumerate().map(table);
        let (tables, others): (Vec<_>, Vec<_>) = all.partition(|table| !table.rows.is_empty());
        let unchanged = |table: HistoryGridTable| {
            let keys = table.keys.iter().map(|(key, value)| format!(" {key}={value}"));
            format!("{}{}: {}", table.unit, keys.collect::<String>(), table.others)
        };
        HistoryGrid {
            heading: heading(history, &points),
            answer: answer(history),
            tables,
            unchanged: others.into_iter().map(unchanged).collect(),
        }
    }
}

/// Returns a key in one line. An empty key gets a visible text.
fn name(key: &Texts) -> String {
    let label = label_of(key);
    if label.is_empty() { "(none)".to_owned() } else { label }
}

/// The number of digits of a shortened hash, if these distinguish the points.
const HASH: usize = 10;
const HASH_LEAST: usize = 20;

/// Returns the names of points: commit hashes are shortened if they stay different, and a folder that all paths share
/// is removed.
pub(crate) fn point_names(points: &[Point]) -> Vec<String> {
    short_names(points.iter().map(|point| &point.key))
}

/// Returns the short names of the keys of points.
pub(crate) fn short_names<'k>(keys: impl Iterator<Item = &'k Texts>) -> Vec<String> {
    let names: Vec<String> = keys.map(name).collect();
    let is_hash = |name: &String| {
        HASH_LEAST <= name.len() && name.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    if !names.is_empty() && names.iter().all(is_hash) {
        let mut short: Vec<&str> = names.iter().map(|name| &name[..HASH]).collect();
        sort_copies(&mut short, &mut |a, b| a.cmp(b));
        let is_clear = short.windows(2).all(|pair| pair[0] != pair[1]);
        return if is_clear {
            names.iter().map(|name| name[..HASH].to_owned()).collect()
        } else {
            names
        };
    }
    let folder = |name: &str| name.rfind('/').map_or(0, |at| at + 1);
    let Some((first, others)) = names.split_first().filter(|(_, others)| !others.is_empty()) else {
        return names;
    };
    let shared = others.iter().fold(&first[..folder(first)], |shared, name| {
        let len = shared.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
        &shared[..folder(&shared[..boundary_before(shared, len)])]
    });
    names.iter().map(|name| name[shared.len()..].to_owned()).collect()
}

/// Returns the numbers by which rows are sorted.
fn rank(row: &HistoryRow) -> (u8, Reverse<u32>, Reverse<u64>) {
    let Some(newest) = row.changes.last() else { return (u8::MAX, Reverse(0), Reverse(0)) };
    let group = match newest.outcome {
        Outcome::Regressed => 0,
        Outcome::Improved => 2,
        Outcome::Changed
        | Outcome::Differs
        | Outcome::Unchanged
        | Outcome::Inconclusive
        | Outcome::New
        | Outcome::Missing
        | Outcome::Control => 1,
    };
    // Positive doubles have the same order as their bits.
    let size = match newest.size.scale {
        ShiftScale::Ratio => newest.size.estimate.max(1.0 / newest.size.estimate),
        ShiftScale::Difference => newest.size.estimate.abs(),
    };
    (group, Reverse(newest.at), Reverse(size.to_bits()))
}

/// Returns the indexes of the keys in which tables differ.
fn telling(history: &History) -> Vec<usize> {
    let pairs = history.tables.windows(2);
    let mut fields: Vec<usize> =
        pairs.flat_map(|pair| pair[0].key.differing(&pair[1].key, usize::MAX)).collect();
    sort_copies(&mut fields, &mut |a, b| a.cmp(b));
    fields.dedup();
    fields
}

fn keys(history: &History, table: &HistoryTable, telling: &[usize]) -> Vec<(String, String)> {
    let pair = |&field: &usize| {
        let value = table.key.get(field).map(Text::to_string_lossy).unwrap_or_default();
        (history.table_fields[field].to_string_lossy(), value)
    };
    telling.iter().map(pair).filter(|(_, value)| !value.is_empty()).collect()
}

fn heading(history: &History, points: &[String]) -> String {
    let by: Vec<String> = history.by_fields.iter().map(Text::to_string_lossy).collect();
    let rows: usize = history.tables.iter().map(|table| table.rows.len()).sum();
    format!("{}; {}", points_by(points, &by), plural(rows as u64, "row"))
}

/// Returns `30 points by .file, v1 to v30`.
pub(crate) fn points_by(points: &[String], by: &[String]) -> String {
    let span = match points {
        [] => String::new(),
        [only] => format!(", {only}"),
        [first, .., last] => format!(", {first} to {last}"),
    };
    format!("{} by {}{span}", plural(points.len() as u64, "point"), by.join(","))
}

/// Returns `2 of 12 rows changed: 1 regressed, 1 improved`, by the newest change of each row.
fn answer(history: &History) -> String {
    let rows = || history.tables.iter().flat_map(|table| &table.rows);
    let all = rows().count();
    let newest: Vec<Outcome> =
        rows().filter_map(|row| row.changes.last()).map(|change| change.outcome).collect();
    if newest.is_empty() {
        let short = rows().filter(|row| row.state == RowState::TooShort).count();
        return match all {
            0 => "no results".to_owned(),
            _ if short == all => "too short: a change needs five points on either side".to_owned(),
            _ => "no evidence of a change".to_owned(),
        };
    }
    let parts = [Outcome::Regressed, Outcome::Changed, Outcome::Improved].map(|outcome| {
        let count = newest.iter().filter(|&&other| other == outcome).count();
        (0 < count).then(|| format!("{count} {}", outcome.word()))
    });
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!("{} of {} changed: {}", newest.len(), plural(all as u64, "row"), parts.join(", "))
}

/// Describes the rows that did not change.
fn others(rows: &[HistoryRow]) -> String {
    let count = |is: &dyn Fn(&RowState) -> bool| rows.iter().filter(|row| is(&row.state)).count();
    let parts = [
        (count(&|state| matches!(state, RowState::Steady { .. })), "without evidence of a change"),
        (count(&|state| *state == RowState::WithinMargin), "changed by less than the margin"),
        (count(&|state| *state == RowState::Constant), "constant"),
        (count(&|state| *state == RowState::TooShort), "too short"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count != 0);
    let parts: Vec<String> = parts.map(|(count, words)| format!("{count} {words}")).collect();
    parts.join(", ")
}

fn changes(
    history: &History,
    table: &HistoryTable,
    row: &HistoryRow,
    points: &[String],
) -> Vec<HistoryGridChange> {
    let point = |index: u32| {
        let text = &points[index as usize];
        match &history.points[index as usize].place {
            Some(place) => format!("{text} ({place})"),
            None => text.clone(),
        }
    };
    let words = |change: &Change| {
        let mut words = change_words(table.class, &row.values, change, &point);
        words.remarks.extend(bisect_command(history, table, row, change));
        words
    };
    row.changes.iter().rev().map(words).collect()
}

/// Returns the command that finds the commit of the newest step whose commits are known.
pub(crate) fn next_command(history: &History) -> Option<String> {
    let rows =
        history.tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row)));
    let steps =
        rows.flat_map(|(table, row)| row.changes.iter().map(move |step| (table, row, step)));
    let mut commands = steps.filter_map(|(table, row, step)| {
        Some((step.at, bisect_command(history, table, row, step)?))
    });
    let first = commands.next()?;
    let newer = |best: (_, _), other: (_, _)| if best.0 < other.0 { other } else { best };
    Some(commands.fold(first, newer).1)
}

/// Returns the command that finds the commit of a step, if the commits on both sides are known.
fn bisect_command(
    history: &History,
    table: &HistoryTable,
    row: &HistoryRow,
    change: &Change,
) -> Option<String> {
    // Derived units exist only in this query.
    let commits = change.commits.as_ref().filter(|_| history.query.derive.is_empty())?;
    let [good, bad] = commits.each_ref().map(Text::as_bytes);
    let unit = str::from_utf8(table.unit.as_bytes()).ok()?;
    if ![good, bad].into_iter().all(may_be_revision) {
        return None;
    }
    let of_table = history.table_fields.iter().zip(table.key.iter());
    let keys = history.row_fields.iter().zip(row.key.iter()).chain(of_table);
    let values = keys.filter(|(_, value)| !value.is_empty());
    let filter = write_exact_filter(values.map(|(key, value)| (key.as_bytes(), value.as_bytes())));
    let mut line = b"benchlens bisect ".to_vec();
    push_word(&mut line, &[good, b"..", bad].concat());
    push_flag(&mut line, "filter", filter.as_bytes());
    if unit != "sec/op" {
        push_flag(&mut line, "unit", unit.as_bytes());
    }
    line.extend_from_slice(b" -- COMMAND");
    String::from_utf8(line).ok()
}

/// Returns whether a text can be a revision in a range. No revision begins like a flag or contains blanks, and dots would
/// end it.
fn may_be_revision(text: &[u8]) -> bool {
    let is_blank = |byte: &u8| *byte <= b' ' || *byte == 0x7f;
    let is_open = text.first().is_none_or(|first| b"-.".contains(first)) || text.ends_with(b".");
    !is_open && !text.iter().any(is_blank) && !text.windows(2).any(|pair| pair == b"..")
}

/// Describes a change of a row whose values have this class; `point` names points.
pub(crate) fn change_words(
    class: Class,
    values: &[PointValue],
    change: &Change,
    point: &dyn Fn(u32) -> String,
) -> HistoryGridChange {
    let scale = Scale::common(class, values.iter().map(|value| value.center));
    let value = |value: f64| {
        let mut out = Vec::new();
        write_value(&mut out, value, Some(scale));
        String::from_utf8_lossy(&out).into_owned()
    };
    let drift = change.drift.as_ref().map(|drift| {
        let [from, to] = [drift.start, drift.end - 1].map(|index| point(values[index].point));
        format!("a slow drift from {from} to {to} rather than a step")
    });
    let returns = change.returns_to.as_ref().map(|former| {
        let [from, to] = [former.start, former.end - 1].map(|index| point(values[index].point));
        format!("returns to a level it had before, from {from} to {to}")
    });
    let differing = change.differing.iter().map(|differing| {
        let shown = |text: &Text| {
            if text.is_empty() { "(none)".to_owned() } else { text.to_string_lossy() }
        };
        format!("{}: {} → {}", differing.key, shown(&differing.old), shown(&differing.new))
    });
    HistoryGridChange {
        outcome: change.outcome,
        between: between(values, change, point),
        values: [value(change.old), value(change.new)],
        size: size(&change.size, scale),
        bounds: bounds(&change.size, scale),
        test: test(change),
        remarks: drift.into_iter().chain(returns).chain(differing).collect(),
    }
}

/// Returns the points that a change lies between: the last point before every possible position, and the first point
/// after them.
fn between(values: &[PointValue], change: &Change, point: &dyn Fn(u32) -> String) -> String {
    let [before, after] = change.outer_points(values).map(point);
    match change.candidates.len() {
        0 | 1 => format!("{before} and {after}"),
        _ => format!("{before} and {after}, most likely at {}", point(change.at)),
    }
}

fn size(size: &Shift, scale: Scale) -> String {
    match size.scale {
        ShiftScale::Ratio => change_text(size.estimate).replace('−', "-"),
        ShiftScale::Difference => {
            let mut out = Vec::new();
            if 0.0 <= size.estimate {
                out.push(b'+');
            }
            write_value(&mut out, size.estimate, Some(scale));
            String::from_utf8_lossy(&out).into_owned()
        }
    }
}

fn bounds(size: &Shift, scale: Scale) -> String {
    let Shift { interval, .. } = size;
    let (none, most) = size.scale.limits();
    if interval.lo.is_nan() || (interval.lo, interval.hi) == (none, most) {
        return String::new();
    }
    let mut out = Vec::new();
    write_bounds(&mut out, size, false, Some(scale));
    String::from_utf8_lossy(&out).trim_start().to_owned()
}

fn test(change: &Change) -> String {
    let sizes = (change.before.len(), change.after.len());
    let n = format!("n={}+{}", sizes.0, sizes.1);
    match change.adjusted {
        Some(p) => format!("{} {n}", p_text(p)),
        None => n,
    }
}

/// Returns `p=0.0012`, `p=3.1e-5`, `p<1.0e-6` or `p≈0.013`.
pub(crate) fn p_text(p: ChangeP) -> String {
    let sign = match p {
        ChangeP { is_less: true, .. } => '<',
        ChangeP { is_approximate: true, .. } => '≈',
        _ => '=',
    };
    let mut out = Vec::new();
    if p.value < 1e-4 && 0.0 < p.value {
        let mut exponent = 0;
        let mut digits = p.value;
        while digits < 0.95 {
            (digits, exponent) = (digits * 10.0, exponent + 1);
        }
        write_fixed(&mut out, digits, 1);
        out.extend_from_slice(format!("e-{exponent}").as_bytes());
    } else {
        write_fixed(&mut out, p.value, 4);
    }
    format!("p{sign}{}", String::from_utf8_lossy(&out))
}

const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Returns values as blocks, scaled between the smallest and the largest value. If there are more points than `most`, a
/// block shows the median of several points.
fn sparkline(values: &[PointValue], points: usize, most: usize) -> String {
    let blocks = points.min(most.max(1));
    let mut of: Vec<Vec<f64>> = vec![Vec::new(); blocks];
    for value in values {
        of[value.point as usize * blocks / points.max(1)].push(value.center);
    }
    let middle = |values: &Vec<f64>| {
        let sorted = order(values.len(), &mut |a, b| values[a].total_cmp(&values[b]));
        Some(values[*sorted.get(sorted.len() / 2)?])
    };
    let middles: Vec<Option<f64>> = of.iter().map(middle).collect();
    let all = || middles.iter().flatten().copied();
    let (lo, hi) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let block = |value: &Option<f64>| match value {
        None => ' ',
        // If all values are equal, the blocks have middle height.
        Some(_) if hi <= lo => BLOCKS[3],
        Some(value) => {
            let share = (value / 2.0 - lo / 2.0) / (hi / 2.0 - lo / 2.0);
            BLOCKS[((share * 8.0) as usize).min(7)]
        }
    };
    middles.iter().map(block).collect()
}

/// Suggests the key that orders the points.
fn with_order(disorder: &str, key: &Text, by: &str) -> Sentence {
    let text = format!("the points are in input order, and {disorder}: use ");
    Sentence::from(text).and_set("order", key.as_bytes()).and(format!(" to order them by {by}"))
}

impl HistoryNote {
    /// Returns the note as a sentence.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        let plain = match self {
            HistoryNote::WithoutPoint { key, results } => format!(
                "skipped {} without {key}, which every point needs",
                plural(*results, "result")
            ),
            HistoryNote::WithoutPlace { key, what, points, point, text } => {
                let found = if text.is_empty() {
                    format!("no {key}")
                } else {
                    format!("the {key} {text}, which is not {}", what.noun())
                };
                let others =
                    if *points == 1 { String::new() } else { format!("; {points} in all") };
                let left = plural(*points, "point");
                format!("skipped {left} without a place in the order: {point} has {found}{others}")
            }
            HistoryNote::SeveralPlaces { key, points } => format!(
                "{} with several values of {key}: the alphabetically first one is used",
                plural(*points, "point")
            ),
            HistoryNote::NamesOutOfOrder { key, point, before } => {
                return with_order(
                    &format!("{point} comes after {before}"),
                    key,
                    "the numbers in their names",
                );
            }
            HistoryNote::TimesGoBack { key, point } => {
                return with_order(
                    &format!("{point} is older than the point before it"),
                    key,
                    "time",
                );
            }
            HistoryNote::NotFinite { values } => {
                format!("skipped {}: infinite or not a number", plural(*values, "value"))
            }
            HistoryNote::Query(note) => return note.sentence(),
        };
        plain.into()
    }

    /// Returns its name in machine-readable output.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            HistoryNote::WithoutPoint { .. } => "without-point",
            HistoryNote::WithoutPlace { .. } => "without-place",
            HistoryNote::SeveralPlaces { .. } => "several-places",
            HistoryNote::NamesOutOfOrder { .. } => "names-out-of-order",
            HistoryNote::TimesGoBack { .. } => "times-go-back",
            HistoryNote::NotFinite { .. } => "not-finite",
            HistoryNote::Query(note) => note.code(),
        }
    }
}
