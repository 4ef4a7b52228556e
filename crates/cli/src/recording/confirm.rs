//! Confirms the findings of a gate: plans to measure the rows that exceed their limit again.
//!
//! Takes the plan of a measurement, and its comparison with the gate; gives the plan of a second measurement, of only
//! these rows, in fresh blocks. Among many rows, some seem to be worse by chance, but hardly twice. Rows that exceed
//! their limit without being significantly worse are measured again as well, because the first blocks are too few to
//! find each change. Must not know how anything is measured or compared.

use std::collections::BTreeSet;

use benchlens_core::Answer;
use benchlens_core::base::{Text, Texts};
use benchlens_core::format::gobench::confirming_name;
use benchlens_core::gate::GateStatus;
use benchlens_core::table::{Report, Row, Table};
use benchlens_run::{Item, Measure, Plan, Template, go_one, go_pattern};

use super::answer::{Comparison, quoted};
use crate::args::RunArguments;

/// The default number of blocks.
const BLOCKS: u32 = 24;

/// A second measurement.
#[derive(Debug)]
pub(super) struct Second {
    pub(super) plan: Plan,
    /// The filter for the results that belong in the logs.
    pub(super) kept: String,
    /// A sentence for the user that names the rows.
    pub(super) note: String,
}

/// The fields of a row and its table that are not empty. Two rows with equal fields belong to one benchmark.
type Fields<'a> = BTreeSet<(&'a Text, &'a Text)>;

/// Returns the second measurement, if rows exceed their limit.
pub(super) fn second(
    plan: &Plan,
    comparison: &Comparison,
    arguments: &RunArguments,
) -> Option<Second> {
    let blocks = arguments.confirm.unwrap_or(BLOCKS);
    if blocks == 0 || !arguments.gate.is_gate() {
        return None;
    }
    let store = comparison.store()?;
    let answer = comparison.gated(&store).ok()?;
    let status = answer.gate()?.status;
    let found: Vec<(&Table, &Row)> = suspects(&answer).collect();
    let all: BTreeSet<Fields<'_>> =
        found.iter().map(|(table, row)| fields(answer.report(), table, row)).collect();
    let names: BTreeSet<String> =
        found.iter().filter_map(|(_, row)| name(answer.report(), row)).collect();
    let names: Vec<String> = names.into_iter().collect();
    if names.is_empty() {
        return None;
    }
    let is_suspect = |item: &&Item| {
        let found = comparison.item_answer(&store, item, &answer.report().query.ignore);
        found.is_none_or(|found| {
            let rows =
                found.report().tables.iter().flat_map(|t| t.rows.iter().map(move |row| (t, row)));
            rows.map(|(table, row)| fields(found.report(), table, row))
                .any(|fields| all.contains(&fields))
        })
    };
    let mut again = Plan {
        id: confirming_name(&plan.id, blocks),
        blocks,
        enough: None,
        looks: Vec::new(),
        // The orders of the first measurement must not repeat.
        seed: !plan.seed,
        ..plan.clone()
    };
    if 1 < plan.items.len() {
        again.items = plan.items.iter().filter(is_suspect).cloned().collect();
    }
    let is_whole = !divide(&mut again, &names);
    // Whole commands take long, so only a failure is worth it.
    if is_whole && status != GateStatus::Failed {
        return None;
    }
    let rows =
        if all.len() == 1 { "1 benchmark".to_owned() } else { format!("{} benchmarks", all.len()) };
    let whole = if is_whole { ", with the whole commands" } else { "" };
    let blocks = if blocks == 1 { "1 block".to_owned() } else { format!("{blocks} blocks") };
    let verb = if all.len() == 1 { "exceeds its limit" } else { "exceed their limits" };
    let note = format!("{rows} {verb}; measuring again in {blocks}{whole}");
    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    Some(Second { plan: again, kept: format!(".fullname:({})", names.join(" OR ")), note })
}

/// Returns the rows that exceed their limit, unless the gate is undecided because of something else.
fn suspects(answer: &Answer) -> impl Iterator<Item = (&Table, &Row)> {
    let is_open = |status| !matches!(status, GateStatus::Invalid | GateStatus::Undecided);
    let gate = answer.gate().filter(|gate| is_open(gate.status));
    let results = gate.into_iter().flat_map(|gate| &gate.results);
    results.filter(|result| result.exceeds_limit()).filter_map(|result| {
        let table = answer.report().tables.get(result.table as usize)?;
        Some((table, table.rows.get(result.row? as usize)?))
    })
}

/// Runs these benchmarks one by one where commands can do that, so that partners are close in time. Returns whether
/// they run little else.
fn divide(plan: &mut Plan, names: &[String]) -> bool {
    if plan.measure != Measure::Output || plan.items.iter().any(|item| item.name.is_some()) {
        return true;
    }
    let mut commands: Vec<&mut Template> =
        plan.versions.iter_mut().flat_map(|version| &mut version.commands).collect();
    let divided: Option<Vec<_>> = commands.iter().map(|command| go_one(&command.words)).collect();
    let Some(divided) = divided else { return false };
    commands.iter_mut().zip(divided).for_each(|(command, words)| command.words = words);
    let patterns = names.iter().map(|name| go_pattern(name));
    let item = |pattern: String| {
        let with = |item: &Item| Item { name: Some(pattern.clone()), ..item.clone() };
        plan.items.iter().map(with).collect::<Vec<_>>()
    };
    plan.items = patterns.flat_map(item).collect();
    true
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
