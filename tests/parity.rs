//! Runs every case of `tests/cases/` through the library and through a session: their output must be the CLI's
//! output.
//!
//! Cases about the command line itself are counted and skipped.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use crate::support::{self, Case, compare, sharded};
use benchlens_core::base::Argument;
use benchlens_core::format::cut_at_lines;
use benchlens_core::gate::Gate;
use benchlens_core::reading::label_inputs;
use benchlens_core::render::{ChartKind, ChartQuery, report_chart};
use benchlens_core::store::read_segments;
use benchlens_core::{Answer, Input, Output, Query, Store, StoreBuilder, render, render_to, run};
use benchlens_session::{Session, SessionError};
use serde_json::Value;

/// A case in the form that the library accepts.
pub(crate) struct Ask {
    pub(crate) query: Query,
    output: &'static str,
    /// Whether the command line has rules, which are not a part of `query`.
    has_gate: bool,
    inputs: Vec<Loaded>,
}

struct Loaded {
    name: Vec<u8>,
    label: Vec<u8>,
    bytes: Vec<u8>,
}

/// How the library reads a log: as a whole, or split into pieces of some lines for some threads. Each case uses one
/// of these ways.
const WAYS: [Option<(usize, usize)>; 5] =
    [None, Some((1, 1)), Some((2, 2)), Some((3, 7)), Some((50, 2))];

#[test]
fn library_and_session_print_what_the_program_prints() {
    let mut cases = support::cases().expect("the cases can be read");
    let questions = support::questions();
    let count = cases.len();
    // The library has other calls for these commands.
    cases.retain(|case| {
        let own = ["keys", "calibrate", "convert", "history"];
        case.args.first().is_none_or(|word| own.iter().all(|own| word != own))
    });
    let cases: Vec<_> = cases.iter().zip(WAYS.iter().cycle()).collect();
    let results = support::parallel(&cases, |&(case, way)| {
        let ask = ask(case, &questions).map_err(|why| format!("{} ({why})", case.name))?;
        let by_library = match way {
            None => ("library".to_owned(), library(&ask)),
            Some((lines, threads)) => (
                format!("library on {threads} threads in pieces of {lines} lines"),
                in_pieces(&ask, *lines, *threads),
            ),
        };
        let ways = [by_library, ("session".to_owned(), session(&ask))];
        Ok::<_, String>(ways.into_iter().filter_map(|(way, printed)| wrong(case, &way, printed)))
    });
    let (mut left_out, mut failed) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(wrong) => failed.extend(wrong),
            Err(why) => left_out.push(why),
        }
    }
    println!("{} of {count} left out: {}", left_out.len(), left_out.join(", "));
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(left_out.len() * 5 <= count, "too many cases are left out");
}

/// The text, the JSON and the sentence of a case come from one query, which contains only the settings of the command
/// line. Therefore outcomes that are counted through the library, in JavaScript or in Python (which has the same
/// test) agree with the CLI.
#[test]
fn a_query_without_settings_gives_the_outcomes_of_the_program() {
    let cases = support::cases().expect("the cases can be read");
    let questions = support::questions();
    let folder = std::env::temp_dir().join(format!("benchlens-outcomes-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_benchlens"));
    let compared = support::parallel(&cases, |case| {
        let ask = ask(case, &questions).ok().filter(|ask| !ask.has_gate)?;
        let file = folder.join(format!("{}.json", case.name));
        let mut option = OsString::from("json=");
        option.push(&file);
        let args = [&["-o".into(), option], &case.args[..]].concat();
        let with_file = Case { args, ..Case::clone(case) };
        with_file.run(program).unwrap();
        let printed = fs::read(&file).ok()?;
        let document: Value = serde_json::from_slice(&printed).unwrap();
        let sentence = document["sentence"].as_str().unwrap();
        let json = Ask { output: "json", ..ask };
        let (store, report) = answered(&json).ok()?;
        assert_eq!(render(&report, Output::Json).out, printed, "{}: library", case.name);
        let mut session = Session::default();
        session.append_bytes(&store.to_bytes(), None).unwrap();
        assert_eq!(session.run(&json.query).unwrap().sentence, sentence, "{}", case.name);
        assert_eq!(session.render(Output::Json).unwrap().out, printed, "{}: session", case.name);
        Some(())
    });
    fs::remove_dir_all(&folder).unwrap();
    let compared = compared.into_iter().flatten().count();
    println!("{compared} answers have the program's outcomes");
    assert!(500 <= compared || std::env::var_os("CASES").is_some(), "{compared}");
}

/// Returns the difference between an answer and the CLI's output, if there is one.
fn wrong(case: &Case, way: &str, printed: Result<Vec<u8>, Wrong>) -> Option<String> {
    match printed {
        Ok(printed) if compare::same(&case.expected.stdout, &printed, case.is_csv()) => None,
        Ok(printed) => {
            let text = compare::difference("stdout", &case.expected.stdout, &printed);
            Some(format!("{} by the {way}:\n{text}", case.name))
        }
        // An error in a query has the same sentence everywhere.
        Err(Wrong(message)) => {
            let message = format!("benchlens: {message}\n");
            let is_same = compare::same(&case.expected.stderr, message.as_bytes(), false);
            (!is_same).then(|| format!("{} by the {way}: {message}", case.name))
        }
    }
}

