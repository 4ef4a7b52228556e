//! Properties of any two samples.

use proptest::prelude::*;

use crate::MannWhitney;

/// Generates ascending integers: from all but two equal to hardly any.
fn sample() -> impl Strategy<Value = Vec<f64>> {
    (1_usize..70, 1_i32..200).prop_flat_map(|(n, levels)| {
        prop::collection::vec(-levels..=levels, 1..=n).prop_map(|mut values| {
            values.sort_unstable();
            values.into_iter().map(f64::from).collect()
        })
    })
}

/// Generates two samples, the second often as long as the first.
fn pair() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    (sample(), sample(), any::<bool>()).prop_map(|(a, mut b, same)| {
        if same {
            b.resize(a.len(), b[b.len() - 1]);
        }
        (a, b)
    })
}

proptest! {
    #[test]
    fn p_is_a_probability((a, b) in pair()) {
        if let Ok(p) = MannWhitney::default().p(&a, &b) {
            prop_assert!(p > 0.0 && p <= 1.0);
        }
    }

    #[test]
    fn the_order_of_the_samples_does_not_matter((a, b) in pair()) {
        let mut tester = MannWhitney::default();
        prop_assert_eq!(tester.p(&a, &b), tester.p(&b, &a));
    }

    #[test]
    fn only_the_order_of_the_values_matters((a, b) in pair()) {
        let stretch = |x: &[f64]| x.iter().map(|x| x * x * x + 5.0 * x).collect::<Vec<_>>();
        let turn = |x: &[f64]| x.iter().rev().map(|x| -x).collect::<Vec<_>>();
        let mut tester = MannWhitney::default();
        let p = tester.p(&a, &b);
        prop_assert_eq!(p, tester.p(&stretch(&a), &stretch(&b)));
        prop_assert_eq!(p, tester.p(&turn(&a), &turn(&b)));
    }

    #[test]
    fn what_was_asked_before_does_not_matter(pairs in prop::collection::vec(pair(), 1..40)) {
        let mut used = MannWhitney::default();
        for (a, b) in pairs.iter().chain(pairs.iter().rev()) {
            let bits = |p: f64| p.to_bits();
            prop_assert_eq!(used.p(a, b).map(bits), MannWhitney::default().p(a, b).map(bits));
        }
    }
}
