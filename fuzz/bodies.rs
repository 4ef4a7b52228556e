//! What must hold for any input whatever.
//!
//! Each function takes bytes, does its work and panics if something does not hold. The fuzz targets
//! and the property tests call the same ones.

use benchlens::base::ErrorKind;
use benchlens::format::gobench::{Reader, Writer};
use benchlens::format::{Record, ResultLine};
use benchlens::gate::Gate;
use benchlens::render::gate_messages;
use benchlens::store::read_segments;
use benchlens::{Input, Output, Query, Report, Store, StoreBuilder, render};

/// A log in which every kind of key has some value, for queries to work on.
pub(crate) const LOG: &[u8] = b"goos: linux\npkg: a\nUnit widgets assume=exact\n\
BenchmarkA/n=1/k=x-8 10 100 ns/op 5 widgets\nBenchmarkA/n=2/k=x-8 10 110 ns/op 6 widgets\n\
BenchmarkA/n=1/k=x-8 10 120 ns/op 5 widgets\nBenchmarkB-4 1 0.5 MB/s\nmode: fast\npkg: b\n\
BenchmarkA/n=1k/k=\xff-8 10 130 ns/op 7 widgets\nBenchmarkB-4 1 0 MB/s -1 ns/op\nmode:\n\
BenchmarkC/gomaxprocs=2 1 1e300 x Inf ns/op\nBenchmarkA/n=1/k=x-8 10 90 ns/op\n";

/// However the bytes are cut, the reader gives the same records, and the store the same rows.
pub(crate) fn reader(data: &[u8]) {
    // The first byte says where to cut, so that a fuzzer can choose.
    let (seed, data) = data.split_first().map_or((0, data), |(&seed, data)| (seed, data));
    let whole = [data];
    let pieces: Vec<&[u8]> = cut(data, seed).collect();
    assert_eq!(records(&whole), records(&pieces), "records depend on how the input is cut");
    let stores = [fed(&whole), fed(&pieces)];
    assert_same_store(&stores[0], &stores[1]);
    if !starts_with_mark(data) {
        assert_same_store(&stores[0], &appended(data, usize::from(seed) + 1));
    }
    answer(&stores[0], &Query::default());
}

/// What the writer writes reads back as what was written.
pub(crate) fn round_trip(data: &[u8]) {
    let mut first = Vec::new();
    let mut writer = Writer::default();
    read(&[data], &mut |_, record| {
        if !matches!(record, Record::Malformed(_)) {
            first.push(describe(record));
            writer.write(record);
        }
    });
    let written = writer.into_bytes();
    let mut second = Vec::new();
    read(&[&written], &mut |_, record| second.push(describe(record)));
    assert_eq!(first, second, "{:?}", String::from_utf8_lossy(&written));
}

/// Whatever a filter says, it compiles and answers, or its error points into it.
pub(crate) fn filter(data: &[u8]) {
    let Ok(filter) = std::str::from_utf8(data) else { return };
    if filter.len() <= QUERY_MAX {
        query(&Query { filter: filter.into(), ..Query::default() });
    }
}

/// Whatever projections say, they compile and answer, or their error points into them. Lines are the
/// rows, the columns, the tables and what to ignore.
pub(crate) fn projection(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if text.len() <= QUERY_MAX {
        let mut lines = text.splitn(4, '\n').map(str::to_owned);
        let mut line = || lines.next().unwrap_or_default();
        let (row, col, table, ignore) = (line(), line(), line(), line());
        query(&Query { row, col, table, ignore, ..Query::default() });
    }
}

/// Whatever rules say, in a flag or in a file, they are held against results, or the error points
/// into them.
pub(crate) fn gate(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if QUERY_MAX < text.len() {
        return;
    }
    let store = store_of(&[(b"old", LOG), (b"new", LOG)]);
    for gate in [Gate::parse(text), Gate::read_file("gate.toml", text)] {
        match gate {
            Ok(gate) => {
                let report =
                    Query::default().compile().and_then(|plan| plan.with_gate(gate).run(&store));
                let messages = report.map(|report| gate_messages(&report, 3)).unwrap_or_default();
                assert!(!messages.is_empty(), "{text:?}: no answer");
            }
            Err(error) => {
                let ErrorKind::Place { line, span, .. } = error.kind() else {
                    panic!("{error}: no place")
                };
                assert!(line.get(span.start..span.end).is_some(), "{span:?} of {line:?}");
                assert!(text.contains(&line[..]), "{line:?} is not in {text:?}");
            }
        }
    }
    if let Err(error) = Gate::default().with_floors("noise.toml", text) {
        assert!(error.span().is_some(), "{error}");
    }
}

/// A command line holds more, but nothing new.
const QUERY_MAX: usize = 4096;

