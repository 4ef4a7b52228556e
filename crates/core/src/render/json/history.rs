//! A history as JSON; `schema/history-1.json` describes it.

use std::ops::Range;

use serde::Serialize;

use super::value::{Coded, Hex, InputDocument, Number, Tool};
use super::writer::append;
use crate::base::{Text, Texts, label_of};
use crate::grid::{HistoryGrid, next_command};
use crate::history::{
    Change, Differing, History, HistoryQuery, HistoryRow, HistoryTable, Point, PointValue, RowState,
};
use crate::stats::ChangeP;

/// The name of the format. Its number increases when a member changes its meaning or is removed.
const SCHEMA: &str = "urn:benchlens:history-1";

/// Returns the whole history as JSON.
pub(in crate::render) fn history_json(history: &History) -> Vec<u8> {
    let mut out = Vec::new();
    append(&mut out, &Document::new(history));
    out.push(b'\n');
    out
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    tool: Tool,
    query: &'a HistoryQuery,
    inputs: Vec<InputDocument<'a>>,
    by_fields: &'a [Text],
    table_fields: &'a [Text],
    row_fields: &'a [Text],
    sentence: String,
    next: Option<String>,
    tested: u32,
    notes: Vec<Coded>,
    gate: Option<GateDocument<'a>>,
    points: Vec<PointDocument<'a>>,
    rows: Vec<RowDocument<'a>>,
}

#[derive(Serialize)]
struct PointDocument<'a> {
    label: String,
    key: &'a Texts,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_bytes: Option<Hex<&'a Texts>>,
    place: Option<&'a Text>,
}

#[derive(Serialize)]
struct RowDocument<'a> {
    label: String,
    key: &'a Texts,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_bytes: Option<Hex<&'a Texts>>,
    table: &'a Texts,
    #[serde(skip_serializing_if = "Option::is_none")]
    table_bytes: Option<Hex<&'a Texts>>,
    unit: &'a Text,
    better: Option<&'static str>,
    state: &'static str,
    p: Option<PDocument>,
    adjusted_p: Option<PDocument>,
    changes: Vec<ChangeDocument<'a>>,
    values: Vec<ValueDocument>,
}

#[derive(Serialize)]
struct ValueDocument {
    point: u32,
    n: u32,
    center: Number,
    lo: Number,
    hi: Number,
}

#[derive(Serialize)]
struct ChangeDocument<'a> {
    at: u32,
    last: u32,
    earliest: u32,
    latest: u32,
    outcome: &'static str,
    before: SegmentDocument,
    after: SegmentDocument,
    change: Number,
    change_lo: Number,
    change_hi: Number,
    change_scale: &'static str,
    p: Option<PDocument>,
    adjusted_p: Option<PDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drift: Option<PointsDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    returns_to: Option<PointsDocument>,
    differing: Vec<DifferingDocument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commits: Option<&'a [Text; 2]>,
}

#[derive(Serialize)]
struct SegmentDocument {
    n: usize,
    center: Number,
}

#[derive(Serialize)]
struct PointsDocument {
    from: u32,
    to: u32,
}

#[derive(Serialize)]
struct PDocument {
    value: Number,
    is_less: bool,
    is_approximate: bool,
}

#[derive(Serialize)]
struct DifferingDocument<'a> {
    key: &'a Text,
    old: &'a Text,
    new: &'a Text,
}

