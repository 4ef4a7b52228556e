//! The Rust examples of the documents, word for word, and tests that run them.

use std::fs;

use benchlens_core::{Error, Input, Output, Query, Store, render, run};

/// Compares the times of two logs: the table as text, and the rows with a significant change.
fn compare(old: &[u8], new: &[u8]) -> Result<(String, Vec<String>), Error> {
    let old = Input::new("old.txt", old).labelled("old");
    let new = Input::new("new.txt", new).labelled("new");
    let store = Store::read([old, new]);
    let query = Query::default().filter(".unit:sec/op");
    let answer = run(&store, &query)?;

    let mut changed = Vec::new();
    for compared in answer.report().comparisons() {
        if let Some(test) = compared.comparison.test().filter(|test| test.significant) {
            changed.push(format!("{} (p={:.3})", compared.row.key[0], test.p));
        }
    }
    let text = render(&answer, Output::Text).out;
    Ok((String::from_utf8_lossy(&text).into_owned(), changed))
}

#[test]
fn compare_works() {
    let read = |name: &str| fs::read(crate::docs::root().join("examples").join(name)).unwrap();
    let (text, changed) = compare(&read("old.txt"), &read("new.txt")).unwrap();
    assert!(text.contains("vs base"), "{text}");
    assert_eq!(changed[0], "Encode/readings=10-2 (p=0.000)");
}
