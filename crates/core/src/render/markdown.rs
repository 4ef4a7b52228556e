//! A report for people, in GitHub's Markdown: the headline first, then the regressions, then the rest.
//!
//! The output never exceeds its budget. Rows are added by weight: regressed, missing and changed rows, the worst first;
//! then improved and new rows; then the rest, folded. Names and labels are text: whatever they contain, they do not
//! become markup.

use super::hidden::hidden;
use super::inert::{Place, inert};
use crate::base::sort::sort_copies;
use crate::base::{Sentence, Text, percent, plural};
use crate::gate::{Decision, RuleResult};
use crate::grid::{
    Grid, GridCell, GridRow, NoteId, gate_line, gate_text, issue_lines, machine_difference,
    outcome_line, suite_lines, tests,
};
use crate::query::Answer;
use crate::table::{Outcome, Outcomes, Report, Row, Table, worst};

/// The default budget: GitHub accepts comments of 65,536 characters.
pub const MARKDOWN_BYTES: usize = 60_000;

/// The minimum budget: room for the headline and for the number of omitted rows.
pub const MARKDOWN_BYTES_MIN: usize = 1_000;

/// Renders an answer in at most `budget` bytes, but at least [`MARKDOWN_BYTES_MIN`]. The headline and the number of
/// omitted rows are always included.
pub fn markdown(answer: &Answer, budget: usize) -> Vec<u8> {
    let report = answer.report();
    let budget = budget.max(MARKDOWN_BYTES_MIN);
    let focused = report.focused(Outcomes::Found);
    let page = Page::new(answer, focused.as_ref().unwrap_or(report));
    let fits = |rows: usize, more: bool| {
        if budget / ROW_BYTES_MIN < rows {
            return None;
        }
        let text = page.with(rows, more);
        (text.len() <= budget).then_some(text)
    };
    // Omit sample issues first, then machines, then rows.
    let all = page.weights.len().min(budget);
    if all == page.weights.len()
        && let Some(text) = fits(all, true)
    {
        return text;
    }
    // Include as many rows as fit: `low` rows fit, `high` rows do not.
    let (mut low, mut high) = (0, all + 1);
    let mut best = fits(0, false).unwrap_or_else(|| page.headline());
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        match fits(middle, false) {
            Some(text) => (low, best) = (middle, text),
            None => high = middle,
        }
    }
    best
}

/// The minimum size of a row: a label, a number and the reach of its interval, with separators.
const ROW_BYTES_MIN: usize = 14;

/// The weight of a row: its group and position.
#[derive(Clone, Copy)]
struct Weight {
    group: Group,
    table: usize,
    row: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    /// Regressed, missing, changed; or every row if the whole report has nothing to compare.
    Worse,
    /// Improved or new.
    Better,
    /// Unchanged, inconclusive.
    Rest,
}

struct Page<'r> {
    /// The whole answer.
    whole: &'r Answer,
    /// The report that the query's focus selects.
    shown: &'r Report,
    /// The shown rows, the most important first.
    weights: Vec<Weight>,
    /// Whether the whole answer compares anything.
    is_compared: bool,
}

impl<'r> Page<'r> {
    fn new(whole: &'r Answer, shown: &'r Report) -> Self {
        let mut rows = whole.report().tables.iter().flat_map(|table| &table.rows);
        let is_compared = rows.any(|row| row.comparisons.iter().next().is_some());
        let mut ranked = Vec::new();
        for (table, found) in shown.tables.iter().enumerate() {
            for (row, found_row) in found.rows.iter().enumerate() {
                let rank = worst(found, found_row, None, Outcomes::Found);
                let group = match rank.class {
                    _ if !is_compared => Group::Worse,
                    0..=2 => Group::Worse,
                    3 | 6 => Group::Better,
                    _ => Group::Rest,
                };
                ranked.push((rank, Weight { group, table, row: row as u32 }));
            }
        }
        // Use the order of the query, or the worst first; if nothing compares, keep the original order.
        if shown.query.focus.sort.is_none() && is_compared {
            sort_copies(&mut ranked, &mut |(a, x), (b, y)| {
                let group = x.group.cmp(&y.group);
                group.then(a.class.cmp(&b.class)).then(a.number.total_cmp(&b.number))
            });
        } else {
            sort_copies(&mut ranked, &mut |(_, a), (_, b)| a.group.cmp(&b.group));
        }
        let weights = ranked.into_iter().map(|(_, weight)| weight).collect();
        Page { whole, shown, weights, is_compared }
    }

