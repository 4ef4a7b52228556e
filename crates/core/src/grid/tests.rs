use super::*;
use crate::{Input, Query, Store, run};

#[test]
fn a_window_has_the_texts_of_the_whole() {
    let log = |start: u32| -> String {
        let runs =
            |name, n| (0..n).map(move |i| format!("Benchmark{name} 1 {} ns/op\n", start + i));
        runs("A", 6).chain(runs("B", 2)).chain(runs("C", 4)).collect()
    };
    let (old, new) = (log(100), log(150));
    let store = Store::read([
        Input { name: b"o", label: b"o", bytes: old.as_bytes() },
        Input { name: b"n", label: b"n", bytes: new.as_bytes() },
    ]);
    let report = run(&store, &Query::default()).unwrap().into_report();
    let whole = Grid::new(&report, 0, Numbers::Scaled);
    let order = [2, 1];
    let window = Grid::window(&report, 0, &order);
    let texts = |grid: &Grid, row: usize| {
        let text = |span| String::from_utf8_lossy(grid.text(span)).into_owned();
        let cell = |cell: &GridCell| {
            let comparison = cell.comparison.as_ref();
            let compared = comparison.map(|c| (text(c.delta), text(c.test), text(c.more), c.note));
            (cell.column, text(cell.center), text(cell.range), cell.notes, compared)
        };
        let row = &grid.rows[row];
        (text(row.label), grid.cells(row).iter().map(cell).collect::<Vec<_>>())
    };
    for (index, row) in order.into_iter().enumerate() {
        assert_eq!(texts(&window, index), texts(&whole, row as usize));
    }
    let notes = |grid: &Grid| {
        grid.note_texts().map(|(note, text)| (note, text.to_vec())).collect::<Vec<_>>()
    };
    assert!(!notes(&whole).is_empty());
    assert_eq!(notes(&window), notes(&whole));
}
