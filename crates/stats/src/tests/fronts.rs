//! Checks the public functions: that they give the numbers of the methods behind them, in any order of values, and that
//! they report wrong input.

use super::random::Random;
use crate::{
    Block, Error, MannWhitney, Method, Options, Outcome, Sample, ShiftScale, Shifts, SignedRank,
    VanElteren, Warning, change_points, compare, compare_blocks, compare_pairs, fewest_runs,
    runs_to_decide, summarize,
};

fn normal(random: &mut Random, n: usize, center: f64, spread: f64) -> Vec<f64> {
    (0..n).map(|_| center + spread * random.normal()).collect()
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[test]
fn comparisons_have_the_numbers_of_their_tests() {
    let mut random = Random::new(1);
    for center in [0.0, 10.0, 11.0] {
        let old = normal(&mut random, 9, 10.0, 0.5);
        let new = normal(&mut random, 9, center, 0.5);
        let [a, b] = [sorted(&old), sorted(&new)];
        let (mut test, mut shifts) = (MannWhitney::default(), Shifts::default());

        let runs = compare(&old, &new).unwrap();
        assert_eq!(runs.p(), test.exact_p(&a, &b).unwrap());
        let shift = shifts.pairs(&a, &b).unwrap().shift(&mut test, 0.05);
        assert_eq!(runs.shift().estimate, shift.estimate);
        assert!(runs.shift().interval.includes(&shift.interval) && runs.is_exact());

        let pairs = compare_pairs(&old, &new).unwrap();
        let mut signed = SignedRank::default();
        let mut signed = signed.pairs(&old, &new).unwrap();
        assert_eq!((pairs.p(), pairs.shift()), (signed.p().unwrap(), signed.shift(0.05)));

        let mut van_elteren = VanElteren::default();
        let ascending = [Block { old: &a, new: &b }, Block { old: &b, new: &a }];
        let mut tested = van_elteren.blocks(&ascending).unwrap();
        let given = [Block { old: &old, new: &new }, Block { old: &new, new: &old }];
        let blocks = compare_blocks(&given).unwrap();
        assert_eq!(blocks.p(), tested.p().unwrap());
        assert_eq!(blocks.shift(), tested.shift_and_equivalence(0.05).0);
        assert_eq!(blocks.runs(), [18, 18]);

        let methods = [runs, pairs, blocks].map(|found| found.method());
        assert_eq!(methods, [Method::MannWhitney, Method::SignedRank, Method::VanElteren]);
    }
}

#[test]
fn outcomes_agree_with_p_and_the_margin() {
    let mut random = Random::new(2);
    let mut counts = [0; 4];
    for trial in 0..300 {
        let center = [10.0, 10.2, 9.0, 11.5][trial % 4];
        let [old, new] = [10.0, center].map(|center| normal(&mut random, 12, center, 0.1));
        let found = Options::default().margin(0.03).compare(&old, &new).unwrap();
        let interval = found.interval();
        assert!(interval.lo <= found.estimate() && found.estimate() <= interval.hi);
        if !found.is_significant() {
            assert!(interval.holds(0.0));
        }
        match found.outcome() {
            Outcome::Increased => assert!(found.is_significant() && 0.0 < found.estimate()),
            Outcome::Decreased => assert!(found.is_significant() && found.estimate() < 0.0),
            Outcome::Unchanged => {
                let within = found.equivalence_interval();
                assert!(1.0 / 1.03 - 1.0 <= within.lo && within.hi <= 0.03);
            }
            Outcome::Inconclusive => assert!(found.runs_needed().unwrap() > 12),
        }
        counts[found.outcome() as usize] += 1;
    }
    let [increased, decreased, unchanged, _] = counts;
    assert!(75 <= increased && 75 <= decreased && 75 <= unchanged, "{counts:?}");
}

#[test]
fn exchanged_samples_have_the_opposite_outcome() {
    let (old, new) = ([1.0, 2.0, 1.5, 1.2, 1.7], [3.0, 2.9, 3.5, 3.2, 2.5]);
    let [there, back] = [compare(&old, &new).unwrap(), compare(&new, &old).unwrap()];
    assert_eq!((there.outcome(), back.outcome()), (Outcome::Increased, Outcome::Decreased));
    assert_eq!(there.p(), back.p());
    assert!((there.shift().estimate * back.shift().estimate - 1.0).abs() < 1e-12);
    assert_eq!(there.old_median(), back.new_median());
}

#[test]
fn values_that_are_not_positive_have_differences() {
    let found = compare(&[-1.0, 0.0, 1.0, 0.5], &[9.0, 10.0, 11.0, 10.5]).unwrap();
    assert_eq!((found.scale(), found.estimate()), (ShiftScale::Difference, 10.0));
    assert_eq!(found.to_string(), "+10 [+8, +12] (p=0.029 n=4+4 increased)");
    let few = compare(&[1.0], &[2.0]).unwrap();
    assert_eq!(few.to_string(), "+100.0% [-100.0%, +∞] (p=1.000 n=1+1 inconclusive)");
}

#[test]
fn broken_assumptions_are_reported() {
    let few = compare(&[1.0, 1.1, 1.2], &[2.0, 2.1, 2.2]).unwrap();
    assert!(matches!(few.warnings(), [Warning::TooFewRuns { needed: Some(4), .. }]));
    assert_eq!((few.outcome(), few.min_detectable_change()), (Outcome::Inconclusive, None));

    let equal = compare(&[1.0; 5], &[1.0; 5]).unwrap();
    assert_eq!((equal.warnings(), equal.p()), (&[Warning::AllEqual][..], 1.0));
    let equal = compare_pairs(&[1.0; 7], &[1.0; 7]).unwrap();
    assert_eq!((equal.warnings(), equal.p()), (&[Warning::AllEqual][..], 1.0));

    let rising: Vec<f64> = (0..12).map(|i| 10.0 + f64::from(i)).collect();
    let steady = [15.0, 14.0, 16.0, 13.0, 17.0, 12.0, 18.0, 15.5, 14.5, 16.5, 13.5, 17.5];
    let warnings = compare(&rising, &steady).unwrap();
    let warnings = warnings.warnings();
    assert!(matches!(warnings, [Warning::Drift { sample: Sample::Old, .. }]), "{warnings:?}");
    // Pairs that drift together are no problem, but a change that drifts is.
    let twice: Vec<f64> = rising.iter().map(|value| 1.01 * value).collect();
    assert_eq!(compare_pairs(&rising, &twice).unwrap().warnings(), []);
    let found = compare_pairs(&steady, &rising).unwrap();
    assert!(matches!(found.warnings(), [Warning::Drift { sample: Sample::Changes, .. }, ..]));

    let blocks = [Block { old: &[1.0, 2.0], new: &[] }, Block { old: &[1.0; 4], new: &[2.0; 4] }];
    let found = compare_blocks(&blocks).unwrap();
    assert_eq!(found.warnings(), [Warning::IgnoredBlocks { count: 1 }]);
    assert_eq!(found.runs(), [4, 4]);
}

#[test]
fn different_spreads_are_reported() {
    let mut random = Random::new(3);
    let (mut significant, mut reported) = (0, 0);
    for _ in 0..2000 {
        let old = normal(&mut random, 10, 100.0, 1.0);
        let new = normal(&mut random, 10, 100.0, 5.0);
        let found = compare(&old, &new).unwrap();
        let is_spread = |warning: &Warning| matches!(warning, Warning::SpreadsDiffer { .. });
        significant += u32::from(found.is_significant());
        reported += u32::from(found.warnings().iter().any(is_spread));
    }
    // The documentation says 8 of 100.
    assert!((120..=200).contains(&significant) && 0 < reported, "{significant} {reported}");
}

#[test]
fn wrong_input_is_an_error() {
    let empty = Error::Empty { sample: Sample::New };
    assert_eq!(compare(&[1.0], &[]), Err(empty));
    assert_eq!(empty.to_string(), "there are no new values: expected at least one");
    let found = compare(&[1.0, f64::INFINITY], &[1.0]).unwrap_err();
    let text = "old values: the value at index 1 is inf: expected a finite number";
    assert_eq!(found.to_string(), text);
    let lengths = Error::UnequalLengths { old: 2, new: 1 };
    assert_eq!(compare_pairs(&[1.0, 2.0], &[1.0]), Err(lengths));
    assert_eq!(compare_blocks(&[Block { old: &[1.0], new: &[] }]), Err(Error::NoBlocks));
    let found = compare_blocks(&[Block { old: &[f64::NAN], new: &[1.0] }]).unwrap_err();
    assert!(matches!(found, Error::NotFinite { sample: Sample::Old, block: Some(0), .. }));
    for alpha in [0.0, 1.0, -1.0, f64::NAN] {
        let found = Options::default().alpha(alpha).compare(&[1.0], &[2.0]);
        assert!(matches!(found, Err(Error::InvalidAlpha { .. })), "{alpha}");
    }
    let margin = Options::default().margin(f64::NAN).change_points(&[1.0]);
    assert!(matches!(margin, Err(Error::InvalidMargin { .. })));
    assert!(matches!(summarize(&[1.0], 1.0), Err(Error::InvalidConfidence { .. })));
    assert!(change_points(&[1.0, f64::NAN]).is_err() && summarize(&[], 0.5).is_err());
    // Differences of these values are not finite.
    let huge = [f64::MAX, f64::MIN, f64::MAX, f64::MIN, 0.0, 1.0];
    assert!(compare(&huge, &huge).is_ok() && compare_pairs(&huge, &[1.0; 6]).is_ok());
    assert!(compare_blocks(&[Block { old: &huge, new: &huge }]).is_ok());
    assert!(change_points(&huge.repeat(5)).is_ok() && runs_to_decide(&huge, 0.1).is_ok());
}

#[test]
fn the_planned_runs_find_the_margin() {
    let mut random = Random::new(4);
    let options = Options::default().margin(0.05);
    let (mut found, mut unchanged) = (0, 0);
    for _ in 0..400 {
        let pilot = normal(&mut random, 30, 100.0, 5.0);
        let runs = options.runs_to_decide(&pilot).unwrap().unwrap() as usize;
        let old = normal(&mut random, runs, 100.0, 5.0);
        let [same, slower] = [100.0, 105.0].map(|center| normal(&mut random, runs, center, 5.0));
        found += u32::from(options.compare(&old, &slower).unwrap().is_significant());
        unchanged +=
            u32::from(options.compare(&old, &same).unwrap().outcome() == Outcome::Unchanged);
    }
    assert!(
        (280..=370).contains(&found) && (280..=370).contains(&unchanged),
        "{found} {unchanged}"
    );
    assert_eq!(runs_to_decide(&[1.0; 5], 0.05).unwrap(), Some(4));
    assert_eq!(runs_to_decide(&[1.0], 0.05).unwrap(), None);
    assert_eq!([0.05, 0.01].map(fewest_runs), [Some(4), Some(5)]);
}

#[test]
fn series_without_a_change_have_few_change_points() {
    let mut random = Random::new(5);
    let has_any = |series: Vec<f64>| u32::from(!change_points(&series).unwrap().is_empty());
    let alarms: u32 = (0..400).map(|_| has_any(normal(&mut random, 30, 100.0, 1.0))).sum();
    assert!(alarms <= 12, "{alarms}");
    let found: u32 = (0..100)
        .map(|_| {
            let before = normal(&mut random, 30, 100.0, 1.0);
            has_any([before, normal(&mut random, 30, 103.0, 1.0)].concat())
        })
        .sum();
    assert!(97 <= found, "{found}");
    assert_eq!(change_points(&[]).unwrap(), []);
}
