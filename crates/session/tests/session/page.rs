//! Tests the parts of an answer that the web app shows first: cards, words, bars, the gate.

use benchlens_core::project::FieldOrder;
use benchlens_core::query::{AnalysisQuery, RowSelection, Sort, SortBy};
use benchlens_core::table::Outcome;
use benchlens_core::{Output, Query};
use benchlens_session::{Look, ReportView, RowsQuery, RunResult, Session, SessionError};

fn read(session: &mut Session, name: &str, text: &str) {
    session.begin(name.as_bytes(), name.as_bytes());
    session.feed(text.as_bytes()).unwrap();
    session.end();
}

/// Six runs of each benchmark, with a time and bytes.
fn log(benchmarks: &[(&str, u32)]) -> String {
    let lines = |&(name, ns): &(&str, u32)| {
        (0..6).map(move |i| format!("Benchmark{name}-8 1 {} ns/op {ns} B/op\n", ns + i)).collect()
    };
    benchmarks.iter().map(lines).collect::<Vec<String>>().concat()
}

/// A is better, B is worse, C is unchanged, D is only new, E is only old.
fn session() -> Session {
    let mut session = Session::default();
    read(&mut session, "old.txt", &log(&[("A", 1000), ("B", 1000), ("C", 1000), ("E", 1000)]));
    read(&mut session, "new.txt", &log(&[("A", 200), ("B", 1500), ("C", 1000), ("D", 1000)]));
    session
}

fn analysed() -> Query {
    Query::default().analysis(AnalysisQuery::default())
}

fn ask(session: &mut Session) -> RunResult {
    session.run(&analysed()).unwrap()
}

fn rows(view: RowsQuery) -> RowsQuery {
    RowsQuery { end: 100, ..view }
}

fn labels(session: &mut Session, view: RowsQuery) -> String {
    let page = session.rows(&rows(view)).unwrap();
    page.rows.iter().map(|row| row.label.trim_end_matches("-8")).collect()
}

#[test]
fn a_card_tells_a_unit_at_a_glance() {
    let run = ask(&mut session());
    assert_eq!(run.heading, "new.txt against old.txt");
    let cards: Vec<_> = run.cards.iter().map(|card| (&card.unit[..], &card.rows[..])).collect();
    assert_eq!(cards, [("sec/op", "5 benchmarks"), ("B/op", "5 benchmarks")]);
    let card = &run.cards[0];
    let words: Vec<&str> = card.words.iter().map(|word| &word.text[..]).collect();
    assert_eq!(words, ["1 missing", "1 slower", "1 faster", "1 new", "1 unchanged"]);
    let column = &card.columns[0];
    assert_eq!((&column.label[..], column.look), ("new.txt", Look::None));
    assert_eq!(column.geomean, "−32.9%");
    assert_eq!(card.strip.len(), 3);
    assert_eq!(card.strip[0].1, Outcome::Differs);
    assert!(card.strip.is_sorted_by_key(|mark| mark.0));
    assert!((0.0..=1.0).contains(&card.strip[0].0));
    assert_eq!((card.more, &card.tables[..]), (0, &[0][..]));
}

#[test]
fn a_mean_without_a_changed_row_is_no_verdict() {
    let mut session = Session::default();
    read(&mut session, "old", "BenchmarkA 1 100 ns/op\n");
    read(&mut session, "new", "BenchmarkA 1 50 ns/op\n");
    let run = ask(&mut session);
    assert_eq!(run.cards[0].columns[0].geomean, "−50.0%");
    assert_eq!(run.cards[0].columns[0].look, Look::Even);
    assert_eq!(run.cards[0].words[0].text, "1 inconclusive");
}

#[test]
fn many_columns_are_counted_on_a_card() {
    let mut session = Session::default();
    for (name, ns) in [("a", 100), ("b", 101), ("c", 300), ("d", 90), ("e", 50)] {
        read(&mut session, name, &log(&[("A", ns)]));
    }
    let run = ask(&mut session);
    let card = &run.cards[0];
    let shown: Vec<&str> = card.columns.iter().map(|column| &column.label[..]).collect();
    assert_eq!((shown, card.more), (vec!["c", "e", "d"], 1));
    assert_eq!(run.heading, "4 columns against a");
    let run = session.run(&analysed().base("previous")).unwrap();
    assert_eq!(run.heading, "5 columns, each against the one before");
}

