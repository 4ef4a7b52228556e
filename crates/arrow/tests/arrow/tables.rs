//! Tests tables that other programs wrote: some are accepted, others are rejected with the position of the error.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder, StructBuilder};
use arrow_array::{
    Array, ArrayRef, Float64Array, Int32Array, Int64Array, LargeStringArray, NullArray,
    RecordBatch, StringArray, StringViewArray, StructArray, UInt8Array,
};
use arrow_schema::{DataType, Field, Fields};
use benchlens_arrow::{Form, ImportError, Importer, Table, batches, column};
use benchlens_core::format::Number;
use benchlens_core::{Input, Store, StoreBuilder};

fn text(values: &[&str]) -> ArrayRef {
    Arc::new(StringArray::from(values.to_vec()))
}

fn doubles(values: &[f64]) -> ArrayRef {
    Arc::new(Float64Array::from(values.to_vec()))
}

fn whole(values: &[i64]) -> ArrayRef {
    Arc::new(Int64Array::from(values.to_vec()))
}

fn import(columns: Vec<(&str, ArrayRef)>) -> Result<Store, ImportError> {
    let mut importer = Importer::new(StoreBuilder::default());
    importer.push(&RecordBatch::try_from_iter(columns).unwrap())?;
    Ok(importer.finish()?.finish())
}

fn message(columns: Vec<(&str, ArrayRef)>) -> String {
    import(columns).unwrap_err().to_string()
}

/// Shows inputs with their labels, and results with their units and values.
fn shown(store: &Store) -> Vec<String> {
    let row = |row: benchlens_core::store::StoredRow<'_>| {
        let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let pairs = |pairs: &[(&[u8], &[u8])]| -> String {
            pairs.iter().map(|(key, value)| format!(" {}={}", text(key), text(value))).collect()
        };
        let values = row.measurements.iter();
        let values: String =
            values.map(|(unit, value)| format!(" {} {}", value.to_f64(), text(unit))).collect();
        let (config, metadata) = (pairs(&row.config), pairs(&row.metadata));
        format!(
            "{}: {} {}{values};{config};{metadata}",
            text(row.file),
            text(row.name),
            row.iterations
        )
    };
    store.rows().map(row).collect()
}

#[test]
fn a_plain_table_is_enough() {
    let store = import(vec![
        ("name", text(&["A", "A", "B", "A"])),
        ("unit", text(&["sec/op", "B/op", "sec/op", "sec/op"])),
        ("value", doubles(&[1.5, 7.0, 2.0, 3.0])),
    ]);
    assert_eq!(
        shown(&store.unwrap()),
        ["table: A 1 1.5 sec/op 7 B/op;;", "table: B 1 2 sec/op;;", "table: A 1 3 sec/op;;",]
    );
}

#[test]
fn texts_and_numbers_come_in_any_type() {
    let fields = Fields::from(vec![Field::new("goos", DataType::Utf8, true)]);
    let config = StructArray::new(fields, vec![text(&["linux", "linux"])], None);
    let pair = Fields::from(vec![
        Field::new("key", DataType::Utf8, true),
        Field::new("value", DataType::Utf8, true),
    ]);
    let mut metadata = ListBuilder::new(StructBuilder::from_fields(pair, 1));
    metadata.values().field_builder::<StringBuilder>(0).unwrap().append_value("commit");
    metadata.values().field_builder::<StringBuilder>(1).unwrap().append_value("abc");
    metadata.values().append(true);
    metadata.append(true);
    metadata.append(false);
    let store = import(vec![
        ("source", Arc::new(LargeStringArray::from(vec!["a", "b"]))),
        ("name", Arc::new(StringViewArray::from(vec!["A", "A"]))),
        ("config", Arc::new(config)),
        ("metadata", Arc::new(metadata.finish())),
        ("iterations", doubles(&[8.0, f64::NAN])),
        ("written_unit", text(&["ns/op", "ns/op"])),
        ("written_value", Arc::new(UInt8Array::from(vec![3, 4]))),
        ("assume", Arc::new(NullArray::new(2))),
        ("more", whole(&[0, 0])),
    ]);
    let store = store.unwrap();
    assert_eq!(
        shown(&store),
        ["a: A 8 3 ns/op; goos=linux; commit=abc", "b: A 1 4 ns/op; goos=linux;"]
    );
    assert_eq!(store.inputs().len(), 2);
}

#[test]
fn numbers_stay_what_they_are() {
    let values = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, 5e-324, 1e300, 0.1, 4_294_967_296.5];
    let names = ["A"; 8];
    let store = import(vec![
        ("name", text(&names)),
        ("unit", text(&["x"; 8])),
        ("value", doubles(&values)),
    ]);
    let store = store.unwrap();
    let found = store.rows().map(|row| row.measurements[0].1.to_f64().to_bits());
    assert_eq!(found.collect::<Vec<_>>(), values.map(f64::to_bits));
    assert!(matches!(store.rows().nth(6).unwrap().measurements[0].1, Number::Short { .. }));
}

