//! Tests a session in the way that a front end uses it.

use benchlens_core::query::{AnalysisQuery, Sort, SortBy};
use benchlens_core::render::ChartQuery;
use benchlens_core::table::{Adjustment, Outcome};
use benchlens_core::unit::Direction;
use benchlens_core::{Output, Query};
use benchlens_session::{Placed, RowsQuery, Session, SessionError};

/// Six runs of two codecs.
fn log(start: u32) -> String {
    let line = |codec: &str, value: u32| format!("BenchmarkX/codec={codec}-8 1 {value} ns/op\n");
    let lines = (0..6).flat_map(|i| [line("a", start + i), line("b", 2 * start + i)]);
    "goos: linux\n".to_owned() + &lines.collect::<String>()
}

fn read(session: &mut Session, name: &str, text: &str) {
    session.begin(name.as_bytes(), name.as_bytes());
    text.as_bytes().chunks(11).for_each(|chunk| session.feed(chunk).unwrap());
    session.end();
}

fn two() -> Session {
    let mut session = Session::default();
    read(&mut session, "old", &log(100));
    read(&mut session, "new", &log(50));
    session
}

/// Returns the default query without its analysis.
fn default() -> Query {
    Query::default().plain()
}

fn rows(end: usize) -> RowsQuery {
    RowsQuery { end, ..RowsQuery::default() }
}

#[test]
fn one_input_suggests_comparisons() {
    let mut session = Session::default();
    read(&mut session, "old", &log(100));
    let suggested = session.suggestions(&default());
    assert_eq!(suggested[0].title, "compare /codec: a, b");
    let run = session.run(&suggested[0].query).unwrap();
    assert_eq!(run.command, "benchlens -col /codec old");
    assert_eq!(run.tables[0].counts.regressed, 1);
    read(&mut session, "new", &log(50));
    assert_eq!(session.suggestions(&default()), []);
    let stale = session.rows(&rows(1));
    assert_eq!(stale, Err(SessionError::NoAnswer), "the answer was about other inputs");
}

#[test]
fn queries_have_answers_rows_and_details() {
    let mut session = two();
    let run = session.run(&default()).unwrap();
    assert_eq!(run.sentence, "sec/op: 2 improved (-48.78% to -49.38%).");
    assert_eq!(run.tables[0].direction, Some(Direction::Lower));
    let view = RowsQuery { sort: Sort { by: SortBy::Worst, ..Sort::default() }, ..rows(1) };
    let page = session.rows(&view).unwrap();
    assert_eq!((page.total, &page.rows[0].label[..]), (2, "X/codec=b-8"));
    assert_eq!(page.rows[0].cells[1].outcome, Some(Outcome::Improved));
    assert_eq!(session.rows(&view).unwrap(), page, "asked again, a cache answers");
    let detail = session.detail(0, 0, None).unwrap();
    assert_eq!(detail.columns[1].values[5], "55.00 ns");
    assert!(detail.sentence.contains(": improved (less is better)"));
    assert!(detail.strip.starts_with("<svg"));
    assert!(session.chart(&ChartQuery::default()).unwrap().svg.contains("codec=b"));
    let text = session.render(Output::Text).unwrap().out;
    assert!(String::from_utf8(text).unwrap().contains("-48.78% (p=0.002 n=6)"));
}

#[test]
fn outcomes_of_an_analysis_come_when_asked_for() {
    let mut session = Session::default();
    read(&mut session, "old", &(log(100) + "BenchmarkZ-8 1 7 ns/op\n"));
    read(&mut session, "new", &(log(50) + "BenchmarkY-8 1 7 ns/op\n"));
    session.run(&default()).unwrap();
    let plain = session.render(Output::Text).unwrap();
    assert_eq!(session.rows(&rows(9)).unwrap().rows[0].outcomes, []);
    let analysis = AnalysisQuery::default().adjust(Adjustment::Bh);
    let run = session.run(&default().analysis(analysis)).unwrap();
    assert!(run.analysis[0].starts_with("2 tests at level 0.05, 2 significant"), "{run:?}");
    let text = &run.suites[0].text;
    assert!(text.starts_with("geomean without an interval") && run.suites.len() == 1, "{text}");
    assert_eq!(run.suites[0].outcome, None);
    assert_eq!(run.tables[0].counts.of(Outcome::Improved), 2);
    assert!(run.command.contains("benchlens -outcomes -adjust bh old"));
    let page = session.rows(&rows(9)).unwrap();
    assert_eq!(page.rows[0].outcomes[0].outcome, Outcome::Improved);
    assert_eq!(page.rows[2].outcomes[0].outcome, Outcome::Missing);
    assert_eq!(page.rows[0].cells[1].odds, "p=0.002 n=6 adj=0.002");
    let outcomes = session.detail(0, 0, None).unwrap().outcomes.join(" ");
    assert!(outcomes.contains("Improved: estimated change −48.7"), "{outcomes}");
    assert!(outcomes.contains("Adjusted for all comparisons (bh): p=0.002"), "{outcomes}");
    session.run(&default()).unwrap();
    assert_eq!(session.render(Output::Text).unwrap(), plain);
}

