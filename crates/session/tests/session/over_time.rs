//! Tests changes over the columns: computed in steps, cached, in words, and the query that compares their two sides.

use benchlens_core::Query;
use benchlens_core::render::{ChartKind, ChartQuery};
use benchlens_core::table::Outcome;
use benchlens_session::{RowsQuery, Session, SessionError};

/// A log of two benchmarks with three runs each; from log 12 on, the first benchmark takes a third longer.
fn log(number: u32) -> String {
    let runs = |name: &str, ns: u32| {
        let run =
            |run: u32| format!("Benchmark{name}-8 1 {} ns/op\n", ns + (number * 7 + run * 3) % 11);
        (0..3).map(run).collect::<String>()
    };
    runs("Slow", if number < 12 { 3000 } else { 4000 }) + &runs("Even", 500)
}

fn session(logs: u32) -> Session {
    let mut session = Session::default();
    for number in 0..logs {
        let name = format!("v{number:02}");
        session.begin(name.as_bytes(), name.as_bytes());
        session.feed(log(number).as_bytes()).unwrap();
        session.end();
    }
    session
}

fn changes() -> ChartQuery {
    ChartQuery::default().kind(ChartKind::Changes)
}

#[test]
fn more_than_four_columns_are_a_history() {
    let over_time = |logs, query: &Query| session(logs).run(query).unwrap().tables[0].over_time;
    assert!(over_time(5, &Query::default()));
    assert!(!over_time(4, &Query::default()));
    let sizes: String = (0..6).map(|n| format!("BenchmarkA/n={n} 1 {n} ns/op\n")).collect();
    let mut session = Session::default();
    session.begin(b"f", b"f");
    session.feed(sizes.as_bytes()).unwrap();
    session.end();
    let run = session.run(&Query::default().col("/n")).unwrap();
    assert!(!run.tables[0].over_time, "sizes do not follow each other in time");
}

#[test]
fn a_search_in_steps_draws_what_a_search_at_once_draws() {
    let (mut session, mut other) = (session(20), session(20));
    assert_eq!(session.changes_begin(), Err(SessionError::NoAnswer));
    session.run(&Query::default()).unwrap();
    other.run(&Query::default()).unwrap();
    assert_eq!(session.changes_step(1), Err(SessionError::NotLooking));
    assert_eq!(session.change(0, 0, 0), Err(SessionError::NoSuchChange(0)));
    assert_eq!(session.needs_changes(&changes()), Ok(true));
    session.changes_begin().unwrap();
    let first = session.changes_step(1).unwrap();
    assert!(!first.done && first.progress.done < first.progress.total);
    session.changes_cancel();
    assert_eq!(session.changes_step(1), Err(SessionError::NotLooking));
    session.changes_begin().unwrap();
    let mut done = 0;
    while let step = session.changes_step(1).unwrap()
        && !step.done
    {
        assert!(done <= step.progress.done, "{}", step.progress.text);
        done = step.progress.done;
    }
    assert_eq!(session.needs_changes(&ChartQuery::default()), Ok(false));
    let chart = session.chart(&ChartQuery::default()).unwrap();
    assert_eq!(chart, other.chart(&changes()).unwrap());
    assert_eq!(chart.kind, ChartKind::Changes);
    // A new answer does not keep these changes.
    session.run(&Query::default().alpha(0.01)).unwrap();
    assert_eq!(session.needs_changes(&changes()), Ok(true));
}

#[test]
fn a_change_is_told_and_its_two_points_can_be_compared() {
    let mut session = session(20);
    session.run(&Query::default()).unwrap();
    session.chart(&changes()).unwrap();
    let change = session.change(0, 0, 0).unwrap();
    assert_eq!((&change.label[..], change.outcome), ("Slow-8", Outcome::Regressed));
    assert_eq!(change.between, "v11 and v12");
    assert_eq!(change.before.points, "12 points, v00 to v11");
    assert_eq!(change.after.points, "8 points, v12 to v19");
    assert_eq!(change.after.nearest.len(), 5);
    assert!(change.few.unwrap().contains(
        "3 and 3 runs; to detect a difference between only these two, each would need 4"
    ));
    assert_eq!(change.before.nearest.last().unwrap().label, "v11");
    assert!(change.size.starts_with("+33.") && change.size.ends_with("%"), "{}", change.size);
    assert!(change.test.ends_with(" n=12+8"), "{}", change.test);
    let compare = change.compare.unwrap();
    assert_eq!(compare.query.col, ".file@(v11 v12)");
    let run = session.run(&compare.query).unwrap();
    assert_eq!(run.heading, "v12 against v11");
    assert!(!run.tables[0].over_time);
}

#[test]
fn rows_are_placed_as_a_view_orders_them() {
    let mut session = session(6);
    session.run(&Query::default()).unwrap();
    let indices = |view| session.row_indices(&view);
    assert_eq!(indices(RowsQuery::default()), Ok(vec![0, 1]));
    assert_eq!(indices(RowsQuery { search: "even".into(), ..RowsQuery::default() }), Ok(vec![1]));
    let none = RowsQuery { table: 7, ..RowsQuery::default() };
    assert_eq!(indices(none), Err(SessionError::NoSuchTable(7)));
}

#[test]
fn commits_of_one_log_are_asked_over_time_first() {
    let entry = |number: u32| {
        let value = if number < 9 { 100 + number % 3 } else { 150 + number % 3 };
        format!(
            r#"{{"commit":{{"id":"{number:02x}{:038x}","timestamp":"2026-01-{:02}T00:00:00Z"}},"date":1,"tool":"go","benches":[{{"name":"BenchmarkA","value":{value},"unit":"ns/op"}}]}}"#,
            7,
            number + 1
        )
    };
    let file = |commits: u32| {
        let entries: Vec<String> = (0..commits).map(entry).collect();
        format!(
            "window.BENCHMARK_DATA = {{\"lastUpdate\":1,\"repoUrl\":\"\",\"entries\":{{\"Benchmark\":[{}]}}}}",
            entries.join(",")
        )
    };
    let read = |text: String| {
        let mut session = Session::default();
        session.begin(b"data.js", b"data.js");
        session.feed(text.as_bytes()).unwrap();
        session.end();
        session
    };
    let mut session = read(file(18));
    let offers = session.suggestions(&Query::default());
    assert_eq!((&offers[0].title[..], offers[0].first), ("18 commits over time", true));
    assert!(offers[1..].iter().all(|offer| !offer.first));
    let run = session.run(&offers[0].query).unwrap();
    assert!(run.tables[0].over_time);
    session.chart(&changes()).unwrap();
    let change = session.change(0, 0, 0).unwrap();
    assert_eq!(change.between, "0800000000 and 0900000000", "{change:?}");
    assert!(read(file(4)).suggestions(&Query::default()).iter().all(|offer| !offer.first));
}