    /// Returns the outcome of the gate, then the number of comparisons with each outcome.
    fn headline(&self) -> Vec<u8> {
        let mut out = Vec::new();
        if let Some(gate) = self.whole.gate() {
            let text = gate_text(self.whole.report(), gate, 0);
            let last = text.messages.last().map(Sentence::with_flags).unwrap_or_default();
            let line = last.split(|&byte| byte == b'\n').next().unwrap_or_default();
            push(&mut out, &[b"**", &short(line), b"**\n\n"]);
        }
        let words = outcome_line(&self.whole.report().tables);
        let margin = match &self.whole.report().analysis {
            Some(analysis) if self.is_compared => {
                format!(" (margin {}%)", percent(analysis.margin))
            }
            _ => String::new(),
        };
        push(&mut out, &[b"**", words.as_bytes(), b"**", margin.as_bytes(), b"\n"]);
        for line in suite_lines(self.whole.report()) {
            push(&mut out, &[b"\n", &short(&line.text), b"\n"]);
        }
        out
    }

    /// Returns the page with the first rows by weight, with or without its optional parts.
    fn with(&self, rows: usize, more: bool) -> Vec<u8> {
        let mut out = self.headline();
        if more || rows != 0 {
            self.judged(&mut out);
        }
        if more || rows != 0 {
            self.recording(&mut out);
        }
        let analysis = self.whole.report().analysis.as_ref();
        if let Some(analysis) = analysis.filter(|analysis| analysis.tests != 0) {
            push(
                &mut out,
                &[b"\n", &inert(&tests(self.whole.report(), analysis), Place::Line), b"\n"],
            );
        }
        if more || rows != 0 {
            for line in self.machines() {
                push(&mut out, &[b"\n", &starting(&line), b"  \n"]);
            }
        }
        let (kept, left) = self.weights.split_at(rows.min(self.weights.len()));
        let open = self.part(kept, &|group| group != Group::Rest);
        let folded = self.part(kept, &|group| group == Group::Rest);
        let mut before = None;
        for index in 0..self.shown.tables.len() {
            let grids = [&open, &folded].map(|part| part.grid(index));
            if grids.iter().any(Option::is_some) {
                self.keys(index, before.replace(index), &mut out);
                let [open, folded] = grids;
                folding(open, folded, &mut out);
            }
        }
        if let Some(line) = hidden(self.shown, |unit| inert(unit, Place::Markdown)) {
            push(&mut out, &[b"\n", &line, b"\n"]);
        }
        if !left.is_empty() {
            out.extend_from_slice(left_out(left).as_bytes());
        }
        let issues = if more { issue_lines(self.shown, ISSUES) } else { Vec::new() };
        if !issues.is_empty() {
            out.extend_from_slice(b"\n<details><summary>Sample-quality warnings</summary>\n\n");
            for line in issues {
                push(&mut out, &[b"- ", &starting(&line), b"\n"]);
            }
            out.extend_from_slice(b"\n</details>\n");
        }
        out
    }

    /// Writes notes and warnings about the measurement.
    fn recording(&self, out: &mut Vec<u8>) {
        let notes = self.whole.report().notes.iter().filter(|note| note.is_of_recording());
        for note in notes.filter(|note| !note.is_expected()) {
            let head: &[u8] = if note.is_warning() { b"\n**Warning:** " } else { b"\nNote: " };
            push(out, &[head, &inert(&note.sentence().with_flags(), Place::Line), b"\n"]);
        }
    }

    /// Writes what failed, and the gate's results that the rows do not show: mismatched rows and accepted regressions.
    fn judged(&self, out: &mut Vec<u8>) {
        let Some(gate) = self.whole.gate() else { return };
        let is_written = |result: &&RuleResult| match result.decision {
            Decision::Failed | Decision::Mismatch | Decision::Accepted => true,
            Decision::Missing
            | Decision::New
            | Decision::Differs
            | Decision::Sequential
            | Decision::ClocksDisagree
            | Decision::NotFinite
            | Decision::TooFewRuns
            | Decision::NotProven
            | Decision::Warned
            | Decision::MissingAllowed
            | Decision::NewAllowed
            | Decision::MismatchAllowed
            | Decision::Passed => false,
        };
        let results: Vec<&RuleResult> = gate.noteworthy().into_iter().filter(is_written).collect();
        let reported = self.whole.report().differing_fields();
        for (i, result) in results.iter().take(JUDGED).enumerate() {
            let line = gate_line(self.whole.report(), gate, result, &reported).with_flags();
            let gap: &[u8] = if i == 0 { b"\n" } else { b"" };
            push(out, &[gap, &starting(line.trim_ascii_start()), b"  \n"]);
        }
        if let more @ 1.. = results.len().saturating_sub(JUDGED) {
            push(out, &[format!("and {more} more  \n").as_bytes()]);
        }
    }