#[test]
fn notes_come_with_what_would_help() {
    let mut session = Session::default();
    read(&mut session, "old", &format!("cpu: a\n{}", log(100)));
    read(&mut session, "new", &format!("cpu: b\n{}", log(50)));
    let run = session.run(&default()).unwrap();
    assert_eq!((&run.notes[0].text[..], run.notes[0].warning), ("The logs differ in cpu.", true));
    assert_eq!((&run.notes[1].code[..], &run.notes[1].fix), ("nothing-compared", &None));
    let fix = run.notes[0].fix.as_ref().unwrap();
    assert_eq!((&fix.title[..], &fix.query.ignore[..]), ("Compare anyway", "cpu"));
    let run = session.run(&fix.query).unwrap();
    assert_eq!((&run.notes[..], run.tables[0].counts.improved), (&[][..], 2));
}

#[test]
fn unlike_inputs_are_explained_in_one_sentence() {
    let first = |logs: &[(&str, String)], query: &Query| {
        let mut session = Session::default();
        logs.iter().for_each(|(name, log)| read(&mut session, name, log));
        let mut run = session.run(query).unwrap();
        let note = run.notes.swap_remove(0);
        let alone = note.fix.as_ref().map(|fix| {
            let notes = session.run(&fix.query).unwrap().notes;
            notes.iter().filter(|note| note.code.starts_with("nothing-compared")).count()
        });
        (note.text, note.fix.map(|fix| fix.query.ignore), alone)
    };
    let with = |keys: &str| format!("{keys}{}", log(100));
    // Each of three logs differs from the first one in another key.
    let three =
        [("a", with("cpu: x\n")), ("b", with("cpu: y\n")), ("c", with("cpu: x\ntoolchain: z\n"))];
    let want =
        ("The logs differ in cpu and toolchain.".to_owned(), Some("cpu,toolchain".into()), Some(0));
    assert_eq!(first(&three, &default()), want);
    // Keys that are ignored already remain so.
    let two = [("a", with("cpu: x\ntoolchain: y\n")), ("b", with("cpu: y\ntoolchain: z\n"))];
    let query = default().ignore("toolchain");
    let want = ("The logs differ in cpu.".to_owned(), Some("toolchain,cpu".into()), Some(0));
    assert_eq!(first(&two, &query), want);
    let other = || with("").replace("Benchmark", "BenchmarkOther");
    let none = |text: &str| (text.to_owned(), None, None);
    let two = [("a", with("cpu: y\n")), ("b", other())];
    assert_eq!(first(&two, &default()), none("No benchmark is in more than one of the inputs."));
    let three = [("a", with("")), ("b", other()), ("c", other())];
    assert_eq!(first(&three, &default()), none("No benchmark of a is in another input."));
    // A column that compares needs no sentence.
    let three = [("a", with("")), ("b", with("")), ("c", with("cpu: x\n"))];
    assert!(first(&three, &default()).0.starts_with("nothing in `c` compares with `a`"));
}

#[test]
fn derived_units_are_checked() {
    let mut session = two();
    let query = |units: &[&str]| {
        let derive = units.iter().map(|&unit| unit.to_owned()).collect::<Vec<_>>();
        default().derive(derive)
    };
    let run = session.run(&query(&["ops/s = 1 / sec/op"])).unwrap();
    assert_eq!(run.tables[1].unit, "ops/s");
    let error = session.run(&query(&["ops/s = 1 / sec/op", "x = 1 / none"])).unwrap_err();
    let SessionError::Query(error) = error else { panic!("{error}") };
    assert_eq!(error.part(), "derive");
    assert!(session.rows(&rows(1)).is_ok(), "the last answer is still there");
}