#[test]
fn what_is_no_number_is_told() {
    let store = import(vec![
        ("name", text(&["A", "A"])),
        ("unit", text(&["x", "x"])),
        ("value", doubles(&[f64::NAN, 1.0])),
    ]);
    let store = store.unwrap();
    assert_eq!(store.rows().count(), 1);
    let told = store.diagnostics()[0].to_string();
    assert_eq!(told, "table: row 0: skipped a measurement that is not a number (NaN x)");
}

#[test]
fn missing_columns_are_named() {
    assert_eq!(
        message(vec![("value", doubles(&[1.0])), ("benchmark", text(&["A"]))]),
        "not a table of measurements: missing name, unit; found the columns value, benchmark"
    );
    assert_eq!(
        message(vec![("name", text(&["A"])), ("unit", text(&["x"])), ("value", text(&["1"]))]),
        "column value is Utf8, expected numbers"
    );
    let wrong = vec![
        ("name", text(&["A"])),
        ("unit", text(&["x"])),
        ("value", doubles(&[1.0])),
        ("config", text(&["goos: linux"])),
    ];
    assert_eq!(
        message(wrong),
        "column config is Utf8, expected keys with values: a map, a list of pairs, or a structure of texts"
    );
}

/// Returns a table of two results with these indices.
fn placed(input: [i64; 2], row: [i64; 2], field: [i64; 2]) -> Vec<(&'static str, ArrayRef)> {
    vec![
        (column::INPUT, whole(&input)),
        (column::ROW, whole(&row)),
        (column::FIELD, whole(&field)),
        (column::NAME, text(&["A", "A"])),
        (column::UNIT, text(&["x", "x"])),
        (column::VALUE, doubles(&[1.0, 2.0])),
    ]
}

#[test]
fn nothing_counts_twice() {
    assert_eq!(
        message(placed([0, 0], [3, 3], [1, 1])),
        "row 1: duplicate row: result 3 of table already has field 1"
    );
    let unsorted = message(placed([0, 0], [3, 2], [0, 0]));
    assert!(unsorted.starts_with("row 1: result 2 comes after result 3"), "{unsorted}");
    let unsorted = message(placed([0, 0], [3, 3], [1, 0]));
    assert!(unsorted.contains("must be sorted by input, row and field"), "{unsorted}");
    let unsorted = message(placed([1, 0], [0, 0], [0, 0]));
    assert!(unsorted.starts_with("row 1: input 0 comes after input 1"), "{unsorted}");
    assert_eq!(import(placed([0, 0], [3, 3], [0, 1])).unwrap().len(), 1);
    assert_eq!(import(placed([0, 0], [3, 9], [1, 1])).unwrap().len(), 2);
    assert_eq!(import(placed([4, 7], [3, 3], [1, 1])).unwrap().inputs().len(), 2);
    let torn = vec![
        ("source", text(&["a", "b", "a"])),
        ("name", text(&["A"; 3])),
        ("unit", text(&["x"; 3])),
        ("value", doubles(&[1.0; 3])),
    ];
    assert_eq!(
        message(torn),
        "row 2: rows of a are not contiguous: sort the table by source and file"
    );
}

#[test]
fn what_a_row_cannot_be_is_refused() {
    let mut halves = placed([0, 0], [0, 1], [0, 0]);
    halves[1].1 = doubles(&[0.0, 0.5]);
    assert_eq!(message(halves), "row 1: found row 0.5, expected a whole number");
    let mut changes = placed([0, 0], [0, 0], [0, 1]);
    changes[3].1 = text(&["A", "B"]);
    let changes = message(changes);
    assert_eq!(changes, "row 1: name, iterations or configuration changes within result 0");
    let mut nameless = placed([0, 0], [0, 1], [0, 0]);
    nameless[3].1 = Arc::new(StringArray::from(vec![Some("A"), None]));
    assert_eq!(message(nameless), "row 1: a value has no name");
    let mut empty = placed([0, 0], [0, 1], [0, 0]);
    empty[5].1 = Arc::new(Float64Array::from(vec![Some(1.0), None]));
    let empty = message(empty);
    assert_eq!(empty, "row 1: found neither value with unit nor written_value with written_unit");
    let mut about = placed([0, 0], [0, 1], [0, 0]);
    about.push((column::ABOUT, text(&["{", "{"])));
    let about = message(about);
    assert!(about.starts_with("row 0: benchlens did not write the column about: "), "{about}");
    let mut about = placed([0, 0], [0, 1], [0, 0]);
    about.push((column::ABOUT, text(&["{\"kind\":\"Text\"}", "{}"])));
    assert_eq!(message(about), "row 1: source, file or about changes within input 0");
    let mut block = placed([0, 0], [0, 1], [0, 0]);
    block.push((column::RECORDING, text(&["r", "r"])));
    block.push((column::BLOCK, whole(&[1, -1])));
    assert_eq!(message(block), "row 1: found block -1, expected a number below 2^32");
}