    /// Returns how the machines of the two sides differ, each difference once.
    fn machines(&self) -> Vec<Vec<u8>> {
        let mut lines: Vec<Vec<u8>> = Vec::new();
        for table in &self.shown.tables {
            for difference in &table.machines {
                let line = machine_difference(table, difference);
                if !lines.contains(&line) && lines.len() < MACHINES {
                    lines.push(line);
                }
            }
        }
        lines
    }

    /// Writes the keys of a table that differ from the previous table.
    fn keys(&self, index: usize, before: Option<usize>, out: &mut Vec<u8>) {
        let tables = &self.shown.tables;
        let key = &tables[index].key;
        let differing = match before {
            Some(before) => tables[before].key.differing(key, usize::MAX),
            None => (0..key.len()).collect(),
        };
        let fields = differing.into_iter().map(|i| (&self.shown.table_fields[i], &key[i]));
        let mut gap: &[u8] = b"\n";
        for (name, value) in fields {
            let (name, value) = (starting(name.as_bytes()), short(value.as_bytes()));
            push(out, &[gap, &name, b": ", &value, b"  \n"]);
            gap = b"";
        }
    }

    /// Returns the kept rows of some groups.
    fn part(&self, kept: &[Weight], wanted: &dyn Fn(Group) -> bool) -> Part {
        let mut rows: Vec<(usize, Vec<u32>)> =
            (0..self.shown.tables.len()).map(|table| (table, Vec::new())).collect();
        for weight in kept.iter().filter(|weight| wanted(weight.group)) {
            rows[weight.table].1.push(weight.row);
        }
        let mut places = (0..).map(|place: usize| place);
        let place =
            |(_, rows): &(usize, Vec<u32>)| if rows.is_empty() { None } else { places.next() };
        let places = rows.iter().map(place).collect();
        let mut report = self.shown.select(&rows);
        if let Some(analysis) = &mut report.analysis {
            analysis.outcomes = true;
        }
        Part { report, places }
    }
}

/// Some rows of the report.
struct Part {
    report: Report,
    /// For each table of the whole report, its index in this report, if it has rows.
    places: Vec<Option<usize>>,
}

impl Part {
    fn grid(&self, table: usize) -> Option<(&Table, Grid<'_>)> {
        let place = self.places[table]?;
        Some((&self.report.tables[place], Grid::with_absent(&self.report, place)))
    }
}