#[test]
fn shards_make_the_report_of_the_whole() {
    let cases = support::cases().expect("the cases can be read");
    let questions = support::questions();
    let gate = "sec/op: +5%; B/op: any; allocs/op: proven; missing: fail; new: fail";
    let gate = Gate::parse(gate).unwrap();
    // Each case uses one number of shards, and every second case a gate.
    let ways = [1, 3, 8].into_iter().cycle().zip([false, true].into_iter().cycle());
    let cases: Vec<_> = cases.iter().zip(ways).collect();
    let compared = support::parallel(&cases, |&(case, (count, has_gate))| {
        let Ok(ask) = ask(case, &questions) else { return false };
        let inputs = ask.inputs.iter();
        let store = Store::read(
            inputs.map(|input| Input::new(&input.name, &input.bytes).labelled(&input.label)),
        );
        let Ok(plain) = ask.query.compile() else { return false };
        // Workers that compare a shard need not know the gate.
        let plan = if has_gate { plain.clone().with_gate(gate.clone()) } else { plain.clone() };
        let json = |report: Answer| {
            String::from_utf8_lossy(&render(&report, Output::Json).out).into_owned()
        };
        let whole = plan.run(&store).map(json).map_err(|error| error.to_string());
        let joined = sharded::report(&plan, &plain, &store, count);
        let joined = joined.map(json).map_err(|error| error.to_string());
        assert_eq!(joined, whole, "{} in {count} shards", case.name);
        true
    });
    let compared = compared.into_iter().filter(|&is_compared| is_compared).count();
    println!("{compared} reports in shards");
    assert!(700 <= compared, "too few cases were compared");
}

#[test]
fn shards_know_as_many_recordings_as_the_whole() {
    // A shard with one row contains few of the recordings.
    let log = |side: usize| -> String {
        let block = |id: usize| {
            let value = 100 + 7 * side + id * (id + side) % 13;
            let line = format!("Benchmark{} 1 {value} ns/op\n", id % 10);
            format!(
                "# benchlens recording=r{id} block=1\n{line}# benchlens recording=r{id} block=2\n{line}"
            )
        };
        (0..70).map(block).collect()
    };
    let store = Store::read([Input::new("old", &log(0)), Input::new("new", &log(1))]);
    let query = Query::default().pair("recording").analysed();
    for query in [query.clone(), query.pair(Query::default().pair)] {
        let plan = query.compile().unwrap();
        let whole = render(&plan.run(&store).unwrap(), Output::Json).out;
        assert!(String::from_utf8_lossy(&whole).contains("\"interleaved\""));
        for count in [1, 3, 8] {
            let joined = sharded::report(&plan, &plan, &store, count).unwrap();
            assert!(render(&joined, Output::Json).out == whole, "{count} shards");
        }
    }
}

#[test]
fn charts_have_the_samples_of_shards_or_say_that_there_are_none() {
    let log = |shift: u32| -> String {
        (0..9).map(|i| format!("BenchmarkA 1 {}.5 ns/op\n", shift + i * 7 % 5)).collect()
    };
    let store = Store::read([Input::new("old", &log(3)), Input::new("new", &log(4))]);
    let outline = store.outline();
    let wanted = ChartQuery::default().kind(ChartKind::Samples);
    let drawn = |samples: bool| {
        let plan = Query::default().samples(samples).compile().unwrap();
        let frame = plan.frame(&outline).unwrap();
        let shards = plan.deal(&store, 3).into_values();
        let shards = shards.map(|own| plan.shard(own, &frame).unwrap());
        let joined = plan.join(&outline, shards).unwrap();
        let whole = plan.run(&store).unwrap();
        [(joined, &outline), (whole, &store)].map(|(answer, store)| {
            let samples = |table, row, column| answer.samples(store, table, row, column);
            report_chart(answer.report(), &wanted, &samples).map(|drawn| drawn.chart.svg)
        })
    };
    let [joined, whole] = drawn(true);
    assert_eq!(joined, whole);
    assert!(whole.is_ok());
    let [joined, whole] = drawn(false);
    assert!(whole.is_ok());
    assert_eq!(
        joined.unwrap_err(),
        "no samples chart: the report does not contain single runs: compare with samples"
    );
}

/// An error in a query, as a sentence.
pub(crate) struct Wrong(String);

fn output(ask: &Ask) -> Output {
    Output::ALL.into_iter().find(|&(name, _)| name == ask.output).unwrap().1
}

fn library(ask: &Ask) -> Result<Vec<u8>, Wrong> {
    let (_, report) = answered(ask)?;
    Ok(render(&report, output(ask)).out)
}

pub(crate) fn answered(ask: &Ask) -> Result<(Store, Answer), Wrong> {
    let inputs =
        ask.inputs.iter().map(|input| Input::new(&input.name, &input.bytes).labelled(&input.label));
    let store = Store::read(inputs);
    let report = run(&store, &ask.query).map_err(|error| Wrong(error.sentence().flag_text()))?;
    Ok((store, report))
}