#[test]
fn columns_say_what_unit_lines_say() {
    let mut columns = placed([0, 0], [0, 1], [0, 0]);
    columns.push((column::ASSUME, text(&["exact", "nothing"])));
    let store = import(columns).unwrap();
    let told: Vec<String> = store.diagnostics().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["table: metadata assume of unit x already set to exact"]);
}

#[test]
fn a_part_of_a_table_is_told() {
    let log = "BenchmarkA 1 2 ns/op\nBenchmarkA 1 3 ns/op\n";
    let store = Store::read([Input::new("log", log)]);
    let batch = batches(&store, &Table::default()).unwrap().next().unwrap().unwrap();
    let mut importer = Importer::new(StoreBuilder::default());
    importer.push(&batch.slice(1, 1)).unwrap();
    let part = importer.finish().unwrap().finish();
    let told = part.diagnostics()[0].to_string();
    assert_eq!(told, "log: 1 of 2 measurements are in the table: the others are not compared");
    assert_eq!((part.len(), part.diagnostics()[0].problem.is_note()), (1, true));
}

#[test]
fn parts_that_add_up_are_complete() {
    let log = "BenchmarkA 1 2 ns/op\nBenchmarkA 1 3 ns/op\nBenchmarkA 1 4 ns/op\n";
    let store = Store::read([Input::new("log", log)]);
    let batch = batches(&store, &Table::default()).unwrap().next().unwrap().unwrap();
    let told = |parts: &[[usize; 2]]| {
        let mut builder = StoreBuilder::default();
        for &[offset, rows] in parts {
            let mut importer = Importer::new(builder);
            importer.push(&batch.slice(offset, rows)).unwrap();
            builder = importer.finish().unwrap();
        }
        let store = builder.finish();
        store.diagnostics().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert!(told(&[[1, 2], [0, 1]]).is_empty());
    assert_eq!(told(&[[1, 1], [0, 1]]).len(), 2);
    // Measurements of a part are there twice.
    assert_eq!(told(&[[0, 2], [1, 2]]).len(), 2);
}

#[test]
fn texts_that_are_not_utf_8_are_refused_with_their_place() {
    let refused = |log: &[u8]| {
        let store = Store::read([Input::new("log", log)]);
        batches(&store, &Table::default()).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(
        refused(b"BenchmarkA 1 2 ns/op\nBenchmark\xff 1 2 ns/op\n"),
        "log: result 2: name is not UTF-8, as tables need it: found \"\u{fffd}\""
    );
    assert!(refused(b"k: \xff\nBenchmarkA 1 2 x\n").starts_with("log: result 1: config is not"));
    assert!(refused(b"BenchmarkA 1 2 \xff\n").starts_with("log: result 1: written_unit is not"));
    assert!(refused(b"Unit x a=\xff\n").starts_with("log: about is not UTF-8"));
}

#[test]
fn the_form_without_dictionaries_has_none() {
    let store = Store::read([Input::new("log", "k: v\nBenchmarkA-8 1 2 ns/op 3 B/op\n")]);
    let table = Table { form: Form::Plain, first_input: 7, ..Table::default() };
    let mut plain = batches(&store, &table).unwrap();
    let batch = plain.next().unwrap().unwrap();
    assert_eq!(batch.schema(), plain.schema());
    let is_plain = |field: &Arc<Field>| !matches!(field.data_type(), DataType::Dictionary(..));
    assert!(batch.schema().fields().iter().all(is_plain));
    let inputs = batch.column_by_name(column::INPUT).unwrap();
    let inputs = inputs.as_any().downcast_ref::<Int32Array>().unwrap();
    assert_eq!(inputs.values(), &[7, 7]);
    let values = batch.column_by_name(column::VALUE).unwrap();
    let values = values.as_any().downcast_ref::<Float64Array>().unwrap();
    assert_eq!(values.values(), &[2.0 * 1e-9, 3.0]);
}

/// Returns the inputs and results of a table, or its error, after checking that every split into two batches gives
/// the same.
fn in_any_cut(columns: Vec<(&str, ArrayRef)>) -> Result<Vec<String>, String> {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let read = |cut: usize| {
        let mut importer = Importer::new(StoreBuilder::default());
        for part in [batch.slice(0, cut), batch.slice(cut, batch.num_rows() - cut)] {
            importer.push(&part).map_err(|error| error.to_string())?;
        }
        Ok(shown(&importer.finish().unwrap().finish()))
    };
    let whole = read(0);
    for cut in 1..batch.num_rows() {
        assert_eq!(read(cut), whole, "cut at {cut}");
    }
    whole
}

fn some(values: &[Option<&str>]) -> ArrayRef {
    Arc::new(StringArray::from(values.to_vec()))
}

#[test]
fn gaps_are_the_same_in_any_cut() {
    let table = |source: &[Option<&str>], name: &[Option<&str>]| {
        let values = name.iter().map(|name| name.map(|_| 1.0)).collect::<Float64Array>();
        in_any_cut(vec![
            ("source", some(source)),
            ("name", some(name)),
            ("unit", text(&["x", "y", "x"][..name.len()])),
            ("value", Arc::new(values)),
        ])
    };
    let found = table(&[Some("a"), None], &[Some("A"); 2]);
    assert_eq!(found.unwrap(), ["a: A 1 1 x;;", "table: A 1 1 y;;"]);
    let found = table(&[None, Some("a"), None], &[Some("A"); 3]);
    assert_eq!(
        found.unwrap_err(),
        "row 2: rows of table are not contiguous: sort the table by source and file"
    );
    // A row without a measurement does not end a result.
    let both = "a: A 1 1 x 1 y;;";
    assert_eq!(table(&[Some("a"); 2], &[Some("A"); 2]).unwrap(), [both]);
    let found = in_any_cut(vec![
        ("name", some(&[Some("A"), None, Some("A")])),
        ("unit", text(&["x", "x", "y"])),
        ("value", Arc::new(Float64Array::from(vec![Some(1.0), None, Some(2.0)]))),
    ]);
    assert_eq!(found.unwrap(), ["table: A 1 1 x 2 y;;"]);
}

#[test]
fn tables_one_after_the_other_may_have_the_same_names() {
    let table = || {
        RecordBatch::try_from_iter(vec![
            ("source", text(&["a", "b"])),
            ("name", text(&["A"; 2])),
            ("unit", text(&["x"; 2])),
            ("value", doubles(&[1.0, 2.0])),
        ])
        .unwrap()
    };
    let mut builder = StoreBuilder::default();
    for _ in 0..2 {
        let mut importer = Importer::new(builder);
        importer.push(&table()).unwrap();
        builder = importer.finish().unwrap();
    }
    assert_eq!(builder.finish().inputs().len(), 4);
}

/// Returns a measurement with its values in both units.
fn in_both_units(unit: &str, value: f64, written_value: f64) -> Vec<(&'static str, ArrayRef)> {
    vec![
        (column::NAME, text(&["A"])),
        (column::UNIT, text(&[unit])),
        (column::VALUE, doubles(&[value])),
        (column::WRITTEN_UNIT, text(&["ns/op"])),
        (column::WRITTEN_VALUE, doubles(&[written_value])),
    ]
}

#[test]
fn a_value_that_was_changed_in_one_unit_is_refused() {
    let store = import(in_both_units("sec/op", 4.0 * 1e-9, 4.0)).unwrap();
    assert_eq!(shown(&store), ["table: A 1 4 ns/op;;"]);
    let advice = "leave out written_value and written_unit, or value and unit";
    assert_eq!(
        message(in_both_units("sec/op", 2e-8, 4.0)),
        format!("row 0: value is 2e-8, but 4.0 ns/op was written, which is 4e-9 sec/op: {advice}")
    );
    assert_eq!(
        message(in_both_units("B/op", 4.0 * 1e-9, 4.0)),
        format!("row 0: unit is B/op, but 4.0 ns/op was written, which is 4e-9 sec/op: {advice}")
    );
    // The value without its unit is also tested.
    let mut columns = in_both_units("sec/op", 2e-8, 4.0);
    columns.remove(1);
    assert!(message(columns).starts_with("row 0: value is 2e-8"));
    let mut columns = in_both_units("sec/op", 2e-8, 4.0);
    columns.truncate(3);
    assert_eq!(shown(&import(columns).unwrap()), ["table: A 1 0.00000002 sec/op;;"]);
}

#[test]
fn a_value_needs_the_unit_that_it_is_in() {
    let mut columns = in_both_units("sec/op", 4.0 * 1e-9, 4.0);
    columns.swap(2, 4);
    columns.truncate(3);
    assert_eq!(
        message(columns),
        "not a table of measurements: missing value; found the columns name, unit, written_value"
    );
}
