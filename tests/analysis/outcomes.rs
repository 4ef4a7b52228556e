use crate::analysis::{analysed, ask, lines, only};
use benchlens_core::query::{AnalysisQuery, Query, run};
use benchlens_core::report::SampleIssue;
use benchlens_core::stats::Adjustment;
use benchlens_core::store::Store;
use benchlens_core::table::{Comparison, Outcome};
use benchlens_core::unit::Direction;

const TEN: [f64; 10] = [100.1, 99.6, 100.4, 99.9, 100.0, 100.2, 99.8, 100.3, 99.7, 100.5];

fn times(factor: f64) -> Vec<f64> {
    TEN.iter().map(|v| v * factor).collect()
}

/// Returns the smallest change that the runs would probably have detected.
fn effect_of(comparison: &Comparison) -> Option<f64> {
    comparison.power()?.min_detectable_effect
}

fn outcome(unit: &str, old: &[f64], new: &[f64]) -> Outcome {
    only(&lines("A", unit, old), &lines("A", unit, new), AnalysisQuery::default()).outcome
}

#[test]
fn which_way_is_better_decides() {
    assert_eq!(outcome("ns/op", &TEN, &times(1.05)), Outcome::Regressed);
    assert_eq!(outcome("ns/op", &TEN, &times(0.95)), Outcome::Improved);
    assert_eq!(outcome("MB/s", &TEN, &times(1.05)), Outcome::Improved);
    assert_eq!(outcome("MB/s", &TEN, &times(0.95)), Outcome::Regressed);
    assert_eq!(outcome("widgets", &TEN, &times(1.05)), Outcome::Changed);
    let told = |better: &[&str]| {
        let analysis = AnalysisQuery::default().better(better.iter().copied());
        only(&lines("A", "widgets", &TEN), &lines("A", "widgets", &times(1.05)), analysis).outcome
    };
    assert_eq!(told(&["widgets=higher"]), Outcome::Improved);
    assert_eq!(told(&["widgets=higher", "widgets=lower"]), Outcome::Regressed);
    let log = format!("Unit widgets better=higher\n{}", lines("A", "widgets", &TEN));
    let (answer, found) =
        ask(&log, &lines("A", "widgets", &times(0.9)), analysed(Default::default()));
    assert_eq!(answer.report().tables[0].direction, Some(Direction::Higher));
    assert_eq!((found.counts.regressed, found.counts.of(Outcome::Regressed)), (1, 1));
}

#[test]
fn zeros() {
    assert_eq!(outcome("B/op", &[0.0; 10], &[16.0; 10]), Outcome::Regressed);
    assert_eq!(outcome("B/op", &[16.0; 10], &[0.0; 10]), Outcome::Improved);
    assert_eq!(outcome("B/op", &[0.0; 10], &[0.0; 10]), Outcome::Unchanged);
    // The values are equal, but two runs on each side are too few for a statement about further runs and leave the
    // interval open; three are enough.
    assert_eq!(outcome("B/op", &[0.0], &[0.0]), Outcome::Inconclusive);
    assert_eq!(outcome("B/op", &[3.0; 2], &[3.0; 2]), Outcome::Inconclusive);
    assert_eq!(outcome("B/op", &[3.0; 3], &[3.0; 3]), Outcome::Unchanged);
    // One run is not enough, but four would be.
    let one = only(&lines("A", "B/op", &[0.0]), &lines("A", "B/op", &[16.0]), Default::default());
    assert_eq!((one.outcome, effect_of(&one)), (Outcome::Inconclusive, None));
    let mut now_and_then = [0.0; 20];
    now_and_then[..8].fill(16.0);
    assert_eq!(outcome("B/op", &[0.0; 20], &now_and_then), Outcome::Regressed);
}

#[test]
fn the_margin_decides_what_is_unchanged() {
    let compare = |factor, margin| {
        let analysis = AnalysisQuery::default().margin(margin);
        only(&lines("A", "ns/op", &TEN), &lines("A", "ns/op", &times(factor)), analysis)
    };
    assert_eq!(compare(1.0, 0.01).outcome, Outcome::Unchanged);
    // Significant, but proven to be within the margin.
    let slight = compare(1.007, 0.02);
    assert_eq!(slight.outcome, Outcome::Unchanged);
    assert!(
        slight.test().unwrap().p < 0.05
            && slight.effect().unwrap().equivalence_interval.unwrap().hi < 1.02
    );
    assert_eq!(compare(1.007, 0.001).outcome, Outcome::Regressed);
    let unclear = compare(1.0005, 0.001);
    assert_eq!(unclear.outcome, Outcome::Inconclusive);
    // The spread is about 0.3%: 2·(2.93·0.3/0.1)², and such runs would detect 0.4%.
    assert!((100..250).contains(&unclear.power().unwrap().runs_needed.unwrap()), "{unclear:?}");
    assert!((1.003..1.006).contains(&effect_of(&unclear).unwrap()), "{unclear:?}");
    // Without a margin, only equal values are unchanged.
    assert_eq!(compare(1.0, 0.0).outcome, Outcome::Inconclusive);
    assert_eq!(compare(1.0, 0.0).power().unwrap().runs_needed, None);
}

#[test]
fn new_and_missing() {
    let old = lines("A", "ns/op", &TEN) + &lines("B", "ns/op", &TEN);
    let new = lines("A", "ns/op", &TEN) + &lines("C", "ns/op", &TEN);
    let (answer, found) = ask(&old, &new, analysed(Default::default()));
    let outcomes: Vec<Outcome> =
        answer.report().comparisons().map(|found| found.comparison.outcome).collect();
    assert_eq!(outcomes, [Outcome::Unchanged, Outcome::Missing, Outcome::New]);
    assert_eq!(answer.report().tables[0].rows.len(), 3);
    assert_eq!((found.tests, found.counts.missing, found.counts.new), (1, 1, 1));
}