/// Writes a table: its open rows, and the others folded.
fn folding(
    open: Option<(&Table, Grid<'_>)>,
    folded: Option<(&Table, Grid<'_>)>,
    out: &mut Vec<u8>,
) {
    let is_open = open.is_some();
    if let Some((table, grid)) = open {
        sheet(table, &grid, true, out);
    }
    let Some((table, grid)) = folded else { return };
    let rows = plural(grid.rows.len() as u64, "row");
    let unit = inert(&beginning(grid.unit.as_bytes()), Place::Html);
    let summary = format!(": {rows} without a significant change</summary>\n");
    push(out, &[b"\n<details><summary>", &unit, summary.as_bytes()]);
    sheet(table, &grid, !is_open, out);
    out.extend_from_slice(b"\n</details>\n");
}

/// The maximum number of gate results above the tables.
const JUDGED: usize = 10;

/// The maximum number of sample-quality warnings.
const ISSUES: usize = 10;

/// The maximum number of machine differences.
const MACHINES: usize = 8;

/// Returns the number of omitted rows as text.
fn left_out(left: &[Weight]) -> String {
    let count = |group: Group| left.iter().filter(|weight| weight.group == group).count();
    let words = [
        (Group::Worse, "regressed, missing or changed"),
        (Group::Better, "improved or new"),
        (Group::Rest, "without a significant change"),
    ];
    let parts: Vec<String> = words
        .into_iter()
        .filter(|&(group, _)| count(group) != 0)
        .map(|(group, words)| format!("{} {words}", count(group)))
        .collect();
    format!("\nThere is no room for {} more rows: {}.\n", left.len(), parts.join(", "))
}

/// Writes the rows, with their notes.
fn sheet(table: &Table, grid: &Grid<'_>, geomean: bool, out: &mut Vec<u8>) {
    out.push(b'\n');
    cells(table, grid, geomean, out);
    let shown = || grid.rows.iter().flat_map(|row| grid.cells(row));
    let is_used = |note: NoteId| {
        let of_comparison = |cell: &GridCell| cell.comparison.as_ref().and_then(|c| c.note);
        geomean || shown().any(|c| c.notes.contains(&Some(note)) || of_comparison(c) == Some(note))
    };
    let notes = grid.note_texts().filter(|&(note, _)| is_used(note));
    for (i, (note, text)) in notes.enumerate() {
        let gap: &[u8] = if i == 0 { b"\n" } else { b"" };
        let mark = format!("<sup>{note}</sup> ");
        push(out, &[gap, mark.as_bytes(), &short(text), b"  \n"]);
    }
}

fn cells(table: &Table, grid: &Grid<'_>, geomean: bool, out: &mut Vec<u8>) {
    let unit = short(grid.unit.as_bytes());
    push(out, &[b"| ", &unit, b" |"]);
    for column in &grid.columns {
        let words: Vec<&[u8]> = column.key.iter().map(Text::as_bytes).collect();
        push(out, &[b" ", &short(&words.join(&b' ')), b" |"]);
        if column.is_compared {
            push(out, &[b" ", grid.versus.as_bytes(), b" | |"]);
        }
    }
    out.extend_from_slice(b"\n|:--|");
    for column in &grid.columns {
        out.extend_from_slice(if column.is_compared { b"--:|--:|:--|" } else { b"--:|" });
    }
    out.push(b'\n');
    for row in &grid.rows {
        row_line(&table.rows[row.place as usize], grid, row, out);
    }
    if geomean && !grid.geomeans.is_empty() {
        out.extend_from_slice(b"| geomean |");
        for (geomean, column) in grid.geomeans.iter().zip(&grid.columns) {
            push(out, &[b" ", grid.text(geomean.center), &marks(geomean.notes.iter()), b" |"]);
            match geomean.change {
                Some((_, change)) => push(out, &[b" ", &short(grid.text(change)), b" | |"]),
                None if column.is_compared => out.extend_from_slice(b" | |"),
                None => {}
            }
        }
        out.push(b'\n');
    }
}

fn row_line(found: &Row, grid: &Grid<'_>, row: &GridRow, out: &mut Vec<u8>) {
    push(out, &[b"| ", &short(grid.text(row.label)), b" |"]);
    let mut cells = grid.cells(row).iter().peekable();
    for (place, column) in grid.columns.iter().enumerate() {
        let outcome = || found.comparison(column.place).map(|comparison| comparison.outcome);
        let alone: &[u8] = match outcome() {
            Some(Outcome::New) => b" | new |",
            Some(Outcome::Missing) => b" | missing |",
            _ => b" | |",
        };
        let Some(cell) = cells.next_if(|cell| cell.column == place) else {
            out.extend_from_slice(b" |");
            if column.is_compared {
                out.extend_from_slice(alone);
            }
            continue;
        };
        let notes = marks(cell.notes.iter().flatten());
        let (center, range) = (grid.text(cell.center), grid.text(cell.range));
        push(out, &[b" ", center, " ± ".as_bytes(), range, &notes, b" |"]);
        match &cell.comparison {
            Some(comparison) => {
                let delta = short(grid.text(comparison.delta));
                // The change of a control benchmark is this word.
                let is_control = comparison.outcome == Outcome::Control;
                let word = if is_control { "" } else { comparison.outcome.word() };
                let (test, more) = (short(grid.text(comparison.test)), grid.text(comparison.more));
                let comma: &[u8] = if more.is_empty() { b"" } else { b", " };
                let notes = marks(comparison.note.iter());
                push(
                    out,
                    &[
                        b" ",
                        &delta,
                        b" | ",
                        word.as_bytes(),
                        b" (",
                        &test,
                        b")",
                        comma,
                        more,
                        &notes,
                        b" |",
                    ],
                );
            }
            None if column.is_compared => out.extend_from_slice(alone),
            None => {}
        }
    }
    out.push(b'\n');
}

fn push(out: &mut Vec<u8>, parts: &[&[u8]]) {
    parts.iter().for_each(|part| out.extend_from_slice(part));
}

fn marks<'n>(notes: impl Iterator<Item = &'n NoteId>) -> Vec<u8> {
    let notes: Vec<String> = notes.map(NoteId::to_string).collect();
    if notes.is_empty() {
        Vec::new()
    } else {
        format!("<sup>{}</sup>", notes.join(" ")).into_bytes()
    }
}

/// The maximum length of a name: longer names would not be read, and would use the room of others.
const CHARACTERS: usize = 200;

/// Returns the beginning of a text that may be long.
fn short(text: &[u8]) -> Vec<u8> {
    inert(&beginning(text), Place::Markdown)
}

/// Returns the beginning of a text that begins a line.
fn starting(text: &[u8]) -> Vec<u8> {
    inert(&beginning(text), Place::Line)
}

fn beginning(text: &[u8]) -> Vec<u8> {
    if text.len() <= CHARACTERS {
        return text.to_vec();
    }
    let whole = String::from_utf8_lossy(text);
    match whole.char_indices().nth(CHARACTERS) {
        Some((end, _)) => format!("{}…", &whole[..end]).into_bytes(),
        None => text.to_vec(),
    }
}
