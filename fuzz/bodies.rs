//! Properties that hold for any input.
//!
//! Each function takes bytes, processes them, and panics if a property does not hold. The fuzz targets and the
//! property tests call the same functions.

use benchlens_core::base::ErrorKind;
use benchlens_core::format::{
    AutoReader, FORMATS, Location, Number, ReadOptions, Reader, Record, ResultLine, cut_at_lines,
};
use benchlens_core::gate::{Decision, Gate, GateStatus, RuleResult};
use benchlens_core::history::{HistoryQuery, Judged, NewestDecision};
use benchlens_core::render::{
    ChartKind, ChartQuery, HistoryOutput, MARKDOWN_BYTES_MIN, TextStyle, chart, gate_messages,
    github_annotations, github_outputs, github_summary, history as render_history,
    history_gate_messages, junit, markdown, overview_json, overview_text, render_in_style,
    render_to,
};
use benchlens_core::store::{Diagnostic, read_segments};
use benchlens_core::{Answer, Converter, Input, Output, Query, Store, StoreBuilder, render};
use benchlens_inputs::{InputArgument, Threads, Unwatched, read};

/// A log in which every kind of key has some value, so that queries have something to match.
pub(crate) const LOG: &[u8] = b"goos: linux\npkg: a\nUnit widgets assume=exact\n\
BenchmarkA/n=1/k=x-8 10 100 ns/op 5 widgets\nBenchmarkA/n=2/k=x-8 10 110 ns/op 6 widgets\n\
BenchmarkA/n=1/k=x-8 10 120 ns/op 5 widgets\nBenchmarkB-4 1 0.5 MB/s\nmode: fast\npkg: b\n\
BenchmarkA/n=1k/k=\xff-8 10 130 ns/op 7 widgets\nBenchmarkB-4 1 0 MB/s -1 ns/op\nmode:\n\
BenchmarkC/gomaxprocs=2 1 1e300 x Inf ns/op\nBenchmarkA/n=1/k=x-8 10 90 ns/op\n";

/// The reader gives the same records, and the store the same rows, for every way of splitting the bytes.
pub(crate) fn reader(data: &[u8]) {
    // The first byte determines where to split, so that a fuzzer can choose.
    let (seed, data) = data.split_first().map_or((0, data), |(&seed, data)| (seed, data));
    let whole = [data];
    let pieces: Vec<&[u8]> = cut(data, seed).collect();
    let records = |pieces: &[&[u8]]| records(&mut AutoReader::default(), pieces);
    assert_eq!(records(&whole), records(&pieces), "records depend on how the input is cut");
    let stores = [fed(&whole), fed(&pieces)];
    assert_same_store(&stores[0], &stores[1]);
    if cut_at_lines(data).is_some() {
        assert_same_store(&stores[0], &appended(data, usize::from(seed) + 1));
    }
    answer(&stores[0], &Query::default());
}

/// The reader gives the same records for every way of damaging and splitting a document of any harness. The first
/// byte chooses the format.
pub(crate) fn documents(data: &[u8]) {
    let Some((&format, rest)) = data.split_first() else { return };
    let format = &FORMATS[usize::from(format) % FORMATS.len()];
    let options = ReadOptions::default().with_format(format.name).expect("it is in the list");
    let read = |pieces: &[&[u8]]| records(&mut AutoReader::new(options.clone()), pieces);
    let whole = read(&[rest]);
    for seed in [0, 1, 2] {
        let pieces: Vec<&[u8]> = cut(rest, seed).collect();
        assert_eq!(whole, read(&pieces), "records depend on how the input is cut");
    }
}

