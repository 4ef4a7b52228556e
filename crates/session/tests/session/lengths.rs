//! Tests the lengths of values in a table with one column.

use benchlens_core::Query;
use benchlens_session::{RowsQuery, Session};

/// Returns whether each table has lengths, and its rows as `name share ratio`.
fn lengths(logs: &[&str]) -> Vec<(bool, Vec<String>)> {
    let mut session = Session::default();
    for (at, log) in logs.iter().enumerate() {
        let name = format!("{at}.txt");
        session.begin(name.as_bytes(), name.as_bytes());
        session.feed(log.as_bytes()).unwrap();
        session.end();
    }
    let tables = session.run(&Query::default()).unwrap().tables;
    let rows = |table| {
        let page = session.rows(&RowsQuery { table, end: 100, ..RowsQuery::default() }).unwrap();
        let text = |row: benchlens_session::RowView| {
            let length = row.length.map(|l| format!(" {:.3} {}", l.0, l.1));
            row.label + &length.unwrap_or_default()
        };
        page.rows.into_iter().map(text).collect()
    };
    let rows: Vec<Vec<String>> = (0..tables.len()).map(rows).collect();
    tables.into_iter().map(|table| table.lengths).zip(rows).collect()
}

#[test]
fn values_are_compared_within_the_first_part_of_the_name() {
    let log = "BenchmarkA/x 1 400 ns/op\nBenchmarkB 1 9 ns/op\nBenchmarkA/y/1 1 100 ns/op\n\
               BenchmarkC/x 1 3 ns/op\nBenchmarkA/y/2 1 123 ns/op\n";
    let [(true, rows)] = &lengths(&[log])[..] else { panic!("one table with lengths") };
    let wanted = [
        "A/x 1.000 4.00×",
        "B 1.000 3.00×",
        "A/y/1 0.250 1.00×",
        "C/x 0.333 1.00×",
        "A/y/2 0.307 1.23×",
    ];
    assert_eq!(rows[..], wanted);
}

#[test]
fn a_row_without_another_has_no_length() {
    let log = "BenchmarkA/x 1 400 ns/op\nBenchmarkA/y 1 200 ns/op\nBenchmarkB 1 9 ns/op\n";
    assert_eq!(lengths(&[log])[0].1, ["A/x 1.000 2.00×", "A/y 0.500 1.00×", "B"]);
    assert_eq!(lengths(&["BenchmarkA 1 400 ns/op\n"]), [(false, vec!["A".to_owned()])]);
}

#[test]
fn higher_rates_are_better_and_zero_has_no_ratio() {
    let log =
        "BenchmarkA 1 400 MB/s 0 B/op 0 allocs/op\nBenchmarkB 1 100 MB/s 8 B/op 0 allocs/op\n";
    let wanted = [
        (true, ["A 1.000 1.00×", "B 0.250 0.25×"]),
        (true, ["A 0.000 ", "B 1.000 "]),
        (false, ["A", "B"]),
    ];
    let found = lengths(&[log]);
    assert_eq!(found.len(), 3);
    for ((has_lengths, rows), wanted) in found.iter().zip(wanted) {
        assert_eq!((has_lengths, &rows[..]), (&wanted.0, &wanted.1.map(String::from)[..]));
    }
}

#[test]
fn comparisons_have_no_lengths() {
    let log = "BenchmarkA 1 400 ns/op\nBenchmarkB 1 100 ns/op\n";
    assert_eq!(lengths(&[log, log])[0], (false, vec!["A".into(), "B".into()]));
}
