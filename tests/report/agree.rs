//! Tests that all outputs contain the numbers of the same report.

use std::collections::BTreeMap;

use benchlens_core::base::float::shortest;
use benchlens_core::render::{MARKDOWN_BYTES_MIN, markdown};
use benchlens_core::{Answer, Input, Output, Query, Store, render, render_to, run};
use serde_json::Value;

use crate::report::cases_with;

/// Parses the records of a CSV text, strictly as in RFC 4180.
fn records(text: &[u8]) -> Vec<Vec<Vec<u8>>> {
    let (mut records, mut record, mut field) = (Vec::new(), Vec::new(), Vec::new());
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => loop {
                match bytes.next().expect("the quotes are closed") {
                    b'"' if bytes.next_if_eq(&b'"').is_some() => field.push(b'"'),
                    b'"' => break,
                    byte => field.push(byte),
                }
            },
            b',' => record.push(std::mem::take(&mut field)),
            b'\r' => {
                assert_eq!(bytes.next(), Some(b'\n'), "a record ends with CRLF");
                record.push(std::mem::take(&mut field));
                records.push(std::mem::take(&mut record));
            }
            byte => field.push(byte),
        }
    }
    assert!(record.is_empty() && field.is_empty(), "the last record ends, too");
    records
}

/// Returns a JSON number or null in the form of tidy data. Only JSON writes infinities as null.
fn field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => shortest(number.as_f64().unwrap()),
        Value::String(text) => text.clone(),
        other => panic!("{other} is no field"),
    }
}

/// Columns of tidy data, and the corresponding members of a JSON comparison.
const COMPARISON: [(&str, &str); 10] = [
    ("outcome", "/outcome"),
    ("base_center", "/base"),
    ("center", "/center"),
    ("median_change", "/median_change"),
    ("p", "/p"),
    ("adjusted_p", "/adjusted_p"),
    ("change", "/change"),
    ("change_lo", "/change_lo"),
    ("change_hi", "/change_hi"),
    ("runs_needed", "/runs_needed"),
];

/// Returns the records of tidy data by the names of their columns.
fn tidy(text: &[u8]) -> Vec<BTreeMap<String, String>> {
    let records = records(text);
    let lossy = |field: &Vec<u8>| String::from_utf8_lossy(field).into_owned();
    let names: Vec<String> = records[0].iter().map(lossy).collect();
    let mut unique = names.clone();
    unique.sort();
    unique.dedup();
    let named = |record: &Vec<Vec<u8>>| {
        assert_eq!(record.len(), names.len());
        names.iter().cloned().zip(record.iter().map(lossy)).collect()
    };
    records[1..].iter().map(named).collect()
}

#[test]
fn tidy_data_and_json_have_the_same_numbers() {
    let json = cases_with(&["-format", "json"]);
    let tidies = cases_with(&["-format", "tidy", "-sort", "none"]);
    let mut count = 0;
    for ((case, json), (_, tidied)) in json.iter().zip(&tidies) {
        if case.args.iter().any(|arg| {
            ["-changed", "-top", "-unit", "-worse"].map(Into::into).contains(arg)
                || ["-top=", "-worse="].iter().any(|flag| arg.to_string_lossy().starts_with(flag))
        }) {
            continue;
        }
        let report: Value = serde_json::from_slice(&json.stdout).unwrap();
        let mut records = tidy(&tidied.stdout).into_iter();
        for table in report["tables"].as_array().unwrap() {
            for row in table["rows"].as_array().unwrap() {
                let comparisons = row["comparisons"].as_array().unwrap();
                for comparison in comparisons {
                    let record = records.next().expect("a record for each comparison");
                    assert_eq!(record["unit"], field(&table["unit"]), "{}", case.name);
                    for (column, member) in COMPARISON {
                        let wanted = comparison.pointer(member).map(field).unwrap_or_default();
                        let infinite = ["Inf", "-Inf", "NaN"].contains(&&record[column][..]);
                        let same = record[column] == wanted || infinite && wanted.is_empty();
                        assert!(same, "{}: {column} {} {wanted}", case.name, record[column]);
                        count += 1;
                    }
                }
                for cell in
                    row["cells"].as_array().unwrap().iter().filter(|_| comparisons.is_empty())
                {
                    let record = records.next().expect("a record for each cell");
                    assert_eq!(record["n"], field(&cell["n"]), "{}", case.name);
                }
            }
        }
        assert!(records.next().is_none(), "{}: more records than comparisons", case.name);
    }
    assert!(2000 < count, "only {count} numbers were compared");
}