/// Converted text reads back as the original results, with names that correspond one to one, and is the same for every
/// way of splitting the input. Converting it again changes nothing.
pub(crate) fn round_trip(data: &[u8]) {
    let (once, has_equal_names) = converted(&[data]);
    let (in_pieces, _) = converted(&cut(data, 7).collect::<Vec<_>>());
    assert_eq!(once, in_pieces, "it depends on the cuts");
    // The same bytes have another meaning in another format, or next to archives that are not supported.
    let [first, second] = [data, &once].map(|text| rows(&Store::read([Input::new("log", text)])));
    if !has_equal_names {
        assert_eq!(first, second, "{:?}", String::from_utf8_lossy(&once));
    }
    let (again, _) = converted(&[&once]);
    // A carriage return before a line end belongs to the line end, so a value that consists only of it exists only
    // once.
    let text = |text: &[u8]| {
        let text = String::from_utf8_lossy(text).replace('\r', "");
        text.lines().filter(|line| !line.ends_with(": ")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(text(&once), text(&again));
}

/// Returns converted text, and whether results are skipped because their names would be equal to others.
fn converted(pieces: &[&[u8]]) -> (Vec<u8>, bool) {
    let mut converter = Converter::new("*", false).expect("everything is a filter");
    converter.begin(b"log", b"log");
    pieces.iter().for_each(|piece| converter.feed(piece));
    converter.end();
    let mut reported = converter.store().diagnostics().iter();
    let has_equal_names =
        reported.any(|found| found.to_string().contains("the same name in Go text"));
    (converter.take(), has_equal_names)
}

/// Returns all rows with the number of each name, except for the order of keys, which is the order of their lines, and
/// except for characters that belong to line ends.
fn rows(store: &Store) -> Vec<String> {
    let mut names: Vec<Vec<u8>> = Vec::new();
    let row = |row: benchlens_core::store::StoredRow<'_>| {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end_matches('\r').to_owned();
        // A line of a log cannot begin a value with a blank.
        let value_of = |value: &[u8]| text(value).trim_start_matches([' ', '\t']).to_owned();
        let mut config: Vec<_> =
            row.config.iter().map(|&(key, value)| (text(key), value_of(value))).collect();
        config.sort();
        config.retain(|(_, value)| !value.is_empty());
        let bits = |value: Number| value.to_f64().to_bits();
        // Other harnesses have results without a unit, which text cannot represent.
        let unit = |unit: &[u8]| if unit.is_empty() { "_".to_owned() } else { text(unit) };
        let values = row.measurements.iter().map(|&(of, value)| (unit(of), bits(value)));
        let values: Vec<_> = values.collect();
        // Go's names are one word that begins with a capital letter, but the names of other harnesses may not be.
        let known = names.iter().position(|name| name == row.name);
        let name = known.unwrap_or_else(|| {
            names.push(row.name.to_vec());
            names.len() - 1
        });
        format!("{name} {config:?} {} {values:?}", row.iterations)
    };
    store.rows().map(row).collect()
}

/// Every filter compiles and answers, or its error points into the filter.
pub(crate) fn filter(data: &[u8]) {
    let Ok(filter) = std::str::from_utf8(data) else { return };
    if filter.len() <= QUERY_MAX {
        query(&Query::default().filter(filter));
    }
}

/// All projections compile and answer, or their error points into them. The lines are the rows, the columns, the
/// tables and the keys to ignore.
pub(crate) fn projection(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if text.len() <= QUERY_MAX {
        let mut lines = text.splitn(4, '\n').map(str::to_owned);
        let mut line = || lines.next().unwrap_or_default();
        let (row, col, table, ignore) = (line(), line(), line(), line());
        query(&Query::default().row(row).col(col).table(table).ignore(ignore));
    }
}

/// All rules, in a flag or in a file, are applied to results, or the error points into the rules.
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
    // The error names only the position in such a file, never its text, because it may be any file of the machine.
    if let Err(error) = Gate::default().with_floors("noise.toml", text) {
        let told = error.to_string();
        let line = told.strip_prefix("noise.toml:").and_then(|rest| rest.split(':').next());
        assert!(line.is_some_and(|line| line.parse::<usize>().is_ok()), "{told}");
    }
}

/// For every log and query, all outputs can be written, depend only on the report, and keep their promises. The first
/// byte chooses options; the next lines are the rows, the columns, the tables and the filter; the rest is the log.
pub(crate) fn outputs(data: &[u8]) {
    let Some((&options, data)) = data.split_first() else { return };
    let mut lines = data.splitn(5, |&byte| byte == b'\n');
    let mut text = || {
        let line = lines.next().and_then(|line| std::str::from_utf8(line).ok());
        line.filter(|line| line.len() <= QUERY_MAX).unwrap_or_default().to_owned()
    };
    let standard = Query::default();
    let mut part = |standard: String| Some(text()).filter(|t| !t.is_empty()).unwrap_or(standard);
    let query = Query::default()
        .row(part(standard.row))
        .col(part(standard.col))
        .table(part(standard.table))
        .filter(part(standard.filter))
        .samples(options & 1 != 0)
        .analysis((options & 2 != 0).then(Default::default));
    let log = lines.next().unwrap_or_default();
    write_everything(&store_of(&[(b"old", LOG), (b"new", log), (b"@x ##[y]", log)]), &query);
}

