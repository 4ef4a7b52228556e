use super::*;
use crate::{Input, Query, Report, Store, run};

fn report(logs: &[(&str, &[u8])]) -> Report {
    let inputs =
        logs.iter().map(|(label, bytes)| Input { name: b"f", label: label.as_bytes(), bytes });
    run(&Store::read(inputs), &Query::default().analysed()).unwrap().into_report()
}

/// Returns a chart of each kind that a report's first table can have, in some sizes and both themes.
fn all(report: &Report, values: &Samples<'_>) -> Vec<Chart> {
    let mut charts = Vec::new();
    for kind in chart_kinds(report, 0).kinds {
        for (width, height) in [
            (None, None),
            (Some(1.0), Some(1.0)),
            (Some(400.0), None),
            (Some(f64::NAN), Some(f64::INFINITY)),
            (Some(1200.0), Some(300.0)),
        ] {
            for theme in [Theme::Light, Theme::Dark] {
                let query = ChartQuery { kind, width, height, theme, ..ChartQuery::default() };
                match chart(report, &query, values) {
                    Ok(chart) => charts.push(chart),
                    // No row has two quantiles that are finite.
                    Err(ChartError::Nothing(_)) if kind == ChartKind::Quantiles => continue,
                    Err(error) => panic!("{kind:?}: {error:?}"),
                }
                let post = Some("<b>example.com".to_owned());
                charts.push(chart(report, &ChartQuery { post, ..query }, values).unwrap());
            }
        }
    }
    charts
}

#[test]
fn hostile_names_stay_text() {
    for values in ["5 ns/op", "5 p50-sec 7 p99-sec"] {
        let name = "<script>alert(1)</script>&\"'\x01\u{202e}gnp";
        let log = format!("Benchmark{name} 1 {values}\n");
        let report = report(&[("<img onerror=x>", log.as_bytes()), ("b", log.as_bytes())]);
        let mut kinds = Vec::new();
        for Chart { svg, kind, .. } in all(&report, &|_, _, _| vec![5e-9]) {
            assert!(!svg.contains("<script") && !svg.contains("<img"), "{svg}");
            assert!(!svg.contains('\u{202e}') && !svg.contains('\x01'));
            assert!(svg.contains("&lt;script&gt;") && svg.contains("<title>"));
            kinds.push(kind);
        }
        assert_eq!(kinds.contains(&ChartKind::Quantiles), values.contains("p99"));
    }
}

#[test]
fn no_number_breaks_a_picture() {
    for value in ["0", "-1", "1e308", "5e-324", "Inf", "-Inf", "NaN"] {
        let log = format!(
            "BenchmarkA/n=1 1 {value} x\nBenchmarkA/n=1 1 3 x\nBenchmarkA/n=2 1 {value} x\n"
        );
        let other = "BenchmarkA/n=1 1 2 x\nBenchmarkA/n=2 1 1 x\n";
        let quantiles = |text: &str| text.replace(" x\n", &format!(" p50-sec {value} p99-sec\n"));
        for [log, other] in [[&log, other], [&quantiles(&log), &quantiles(other)]] {
            let report = report(&[("a", log.as_bytes()), ("b", other.as_bytes())]);
            let number: f64 = value.parse().unwrap();
            for Chart { svg, kind, .. } in all(&report, &|_, _, _| vec![number, 3.0]) {
                let marks = svg.split("<path").skip(1).chain(svg.split("<rect").skip(1));
                for mark in marks.map(|mark| mark.split("/>").next().unwrap()) {
                    let is_finite = !mark.contains("NaN") && !mark.contains("inf");
                    assert!(is_finite, "{value} {kind:?}: {mark}");
                }
            }
        }
    }
}

