//! Confirms a failed gate: plans to measure the failing rows again.
//!
//! Takes the plan of a measurement, and its comparison with the gate; gives the plan of a second measurement, of only
//! the failing rows, in fresh blocks. Among many rows, some seem to be worse by chance, but hardly twice. Must not know
//! how anything is measured or compared.

use std::collections::BTreeSet;

use benchlens_core::Answer;
use benchlens_core::base::{Text, Texts};
use benchlens_core::format::gobench::confirming_name;
use benchlens_core::gate::{Decision, GateStatus};
use benchlens_core::table::{Report, Row, Table};
use benchlens_run::{Item, Measure, Plan, go_only};

use super::answer::{Comparison, quoted};

/// The default number of blocks.
pub(super) const BLOCKS: u32 = 24;

/// A second measurement.
#[derive(Debug)]
pub(super) struct Second {
    pub(super) plan: Plan,
    /// The filter for the results that belong in the logs.
    pub(super) kept: String,
    /// What is measured again, for the user.
    pub(super) note: String,
}

/// The fields of a row and its table that are not empty. Two rows with equal fields belong to one benchmark.
type Fields<'a> = BTreeSet<(&'a Text, &'a Text)>;

/// Returns the second measurement, if rows fail the gate.
pub(super) fn second(plan: &Plan, comparison: &Comparison, blocks: u32) -> Option<Second> {
    let store = comparison.store()?;
    let answer = comparison.gated(&store).ok()?;
    let failed: Vec<(&Table, &Row)> = failed(&answer).collect();
    let all: BTreeSet<Fields<'_>> =
        failed.iter().map(|(table, row)| fields(&answer, table, row)).collect();
    let names: BTreeSet<String> = failed.iter().filter_map(|(_, row)| name(&answer, row)).collect();
    let names: Vec<String> = names.into_iter().collect();
    if names.is_empty() || blocks == 0 {
        return None;
    }
    let is_failing = |item: &&Item| {
        let report = comparison.item_answer(&store, item, &answer.query.ignore);
        report.is_none_or(|report| {
            let rows = report.tables.iter().flat_map(|t| t.rows.iter().map(move |row| (t, row)));
            rows.map(|(table, row)| fields(&report, table, row)).any(|fields| all.contains(&fields))
        })
    };
    let mut again = Plan {
        id: confirming_name(&plan.id, blocks),
        blocks,
        enough: None,
        looks: Vec::new(),
        // The orders must not repeat those of the first measurement.
        seed: !plan.seed,
        ..plan.clone()
    };
    if 1 < plan.items.len() {
        again.items = plan.items.iter().filter(is_failing).cloned().collect();
    }
    let is_whole = !narrow(&mut again, &names);
    let rows =
        if all.len() == 1 { "1 benchmark".to_owned() } else { format!("{} benchmarks", all.len()) };
    let whole = if is_whole { ", with the whole commands" } else { "" };
    let blocks = if blocks == 1 { "1 block".to_owned() } else { format!("{blocks} blocks") };
    let note = format!("{rows} failed the gate; measuring again in {blocks}{whole}");
    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    Some(Second { plan: again, kept: format!(".fullname:({})", names.join(" OR ")), note })
}

/// Returns the rows that fail. If the gate does not fail because of them, a second measurement changes nothing.
fn failed(answer: &Answer) -> impl Iterator<Item = (&Table, &Row)> {
    let gate = answer.gate.as_ref().filter(|gate| gate.status == GateStatus::Failed);
    let results = gate.into_iter().flat_map(|gate| &gate.results);
    results.filter(|result| result.decision == Decision::Failed).filter_map(|result| {
        let table = answer.tables.get(result.table as usize)?;
        Some((table, table.rows.get(result.row? as usize)?))
    })
}

/// Runs only these benchmarks where commands can do that. Returns whether they run little else.
fn narrow(plan: &mut Plan, names: &[String]) -> bool {
    let is_narrow = plan.measure != Measure::Output || 1 < plan.items.len();
    if is_narrow || plan.items.iter().any(|item| item.name.is_some()) {
        return true;
    }
    let mut is_narrow = true;
    for command in plan.versions.iter_mut().flat_map(|version| &mut version.commands) {
        match go_only(&command.words, names) {
            Some(words) => command.words = words,
            None => is_narrow = false,
        }
    }
    is_narrow
}

fn fields<'a>(report: &'a Report, table: &'a Table, row: &'a Row) -> Fields<'a> {
    let pairs = |fields: &'a [Text], key: &'a Texts| fields.iter().zip(key.iter());
    let all = pairs(&report.table_fields, &table.key).chain(pairs(&report.row_fields, &row.key));
    all.filter(|(field, value)| field.as_bytes() != b".unit" && !value.as_bytes().is_empty())
        .collect()
}

fn name(report: &Report, row: &Row) -> Option<String> {
    let at = report.row_fields.iter().position(|field| field.as_bytes() == b".fullname")?;
    row.key.get(at).map(Text::to_string_lossy)
}
