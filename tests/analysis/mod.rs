//! Tests outcomes, from logs to the report.

mod control;
mod derive;
mod explain;
mod margin;
mod outcomes;
mod text;

use benchlens_core::Answer;
use benchlens_core::gate::Gate;
use benchlens_core::query::{AnalysisQuery, Query};
use benchlens_core::store::{Input, Store};
use benchlens_core::table::{Analysis, Comparison};

/// Returns lines of one benchmark, one for each value.
fn lines(name: &str, unit: &str, values: &[f64]) -> String {
    values.iter().map(|value| format!("Benchmark{name} 1 {value} {unit}\n")).collect()
}

fn store(old: &str, new: &str) -> Store {
    let input = |label: &'static str, text| Input::new(label.as_bytes(), text);
    Store::read([input("old", old.as_bytes()), input("new", new.as_bytes())])
}

#[expect(clippy::needless_pass_by_value, reason = "calls read better")]
fn ask(old: &str, new: &str, query: Query) -> (Answer, Analysis) {
    // The runs of these logs follow each other, but these tests are about other things.
    let gate = Gate::parse("order: any").unwrap();
    let answer = query.compile().unwrap().with_gate(gate).run(&store(old, new)).unwrap();
    let analysis = answer.report().analysis.clone().unwrap();
    (answer, analysis)
}

fn analysed(analysis: AnalysisQuery) -> Query {
    Query::default().analysis(analysis)
}

/// Returns the first comparison of the first table.
fn only(old: &str, new: &str, analysis: AnalysisQuery) -> Comparison {
    ask(old, new, analysed(analysis)).0.report().tables[0].rows[0].comparisons[0].clone()
}
