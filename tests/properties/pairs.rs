//! Paired reports agree with the test on runs that are taken from the logs directly.

use std::fmt::Write;

use benchlens_core::stats::{Block, SignedRank, VanElteren};
use benchlens_core::table::{Comparison, PairTest};
use benchlens_core::{AnalysisQuery, Answer, Query, Report, Store};
use proptest::prelude::*;

/// Returns interleaved runs of a few benchmarks.
fn side(runs: usize) -> impl Strategy<Value = Vec<[u32; 3]>> {
    // There are few different values, so that they tie; some are 0.
    prop::collection::vec(
        prop_oneof![Just([0, 5, 9]), any::<[u8; 3]>().prop_map(|v| v.map(u32::from))],
        runs,
    )
}

fn sides() -> impl Strategy<Value = [Vec<[u32; 3]>; 2]> {
    (1..15_usize, 1..15_usize, any::<bool>())
        .prop_flat_map(|(old, new, same)| [side(old), side(if same { old } else { new })])
}

/// Returns the runs in rounds; `key` returns the value of each round.
fn log(runs: &[[u32; 3]], key: impl Fn(usize) -> String) -> String {
    let mut log = String::new();
    for (pass, values) in runs.iter().enumerate() {
        writeln!(log, "pass: {}", key(pass)).unwrap();
        for (name, value) in ["A", "B", "C"].iter().zip(values) {
            writeln!(log, "Benchmark{name} 1 {value} x").unwrap();
        }
    }
    log
}

fn report([old, new]: &[String; 2], pair: &str) -> Answer {
    let inputs = [benchlens_core::Input::new("old", old), benchlens_core::Input::new("new", new)];
    let analysis = Some(AnalysisQuery::default());
    let query = Query::default().pair(pair).ignore("pass").analysis(analysis);
    benchlens_core::run(&Store::read(inputs), &query).unwrap()
}

fn comparisons(report: &Report) -> Vec<&Comparison> {
    report.comparisons().map(|compared| compared.comparison).collect()
}

fn column(runs: &[[u32; 3]], name: usize) -> Vec<f64> {
    runs.iter().map(|values| f64::from(values[name])).collect()
}

fn check_pairs(found: &Comparison, old: &[f64], new: &[f64]) {
    let mut test = SignedRank::default();
    let mut pairs = test.pairs(old, new).unwrap();
    let matching = found.matching().unwrap();
    assert_eq!((matching.test, matching.pairs as usize), (PairTest::SignedRank, old.len()));
    let sides = found.sides().unwrap();
    assert_eq!((sides.base_n as usize, sides.n as usize), (old.len(), old.len()));
    assert_eq!(found.test().map(|test| test.p), pairs.p().ok());
    let (shift, equivalence) = pairs.shift_and_equivalence(0.05);
    let effect = found.effect().unwrap();
    assert_eq!(effect.stochastic_order, pairs.order());
    assert_eq!((effect.shift, effect.equivalence_interval), (Some(shift), Some(equivalence)));
}

proptest! {
    #![proptest_config(super::config(256))]

    #[test]
    fn the_nth_run_is_the_partner_of_the_nth([old, new] in sides()) {
        let logs = || [log(&old, |_| "1".into()), log(&new, |_| "1".into())];
        let (strict, loose) = (report(&logs(), "runs"), report(&logs(), "loose"));
        let pairs = old.len().min(new.len());
        for name in 0..3 {
            let (all_old, all_new) = (column(&old, name), column(&new, name));
            let (few_old, few_new) = (&all_old[..pairs], &all_new[..pairs]);
            check_pairs(comparisons(loose.report())[name], few_old, few_new);
            let strict = comparisons(strict.report())[name];
            if old.len() == new.len() {
                check_pairs(strict, few_old, few_new);
            } else {
                prop_assert!(strict.test().is_none() && strict.effect().is_none());
                prop_assert_eq!(strict.outcome.word(), "inconclusive");
                let sides = strict.sides().unwrap();
                prop_assert_eq!((sides.base_n as usize, sides.n as usize), (old.len(), new.len()));
            }
        }
    }

    #[test]
    fn equal_values_of_a_key_are_partners([old, mut new] in sides(), turn in 0..15_usize) {
        // The same rounds in another order; some rounds exist on only one side.
        let count = new.len();
        let name = |pass: usize| format!("p{pass:02}");
        let found = {
            new.rotate_left(turn % count);
            let logs = [log(&old, name), log(&new, |pass| name((pass + turn % count) % count))];
            new.rotate_right(turn % count);
            report(&logs, "pass")
        };
        let pairs = old.len().min(new.len());
        for name in 0..3 {
            let (old, new) = (column(&old, name), column(&new, name));
            check_pairs(comparisons(found.report())[name], &old[..pairs], &new[..pairs]);
        }
    }

    #[test]
    fn several_runs_of_a_value_are_blocks([old, new] in sides(), blocks in 1..4_usize) {
        let found = report(&[&old, &new].map(|runs| log(runs, |pass| format!("b{}", pass % blocks))), "pass");
        for name in 0..3 {
            let [old, new] = [&old, &new].map(|runs| {
                let column = column(runs, name);
                let block = |block: usize| {
                    let mut values: Vec<f64> =
                        column.iter().copied().skip(block).step_by(blocks).collect();
                    values.sort_by(f64::total_cmp);
                    values
                };
                (0..blocks).map(block).filter(|values| !values.is_empty()).collect::<Vec<_>>()
            });
            let both: Vec<Block<'_>> =
                old.iter().zip(&new).map(|(old, new)| Block { old, new }).collect();
            if both.iter().all(|block| block.old.len() == 1 && block.new.len() == 1) {
                continue;
            }
            let mut test = VanElteren::default();
            let mut by_hand = test.blocks(&both).unwrap();
            let found = comparisons(found.report())[name];
            let matching = found.matching().unwrap();
            prop_assert_eq!((matching.test, matching.pairs as usize), (PairTest::VanElteren, both.len()));
            prop_assert_eq!(found.test().map(|test| test.p), by_hand.p().ok());
            let shift = found.effect().unwrap().shift;
            prop_assert_eq!(shift, Some(by_hand.shift_and_equivalence(0.05).0));
        }
    }
}