#[test]
fn bars_share_the_axis_of_their_table() {
    let mut session = session();
    let axis = ask(&mut session).tables[0].bar_axis.clone().unwrap();
    let (low, high) = axis.margin.unwrap();
    assert!(low < axis.zero && axis.zero < high, "{axis:?}");
    let labels = axis.ticks.iter().filter(|(_, label)| !label.is_empty()).count();
    assert!(3 <= labels && labels < axis.ticks.len(), "some ticks have no label: {axis:?}");
    let page = session.rows(&rows(RowsQuery::default())).unwrap();
    let bar = |row: usize| page.rows[row].bars[0];
    assert!(bar(0).at < low && high < bar(1).at);
    assert!(bar(0).lo <= bar(0).at && bar(0).at <= bar(0).hi);
    let bars: Vec<usize> = page.rows.iter().map(|row| row.bars.len()).collect();
    assert_eq!(bars, [1, 1, 1, 0, 0], "a side is missing");
    assert_eq!(page.geomean.unwrap()[1].bar.unwrap().column, 1);
}

#[test]
fn outcomes_have_intervals_and_words() {
    let mut session = session();
    ask(&mut session);
    let page = session.rows(&rows(RowsQuery::default())).unwrap();
    let outcome = &page.rows[0].outcomes[0];
    assert_eq!(outcome.change, "−79.8%");
    assert!(outcome.interval.starts_with("[−80"), "{}", outcome.interval);
    assert!(outcome.words.starts_with("Differs: estimated change −79.8"), "{}", outcome.words);
    assert_eq!(page.rows[0].cells[1].delta, "−79.80%");
}

#[test]
fn only_rows_with_something_to_tell() {
    let mut session = session();
    ask(&mut session);
    let changed = || RowsQuery { changed: true, ..RowsQuery::default() };
    assert_eq!(labels(&mut session, RowsQuery::default()), "ABCED");
    assert_eq!(labels(&mut session, changed()), "ABED");
    assert_eq!(labels(&mut session, RowsQuery { search: "b".into(), ..changed() }), "B");
    assert_eq!(labels(&mut session, RowsQuery::default()), "ABCED", "the order is another one");
}

#[test]
fn a_baseline_cannot_decide_an_order() {
    let mut session = session();
    ask(&mut session);
    let by = |by| {
        let sort = Sort { by, column: Some(0), descending: by == SortBy::Delta };
        RowsQuery { sort, ..RowsQuery::default() }
    };
    assert_eq!(labels(&mut session, by(SortBy::Worst)), "BEACD");
    assert_eq!(labels(&mut session, by(SortBy::Delta)), "BACED");
    assert_eq!(labels(&mut session, by(SortBy::Center)), "ABCED", "values it has");
}

/// Results with a key, after results without it.
fn partly() -> Session {
    let names = ["X", "X/z=snappy", "X/z=zstd"];
    let mut session = Session::default();
    read(&mut session, "log", &log(&[(names[0], 100), (names[2], 300), (names[1], 200)]));
    session
}

#[test]
fn no_value_is_a_value() {
    let mut session = partly();
    let keys = session.keys();
    let key = keys.iter().find(|key| key.key == "/z").unwrap();
    let values: Vec<&str> = key.values.iter().map(|value| &value.value[..]).collect();
    assert_eq!((key.distinct, values), (3, vec!["", "zstd", "snappy"]), "as they appear");
    let query = analysed().col("/z").row(".name");
    let run = session.run(&query).unwrap();
    assert_eq!(run.heading, "zstd and snappy against (none)");
    assert_eq!(run.tables[0].column_labels, ["(none)", "zstd", "snappy"]);
    assert_eq!(run.bases[0].label, "(none)");
    assert_eq!((&run.pivot.columns[..], &run.pivot.base[..]), ("/z", "(none)"));
    assert_eq!(run.cards[0].columns[0].label, "zstd");
    let sentence = session.detail(0, 0, None).unwrap().sentence;
    assert!(sentence.starts_with("(none): median"), "{sentence}");
    assert!(sentence.contains(" in (none)"), "{sentence}");
    let run = session.run(&analysed().row("/z").col(".file")).unwrap();
    assert_eq!(run.tables[0].row_fields, ["/z"]);
    let page = session.rows(&rows(RowsQuery::default())).unwrap();
    assert_eq!(
        (&page.rows[0].label[..], &page.rows[0].parts[..]),
        ("(none)", &["(none)".into()][..])
    );
}