/// Asks a query of [`LOG`].
pub(crate) fn query(query: &Query) {
    match query.compile() {
        Ok(_) => answer(&store_of(&[(b"old", LOG), (b"new", LOG)]), query),
        Err(error) => {
            let text = match error.part() {
                "filter" => &query.filter,
                "table" => &query.table,
                "row" => &query.row,
                "col" => &query.col,
                _ => &query.ignore,
            };
            if let Some(span) = error.span() {
                assert!(text.get(span.start..span.end).is_some(), "{span:?} of {text:?}");
            }
            assert!(!error.to_string().is_empty());
        }
    }
}

/// Asks a query with one thread and with several, and renders the answer in every form.
pub(crate) fn answer(store: &Store, query: &Query) {
    let Ok(plan) = query.compile() else { return };
    let answer = plan.run(store);
    for threads in [2, 7] {
        let other = plan.clone().with_threads(threads).run(store);
        assert_eq!(format!("{answer:?}"), format!("{other:?}"), "it depends on the threads");
    }
    let Ok(report) = answer else { return };
    for (_, output) in Output::ALL {
        render(&report, output);
    }
    report.notes.iter().for_each(|note| drop(note.to_bytes()));
}

/// A report as text: unlike the report itself, equal to itself even with NaN in it.
pub(crate) fn shown(report: &Report) -> String {
    format!("{report:?}")
}

/// A store of labelled inputs.
pub(crate) fn store_of(inputs: &[(&[u8], &[u8])]) -> Store {
    Store::read(inputs.iter().map(|&(label, bytes)| Input { name: label, label, bytes }))
}

/// A store of one input in pieces.
pub(crate) fn fed(pieces: &[&[u8]]) -> Store {
    let mut builder = StoreBuilder::default();
    builder.begin(b"name", b"label");
    pieces.iter().for_each(|piece| builder.feed(piece));
    builder.end();
    builder.finish()
}

/// A store of one input whose lines were read in pieces of about `size` bytes, apart from each other.
pub(crate) fn appended(data: &[u8], size: usize) -> Store {
    let mut builder = StoreBuilder::default();
    builder.begin(b"name", b"label");
    builder.note_head(data);
    for piece in pieces_of_lines(data, size) {
        read_segments(piece).into_iter().for_each(|segment| builder.append(segment));
    }
    builder.end();
    builder.finish()
}

/// Cuts data at the line ends that follow every `size` bytes.
pub(crate) fn pieces_of_lines(data: &[u8], size: usize) -> impl Iterator<Item = &[u8]> {
    let mut rest = data;
    std::iter::from_fn(move || {
        let from = size.min(rest.len());
        let end =
            rest[from..].iter().position(|&b| b == b'\n').map_or(rest.len(), |i| from + i + 1);
        let (piece, tail) = rest.split_at(end);
        rest = tail;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Two stores hold the same.
pub(crate) fn assert_same_store(a: &Store, b: &Store) {
    let rows = |store: &Store| store.rows().map(|row| format!("{row:?}")).collect::<Vec<_>>();
    assert_eq!(rows(a), rows(b), "rows differ");
    assert_eq!(a.diagnostics(), b.diagnostics(), "diagnostics differ");
    assert_eq!(a.inputs(), b.inputs(), "inputs differ");
}

/// Whether the input says how it is encoded. Pieces read apart from each other must not.
pub(crate) fn starts_with_mark(data: &[u8]) -> bool {
    [&b"\xef\xbb\xbf"[..], b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| data.starts_with(mark))
}

/// Cuts data into pieces of lengths that look random but follow from the seed.
fn cut(data: &[u8], seed: u8) -> impl Iterator<Item = &[u8]> {
    let (mut rest, mut state) = (data, u32::from(seed));
    std::iter::from_fn(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Mostly short, sometimes empty, now and then long.
        let len = (state >> 24) as usize % 8 * if state & 0x10000 == 0 { 1 } else { 20 };
        let (piece, tail) = rest.split_at(len.min(rest.len()));
        let done = rest.is_empty();
        rest = tail;
        (!done).then_some(piece)
    })
}

fn records(pieces: &[&[u8]]) -> Vec<(u64, String)> {
    let mut all = Vec::new();
    read(pieces, &mut |line, record| all.push((line, describe(record))));
    all
}

fn read(pieces: &[&[u8]], push: &mut dyn FnMut(u64, &Record<'_>)) {
    let mut sink = |line: u64, record: Record<'_>| push(line, &record);
    let mut reader = Reader::default();
    pieces.iter().for_each(|piece| reader.feed(piece, &mut sink));
    reader.finish(&mut sink);
}

/// A record as text, without what depends on how it was read: whether it is known to repeat the one
/// before, and with how many digits a number was written.
fn describe(record: &Record<'_>) -> String {
    let Record::Result(ResultLine { name, iterations, values, units, .. }) = record else {
        return format!("{record:?}");
    };
    let values: Vec<u64> = values.iter().map(|value| value.to_f64().to_bits()).collect();
    format!("{name:?} {iterations} {values:x?} {units:?}")
}