#[test]
fn a_quantile_that_a_column_lacks_is_no_point() {
    // The new version has no p99, and only the old one has the second name.
    let old = "BenchmarkA 1 5 p50-sec 9 p99-sec\nBenchmarkB 1 6 p50-sec 8 p99-sec\n".repeat(6);
    let new = "BenchmarkA 1 5 p50-sec\n".repeat(6);
    let report = report(&[("old", old.as_bytes()), ("new", new.as_bytes())]);
    let query = ChartQuery { kind: ChartKind::Quantiles, ..ChartQuery::default() };
    for table in [0, 1] {
        let query = ChartQuery { table, ..query.clone() };
        let Chart { svg, shown, .. } = chart(&report, &query, &|_, _, _| vec![5.0]).unwrap();
        assert_eq!(shown, 2, "{svg}");
    }
}

#[test]
fn kinds_go_by_what_there_is() {
    let sizes = b"BenchmarkA/size=1k 1 5 ns/op\nBenchmarkA/size=2k 1 9 ns/op\nBenchmarkA/size=4k 1 20 ns/op\n";
    let found = chart_kinds(&report(&[("a", sizes)]), 0);
    assert_eq!(
        (found.auto, &found.numeric_keys[..]),
        (ChartKind::Scaling, &["/size".to_owned()][..])
    );
    let one = b"BenchmarkA 1 5 ns/op\n";
    let pair = report(&[("a", one), ("b", one)]);
    assert_eq!(chart_kinds(&pair, 0).auto, ChartKind::Forest);
    assert_eq!(chart_kinds(&report(&[("a", one)]), 0).auto, ChartKind::Medians);
    let many: Vec<(&str, &[u8])> = ["a", "b", "c", "d", "e"].map(|label| (label, &one[..])).into();
    assert_eq!(chart_kinds(&report(&many), 0).auto, ChartKind::Changes);
    // Versions are a sequence, whatever the names contain, but names are not.
    let versions: Vec<(&str, &[u8])> =
        ["a", "b", "c", "d", "e"].map(|label| (label, &sizes[..])).into();
    assert_eq!(chart_kinds(&report(&versions), 0).auto, ChartKind::Changes);
    // Two columns are a comparison.
    let kinds = |logs: &[(&str, &[u8])]| chart_kinds(&report(logs), 0);
    let two = kinds(&[("a", sizes), ("b", sizes)]);
    assert!(two.auto == ChartKind::Forest && two.kinds.contains(&ChartKind::Scaling));
    assert_eq!(kinds(&[("a", sizes), ("b", sizes), ("c", sizes)]).auto, ChartKind::Scaling);
    // A number in each name is not an axis if each series has a single point.
    let single = b"BenchmarkA/n=1 1 5 x\nBenchmarkB/n=2 1 5 x\nBenchmarkC/n=3 1 5 x\n";
    let found = kinds(&[("a", single)]);
    assert!(found.auto == ChartKind::Medians && !found.kinds.contains(&ChartKind::Scaling));
    let inputs = [Input { name: b"f", label: b"f", bytes: b"BenchmarkA/n=1 1 5 x\nBenchmarkA/n=2 1 5 x\nBenchmarkA/n=3 1 5 x\nBenchmarkA/n=4 1 5 x\nBenchmarkA/n=5 1 5 x\n" }];
    let by_size = run(&Store::read(inputs), &Query { col: "/n".into(), ..Query::default() });
    assert_eq!(chart_kinds(by_size.unwrap().report(), 0).auto, ChartKind::Scaling);
    let query = |kind| ChartQuery { kind, ..ChartQuery::default() };
    let fail = |query| chart(&pair, &query, &|_, _, _| Vec::new()).unwrap_err().to_string();
    assert_eq!(fail(query(ChartKind::Scaling)), "no key of rows or columns is numeric and varies");
    assert_eq!(fail(ChartQuery { table: 7, ..ChartQuery::default() }), "the report has no table 7");
    assert_eq!(
        fail(ChartQuery { rows: vec![3], ..ChartQuery::default() }),
        "the table has no row 3"
    );
    assert_eq!(
        fail(ChartQuery { column: Some(3), ..ChartQuery::default() }),
        "the table has no column 3"
    );
}