/// A gate that passes has decided at least one comparison, and all of its inputs are complete. The first byte chooses
/// rules; the rest is the log under test.
pub(crate) fn comparisons(data: &[u8]) {
    let Some((&choice, log)) = data.split_first() else { return };
    let rules = RULES[usize::from(choice) % RULES.len()];
    let store = store_of(&[(b"old", LOG), (b"new", log)]);
    let gate = Gate::parse(rules).expect("the rules are well formed");
    let plan = Query::default().compile().expect("the query is well formed").with_gate(gate);
    let found = plan.run(&store);
    let other = plan.with_threads(3).run(&store);
    assert_eq!(format!("{found:?}"), format!("{other:?}"), "it depends on the threads");
    let Ok(answer) = found else { return };
    let Some(found) = answer.gate() else { return };
    if found.status == GateStatus::Passed {
        let is_judged =
            |result: &RuleResult| matches!(result.decision, Decision::Passed | Decision::Warned);
        assert!(found.results.iter().any(is_judged), "nothing was judged");
        assert_complete(store.diagnostics());
    }
}

/// The same holds for histories: a log is split into points, and its end is the newest point.
pub(crate) fn histories(data: &[u8]) {
    let Some((&choice, log)) = data.split_first() else { return };
    let points = 9 + usize::from(choice >> 4);
    let mut texts: Vec<Vec<u8>> = vec![Vec::new(); points];
    for (line, place) in log.split_inclusive(|&byte| byte == b'\n').zip((0..points).cycle()) {
        texts[place].extend_from_slice(line);
    }
    let labels: Vec<String> = (10..).map(|point| format!("p{point}")).take(points + 1).collect();
    texts.push(log.to_vec());
    let inputs = labels.iter().zip(&texts);
    let inputs: Vec<(&[u8], &[u8])> = inputs.map(|(l, t)| (l.as_bytes(), &t[..])).collect();
    let store = store_of(&inputs);
    let rules = RULES[usize::from(choice) % 3];
    let gate = Gate::parse(rules).expect("the rules are well formed");
    let plan = HistoryQuery::default().compile().expect("the query is well formed");
    let plan = plan.with_gate(gate).expect("the rules are about one side");
    let found = plan.run(&store);
    let other = plan.with_threads(3).run(&store);
    assert_eq!(format!("{found:?}"), format!("{other:?}"), "it depends on the threads");
    let Ok(found) = found else { return };
    for (_, output) in HistoryOutput::ALL {
        drop(render_history(&found, output));
    }
    let Some(gate) = &found.gate else { return };
    assert!(!history_gate_messages(&found, 3).is_empty());
    if gate.status == GateStatus::Passed {
        let is_judged = |result: &Judged| {
            matches!(result.decision, NewestDecision::Passed | NewestDecision::Warned)
        };
        assert!(gate.results.iter().any(is_judged), "nothing was judged");
        assert_complete(store.diagnostics_of(points));
    }
}

/// Archives of any kind are read or rejected, and the result is a valid store.
pub(crate) fn archives(data: &[u8]) {
    let input = InputArgument::of_bytes("log", data);
    let store = |threads| {
        let read = read(
            std::slice::from_ref(&input),
            &ReadOptions::default(),
            &Threads(Some(threads)),
            &mut Unwatched,
        );
        (read.store, read.leftovers.failure)
    };
    let ((store, failure), (other, other_failure)) = (store(1), store(3));
    assert_same_store(&store, &other);
    assert_eq!(failure, other_failure);
    let again = Store::from_bytes(&store.to_bytes()).expect("it was written here");
    assert_same_store(&store, &again);
    answer(&store, &Query::default());
}

/// Rules of gates; the first three are also valid for histories.
const RULES: [&str; 6] = [
    "*: any",
    "sec/op: +5%; missing: fail; new: fail",
    "*: +20% warn",
    "*: +1% median-only; mismatch: allow",
    "*: any; geomean sec/op: +2%",
    "*: +5% proven",
];

