//! The whole report as JSON, for programs; `schema/report-1.json` describes it.
//!
//! Whatever the query's focus hides from others is there, in the report's own order.
//! One line a row, members in a fixed order. Numbers are doubles with the fewest digits that read
//! back the same; what JSON cannot hold (infinities) or what is not there is `null`. Texts that are
//! not UTF-8 have U+FFFD for what is invalid, and their bytes beside them.

mod gate;
mod row;
mod write;

use std::io::Result;

use super::{Pieces, in_batches};
use crate::grid::{answer, machine_difference, write_label};
use crate::question::{AnalysisQuery, Query};
use crate::table::{Analysis, Assumption, Column, MeanChange, Outcome, Report, Warning};
use row::row;
pub(super) use write::Json;

/// What the format is called; the number grows when something in it changes its meaning or goes.
const SCHEMA: &str = "urn:benchlens:report-1";

pub(super) fn render(report: &Report, threads: usize, out: &mut Pieces<'_>) -> Result<Vec<u8>> {
    let mut json = Json::document(SCHEMA);
    head(&mut json, report);
    json.line();
    json.name("tables").open(b'[');
    for (index, table) in report.tables.iter().enumerate() {
        json.line();
        table_head(&mut json, report, index);
        out.buffer.append(&mut json.out);
        in_batches(out, threads, table.rows.len(), &|places, buffer| {
            // Every batch but the first continues the list.
            let mut json = Json::continued(places.start != 0);
            for place in places {
                json.line();
                row(&mut json, report, index, place);
            }
            buffer.append(&mut json.out);
        })?;
        json.close(b']');
        json.close(b'}');
    }
    json.close(b']');
    json.close(b'}');
    out.buffer.append(&mut json.out);
    out.buffer.push(b'\n');
    Ok(Vec::new())
}

/// Everything but the tables, one line a member.
fn head(json: &mut Json, report: &Report) {
    query(json.name("query"), &report.query);
    json.line();
    json.name("inputs").list(&report.inputs, |json, input| {
        json.open(b'{');
        json.named_text("name", &input.name);
        json.named_text("label", &input.label);
        json.name("lines").count(input.lines);
        json.name("results").count(input.results);
        json.name("malformed").count(input.malformed);
        json.close(b'}');
    });
    json.line();
    json.named_texts("table_fields", &report.table_fields);
    json.line();
    json.named_texts("row_fields", &report.row_fields);
    json.line();
    json.named_texts("col_fields", &report.col_fields);
    json.line();
    json.name("sentence").text(answer(report).as_bytes());
    json.line();
    json.name("notes").list(&report.notes, |json, note| {
        coded(json, note.code(), &note.to_bytes());
        json.close(b'}');
    });
    json.line();
    match &report.analysis {
        Some(found) => analysis(json.name("analysis"), found),
        None => json.name("analysis").null(),
    }
    json.line();
    match &report.gate {
        Some(outcome) => gate::gate(json.name("gate"), outcome),
        None => json.name("gate").null(),
    }
}

/// The query as the library reads it.
fn query(json: &mut Json, query: &Query) {
    let Query { table, row, col, ignore, filter, alpha, confidence, derive, .. } = query;
    let Query { base, analysis, samples, focus, .. } = query;
    json.open(b'{');
    let texts = [("table", table), ("row", row), ("col", col), ("ignore", ignore)];
    for (name, text) in texts.into_iter().chain([("filter", filter)]) {
        json.name(name).text(text.as_bytes());
    }
    if *base != Query::default().base {
        json.name("base").text(base.as_bytes());
    }
    json.name("alpha").number(*alpha);
    json.name("confidence").number(*confidence);
    json.name("derive").list(derive, |json, text| json.text(text.as_bytes()));
    match analysis {
        Some(analysis) => analysis_query(json.name("analysis"), analysis),
        None => json.name("analysis").null(),
    }
    json.name("samples").flag(*samples);
    json.name("focus").open(b'{');
    match focus.sort {
        Some(sort) => json.name("sort").text(sort.to_text().as_bytes()),
        None => json.name("sort").null(),
    }
    json.name("changed").flag(focus.changed);
    json.name("units").list(&focus.units, |json, text| json.text(text.as_bytes()));
    json.name("top").maybe_count(focus.top);
    json.close(b'}');
    json.close(b'}');
}

fn analysis_query(json: &mut Json, query: &AnalysisQuery) {
    let AnalysisQuery { margin, adjust, in_text, delta_ci, better, trust } = query;
    json.open(b'{');
    json.name("margin").number(*margin);
    json.name("adjust").text(adjust.name().as_bytes());
    json.name("in_text").flag(*in_text);
    json.name("delta_ci").flag(*delta_ci);
    json.name("better").list(better, |json, text| json.text(text.as_bytes()));
    json.name("trust").number(*trust);
    json.close(b'}');
}

fn analysis(json: &mut Json, analysis: &Analysis) {
    json.open(b'{');
    json.name("margin").number(analysis.margin);
    json.name("adjust").text(analysis.adjust.name().as_bytes());
    json.name("tests").count(u64::from(analysis.tests));
    json.name("significant").count(u64::from(analysis.significant));
    json.name("expected_by_chance").number(analysis.expected_by_chance);
    json.name("counts").open(b'{');
    for outcome in Outcome::ALL {
        json.name(outcome.word()).count(u64::from(analysis.counts.of(outcome)));
    }
    json.close(b'}');
    json.close(b'}');
}

/// A table up to its first row.
fn table_head(json: &mut Json, report: &Report, index: usize) {
    let table = &report.tables[index];
    json.open(b'{');
    json.named_texts("key", &table.key);
    json.named_text("unit", &table.unit);
    let assumption: &[u8] = match table.assumption {
        Assumption::Nothing => b"nothing",
        Assumption::Exact => b"exact",
    };
    json.name("assumption").text(assumption);
    match table.direction {
        Some(direction) => json.name("better").text(direction.word().as_bytes()),
        None => json.name("better").null(),
    }
    json.line();
    json.name("columns").list(&table.columns, column);
    json.line();
    json.name("machines").list(&table.machines, |json, difference| {
        coded(json, "machines-differ", &machine_difference(table, difference));
        json.name("column").count(u64::from(difference.column));
        json.name("key").text(difference.key.as_bytes());
        json.named_texts("base", &difference.base);
        json.named_texts("new", &difference.new);
        json.name("rows").count(u64::from(difference.rows));
        json.close(b'}');
    });
    json.line();
    json.name("rows").open(b'[');
}

fn column(json: &mut Json, column: &Column) {
    json.open(b'{');
    json.named_texts("key", &column.key);
    label(json, &column.key);
    json.name("geomean").open(b'{');
    json.name("center").maybe_number(column.geomean.center);
    json.name("ratio").maybe_number(column.geomean.change.and_then(MeanChange::ratio));
    warnings(json, column.geomean.warnings.iter().cloned());
    json.close(b'}');
    json.close(b'}');
}

/// The words that tables print for a key.
fn label(json: &mut Json, key: &[crate::base::Text]) {
    let mut label = Vec::new();
    write_label(&mut label, key);
    json.name("label").text(&label);
}

/// Begins an object with a code for programs and a sentence for people.
fn coded(json: &mut Json, code: &str, sentence: &[u8]) {
    json.open(b'{');
    json.name("code").text(code.as_bytes());
    json.name("sentence").text(sentence);
}

fn warnings(json: &mut Json, warnings: impl Iterator<Item = Warning>) {
    json.name("warnings").list(warnings, |json, warning| {
        coded(json, warning.code(), &warning.to_bytes());
        json.close(b'}');
    });
}
