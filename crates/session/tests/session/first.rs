//! Tests the first rows before the answer is complete: they agree with the answer.

use std::fmt::Write as _;

use benchlens_core::Query;
use benchlens_core::query::{Sort, SortBy};
use benchlens_session::{RowView, RowsQuery, RunResult, Session};

/// Returns a session with two logs of `benchmarks` benchmarks in two units; every third benchmark became slower.
fn session(benchmarks: usize) -> Session {
    let mut session = Session::default();
    for (name, slower) in [("old", 1.0), ("new", 1.5)] {
        let mut log = String::new();
        for run in 0..6 {
            for benchmark in 0..benchmarks {
                let factor = if benchmark % 3 == 0 { slower } else { 1.0 };
                let time = (100 + benchmark % 7 + run) as f64 * factor;
                writeln!(log, "BenchmarkB{benchmark} 1 {time} ns/op {} B/op", 64 + run).unwrap();
            }
        }
        session.begin(name.as_bytes(), name.as_bytes());
        session.feed(log.as_bytes()).unwrap();
        session.end();
    }
    session
}

fn view(table: usize, changed: bool, rows: usize) -> RowsQuery {
    let sort = Sort { by: SortBy::First, ..Sort::default() };
    RowsQuery { table, sort, search: String::new(), changed, worse: None, start: 0, end: rows }
}

/// Computes until results are compared, and returns the first rows at this point.
fn first(session: &mut Session, query: &Query, unit: &str, rows: usize) -> RunResult {
    session.ask_begin(query).unwrap();
    assert_eq!(session.ask_first(unit, rows), None, "nothing is sorted into cells yet");
    loop {
        assert!(session.ask_step(1).unwrap().answer.is_none(), "the answer came first");
        if let Some(first) = session.ask_first(unit, rows) {
            return first;
        }
    }
}

fn answer(session: &mut Session) -> RunResult {
    loop {
        if let Some(answer) = session.ask_step(u64::MAX).unwrap().answer {
            return answer;
        }
    }
}

/// Removes values that depend on all rows: the length of a bar is a fraction of the longest.
fn told(mut rows: Vec<RowView>) -> Vec<RowView> {
    rows.iter_mut().for_each(|row| row.bars.clear());
    rows
}

#[test]
fn first_rows_are_those_of_the_answer() {
    let mut session = session(300);
    let based = Query::default().base("new");
    let filtered = Query::default().filter(".name:/B/").alpha(0.01);
    // Outcomes are part of the analysis, which follows the first rows.
    for query in [Query::default(), based, filtered].map(Query::plain) {
        let found = first(&mut session, &query, "", 40);
        assert_eq!(found.tables.iter().map(|table| table.rows).collect::<Vec<_>>(), [300, 300]);
        let early = [false, true].map(|changed| session.first_rows(&view(0, changed, 12)).unwrap());
        assert_eq!(early.each_ref().map(|page| page.total), [40, 14]);
        assert_eq!(early.each_ref().map(|page| &page.geomean), [&None, &None]);
        let whole = answer(&mut session);
        assert_eq!(whole.tables[0].columns, found.tables[0].columns);
        for (early, changed) in early.into_iter().zip([false, true]) {
            let late = session.rows(&view(0, changed, 12)).unwrap();
            assert_eq!(told(early.rows), told(late.rows), "{query:?}, changed: {changed}");
        }
    }
}

#[test]
fn only_rows_of_the_unit_that_is_shown_are_worked_out() {
    let mut session = session(50);
    first(&mut session, &Query::default(), "B/op", 10);
    let rows = [0, 1].map(|table| session.first_rows(&view(table, false, 20)).unwrap().rows.len());
    assert_eq!(rows, [0, 10]);
    // There is no such unit.
    first(&mut session, &Query::default(), "furlongs", 10);
    assert_eq!(session.first_rows(&view(0, false, 20)).unwrap().rows.len(), 10);
}

#[test]
fn with_an_analysis_first_rows_tell_what_is_significant() {
    let mut session = session(300);
    let query = Query::default().analysed();
    first(&mut session, &query, "", 30);
    let page = session.first_rows(&view(0, true, 30)).unwrap();
    assert_eq!(page.total, 10);
    assert!(page.rows.iter().all(|row| row.outcomes.is_empty()), "outcomes come with the answer");
    answer(&mut session);
    let page = session.rows(&view(0, true, 30)).unwrap();
    assert_eq!(page.total, 100);
}

#[test]
fn first_rows_are_gone_with_the_question() {
    let mut session = session(50);
    assert_eq!(session.ask_first("", 10), None, "nothing is asked");
    first(&mut session, &Query::default(), "", 10);
    session.ask_cancel();
    assert!(session.first_rows(&view(0, false, 10)).is_err());
    first(&mut session, &Query::default(), "", 10);
    answer(&mut session);
    assert!(session.first_rows(&view(0, false, 10)).is_err(), "the answer has them");
    first(&mut session, &Query::default(), "", 10);
    session.begin(b"more", b"more");
    assert!(session.first_rows(&view(0, false, 10)).is_err(), "the results are others");
}
