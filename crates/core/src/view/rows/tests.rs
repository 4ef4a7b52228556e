use super::super::types::{Sort, SortBy};
use super::*;
use crate::{Input, Query, Store, run};

/// Rows A (worse), B (better), C (the same), D (much worse), E (new).
fn report() -> Report {
    let log = |values: [u32; 4]| -> String {
        let names = ["A", "B", "C", "D"].into_iter().zip(values);
        let line =
            |name: &str, value: u32, i: u32| format!("Benchmark{name} 1 {} ns/op\n", value + i);
        names.flat_map(|(n, v)| (0..6).map(move |i| line(n, v, i))).collect()
    };
    let (old, new) =
        (log([100, 100, 100, 100]), log([150, 50, 100, 900]) + "BenchmarkE 1 5 ns/op\n");
    let store = Store::read([
        Input { name: b"o", label: b"o", bytes: old.as_bytes() },
        Input { name: b"n", label: b"n", bytes: new.as_bytes() },
    ]);
    run(&store, &Query::default()).unwrap()
}

fn labels(report: &Report, by: SortBy, descending: bool, search: &str) -> String {
    let order = row_order(report, 0, Sort { by, column: None, descending }, search);
    let page = row_page(report, 0, &order, 0..100).unwrap();
    page.rows.into_iter().map(|row| row.label).collect()
}

#[test]
fn rows_sort_and_search() {
    let report = report();
    assert_eq!(labels(&report, SortBy::First, false, ""), "ABCDE");
    assert_eq!(labels(&report, SortBy::First, true, ""), "EDCBA");
    assert_eq!(labels(&report, SortBy::Worst, false, ""), "DABCE");
    assert_eq!(labels(&report, SortBy::Worst, true, ""), "ECBAD");
    assert_eq!(labels(&report, SortBy::Delta, false, ""), "BADCE");
    assert_eq!(labels(&report, SortBy::Delta, true, ""), "DABCE");
    assert_eq!(labels(&report, SortBy::Label, true, ""), "EDCBA");
    assert_eq!(labels(&report, SortBy::Center, false, ""), "EABCD");
    assert_eq!(labels(&report, SortBy::First, false, " b"), "B");
    assert_eq!(labels(&report, SortBy::First, false, "zz"), "");
}

#[test]
fn a_window_has_the_strings_of_the_whole() {
    let report = report();
    let whole = Grid::new(&report, 0, crate::grid::Numbers::Scaled);
    let order = row_order(&report, 0, Sort { by: SortBy::Worst, ..Sort::default() }, "");
    let page = row_page(&report, 0, &order, 1..5).unwrap();
    assert_eq!((page.total, page.rows.len()), (5, 4));
    let text = |span| String::from_utf8_lossy(whole.text(span)).into_owned();
    for row in &page.rows {
        let wanted = &whole.rows[row.row as usize];
        for (cell, wanted) in row.cells.iter().zip(whole.cells(wanted)) {
            assert_eq!((&cell.center, &cell.range), (&text(wanted.center), &text(wanted.range)));
            assert_eq!(cell.notes, numbers(wanted.notes.into_iter().flatten()));
        }
    }
    let notes: Vec<(u32, String)> = whole
        .note_texts()
        .map(|(note, text)| (note.get(), String::from_utf8_lossy(text).into_owned()))
        .collect();
    assert!(page.footnotes.iter().all(|note| notes.contains(note)) && !page.footnotes.is_empty());
    assert!(row_page(&report, 1, &[], 0..1).is_none());
    let (start, end) = (7, 3);
    assert!(row_page(&report, 0, &order, start..end).unwrap().rows.is_empty());
}