#[test]
fn an_order_by_hand_begins_as_the_columns_stand() {
    let mut session = partly();
    let values = |session: &Session, order| {
        let values = session.values("/z", &order);
        values.into_iter().map(|value| value.value).collect::<Vec<_>>()
    };
    for (order, suffix) in
        [(FieldOrder::First, ""), (FieldOrder::Alpha, "@alpha"), (FieldOrder::Num, "@num")]
    {
        let query = analysed().col(format!("/z{suffix}")).row(".name");
        let columns = session.run(&query).unwrap().tables[0].columns.concat();
        assert_eq!(values(&session, order), columns, "{suffix}");
    }
    let list = FieldOrder::List(vec!["snappy".into()]);
    assert_eq!(values(&session, list), ["snappy", "", "zstd"]);
    assert_eq!(session.values("/none", &FieldOrder::First), []);
}

#[test]
fn rows_of_several_keys_have_parts() {
    let mut session = partly();
    let query = analysed().row(".name /z");
    let run = session.run(&query).unwrap();
    assert_eq!(run.tables[0].row_fields, [".name", "/z"]);
    assert_eq!((&run.pivot.rows[..], &run.pivot.filter[..]), ("benchmark name, /z", ""));
    let page = session.rows(&rows(RowsQuery::default())).unwrap();
    assert_eq!(page.rows[1].parts, ["X", "zstd"]);
    assert_eq!((&page.rows[0].label[..], &page.rows[0].parts[1][..]), ("X", "(none)"));
}

#[test]
fn operations_per_second_are_one_click_away() {
    let mut session = Session::default();
    read(&mut session, "one.txt", &log(&[("A", 1000)]));
    let rate = |query: &Query| {
        let offers = session.suggestions(query).into_iter();
        offers.clone().find(|offer| offer.title == "show ops/s").unwrap()
    };
    let shown = rate(&Query::default());
    let Query { derive, filter, .. } = &shown.query;
    assert_eq!((&derive[..], &filter[..]), (&["ops/s = 1 / sec/op".to_owned()][..], ".unit:ops/s"));
    let again = rate(&shown.query);
    assert!(again.pressed && !shown.pressed && again.query == Query::default());
    let own = Query::default().filter("A");
    assert_eq!(rate(&own).query.filter, "A", "another filter stays");
}

#[test]
fn suggestions_keep_what_is_asked() {
    let session = partly();
    let present = analysed().filter(".unit:sec/op").alpha(0.01);
    let offer = &session.suggestions(&present)[0];
    assert_eq!((&offer.query.filter[..], offer.query.alpha), (".unit:sec/op", 0.01));
    assert!(offer.query.analysis.is_some() && !offer.pressed);
    let again = &session.suggestions(&offer.query)[0];
    assert!(again.pressed);
    assert_eq!(again.query, offer.query);
    assert!(offer.title.contains("(none)"), "{}", offer.title);
}

#[test]
fn the_command_shows_what_is_shown() {
    let mut session = Session::default();
    read(&mut session, "bench.txt", &log(&[("A", 100)]));
    session.begin(b"bench.txt", b"after");
    session.feed(log(&[("A", 50)]).as_bytes()).unwrap();
    session.end();
    let sort = Some(Sort { by: SortBy::Worst, column: Some(1), descending: true });
    let units = vec!["sec/op".to_owned()];
    let focus = RowSelection::default().sort(sort).changed(true).units(units);
    let want = "benchlens -sort -worst -changed -unit sec/op bench.txt=bench.txt after=bench.txt";
    assert_eq!(session.command(&Query::default(), &focus), want);
}

#[test]
fn rules_are_tried_on_the_answer() {
    let mut session = session();
    assert_eq!(session.gate("sec/op: +5%"), Err(SessionError::NoAnswer));
    ask(&mut session);
    let before = session.render(Output::Text).unwrap();
    let gate = session.gate("sec/op: +5%; order: any").unwrap();
    assert_eq!((gate.passed, gate.status), (false, 1));
    assert!(gate.sentence.starts_with("gate failed: 1 failed, "), "{}", gate.sentence);
    let line = &gate.results[0];
    let index = (&line.status[..], &line.row[..], &line.unit[..], line.table, line.at);
    assert_eq!(index, ("failed", "B-8", "sec/op", 0, Some(1)));
    assert!(line.text.contains("+49.88%"), "{}", line.text);
    assert_eq!(gate.total, gate.results.len());
    assert_eq!(gate.command, "benchlens -outcomes -gate 'sec/op: +5%; order: any' old.txt new.txt");
    assert_eq!(session.gate("sec/op: +60%; order: any").unwrap().status, 0);
    let errors = session.gate("nosuch/op: +1%; order: any").unwrap().errors;
    assert!(errors[0].contains("nosuch/op"), "{errors:?}");
    assert_eq!(session.gate("nosuch/op: +1%; order: any").unwrap().status, 2);
    let SessionError::Query(error) = session.gate("sec/op: +%; order: any").unwrap_err() else {
        panic!()
    };
    assert_eq!(error.part(), "gate");
    assert_eq!(session.render(Output::Text).unwrap(), before, "the answer stays");
}

