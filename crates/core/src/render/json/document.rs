//! The document and its tables, without the contents of rows.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use super::gate::GateDocument;
use super::mismatch::Mismatches;
use super::next::after_report;
use super::row::{ComparisonDocument, RowDocument};
use super::value::{Coded, Hex, InputDocument, Number, Tool, label, warning};
use crate::base::{Text, Texts};
use crate::gate::GateOutcome;
use crate::grid::{answer, machine_difference};
use crate::spec::Query;
use crate::stats::Adjustment;
use crate::table::{
    Analysis, Assumption, Column, Counts, MachineDifference, MeanChange, Report, Row, RunOrder,
    Table,
};

/// The name of the format. Its number increases when a member changes its meaning or is removed.
const SCHEMA: &str = "urn:benchlens:report-2";

#[derive(Serialize)]
pub(super) struct Document<'a> {
    schema: &'static str,
    tool: Tool,
    query: &'a Query,
    inputs: Vec<InputDocument<'a>>,
    table_fields: &'a [Text],
    #[serde(skip_serializing_if = "Option::is_none")]
    table_fields_bytes: Option<Hex<&'a [Text]>>,
    row_fields: &'a [Text],
    #[serde(skip_serializing_if = "Option::is_none")]
    row_fields_bytes: Option<Hex<&'a [Text]>>,
    col_fields: &'a [Text],
    #[serde(skip_serializing_if = "Option::is_none")]
    col_fields_bytes: Option<Hex<&'a [Text]>>,
    sentence: String,
    next: Option<String>,
    order: Option<&'static str>,
    notes: Vec<Coded>,
    analysis: Option<AnalysisDocument>,
    gate: Option<GateDocument<'a>>,
    mismatches: Mismatches<'a>,
    /// This comes last, because the writer fills it later.
    tables: Tables<'a>,
}

impl<'a> Document<'a> {
    /// Returns the document of a report with the given tables.
    pub(super) fn new(
        report: &'a Report,
        gate: Option<&'a GateOutcome>,
        tables: &'a [Table],
    ) -> Document<'a> {
        Document {
            schema: SCHEMA,
            tool: Tool::this(),
            query: &report.query,
            inputs: report.inputs.iter().map(InputDocument::checked).collect(),
            table_fields: &report.table_fields,
            table_fields_bytes: Hex::of_all(&report.table_fields),
            row_fields: &report.row_fields,
            row_fields_bytes: Hex::of_all(&report.row_fields),
            col_fields: &report.col_fields,
            col_fields_bytes: Hex::of_all(&report.col_fields),
            sentence: answer(report),
            next: after_report(report),
            order: report.order.map(RunOrder::word),
            notes: report
                .notes
                .iter()
                .map(|n| Coded::new(n.code(), n.sentence().as_bytes()))
                .collect(),
            analysis: report.analysis.as_ref().map(AnalysisDocument::new),
            gate: gate.map(GateDocument::new),
            mismatches: Mismatches(&report.mismatches),
            tables: Tables { report, tables },
        }
    }
}

#[derive(Serialize)]
struct AnalysisDocument {
    margin: Number,
    adjust: Adjustment,
    tests: u32,
    significant: u32,
    expected_by_chance: Number,
    counts: Counts,
}

impl AnalysisDocument {
    fn new(analysis: &Analysis) -> Self {
        AnalysisDocument {
            margin: Number(analysis.margin),
            adjust: analysis.adjust,
            tests: analysis.tests,
            significant: analysis.significant,
            expected_by_chance: Number(analysis.expected_by_chance),
            counts: analysis.counts,
        }
    }
}

/// Tables that are made one by one while they are written.
struct Tables<'a> {
    report: &'a Report,
    tables: &'a [Table],
}

impl Serialize for Tables<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let document = |table| TableDocument::new(self.report, table, &table.rows);
        serializer.collect_seq(self.tables.iter().map(document))
    }
}

