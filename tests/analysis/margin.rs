//! Tests by simulation the statements about the margin and about noise in docs/methods.md: logs that differ by a
//! known ratio run through the CLI.

use benchlens_core::Answer;
use benchlens_core::query::AnalysisQuery;
use benchlens_core::stats::math;
use benchlens_core::table::Counts;

use crate::analysis::{analysed, ask};
use crate::support::random::Random;

const ROWS: usize = 1000;

/// Returns the report of rows whose new side is `ratio` times as slow; the noise of both sides is given in percent
/// (lognormal).
fn simulate(n: usize, scatter: [f64; 2], ratio: f64, margin: f64) -> Answer {
    let mut random = Random(20_261_122);
    let sides = [(scatter[0], 1.0), (scatter[1], ratio)].map(|(percent, factor)| {
        let mut log = String::new();
        for row in 0..ROWS {
            for _ in 0..n {
                let time = 1e6 * factor * math::exp(percent / 100.0 * random.normal());
                log += &format!("BenchmarkRow{row} 1 {time} ns/op\n");
            }
        }
        log
    });
    let analysis = AnalysisQuery::default().margin(margin);
    ask(&sides[0], &sides[1], analysed(analysis)).0
}

fn counts(n: usize, scatter: f64, ratio: f64, margin: f64) -> Counts {
    simulate(n, [scatter; 2], ratio, margin).into_report().analysis.unwrap().counts
}

/// The table in docs/methods.md: how many of 100 unchanged rows are reported as unchanged, with a margin of 1% and
/// of 2%.
#[test]
fn a_margin_of_two_percent_can_be_proven_by_usual_numbers_of_runs() {
    let found = |margin: f64, scatter: f64| {
        [6, 10, 20].map(|n| counts(n, scatter, 1.0, margin).unchanged as usize * 100 / ROWS)
    };
    let wanted = [
        (0.01, 1.0, [10, 31, 84]),
        (0.02, 1.0, [81, 98, 100]),
        (0.01, 3.0, [0, 0, 0]),
        (0.02, 3.0, [0, 2, 27]),
    ];
    for (margin, scatter, shares) in wanted {
        let found = found(margin, scatter);
        let is_near = |(a, b): (&usize, &usize)| a.abs_diff(*b) <= 3;
        assert!(found.iter().zip(&shares).all(is_near), "{margin} {scatter}: {found:?}");
    }
}

/// Two one-sided tests: a change as large as the margin is reported as unchanged in at most 5 of 100 cases.
#[test]
fn a_change_as_large_as_the_margin_is_seldom_called_unchanged() {
    for ratio in [1.02, 1.0 / 1.02] {
        for (n, scatter) in [(6, 1.0), (10, 1.0), (20, 1.0), (20, 3.0)] {
            let wrong = counts(n, scatter, ratio, 0.02).unchanged;
            // Three standard errors.
            assert!(wrong <= 50 + 21, "{ratio} {n} {scatter}: {wrong} of {ROWS}");
        }
    }
}

/// The medians are equal, but the noise is 1% on one side and 5% on the other: the Mann-Whitney test reports a
/// difference in more than 5 of 100 cases, and most of the excess cases carry the p-value of the Brunner–Munzel test.
#[test]
fn unequal_scatter_is_told() {
    for (n, alarms) in [(10, 55..100), (20, 60..110)] {
        let answer = simulate(n, [1.0, 5.0], 1.0, 0.02);
        let rows = &answer.report().tables[0].rows;
        let effects = || rows.iter().map(|row| &row.comparisons[0]).filter(|c| c.is_significant());
        let told = effects().filter(|c| c.effect().unwrap().brunner_munzel_p.is_some());
        let (found, told) = (effects().count(), told.count());
        assert!(alarms.contains(&found), "{n}: {found}");
        assert!(found <= 50 + 21 + told, "{n}: {found} of which {told} are told");
        assert!(0 < told);
        let alike = simulate(n, [3.0, 3.0], 1.0, 0.02);
        let rows = alike.report().tables[0].rows.iter().map(|row| &row.comparisons[0]);
        let told = rows.filter(|c| c.effect().unwrap().brunner_munzel_p.is_some());
        let told = told.count();
        assert!(told < 15, "{n}: {told} of samples alike");
    }
}
