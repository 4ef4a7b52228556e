//! Windows of rows.
#![allow(clippy::unwrap_used)]

use benchlens::Query;
use benchlens::query::{Sort, SortBy};
use benchlens_session::{RowsPage, RowsQuery, Session};

/// Rows A (worse), B (better), C (the same), D (much worse), E (new).
fn session() -> Session {
    let log = |values: [u32; 4]| -> String {
        let names = ["A", "B", "C", "D"].into_iter().zip(values);
        let line =
            |name: &str, value: u32, i: u32| format!("Benchmark{name} 1 {} ns/op\n", value + i);
        names.flat_map(|(n, v)| (0..6).map(move |i| line(n, v, i))).collect()
    };
    let new = log([150, 50, 100, 900]) + "BenchmarkE 1 5 ns/op\n";
    let mut session = Session::default();
    for (name, text) in [(b"o", log([100, 100, 100, 100])), (b"n", new)] {
        session.begin(name, name);
        session.feed(text.as_bytes()).unwrap();
        session.end();
    }
    session.run(&Query::default()).unwrap();
    session
}

fn page(by: SortBy, descending: bool, search: &str, start: usize, end: usize) -> RowsPage {
    let sort = Sort { by, column: None, descending };
    let view = RowsQuery { table: 0, sort, search: search.into(), start, end };
    session().rows(&view).unwrap()
}

fn labels(by: SortBy, descending: bool, search: &str) -> String {
    page(by, descending, search, 0, 100).rows.into_iter().map(|row| row.label).collect()
}

#[test]
fn rows_sort_and_search() {
    assert_eq!(labels(SortBy::First, false, ""), "ABCDE");
    assert_eq!(labels(SortBy::First, true, ""), "EDCBA");
    assert_eq!(labels(SortBy::Worst, false, ""), "DABCE");
    assert_eq!(labels(SortBy::Worst, true, ""), "ECBAD");
    assert_eq!(labels(SortBy::Delta, false, ""), "BADCE");
    assert_eq!(labels(SortBy::Delta, true, ""), "DABCE");
    assert_eq!(labels(SortBy::Label, true, ""), "EDCBA");
    assert_eq!(labels(SortBy::Center, false, ""), "EABCD");
    assert_eq!(labels(SortBy::First, false, " b"), "B");
    assert_eq!(labels(SortBy::First, false, "zz"), "");
}

#[test]
fn a_window_has_the_strings_of_the_whole() {
    let whole = page(SortBy::First, false, "", 0, 100);
    let window = page(SortBy::Worst, false, "", 1, 5);
    assert_eq!((window.total, window.rows.len()), (5, 4));
    for row in &window.rows {
        assert_eq!(*row, whole.rows[row.row as usize]);
    }
    assert!(!window.footnotes.is_empty());
    assert!(window.footnotes.iter().all(|note| whole.footnotes.contains(note)));
    assert!(page(SortBy::First, false, "", 7, 3).rows.is_empty());
}