/// With any of these diagnostics, no gate passes.
fn assert_complete(diagnostics: &[Diagnostic]) {
    let is_wrong = |found: &&Diagnostic| found.problem.is_loss() || found.problem.is_failure();
    let wrong = diagnostics.iter().find(is_wrong);
    assert!(wrong.is_none(), "passed although {wrong:?}");
}

/// Writes all outputs of a store and of the answer to a query.
pub(crate) fn write_everything(store: &Store, query: &Query) {
    drop((overview_text(store), overview_json(store)));
    let Ok(plan) = query.compile() else { return };
    let gate = Gate::parse("*: any; missing: fail; new: fail").expect("the gate is well formed");
    let Ok(answer) = plan.with_gate(gate).run(store) else { return };
    let report = answer.report();
    for (_, output) in Output::ALL {
        let page = render(&answer, output);
        let mut pieces = Vec::new();
        let warnings = render_to(&answer, output, 3, &mut pieces).expect("a vector takes all");
        assert!(
            (page.out, page.warnings) == (pieces, warnings),
            "{output:?} depends on the threads"
        );
    }
    for (width, averages) in [(0, false), (60, false), (60, true)] {
        let style = TextStyle { color: true, width: Some(width), notes: true, averages };
        let [one, more] = [1, 3].map(|threads| {
            let mut text = Vec::new();
            render_in_style(&answer, Output::Text, style, threads, &mut text)
                .expect("a vector takes all");
            text
        });
        assert!(one == more, "text of width {width} depends on the threads");
    }
    for table in 0..report.tables.len() {
        for (_, kind) in ChartKind::ALL {
            let samples = |table, row, column| answer.samples(store, table, row, column);
            drop(chart(report, &ChartQuery::default().kind(kind).table(table), &samples));
        }
    }
    for budget in [0, 1, 100, 1000, 5000] {
        let page = markdown(&answer, budget);
        assert!(page.len() <= budget.max(MARKDOWN_BYTES_MIN), "{budget}: {}", page.len());
        assert_inert(&page);
        let summary = github_summary(&answer, budget);
        assert!(summary.len() <= budget, "{budget}: {}", summary.len());
        assert_inert(&summary);
    }
    for line in github_annotations(&answer, 10).split_inclusive(|&byte| byte == b'\n') {
        assert!(line.starts_with(b"::error title=") && line.ends_with(b"\n"));
        assert_inert(&line[2..]);
    }
    let outputs = github_outputs(&answer);
    assert!(outputs.starts_with(b"verdict=") && outputs.ends_with(b"\n"));
    assert!(!gate_messages(&answer, 3).is_empty());
    assert_xml(&junit(&answer));
    report.notes.iter().for_each(|note| drop(note.sentence()));
}

/// Checks that a document is well-formed: its elements are closed, and no text in it is markup.
fn assert_xml(document: &[u8]) {
    let text = std::str::from_utf8(document).expect("whole characters");
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text}");
    let text = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").expect("a head");
    let mut open = Vec::new();
    for piece in text.split('<').skip(1) {
        let (tag, content) = piece.split_once('>').expect("the end of a tag");
        assert!(!content.contains('>') && tag.matches('"').count() % 2 == 0, "{piece}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{text}");
        } else if !tag.ends_with('/') {
            open.extend(tag.split(' ').next());
        }
    }
    assert!(open.is_empty(), "{open:?} is not closed in {text}");
    for entity in text.split('&').skip(1) {
        let name = entity.split(';').next().expect("a name");
        assert!(["amp", "lt", "gt", "quot", "#9", "#10", "#13"].contains(&name), "&{name}");
    }
}

/// Checks that a text consists of complete characters, none of which controls a terminal, and contains no commands
/// for a runner.
fn assert_inert(text: &[u8]) {
    let text = std::str::from_utf8(text).expect("whole characters");
    let control = text.chars().find(|&c| c.is_control() && c != '\n');
    assert!(control.is_none(), "{control:?} in {text}");
    assert!(!text.contains("##["), "{text}");
    let commands = text.lines().any(|line| line.trim_start().starts_with("::"));
    assert!(!commands, "{text}");
}

/// A command line may be longer, but longer ones test nothing new.
const QUERY_MAX: usize = 4096;

/// Runs a query on [`LOG`].
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