#[test]
fn the_name_of_a_row_is_beside_its_total_change() {
    let drawn = |steps: [u32; 3]| {
        let log = |i: usize| {
            let ns = steps[i / 6] * 10 + (i % 2) as u32;
            (format!("v{i:02}"), format!("BenchmarkA 1 {ns} ns/op\n"))
        };
        let logs: Vec<(String, String)> = (0..18).map(log).collect();
        let logs: Vec<(&str, &[u8])> =
            logs.iter().map(|(n, log)| (&n[..], log.as_bytes())).collect();
        let query = ChartQuery { kind: ChartKind::Changes, ..ChartQuery::default() };
        chart(&report(&logs), &query, &|_, _, _| Vec::new()).unwrap().svg
    };
    let up = drawn([100, 200, 300]);
    assert!(up.contains(">regressed +199.90% in 2 changes</text>"), "{up}");
    // Changes in both directions have no common outcome.
    let both = drawn([100, 300, 200]);
    assert!(both.contains(">+99.95% in 2 changes</text>"), "{both}");
    let one = drawn([100, 100, 200]);
    assert!(one.contains(">regressed +") && !one.contains(" in 1 change"), "{one}");
}

/// The left end, the right end, the line and the content of a text.
type Extent = (f64, f64, f64, String);

