//! Tests windows of rows.

use benchlens_core::Query;
use benchlens_core::query::{Sort, SortBy};
use benchlens_session::{RowsPage, RowsQuery, Session};

/// Rows A (worse), B (better), C (unchanged), D (much worse), E (new).
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
    let view =
        RowsQuery { table: 0, sort, search: search.into(), start, end, ..RowsQuery::default() };
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

/// Three logs; the second log lacks one row.
fn three() -> Session {
    let mut session = Session::default();
    for (name, both, rest) in [("a", 100, 100), ("b", 200, 0), ("c", 400, 300)] {
        session.begin(name.as_bytes(), name.as_bytes());
        for run in 0..6 {
            let gap = if rest == 0 {
                String::new()
            } else {
                format!("BenchmarkGap 1 {} ns/op\n", rest + run)
            };
            session.feed(format!("BenchmarkAll 1 {} ns/op\n{gap}", both + run).as_bytes()).unwrap();
        }
        session.end();
    }
    session
}

#[test]
fn rows_say_which_column_each_cell_is_compared_with() {
    let mut session = three();
    let mut ask = |base: &str| {
        let answer = session.run(&Query::default().base(base)).unwrap();
        let choices = answer.bases.iter().map(|choice| (&choice.base[..], &choice.label[..]));
        assert_eq!(choices.collect::<Vec<_>>(), [("a", "a"), ("b", "b"), ("c", "c")]);
        let page = session.rows(&RowsQuery { end: 10, ..RowsQuery::default() }).unwrap();
        let bases = |row: usize| page.rows[row].cells.iter().map(|cell| cell.base).collect();
        let rows: [Vec<Option<u32>>; 2] = [bases(0), bases(1)];
        (answer.tables[0].versus.clone(), answer.tables[0].bases.clone(), rows)
    };
    let first = vec![None, Some(0), Some(0)];
    assert_eq!(ask("first"), ("vs base".into(), first.clone(), [first, vec![None, Some(0)]]));
    let last = vec![Some(2), Some(2), None];
    assert_eq!(ask("c"), ("vs base".into(), last.clone(), [last, vec![Some(2), None]]));
    let before = vec![None, Some(0), Some(1)];
    let previous = ("vs previous".into(), before.clone(), [before, vec![None, Some(0)]]);
    assert_eq!(ask("previous"), previous);
}

#[test]
fn a_baseline_that_is_not_there_leaves_the_last_answer() {
    let mut session = three();
    session.run(&Query::default()).unwrap();
    let error = session.run(&Query::default().base("nothing")).unwrap_err();
    assert_eq!(error.to_string(), "base: no column is `nothing`; there are `a` `b` `c`");
    assert_eq!(session.rows(&RowsQuery { end: 10, ..RowsQuery::default() }).unwrap().total, 2);
    // The values are words themselves, and columns have several keys.
    let query = Query::default().col(".file,.name").row("");
    let bases = session.run(&query).unwrap().bases;
    assert_eq!((&bases[1].base[..], &bases[1].label[..]), (".file=a,.name=Gap", "a Gap"));
}
