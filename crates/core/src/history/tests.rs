//! Whole histories: they are the same for any number of threads and steps, and rarely report chance as a change.

use super::*;
use crate::{Input, Store, StoreBuilder};

/// Pseudorandom numbers that are the same in every run.
struct Stream(u64);

impl Stream {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a roughly normal number: the sum of twelve uniform ones.
    fn bell(&mut self) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() - 6.0
    }
}

/// Returns a log of this number of rows and points; the first `changed` rows rise by half in the middle.
fn log(rows: usize, changed: usize, points: usize, stream: &mut Stream) -> String {
    let mut log = String::new();
    for point in 0..points {
        log += &format!("commit: c{point}\n");
        for row in 0..rows {
            let level = if row < changed && points / 2 <= point { 1500.0 } else { 1000.0 };
            log += &format!(
                "BenchmarkX/row={row} 1 {:.3} ns/op\n",
                level * (1.0 + 0.05 * stream.bell())
            );
        }
    }
    log
}

fn plan() -> HistoryPlan {
    HistoryQuery::default().compile().unwrap()
}

#[test]
fn threads_and_steps_change_nothing() {
    let mut stream = Stream(1);
    for (rows, points) in [(1, 1), (3, 12), (40, 24), (5, 60)] {
        let log = log(rows, rows / 2, points, &mut stream);
        let store = Store::read([Input::new("log", &log)]);
        let whole = plan().run(&store).unwrap();
        assert_eq!(plan().with_threads(3).run(&store).unwrap(), whole);
        let mut builder = StoreBuilder::default();
        builder.begin(b"log", b"log");
        builder.feed(log.as_bytes()).unwrap();
        builder.end();
        for portion in [1, 1000] {
            let mut asking = plan().begin(builder.shared());
            let stepped = loop {
                if let Some(found) = asking.step(portion) {
                    break found.unwrap();
                }
            };
            assert_eq!(stepped, whole, "{rows} rows, {points} points, {portion}");
        }
    }
}

/// At level .05, on average this fraction of the reported changes is wrong. If nothing changed, every reported change
/// is wrong.
#[test]
fn of_what_is_told_little_is_wrong() {
    let mut stream = Stream(2);
    let (mut any, mut wrong, mut found) = (0, 0.0, 0);
    let runs = 60;
    for _ in 0..runs {
        let text = log(40, 0, 30, &mut stream);
        let store = Store::read([Input::new("log", &text)]);
        let history = plan().run(&store).unwrap();
        any += usize::from(history.tables[0].rows.iter().any(|row| !row.changes.is_empty()));
        let text = log(40, 20, 30, &mut stream);
        let store = Store::read([Input::new("log", &text)]);
        let rows = &plan().run(&store).unwrap().tables[0].rows;
        let told = |of: &[HistoryRow]| of.iter().filter(|row| !row.changes.is_empty()).count();
        let (right, others) = (told(&rows[..20]), told(&rows[20..]));
        found += right;
        wrong += others as f64 / (right + others).max(1) as f64;
    }
    // Binomial: more than 7 of 60 at a level of .05 has a probability of .02.
    assert!(any <= 7, "{any} of {runs} histories without a change told one");
    assert!(wrong / f64::from(runs) <= 0.05, "{wrong} of {runs} on average");
    // A rise by half, which is ten deviations, is not missed.
    assert!(found as f64 >= 0.95 * 20.0 * f64::from(runs), "{found} found");
}

#[test]
fn further_changes_are_seldom_made_up() {
    let mut stream = Stream(3);
    let (mut rows, mut more) = (0, 0);
    for _ in 0..20 {
        let text = log(20, 10, 60, &mut stream);
        let store = Store::read([Input::new("log", &text)]);
        let history = plan().run(&store).unwrap();
        let changed = history.tables[0].rows.iter().filter(|row| !row.changes.is_empty());
        for row in changed {
            rows += 1;
            more += row.changes.len() - 1;
        }
    }
    assert!(180 < rows, "{rows}");
    // Each side is split separately, at a level that half the rows passed.
    assert!(more as f64 <= 0.10 * f64::from(rows), "{more} further changes in {rows} rows");
}

/// A change that does not move the center is neither better nor worse, both for ratios and for differences.
#[test]
fn other_scatter_alone_is_no_change() {
    for (unit, values) in [("ns/op", [2.0, 3.0, 4.5]), ("balance better=higher", [-1.0, 0.0, 1.0])]
    {
        let unit_line =
            unit.split_once(' ').map(|(unit, better)| format!("Unit {unit} {better}\n"));
        let name = unit.split(' ').next().unwrap_or_default();
        for turned in [false, true] {
            let mut log = unit_line.clone().unwrap_or_default();
            for point in 0..60 {
                let value = if (point < 30) == turned { values[1] } else { values[point % 3] };
                log += &format!("commit: c{point}\nBenchmarkX 1 {value} {name}\n");
            }
            let store = Store::read([Input::new("log", &log)]);
            let history = plan().run(&store).unwrap();
            let changes = &history.tables[0].rows[0].changes;
            assert!(changes.is_empty(), "{log}");
        }
    }
}

/// Levels of 12 points each; the third and the fifth were there before.
#[test]
fn returns_to_former_levels_are_marked() {
    let mut stream = Stream(5);
    let mut log = String::new();
    for point in 0..60 {
        let level = [1000.0, 1400.0, 1000.0, 1200.0, 1400.0][point / 12];
        let value = level * (1.0 + 0.01 * stream.bell());
        log += &format!(
            "commit: c{point}\nBenchmarkX 1 {value:.3} ns/op\nBenchmarkX 1 {level} bytes\n"
        );
    }
    let log = format!("Unit bytes assume=exact\n{log}");
    let history = plan().run(&Store::read([Input::new("log", &log)])).unwrap();
    for table in &history.tables {
        let changes = &table.rows[0].changes;
        let returns: Vec<_> = changes.iter().map(|change| change.returns_to.clone()).collect();
        assert_eq!(returns, [None, Some(0..12), None, Some(12..24)], "{:?}", table.unit);
    }
}