#[test]
fn what_weakens_an_answer_is_told() {
    let run = ask(&mut session());
    let codes: Vec<_> = run.notes.iter().map(|note| &note.code[..]).collect();
    assert_eq!(codes, ["not-interleaved"]);
}

/// A session with rows of many runs.
fn many_runs() -> Session {
    let mut session = Session::default();
    for (name, factor) in [("old", 1), ("new", 2)] {
        let run = |i: u32| format!("BenchmarkA-8 1 {} ns/op\n", 1000 * factor + i * 7919 % 997);
        read(&mut session, name, &(0..3000).map(run).collect::<String>());
    }
    session
}

#[test]
fn an_answer_comes_in_steps() {
    let mut session = many_runs();
    assert_eq!(session.ask_step(1), Err(SessionError::NotAsking));
    session.ask_begin(&analysed()).unwrap();
    let mut steps = Vec::new();
    let answer = loop {
        let step = session.ask_step(1).unwrap();
        steps.push(step.progress.done);
        if let Some(answer) = step.answer {
            break answer;
        }
        assert!(step.progress.text.ends_with('%'), "{}", step.progress.text);
    };
    assert!(8 < steps.len() && steps.is_sorted(), "{steps:?}");
    let rows = session.rows(&rows(RowsQuery::default())).unwrap();
    let mut at_once = many_runs();
    assert_eq!(ask(&mut at_once), answer);
    assert_eq!(at_once.rows(&self::rows(RowsQuery::default())).unwrap(), rows);
    assert_eq!(session.ask_step(1), Err(SessionError::NotAsking), "it is there");
}

#[test]
fn an_answer_that_is_given_up_leaves_the_last_one() {
    let mut session = many_runs();
    let last = session.run(&Query::default()).unwrap();
    let text = session.render(Output::Text).unwrap();
    session.ask_begin(&analysed()).unwrap();
    assert_eq!(session.ask_step(1).unwrap().answer, None);
    session.ask_cancel();
    assert_eq!(session.ask_step(1), Err(SessionError::NotAsking));
    assert_eq!(session.render(Output::Text).unwrap(), text);
    session.ask_begin(&analysed()).unwrap();
    session.ask_begin(&Query::default()).unwrap();
    let answer = std::iter::repeat_with(|| session.ask_step(1).unwrap().answer).flatten().next();
    assert_eq!(answer, Some(last), "another question takes the place of the first");
    session.ask_begin(&analysed()).unwrap();
    read(&mut session, "more", "BenchmarkA 1 1 ns/op\n");
    assert_eq!(session.ask_step(1), Err(SessionError::NotAsking), "the results are others");
    let wrong = analysed().filter("(");
    assert!(session.ask_begin(&wrong).is_err());
}

#[test]
fn the_first_thousand_samples_of_a_cell_are_told() {
    let mut session = Session::default();
    let lines = |runs: usize| -> String {
        (0..runs).map(|run| format!("BenchmarkA 1 {} ns/op\n", 100 + run % 7)).collect()
    };
    read(&mut session, "old", &lines(1000));
    read(&mut session, "new", &lines(3500));
    ask(&mut session);
    let detail = session.detail(0, 0, None).unwrap();
    let told = |column: usize| {
        let column = &detail.columns[column];
        (column.n, column.values.len(), &column.more[..])
    };
    assert_eq!((told(0), told(1)), ((1000, 1000, ""), (3500, 1000, "and 2,500 more")));
}

#[test]
fn a_report_shows_the_view_and_the_answer_stays() {
    let mut session = session();
    let run = ask(&mut session);
    let focus = RowSelection::default().units(["B/op"]);
    let view = ReportView { focus, search: String::new(), chart: None };
    let made = |session: &mut Session, view: &ReportView| {
        let bytes = session.report("#unit=B/op", view, b"results", b"engine").unwrap();
        String::from_utf8(bytes).unwrap()
    };
    let page = made(&mut session, &view);
    assert_eq!(page.matches("<section class=\"table\">").count(), 1);
    assert!(page.contains("-unit B/op"), "the command has it, too");
    let whole = made(&mut session, &ReportView::default());
    assert_eq!(whole.matches("<section class=\"table\">").count(), run.tables.len());
    let unknown = Session::default().report("", &view, b"", b"");
    assert_eq!(unknown, Err(SessionError::NoAnswer));
}