#[derive(Serialize)]
pub(super) struct TableDocument<'a> {
    key: &'a Texts,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_bytes: Option<Hex<&'a Texts>>,
    unit: &'a Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit_bytes: Option<Hex<&'a Text>>,
    assumption: &'static str,
    better: Option<&'static str>,
    columns: Vec<ColumnDocument<'a>>,
    machines: Vec<MachineDocument<'a>>,
    /// This comes last, because the writer fills it later.
    rows: Rows<'a>,
}

impl<'a> TableDocument<'a> {
    /// Returns the document of a table with the given rows.
    pub(super) fn new(report: &'a Report, table: &'a Table, rows: &'a [Row]) -> Self {
        let machine = |difference| MachineDocument::new(table, difference);
        let column = |column| ColumnDocument::new(report, column);
        TableDocument {
            key: &table.key,
            key_bytes: Hex::of_key(&table.key),
            unit: &table.unit,
            unit_bytes: Hex::of(&table.unit),
            assumption: match table.assumption {
                Assumption::Nothing => "nothing",
                Assumption::Exact => "exact",
            },
            better: table.direction.as_ref().map(|better| better.word()),
            columns: table.columns.iter().map(column).collect(),
            machines: table.machines.iter().map(machine).collect(),
            rows: Rows { report, table, rows },
        }
    }
}

/// Rows that are made one by one while they are written.
struct Rows<'a> {
    report: &'a Report,
    table: &'a Table,
    rows: &'a [Row],
}

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let document = |row| RowDocument::new(self.report, self.table, row);
        serializer.collect_seq(self.rows.iter().map(document))
    }
}

#[derive(Serialize)]
struct ColumnDocument<'a> {
    key: &'a Texts,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_bytes: Option<Hex<&'a Texts>>,
    label: Cow<'a, str>,
    base_column: Option<u32>,
    geomean: GeomeanDocument,
}

#[derive(Serialize)]
struct GeomeanDocument {
    center: Option<Number>,
    change: Option<Number>,
    /// The change of the whole suite, if it has an interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    suite: Option<SuiteDocument>,
    warnings: Vec<Coded>,
}

#[derive(Serialize)]
struct SuiteDocument {
    rows: u32,
    comparison: ComparisonDocument,
}

impl<'a> ColumnDocument<'a> {
    fn new(report: &Report, column: &'a Column) -> Self {
        let geomean = &column.geomean;
        let warnings = geomean.warnings.iter();
        ColumnDocument {
            key: &column.key,
            key_bytes: Hex::of_key(&column.key),
            label: label(&column.key),
            base_column: column.base,
            geomean: GeomeanDocument {
                center: geomean.center.map(Number),
                change: geomean.change.and_then(MeanChange::ratio).map(|ratio| Number(ratio - 1.0)),
                suite: geomean.suite.as_ref().map(|suite| SuiteDocument {
                    rows: suite.rows,
                    comparison: ComparisonDocument::of_suite(report, suite),
                }),
                warnings: warnings.map(|&found| warning(report, found, None)).collect(),
            },
        }
    }
}

#[derive(Serialize)]
struct MachineDocument<'a> {
    #[serde(flatten)]
    coded: Coded,
    column: u32,
    base_column: u32,
    key: &'static str,
    base: &'a [Text],
    #[serde(skip_serializing_if = "Option::is_none")]
    base_bytes: Option<Hex<&'a [Text]>>,
    new: &'a [Text],
    #[serde(skip_serializing_if = "Option::is_none")]
    new_bytes: Option<Hex<&'a [Text]>>,
    rows: u32,
}

impl<'a> MachineDocument<'a> {
    fn new(table: &'a Table, difference: &'a MachineDifference) -> Self {
        let MachineDifference { column, base_column, key, base, new, rows } = difference;
        MachineDocument {
            coded: Coded::new("machines-differ", &machine_difference(table, difference)),
            column: *column,
            base_column: *base_column,
            key,
            base,
            base_bytes: Hex::of_all(base),
            new,
            new_bytes: Hex::of_all(new),
            rows: *rows,
        }
    }
}