#[test]
fn sessions_join_and_inputs_move() {
    let mut whole = two();
    let mut other = Session::default();
    read(&mut other, "new", &log(50));
    let mut session = Session::default();
    read(&mut session, "old", &log(100));
    session.append_bytes(&other.to_bytes(), None).unwrap();
    assert_eq!(session.to_bytes(), whole.to_bytes());
    let placed = |input, label: &str| Placed { input, label: label.to_owned() };
    session.arrange(&[placed(1, "b"), placed(0, "a")]).unwrap();
    let run = session.run(&default()).unwrap();
    assert_eq!(run.command, "benchlens b=new a=old");
    assert_eq!(run.tables[0].counts.regressed, 2);
    assert_eq!(session.arrange(&[placed(2, "c")]), Err(SessionError::NoSuchInput(2)));
    assert!(session.append_bytes(b"x", None).is_err() && session.append_part(b"").is_err());
    assert!(session.rows(&rows(1)).is_ok(), "what failed has changed nothing");
}

#[test]
fn calls_out_of_turn_say_so() {
    let line = b"BenchmarkX 1 1 ns/op";
    let mut session = Session::default();
    assert_eq!(session.feed(line), Err(SessionError::NoInput));
    session.end();
    session.begin(b"a", b"a");
    session.feed(line).unwrap();
    session.begin(b"b", b"b");
    session.end();
    session.end();
    assert_eq!(session.feed(line), Err(SessionError::NoInput));
    let inputs = session.inputs();
    assert_eq!((inputs[0].results, inputs.len()), (1, 2));
    let mut part = Session::default();
    assert_eq!(part.part_feed(line), Err(SessionError::NoPart));
    assert_eq!(part.part_to_bytes(), Err(SessionError::NoPart));
    part.part_begin();
    part.part_feed(line).unwrap();
    let part = part.part_to_bytes().unwrap();
    assert_eq!(session.append_part(&part), Err(SessionError::NoInput));
    assert_eq!(session.inputs(), inputs);
    assert_eq!(session.rows(&rows(1)), Err(SessionError::NoAnswer));
    assert_eq!(session.chart(&ChartQuery::default()), Err(SessionError::NoAnswer));
    session.begin(b"c", b"c");
    session.feed(line).unwrap();
    let answer = session.run(&default()).unwrap();
    assert_eq!(answer.tables[0].columns.len(), 2, "what was not ended counts");
    assert_eq!(session.feed(line), Err(SessionError::NoInput));
    let view = RowsQuery { table: 7, ..rows(1) };
    assert_eq!(session.rows(&view), Err(SessionError::NoSuchTable(7)));
    assert_eq!(session.chart(&ChartQuery::default().table(7)), Err(SessionError::NoSuchTable(7)));
    assert_eq!(session.detail(7, 0, None), Err(SessionError::NoSuchTable(7)));
    assert_eq!(session.detail(0, 9, None), Err(SessionError::NoSuchRow(9)));
    let told = SessionError::NoInput.to_string();
    assert_eq!(told, "no input is open: call begin first");
}

#[test]
fn parts_join() {
    let text = log(100);
    let (head, tail) = text.split_at(text.find("BenchmarkX/codec=b").unwrap());
    let mut session = Session::default();
    session.begin(b"old", b"old");
    for piece in [head, tail] {
        let mut worker = Session::default();
        worker.part_begin();
        worker.part_feed(piece.as_bytes()).unwrap();
        session.append_part(&worker.part_to_bytes().unwrap()).unwrap();
    }
    session.end();
    let mut whole = Session::default();
    read(&mut whole, "old", &text);
    let table = |session: &mut Session| {
        (session.run(&default()).unwrap(), session.render(Output::Csv).unwrap())
    };
    assert_eq!(table(&mut session), table(&mut whole));
    assert_eq!(session.inputs(), whole.inputs());
    assert_eq!(session.keys(), whole.keys());
    assert_eq!(session.diagnostics(0, 10).total, 0);
}

#[test]
fn commands_name_the_inputs() {
    let names = vec!["f".to_owned(), "f".to_owned()];
    let query = default().col("/n");
    assert_eq!(benchlens_session::command_for(names, &query), "benchlens -col /n 'f#0=f' 'f#1=f'");
}