/// Runs a query with one thread and with several, and renders the answer in every format.
pub(crate) fn answer(store: &Store, query: &Query) {
    let Ok(plan) = query.compile() else { return };
    let answer = plan.run(store);
    for threads in [2, 7] {
        let other = plan.clone().with_threads(threads).run(store);
        assert_eq!(format!("{answer:?}"), format!("{other:?}"), "it depends on the threads");
    }
    let Ok(answer) = answer else { return };
    for (_, output) in Output::ALL {
        render(&answer, output);
    }
    answer.report().notes.iter().for_each(|note| drop(note.sentence()));
}

/// Returns a report as text; unlike the report itself, the text is equal to itself even if it contains NaN.
pub(crate) fn shown(report: &Answer) -> String {
    format!("{report:?}")
}

/// Returns a store of labeled inputs.
pub(crate) fn store_of(inputs: &[(&[u8], &[u8])]) -> Store {
    Store::read(inputs.iter().map(|&(label, bytes)| Input::new(label, bytes)))
}

/// Returns a store of one input that is read in pieces.
pub(crate) fn fed(pieces: &[&[u8]]) -> Store {
    let mut builder = StoreBuilder::default();
    builder.begin(b"name", b"label");
    pieces.iter().for_each(|piece| builder.feed(piece).unwrap());
    builder.end();
    builder.finish()
}

/// Returns a store of one input whose lines were read separately in pieces of about `size` bytes.
pub(crate) fn appended(data: &[u8], size: usize) -> Store {
    let mut builder = StoreBuilder::default();
    builder.begin(b"name", b"label");
    feed_in_segments(&mut builder, data, size);
    builder.end();
    builder.finish()
}

/// Reads an input in pieces of about `size` bytes, separately if its format allows this.
pub(crate) fn feed_in_segments(builder: &mut StoreBuilder, data: &[u8], size: usize) {
    let Some(format) = cut_at_lines(data) else { return builder.feed(data).unwrap() };
    builder.note_head(data);
    for piece in pieces_of_lines(data, size) {
        read_segments(format, size as u64, piece)
            .into_iter()
            .for_each(|segment| builder.append(segment));
    }
}

/// Splits data at the line ends that follow every `size` bytes.
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

/// Checks that two stores have the same content.
pub(crate) fn assert_same_store(a: &Store, b: &Store) {
    let rows = |store: &Store| store.rows().map(|row| format!("{row:?}")).collect::<Vec<_>>();
    assert_eq!(rows(a), rows(b), "rows differ");
    assert_eq!(a.diagnostics(), b.diagnostics(), "diagnostics differ");
    assert_eq!(a.inputs(), b.inputs(), "inputs differ");
}

/// Splits data into pieces of pseudorandom lengths that follow from the seed.
fn cut(data: &[u8], seed: u8) -> impl Iterator<Item = &[u8]> {
    let (mut rest, mut state) = (data, u32::from(seed));
    std::iter::from_fn(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Most lengths are short, some are zero, a few are long.
        let len = (state >> 24) as usize % 8 * if state & 0x10000 == 0 { 1 } else { 20 };
        let (piece, tail) = rest.split_at(len.min(rest.len()));
        let done = rest.is_empty();
        rest = tail;
        (!done).then_some(piece)
    })
}

fn records(reader: &mut dyn Reader, pieces: &[&[u8]]) -> Vec<(Location, String)> {
    let mut all = Vec::new();
    read_records(reader, pieces, &mut |at, record| all.push((at.clone(), describe(record))));
    all
}

fn read_records(
    reader: &mut dyn Reader,
    pieces: &[&[u8]],
    push: &mut dyn FnMut(&Location, &Record<'_>),
) {
    let mut sink = |at: &Location, record: Record<'_>| push(at, &record);
    pieces.iter().for_each(|piece| reader.feed(piece, &mut sink));
    reader.finish(&mut sink);
}

/// Returns a record as text, without properties that depend on how it was read: whether it is known to repeat the
/// previous record, and the number of digits of a number.
fn describe(record: &Record<'_>) -> String {
    let Record::Result(ResultLine { name, iterations, values, units, .. }) = record else {
        return format!("{record:?}");
    };
    let values: Vec<u64> = values.iter().map(|value| value.to_f64().to_bits()).collect();
    format!("{name:?} {iterations} {values:x?} {units:?}")
}