const OLD: &[u8] = include_bytes!("../cases/json-everything/old.txt");
const NEW: &[u8] = include_bytes!("../cases/json-everything/new.txt");

fn report(query: Query) -> Answer {
    let inputs = [(&b"old"[..], OLD), (b"new", NEW)];
    let store = Store::read(inputs.map(|(label, bytes)| Input::new(label, bytes)));
    let ignore = "cpu,/gomaxprocs".to_owned();
    run(&store, &query.ignore(ignore).analysed()).unwrap()
}

/// Each number of the text table is the rounded number of the JSON report, and Markdown contains the same text.
#[test]
fn text_and_markdown_round_the_numbers_of_json() {
    let report = report(Query::default());
    let json: Value = serde_json::from_slice(&render(&report, Output::Json).out).unwrap();
    let text = String::from_utf8_lossy(&render(&report, Output::Text).out).into_owned();
    let markdown = String::from_utf8(render(&report, Output::Markdown).out).unwrap();
    let mut count = 0;
    for row in json["tables"].as_array().unwrap().iter().flat_map(|t| t["rows"].as_array().unwrap())
    {
        let label = row["label"].as_str().unwrap();
        let line = |text: &str, start: &str| {
            text.lines().find(|line| line.starts_with(start)).map(str::to_owned)
        };
        let Some(comparison) = row["comparisons"].get(0) else { continue };
        let (Some(delta), true) =
            (comparison["median_change"].as_f64(), comparison["significant"] == true)
        else {
            continue;
        };
        let wanted = format!("{:+.2}%", 100.0 * delta);
        let Some(shown) = line(&text, &format!("{label} ")) else { continue };
        assert!(shown.contains(&wanted), "{wanted} is not in {shown}");
        if let Some(shown) = line(&markdown, &format!("| {label} |")) {
            let outcome = comparison["outcome"].as_str().unwrap();
            assert!(shown.contains(&wanted) && shown.contains(outcome), "{wanted} not in {shown}");
            count += 1;
        }
    }
    assert!(3 < count, "only {count} changes were compared");
}

#[test]
fn markdown_keeps_its_budget_and_its_headline() {
    let report = report(Query::default());
    let whole = markdown(&report, 1 << 20);
    let headline = whole.split(|&byte| byte == b'\n').next().unwrap();
    let mut before = 0;
    for budget in (0..whole.len() + 500).step_by(37) {
        let page = markdown(&report, budget);
        assert!(page.len() <= budget.max(MARKDOWN_BYTES_MIN), "{} > {budget}", page.len());
        assert!(page.starts_with(headline), "the headline is gone at {budget}");
        let text = String::from_utf8(page).unwrap();
        assert_eq!(text.matches("<details>").count(), text.matches("</details>").count());
        // All rows are present, or reported as omitted.
        let rows = |text: &str| {
            let lines = text
                .lines()
                .filter(|line| line.starts_with("| ") && !line.starts_with("| geomean"));
            lines.filter(|line| !line.contains("vs base")).count()
        };
        let told = text.split("There is no room for ").nth(1);
        let left: usize = told.map_or(0, |rest| rest.split(' ').next().unwrap().parse().unwrap());
        assert_eq!(rows(&text) + left, rows(str::from_utf8(&whole).unwrap()), "{budget}");
        assert!(before <= rows(&text), "less at {budget} than below");
        before = rows(&text);
    }
    assert_eq!(markdown(&report, whole.len()), whole);
}

#[test]
fn bytes_do_not_depend_on_threads() {
    let focus = benchlens_core::query::RowSelection::default().changed(true);
    for query in [Query::default(), Query::default().samples(true), Query::default().focus(focus)] {
        let report = report(query);
        for (name, output) in Output::ALL {
            let one = render(&report, output).out;
            for threads in [2, 7] {
                let mut out = Vec::new();
                render_to(&report, output, threads, &mut out).unwrap();
                assert!(out == one, "{name} differs on {threads} threads");
            }
        }
    }
}
