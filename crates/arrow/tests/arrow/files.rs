//! Tests Parquet files that other programs wrote, and damaged files.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryArray, Float64Array, Int32Array, RecordBatch, StringArray};
use benchlens_arrow::parquet::{Bytes, Prepared, read, write};
use benchlens_arrow::{ImportError, Importer, Table};
use benchlens_core::{Input, Store, StoreBuilder};
use parquet::arrow::ArrowWriter;

fn file() -> Vec<u8> {
    let log = "goos: linux\nUnit ns/op better=lower\nBenchmarkA/n=1-8 100 12.50 ns/op 3 B/op\n\
               # benchlens recording=r block=1\nBenchmarkA/n=1-8 90 13 ns/op 3 B/op\npkg: x\n\
               BenchmarkB 7 -0 ns/op\n";
    let store = Store::read([Input::new("a", log), Input::new("b", ""), Input::new("c", log)]);
    let mut bytes = Vec::new();
    assert_eq!(write(&store, &Table::default(), &mut bytes).unwrap(), 11);
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    bytes
}

fn store_of(bytes: Vec<u8>) -> Result<Store, ImportError> {
    let mut importer = Importer::new(StoreBuilder::default());
    read(Bytes::from(bytes), &mut importer)?;
    Ok(importer.finish()?.finish())
}

fn foreign(columns: Vec<(&str, ArrayRef)>) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    bytes
}

#[test]
fn files_of_each_input_are_those_of_one_after_the_other() {
    let store = store_of(file()).unwrap();
    let each = Prepared::each(&store).unwrap();
    assert_eq!(each.len(), 3);
    for (input, own) in each.iter().enumerate() {
        let inputs = Some(input..input + 1);
        let table = Table { first_input: input as u32, inputs, ..Table::default() };
        let bytes = [own, &Prepared::new(&store, &table).unwrap()].map(|prepared| {
            let mut bytes = Vec::new();
            prepared.write(&mut bytes).unwrap();
            bytes
        });
        assert!(bytes[0] == bytes[1], "input {input}");
    }
}

#[test]
fn files_of_others_are_read() {
    let bytes = foreign(vec![
        ("name", Arc::new(StringArray::from(vec!["A", "B"]))),
        ("unit", Arc::new(StringArray::from(vec!["sec/op", "sec/op"]))),
        ("value", Arc::new(Float64Array::from(vec![1.0, 2.0]))),
    ]);
    assert_eq!(store_of(bytes).unwrap().len(), 2);
}

#[test]
fn files_of_something_else_are_refused() {
    let message = |bytes| store_of(bytes).unwrap_err().to_string();
    assert_eq!(
        message(foreign(vec![("price", Arc::new(Int32Array::from(vec![1])))])),
        "not a table of measurements: missing name, unit, value; found the columns price"
    );
    let bytes = foreign(vec![
        ("name", Arc::new(BinaryArray::from(vec![&b"\xff"[..]]))),
        ("unit", Arc::new(StringArray::from(vec!["x"]))),
        ("value", Arc::new(Float64Array::from(vec![1.0]))),
    ]);
    assert_eq!(message(bytes), "column name is Binary, expected texts");
    assert!(message(b"PAR1".to_vec()).starts_with("damaged: "));
    assert!(message(Vec::new()).starts_with("damaged: "));
}

/// A generator of the same random numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

#[test]
fn damaged_files_are_read_or_refused() {
    let (whole, mut random) = (file(), Random(1));
    let mut panics = Vec::new();
    let mut refused = 0;
    let rounds = std::env::var("ROUNDS").map_or(3000, |rounds| rounds.parse().unwrap());
    for round in 0..rounds {
        let mut bytes = whole.clone();
        match round % 4 {
            0 => bytes.truncate(random.below(whole.len())),
            1 => {
                let at = random.below(whole.len());
                bytes.drain(at..(at + 1 + random.below(40)).min(whole.len()));
            }
            _ => {
                for _ in 0..1 + random.below(8) {
                    let at = random.below(whole.len());
                    bytes[at] = random.below(256) as u8;
                }
            }
        }
        match catch_unwind(AssertUnwindSafe(|| store_of(bytes))) {
            Ok(Ok(_)) => {}
            Ok(Err(_)) => refused += 1,
            Err(_) => panics.push(round),
        }
    }
    assert!(panics.is_empty(), "{} rounds panic: {panics:?}", panics.len());
    assert!(rounds / 4 < refused, "{refused} of {rounds} refused");
}