/// Returns the extents of the texts of a picture that are wanted.
fn extents(svg: &str, is_wanted: &dyn Fn(&str) -> bool) -> Vec<Extent> {
    let number = |tag: &str, name: &str| -> f64 {
        let (_, rest) = tag.split_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let texts = svg.split("<text").skip(1).filter_map(|tag| tag.split_once("</text>"));
    let texts = texts.filter_map(|(tag, _)| tag.split_once('>'));
    let extent = |(tag, text): (&str, &str)| {
        let (x, wide) = (number(tag, "x"), metrics::width(text));
        let left = if tag.contains("\"end\"") { x - wide } else { x };
        (left, left + wide, number(tag, "y"), text.to_owned())
    };
    texts.filter(|(_, text)| is_wanted(text)).map(extent).collect()
}

#[test]
fn steps_have_their_values_and_no_text_meets_another() {
    let drawn = |levels: [u32; 4], width: Option<f64>| {
        let log = |i: usize| {
            let ns = levels[i / 6] * 10 + (i % 2) as u32;
            (format!("v{i:02}"), format!("BenchmarkA 1 {ns} ns/op\n"))
        };
        let logs: Vec<(String, String)> = (0..24).map(log).collect();
        let logs: Vec<(&str, &[u8])> =
            logs.iter().map(|(name, log)| (&name[..], log.as_bytes())).collect();
        let query = ChartQuery { kind: ChartKind::Changes, width, ..ChartQuery::default() };
        chart(&report(&logs), &query, &|_, _, _| Vec::new()).unwrap().svg
    };
    let steps = |svg: &str| {
        let is_step = |text: &str| text.ends_with('%') || text.ends_with(" µs");
        let texts = extents(svg, &is_step);
        for (i, (_, right, y, text)) in texts.iter().enumerate() {
            let next = texts[i + 1..].iter().filter(|(.., other, _)| other == y);
            let meets = |(left, ..): &&Extent| *left < *right;
            assert_eq!(next.clone().find(meets), None, "{text} in {svg}");
        }
        texts
    };
    let levels = [100, 200, 5000, 300];
    let texts: Vec<String> = steps(&drawn(levels, None)).into_iter().map(|step| step.3).collect();
    let ticks = texts.iter().position(|text| text == "1.000 µs").unwrap();
    let all = ["+99.95%", "2.001 µs", "+2399.40%", "50.00 µs", "−94.00%", "3.001 µs"];
    assert_eq!(texts[ticks + 1..], all);
    // In a narrow picture, texts without room are omitted.
    for width in (240..900).step_by(20).map(f64::from) {
        let svg = drawn(levels, Some(width));
        let is_inside = |step: &Extent| 0.0 <= step.0 && step.1 <= width;
        assert!(steps(&svg).iter().all(is_inside), "{width}: {svg}");
    }
}

#[test]
fn changes_of_one_column_are_none() {
    let logs: Vec<(String, String)> = (0..12)
        .map(|i| {
            (
                format!("v{i}"),
                format!("BenchmarkA 1 {} ns/op\n", if i < 6 { 10 + i % 2 } else { 30 + i % 2 }),
            )
        })
        .collect();
    let logs: Vec<(&str, &[u8])> =
        logs.iter().map(|(name, log)| (&name[..], log.as_bytes())).collect();
    let report = report(&logs);
    let drawn = |column| {
        let query = ChartQuery { kind: ChartKind::Changes, column, ..ChartQuery::default() };
        chart(&report, &query, &|_, _, _| Vec::new()).unwrap().svg
    };
    assert!(drawn(None).contains("data-change=\"0\" data-last=\"5\" data-first=\"6\""));
    assert!(!drawn(Some(3)).contains("data-change"));
}

/// Returns the names of the numeric keys, with the lengths of their longest series.
fn numeric_keys(report: &Report) -> Vec<(String, usize)> {
    keys::numeric_keys(report, 0).into_iter().map(|key| (key.name, key.points)).collect()
}

#[test]
fn keys_are_taken_out_of_names() {
    let report =
        report(&[("a", b"BenchmarkA/1/k=10/x-8 1 5 ns/op\nBenchmarkA/1/k=20/x-16 1 5 ns/op\n")]);
    let row = &report.tables[0].rows[0].key;
    let fields = keys::Fields::of_rows(&report, &report.tables[0]);
    let take = |key| fields.take(row, key).map(|taken| (taken.value.text, taken.rest));
    assert_eq!(take("/k"), Some(("10".into(), "A/1/x-8".into())));
    assert_eq!(take("/1"), Some(("1".into(), "A/k=10/x-8".into())));
    assert_eq!(take("/gomaxprocs"), Some(("8".into(), "A/1/k=10/x".into())));
    assert_eq!(take("/x"), None);
    assert_eq!(numeric_keys(&report), [("/k".into(), 1), ("/gomaxprocs".into(), 1)]);
}

#[test]
fn only_names_of_go_end_in_processors() {
    let task = |name: &str| format!(r#"{{"name": "{name}", "result": {{"mean": 1}}}}"#);
    let log = format!("[{}, {}]", task("utf-8/k=1"), task("k=2/utf-16"));
    let report = report(&[("a", log.as_bytes())]);
    let fields = keys::Fields::of_rows(&report, &report.tables[0]);
    let take = |row: usize| {
        let taken = fields.take(&report.tables[0].rows[row].key, "/gomaxprocs");
        taken.map(|taken| (taken.value.text, taken.rest))
    };
    assert_eq!((take(0), take(1), numeric_keys(&report)), (None, None, Vec::new()));
}

#[test]
fn a_name_without_processors_among_others_is_that_of_one() {
    let log = b"BenchmarkA/k=1 1 5 ns/op\nBenchmarkA/k=1-2 1 5 ns/op\nBenchmarkB 1 5 ns/op\nBenchmarkC/gomaxprocs=4 1 5 ns/op\n";
    let by_row = report(&[("a", log)]);
    let taken = |report: &Report| {
        let fields = keys::Fields::of_rows(report, &report.tables[0]);
        let rows = report.tables[0].rows.iter();
        rows.map(|row| {
            fields.take(&row.key, "/gomaxprocs").map(|taken| (taken.value.text, taken.rest))
        })
        .collect::<Vec<_>>()
    };
    let some = |procs: &str, rest: &str| Some((procs.to_owned(), rest.to_owned()));
    let want = [some("1", "A/k=1"), some("2", "A/k=1"), some("1", "B"), some("4", "C")];
    assert_eq!(taken(&by_row), want);
    // If no name contains the key, it is unknown.
    assert_eq!(taken(&report(&[("a", b"BenchmarkA 1 5 ns/op\n")])), [None]);
    // The columns have the key, so it is no longer in the names.
    let inputs = [Input { name: b"a", label: b"a", bytes: log }];
    let query = Query { col: "/gomaxprocs".into(), ..Query::default() };
    let by_column = run(&Store::read(inputs), &query).unwrap().into_report();
    assert_eq!(taken(&by_column), [None, None, None]);
    assert_eq!(numeric_keys(&by_column), [("/gomaxprocs".into(), 3)]);
    let chart = |report: &Report| {
        let query = ChartQuery { kind: ChartKind::Scaling, ..ChartQuery::default() };
        chart(report, &query, &|_, _, _| Vec::new()).unwrap()
    };
    for report in [&by_row, &by_column] {
        let Chart { svg, notes, .. } = chart(report);
        assert!(svg.contains("horizontal axis logarithmic · dotted: ideal"), "{svg}");
        assert_eq!((svg.matches("data-column=").count(), &notes[..]), (4, &[][..]), "{svg}");
    }
}

#[test]
fn what_a_chart_does_not_show_is_named() {
    let log = b"BenchmarkA/n=1 1 5 ns/op\nBenchmarkA/n=2 1 5 ns/op\nBenchmarkB 1 5 ns/op\n";
    let query = |col: &str| Query { row: ".name".into(), col: col.into(), ..Query::default() };
    let notes = |query: &Query, kind| {
        let inputs = [Input { name: b"a", label: b"a", bytes: log }];
        let report = run(&Store::read(inputs), query).unwrap().into_report();
        let query = ChartQuery { kind, ..ChartQuery::default() };
        chart(&report, &query, &|_, _, _| Vec::new()).unwrap().notes
    };
    let why = "without a value at a number of `/n`";
    assert_eq!(
        notes(&Query::default(), ChartKind::Scaling),
        [format!("not shown: 1 more row {why}: B")]
    );
    assert_eq!(
        notes(&query("/n"), ChartKind::Scaling),
        [
            format!("not shown: 1 more row {why}: B"),
            format!("not shown: 1 more column {why}: (none)")
        ]
    );
    let logs: Vec<String> = (0..14).map(|n| format!("v{n}")).collect();
    let logs: Vec<(&str, &[u8])> = logs.iter().map(|name| (&name[..], &log[..])).collect();
    let query = ChartQuery { kind: ChartKind::Medians, ..ChartQuery::default() };
    let drawn = chart(&report(&logs), &query, &|_, _, _| Vec::new()).unwrap();
    assert_eq!(drawn.notes, ["not shown: 2 more columns: v0, v1"]);
    assert!(drawn.svg.contains(" · the last 12 of 14 columns<"), "{}", drawn.svg);
}

/// Returns the first number of each path that contains a word.
fn starts(svg: &str, word: &str) -> Vec<f64> {
    let paths = svg.split("<path d=\"M").skip(1);
    let paths = paths.filter_map(|path| path.split_once("/>")).map(|(path, _)| path);
    let start = |path: &str| path.split(' ').next().and_then(|x| x.parse().ok());
    paths.filter(|path| path.contains(word)).filter_map(start).collect()
}

#[test]
fn names_stand_beside_the_last_marks() {
    // Eight lines end at one position, so seven names must move.
    let log: String = (0..8).map(|n| format!("BenchmarkA/n={n} 1 {}00 ns/op\n", n + 1)).collect();
    let logs = ["a", "b", "c", "d", "e"].map(|label| (label, log.as_bytes()));
    let query = ChartQuery { kind: ChartKind::History, ..ChartQuery::default() };
    let Chart { svg, .. } = chart(&report(&logs), &query, &|_, _, _| Vec::new()).unwrap();
    let (marks, leaders) = (starts(&svg, "z\" fill"), starts(&svg, "stroke-width=\"0.8\""));
    assert_eq!(leaders.len(), 7);
    let last = marks.into_iter().fold(0.0, f64::max);
    assert!(leaders.iter().all(|&start| last + 4.0 < start), "{leaders:?} after {last}");
}