impl<'a> Document<'a> {
    fn new(history: &'a History) -> Document<'a> {
        let rows = history
            .tables
            .iter()
            .flat_map(|table| table.rows.iter().map(move |row| RowDocument::new(table, row)));
        let grid = HistoryGrid::new(history, 1);
        Document {
            schema: SCHEMA,
            tool: Tool::this(),
            query: &history.query,
            inputs: history.inputs.iter().map(InputDocument::checked).collect(),
            by_fields: &history.by_fields,
            table_fields: &history.table_fields,
            row_fields: &history.row_fields,
            sentence: grid.answer,
            next: next_command(history),
            tested: history.tested,
            notes: history
                .notes
                .iter()
                .map(|note| Coded::new(note.code(), note.sentence().as_bytes()))
                .collect(),
            gate: GateDocument::of(history),
            points: history.points.iter().map(PointDocument::new).collect(),
            rows: rows.collect(),
        }
    }
}

impl<'a> PointDocument<'a> {
    fn new(point: &'a Point) -> PointDocument<'a> {
        let (label, key_bytes) = (label_of(&point.key), Hex::of_key(&point.key));
        PointDocument { label, key: &point.key, key_bytes, place: point.place.as_ref() }
    }
}

impl<'a> RowDocument<'a> {
    fn new(table: &'a HistoryTable, row: &'a HistoryRow) -> RowDocument<'a> {
        let (state, p, adjusted) = match row.state {
            RowState::TooShort => ("too-short", None, None),
            RowState::Constant => ("constant", None, None),
            RowState::Steady { p, adjusted } => ("steady", Some(p), Some(adjusted)),
            RowState::Changed => ("changed", None, None),
            RowState::WithinMargin => ("within-margin", None, None),
        };
        RowDocument {
            label: label_of(&row.key),
            key: &row.key,
            key_bytes: Hex::of_key(&row.key),
            table: &table.key,
            table_bytes: Hex::of_key(&table.key),
            unit: &table.unit,
            better: table.better(),
            state,
            p: p.map(PDocument::new),
            adjusted_p: adjusted.map(PDocument::new),
            changes: row.changes.iter().map(|change| ChangeDocument::new(row, change)).collect(),
            values: row.values.iter().map(ValueDocument::new).collect(),
        }
    }
}

impl ValueDocument {
    fn new(value: &PointValue) -> ValueDocument {
        let [center, lo, hi] = [value.center, value.lo, value.hi].map(Number);
        ValueDocument { point: value.point, n: value.n, center, lo, hi }
    }
}

impl<'a> ChangeDocument<'a> {
    fn new(row: &'a HistoryRow, change: &'a Change) -> ChangeDocument<'a> {
        let point = |index: usize| row.values.get(index).map_or(change.at, |value| value.point);
        let points = |values: &Range<usize>| PointsDocument {
            from: point(values.start),
            to: point(values.end - 1),
        };
        let size = change.size.relative();
        let segment = |range: &Range<usize>, center| SegmentDocument {
            n: range.len(),
            center: Number(center),
        };
        ChangeDocument {
            at: change.at,
            last: change.last,
            earliest: point(change.candidates.start),
            latest: point(change.candidates.end.saturating_sub(1)),
            outcome: change.outcome.word(),
            before: segment(&change.before, change.old),
            after: segment(&change.after, change.new),
            change: Number(size.estimate),
            change_lo: Number(size.interval.lo),
            change_hi: Number(size.interval.hi),
            change_scale: size.scale.name(),
            p: change.p.map(PDocument::new),
            adjusted_p: change.adjusted.map(PDocument::new),
            drift: change.drift.as_ref().map(points),
            returns_to: change.returns_to.as_ref().map(points),
            differing: change.differing.iter().map(DifferingDocument::new).collect(),
            commits: change.commits.as_ref(),
        }
    }
}

impl PDocument {
    fn new(p: ChangeP) -> PDocument {
        let ChangeP { value, is_less, is_approximate } = p;
        PDocument { value: Number(value), is_less, is_approximate }
    }
}

impl<'a> DifferingDocument<'a> {
    fn new(Differing { key, old, new, .. }: &'a Differing) -> DifferingDocument<'a> {
        DifferingDocument { key, old, new }
    }
}

pub(super) use gate::GateDocument;

mod gate {
    use serde::Serialize;

    use super::Number;
    use crate::gate::{GateStatus, RuleText};
    use crate::history::{History, Judged};

    #[derive(Serialize)]
    pub(in super::super) struct GateDocument<'a> {
        status: GateStatus,
        rules: &'a [RuleText],
        without_rule: u32,
        errors: Vec<String>,
        results: Vec<ResultDocument>,
    }

    #[derive(Serialize)]
    struct ResultDocument {
        /// The index in the list of all rows.
        row: usize,
        rule: u32,
        decision: &'static str,
        status: GateStatus,
        newest: Option<Number>,
        previous: Option<Number>,
        center: Option<Number>,
        lo: Option<Number>,
        hi: Option<Number>,
        worse_fraction: Number,
        p: Option<Number>,
        adjusted_p: Option<Number>,
        previous_adjusted_p: Option<Number>,
        n: u32,
    }

    impl<'a> GateDocument<'a> {
        pub(in super::super) fn of(history: &'a History) -> Option<GateDocument<'a>> {
            let gate = history.gate.as_ref()?;
            let mut starts = vec![0];
            for table in &history.tables {
                starts.push(starts[starts.len() - 1] + table.rows.len());
            }
            let result = |judged: &Judged| ResultDocument {
                row: starts[judged.table as usize] + judged.row as usize,
                rule: judged.rule,
                decision: judged.decision.words(),
                status: judged.decision.status(),
                newest: judged.newest.map(Number),
                previous: judged.previous.map(Number),
                center: judged.center.map(Number),
                lo: judged.expected.map(|(lo, _)| Number(lo)),
                hi: judged.expected.map(|(_, hi)| Number(hi)),
                worse_fraction: Number(judged.worse_fraction),
                p: judged.p.map(Number),
                adjusted_p: judged.adjusted_p.map(Number),
                previous_adjusted_p: judged.previous_adjusted_p.map(Number),
                n: judged.n,
            };
            Some(GateDocument {
                status: gate.status,
                rules: &gate.rules,
                without_rule: gate.without_rule,
                errors: gate.errors.iter().map(|error| error.error.to_string()).collect(),
                results: gate.results.iter().map(result).collect(),
            })
        }
    }
}
