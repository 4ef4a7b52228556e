//! Tests that a report serializes as the document that `-format json` prints.

use benchlens_core::query::{RowSelection, Sort, SortBy};
use benchlens_core::{Answer, Input, Output, Query, Store, render, run};
use serde_json::Value;

const OLD: &[u8] = include_bytes!("../cases/json-everything/old.txt");
const NEW: &[u8] = include_bytes!("../cases/json-everything/new.txt");

fn report(query: &Query) -> Answer {
    let inputs = [(&b"old\xff"[..], OLD), (b"new", NEW)];
    let store = Store::read(inputs.map(|(label, bytes)| Input::new(label, bytes)));
    run(&store, query).unwrap()
}

#[test]
fn any_serializer_gives_the_printed_document() {
    for query in [Query::default().plain(), Query::default().samples(true)] {
        let report = report(&query);
        let printed: Value = serde_json::from_slice(&render(&report, Output::Json).out).unwrap();
        let text = serde_json::to_string(&report).unwrap();
        // The two texts may write the same numbers differently.
        assert_eq!(floats(serde_json::from_str(&text).unwrap()), floats(printed));
    }
}

/// Returns the same document with every number as a double, because 0 and 0.0 are equal.
fn floats(value: Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.into_iter().map(floats).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, value)| (name, floats(value))).collect()
        }
        other => other,
    }
}

#[test]
fn the_query_of_a_report_reads_back() {
    let sort = Sort { by: SortBy::Delta, column: Some(1), descending: true };
    let focus = RowSelection::default().sort(sort).changed(true);
    let read = |query: &Query| -> Query {
        let mut document: Value =
            serde_json::from_slice(&render(&report(query), Output::Json).out).unwrap();
        serde_json::from_value(document["query"].take()).unwrap()
    };
    let query = Query::default().focus(focus);
    assert_eq!(read(&query), query);
    for query in [Query::default(), Query::default().plain()] {
        let named = query.base("new");
        assert_eq!(read(&named), named);
    }
    let none = Query::default().alpha(f64::NAN);
    assert!(read(&none).alpha.is_nan());
}