#[test]
fn exact_units_need_no_test() {
    let compare = |old: f64, new: f64| {
        let old = format!("Unit x/op assume=exact better=lower\n{}", lines("A", "x/op", &[old]));
        only(&old, &lines("A", "x/op", &[new]), AnalysisQuery::default())
    };
    assert_eq!(compare(100.0, 103.0).outcome, Outcome::Regressed);
    assert_eq!(compare(100.0, 90.0).outcome, Outcome::Improved);
    assert_eq!(compare(0.0, 1.0).outcome, Outcome::Regressed);
    assert_eq!(compare(7.0, 7.0).outcome, Outcome::Unchanged);
    assert_eq!(compare(100.0, 103.0).test(), None);
    assert_eq!(compare(100.0, 103.0).effect().unwrap().shift.unwrap().estimate, 1.03);
}

#[test]
fn many_comparisons_are_adjusted_together() {
    let mut old = String::new();
    let mut new = String::new();
    for benchmark in 0..40 {
        let name = format!("B{benchmark}");
        // The first benchmark is slower by more than its spread; one value of the others is an outlier.
        let rest = if benchmark == 0 { 1.02 } else { 1.0 };
        old += &lines(&name, "ns/op", &TEN);
        let mut values = times(rest);
        values[0] *= 1.001;
        new += &lines(&name, "ns/op", &values);
    }
    for adjust in [Adjustment::None, Adjustment::Holm, Adjustment::Bh, Adjustment::By] {
        let analysis = AnalysisQuery::default().adjust(adjust);
        let (answer, found) = ask(&old, &new, analysed(analysis));
        assert_eq!((found.tests, found.significant, found.counts.regressed), (40, 1, 1));
        assert_eq!(found.expected_by_chance, 2.0);
        let first = answer.report().tables[0].rows[0].comparisons[0].test().unwrap();
        let factor = first.adjusted_p / first.p;
        let harmonic: f64 = (1..=40).map(|i| 1.0 / f64::from(i)).sum();
        let wanted = match adjust {
            Adjustment::None => 1.0,
            Adjustment::By => 40.0 * harmonic,
            _ => 40.0,
        };
        assert!((factor - wanted).abs() < 1e-9, "{adjust:?}: {factor}");
    }
}

#[test]
fn machines_that_differ_are_named() {
    let old = format!("cpu: fast\ngoos: linux\n{}", lines("A-8", "ns/op", &TEN));
    let new = format!("cpu: slow\ngoos: linux\n{}", lines("A-16", "ns/op", &TEN));
    let query = Query::default().ignore("cpu,/gomaxprocs").analysis(AnalysisQuery::default());
    let (answer, _) = ask(&old, &new, query);
    let machines = &answer.report().tables[0].machines;
    let shown: Vec<String> = machines
        .iter()
        .map(|d| format!("{} {} {:?} {:?} {}", d.column, d.key, d.base, d.new, d.rows))
        .collect();
    assert_eq!(shown, [r#"1 cpu ["fast"] ["slow"] 1"#, r#"1 /gomaxprocs ["8"] ["16"] 1"#]);
}

#[test]
fn sample_issues_go_by_the_order_of_the_runs() {
    let rising: Vec<f64> = (0..12).map(|i| 100.0 + f64::from(i)).collect();
    // The lines of two configurations alternate: together they rise, whichever was read first.
    let log: String = rising
        .iter()
        .enumerate()
        .map(|(i, v)| format!("turn: {}\nBenchmarkA 1 {v} ns/op\n", i % 2))
        .collect();
    let query = Query::default().ignore("turn").analysis(AnalysisQuery::default());
    let (answer, _) = ask(&log, "", query);
    let [SampleIssue::Drift(drift)] = answer.report().tables[0].rows[0].cells[0].issues() else {
        panic!("{:?}", answer.report().tables[0].rows[0])
    };
    assert_eq!(drift.tau, 1.0);
}

#[test]
fn threads_change_nothing_and_nothing_is_analysed_unasked() {
    let mut old = String::new();
    let mut new = String::new();
    for benchmark in 0..300 {
        let name = format!("B{benchmark}");
        let factor = 1.0 + f64::from(benchmark % 7) / 100.0;
        old += &lines(&name, "ns/op", &TEN);
        new += &lines(&name, "ns/op", &times(factor));
    }
    let store = crate::analysis::store(&old, &new);
    let plan = analysed(AnalysisQuery::default()).compile().unwrap();
    let one = plan.run(&store).unwrap();
    assert_eq!(one, plan.with_threads(3).run(&store).unwrap());
    assert_eq!(run(&store, &Query::default().plain()).unwrap().report().analysis, None);
    assert_eq!(run(&Store::default(), &Query::default().plain()).unwrap().report().analysis, None);
}

#[test]
fn what_a_query_may_not_say() {
    let error = |analysis: AnalysisQuery| analysed(analysis).compile().unwrap_err().to_string();
    let better = |text: &str| error(AnalysisQuery::default().better([text]));
    let text = better("ns/op=up");
    assert_eq!(text, "better: syntax error: expected higher or lower\n\tns/op=up\n\t      ^");
    assert!(better("ns/op").contains("expected unit=higher or unit=lower"));
    assert!(better("=lower").contains("expected a unit"));
    assert!(error(AnalysisQuery::default().margin(-0.1)).contains("margin must be"));
    assert!(error(AnalysisQuery::default().margin(f64::NAN)).contains("margin must be"));
}