/// Uses the library as several threads do: each piece of complete lines is read separately.
fn in_pieces(ask: &Ask, lines: usize, threads: usize) -> Result<Vec<u8>, Wrong> {
    let mut builder = StoreBuilder::default();
    for input in &ask.inputs {
        builder.begin(&input.name, &input.label);
        if let Some(format) = cut_at_lines(&input.bytes) {
            builder.note_head(&input.bytes);
            let all: Vec<&[u8]> = input.bytes.split_inclusive(|&b| b == b'\n').collect();
            for piece in all.chunks(lines) {
                let segments = read_segments(format, 0, &piece.concat());
                segments.into_iter().for_each(|segment| builder.append(segment));
            }
        } else {
            builder.feed(&input.bytes).unwrap();
        }
        builder.end();
    }
    let plan = ask.query.compile().map_err(|error| Wrong(error.sentence().flag_text()))?;
    let store = builder.finish();
    let report = plan.with_threads(threads).run(&store);
    let report = report.map_err(|error| Wrong(error.sentence().flag_text()))?;
    let mut out = Vec::new();
    render_to(&report, output(ask), threads, &mut out).unwrap();
    Ok(out)
}

fn session(ask: &Ask) -> Result<Vec<u8>, Wrong> {
    let mut session = Session::default();
    for input in &ask.inputs {
        session.begin(&input.name, &input.label);
        // Split the bytes in the way that a browser's stream might.
        input.bytes.chunks(97).for_each(|chunk| session.feed(chunk).unwrap());
        session.end();
    }
    match session.run(&ask.query) {
        Ok(_) => Ok(session.render(output(ask)).unwrap().out),
        Err(SessionError::Query(error)) => Err(Wrong(error.sentence().flag_text())),
        Err(other) => panic!("{other}"),
    }
}

/// Returns the query of a case, or why it cannot be run without the CLI.
pub(crate) fn ask(case: &Case, questions: &Value) -> Result<Ask, &'static str> {
    let question = questions.get(&case.name).ok_or("not a comparison")?;
    let query = question.get("query").ok_or("a value that a setting cannot have")?;
    let query: Query = serde_json::from_value(query.clone()).unwrap();
    let flags = question["flags"].as_object().unwrap();
    let is_known = |name: &str| ["format", "quiet", "gate", "gate-file", "today"].contains(&name);
    if !flags.keys().all(|name| is_known(name)) {
        return Err("another flag");
    }
    let format = flags.get("format").and_then(Value::as_str).unwrap_or("text");
    let known = Output::ALL.into_iter().find(|&(name, _)| name == format);
    let output = known.ok_or("no such format")?.0;
    // A gate does not change the tables, except for the outcomes of failed comparisons.
    let has_gate = flags.contains_key("gate") || flags.contains_key("gate-file");
    if has_gate && ([2, 3].contains(&case.expected.exit) || !["text", "csv"].contains(&output)) {
        return Err("a gate in a report, or one that cannot be read");
    }
    let shows_outcomes = query.analysis.as_ref().is_some_and(|analysis| analysis.outcomes);
    let is_any_order = case.args.iter().any(|arg| arg.to_string_lossy().contains("order: any"));
    if has_gate && (case.expected.exit == 1 || is_any_order) && shows_outcomes {
        return Err("outcomes that a gate may overrule");
    }
    let text = |value: &Value| value.as_str().map(|text| text.as_bytes().to_vec());
    let inputs = question["inputs"].as_array().unwrap().iter();
    let arguments: Vec<Argument> = inputs
        .map(|input| Argument { path: text(&input["path"]).unwrap(), label: text(&input["label"]) })
        .collect();
    if arguments.is_empty() {
        return Err("standard input by default");
    }
    Ok(Ask { query, output, has_gate, inputs: load(case, &arguments)? })
}

fn load(case: &Case, arguments: &[Argument]) -> Result<Vec<Loaded>, &'static str> {
    let mut is_drained = false;
    let load = |(argument, label): (&Argument, Vec<u8>)| {
        let path = String::from_utf8_lossy(&argument.path).into_owned();
        let bytes = match (&path[..], &case.input) {
            // Standard input can be read only once.
            ("-", _) if std::mem::replace(&mut is_drained, true) => Some(Vec::new()),
            ("-", support::Input::File(path)) => fs::read(path).ok(),
            ("-", support::Input::Pipe(bytes)) => Some(bytes.clone()),
            ("-", support::Input::Nothing) => Some(Vec::new()),
            (path, _) => fs::read(case.folder.join(path)).ok(),
        };
        let bytes = bytes.ok_or("an input that cannot be read")?;
        if bytes.starts_with(b"\x1f\x8b") || bytes.starts_with(b"\x28\xb5\x2f\xfd") {
            return Err("a packed input");
        }
        if bytes.get(257..262) == Some(b"ustar") {
            return Err("an archive, which only the program refuses beside a log");
        }
        Ok(Loaded { name: argument.path.clone(), label, bytes })
    };
    arguments.iter().zip(label_inputs(arguments)).map(load).collect()
}
