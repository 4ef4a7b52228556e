//! Stand-ins for programs that process results in the recipes, and that may be missing where the tests run.
//!
//! Each command has a stand-in that computes the program's output from the same files. The stand-in is always
//! compared with the document. If the program is installed, it runs as well and must print the same; if it is not,
//! the test reports that.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::Path;

use serde_json::Value;

/// A program, and a command that succeeds if it can be used.
const PROGRAMS: [(&str, &str); 3] = [
    ("jq", "jq --version"),
    ("duckdb", "duckdb --version"),
    ("python3", "python3 -c 'import pandas'"),
];

/// Returns the command that tests whether the program of a command is installed, or `None` for a command that every
/// machine has.
pub(crate) fn probe(command: &str) -> Option<&'static str> {
    let first = command.split(' ').next().unwrap_or_default();
    PROGRAMS.iter().find(|(program, _)| *program == first).map(|(_, probe)| *probe)
}

/// Reports that a command did not run: on the real standard error, which test runners do not capture.
pub(crate) fn announce(command: &str, probe: &str) {
    let command = command.lines().next().unwrap_or_default();
    let _ =
        writeln!(std::io::stderr(), "docs: `{probe}` fails: only a stand-in ran for `{command}`");
}

/// Returns the output of a command in a folder.
pub(crate) fn stand_in(command: &str, folder: &Path) -> Result<String, String> {
    let text =
        |file: &str| fs::read_to_string(folder.join(file)).map_err(|e| format!("{file}: {e}"));
    if command.starts_with("jq ") && command.contains("== \"regressed\"") {
        return Ok(regressed(&json(&text("report.json")?)?));
    }
    if command.starts_with("jq ") && command.contains("@tsv") {
        return Ok(changes(&json(&text("report.json")?)?));
    }
    if command.starts_with("python3 ") {
        return Ok(outcomes_by_unit(&records(&text("tidy.csv")?)));
    }
    if command.starts_with("duckdb ") {
        return Ok(worst(&records(&text("tidy.csv")?)));
    }
    Err(format!("no stand-in for `{command}`"))
}

fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

/// Returns each comparison of a report with its unit and the label of its row.
fn comparisons(report: &Value) -> Vec<(&str, &str, &Value)> {
    let mut all = Vec::new();
    for table in report["tables"].as_array().unwrap() {
        for row in table["rows"].as_array().unwrap() {
            for comparison in row["comparisons"].as_array().unwrap() {
                let (unit, label) = (&table["unit"], &row["label"]);
                all.push((unit.as_str().unwrap(), label.as_str().unwrap(), comparison));
            }
        }
    }
    all
}

fn regressed(report: &Value) -> String {
    let of = comparisons(report).into_iter().filter(|(_, _, c)| c["outcome"] == "regressed");
    of.map(|(unit, label, _)| format!("{label} {unit}\n")).collect()
}

fn changes(report: &Value) -> String {
    let line = |(unit, label, comparison): (&str, &str, &Value)| {
        let per_cent = (comparison["median_change"].as_f64().unwrap() * 1000.0).round() / 10.0;
        format!("{label}\t{unit}\t{}\t{per_cent}\n", comparison["outcome"].as_str().unwrap())
    };
    let significant = |c: &Value| c["significant"] == true;
    comparisons(report).into_iter().filter(|(_, _, c)| significant(c)).map(line).collect()
}

/// The fields of a record, each with the name of its column.
type Record = Vec<(String, String)>;

/// Returns the records of a table whose first line names the columns. None of our fields here contains quotes.
fn records(text: &str) -> Vec<Record> {
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned));
    let names: Vec<String> = lines.next().unwrap().collect();
    lines.map(|fields| names.iter().cloned().zip(fields).collect()).collect()
}

fn field<'r>(record: &'r Record, name: &str) -> &'r str {
    &record.iter().find(|(column, _)| column == name).unwrap().1
}

/// `pandas.crosstab(table["unit"], table["outcome"])`, as pandas prints it.
fn outcomes_by_unit(records: &[Record]) -> String {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for record in records {
        *counts.entry((field(record, "unit"), field(record, "outcome"))).or_default() += 1;
    }
    let units: BTreeSet<&str> = counts.keys().map(|(unit, _)| *unit).collect();
    let outcomes: BTreeSet<&str> = counts.keys().map(|(_, outcome)| *outcome).collect();
    let width = units.iter().copied().chain(["outcome"]).map(str::len).max().unwrap_or_default();
    let columns = |cell: &dyn Fn(&str) -> String| -> String {
        outcomes.iter().map(|outcome| format!("  {:>1$}", cell(outcome), outcome.len())).collect()
    };
    let mut text = format!("{:<width$}{}\n", "outcome", columns(&|outcome| outcome.to_owned()));
    text += &format!("{:<width$}{}\n", "unit", columns(&|_| String::new()));
    for unit in units {
        let count = |outcome: &str| counts.get(&(unit, outcome)).unwrap_or(&0).to_string();
        text += &format!("{unit:<width$}{}\n", columns(&count));
    }
    text
}

/// Returns the three times that grew most, as duckdb writes them in CSV.
fn worst(records: &[Record]) -> String {
    let delta = |record: &Record| field(record, "median_change").parse::<f64>().unwrap();
    let mut times: Vec<&Record> =
        records.iter().filter(|record| field(record, "unit") == "sec/op").collect();
    times.sort_by(|a, b| delta(b).total_cmp(&delta(a)));
    let line = |record: &&Record| {
        let percent = (delta(record) * 1000.0).round() / 10.0;
        format!("{},{percent:?},{}\n", field(record, "row:.fullname"), field(record, "outcome"))
    };
    "benchmark,percent,outcome\n".to_owned() + &times.iter().take(3).map(line).collect::<String>()
}
