//! Answers do not depend on earlier queries.

use benchlens_core::queries::AnswerCache;
use benchlens_core::{AnalysisQuery, Query, StoreBuilder};
use proptest::prelude::*;

use super::{logs, queries};

/// Returns an analysis with other levels.
fn other() -> Option<AnalysisQuery> {
    let better = ["sec/op=higher"];
    Some(AnalysisQuery::default().margin(0.3).better(better))
}

/// Returns consecutive queries, as a person explores the data: each query is similar to the previous one.
fn turns() -> impl Strategy<Value = Vec<Query>> {
    let levels = || prop::sample::select(vec![0.05, 0.5, 0.95]);
    let turned = (queries::query(), levels(), levels(), any::<[bool; 3]>());
    let turned = turned.prop_map(|(any, alpha, confidence, [plain, analysed, samples])| {
        let start = if plain { Query::default() } else { any };
        let analysis = analysed.then(AnalysisQuery::default);
        let start = start.alpha(0.05).confidence(0.95).analysis(analysis).samples(samples);
        let derive = ["x = sec/op * 2", "y = /gomaxprocs"];
        [
            start.clone(),
            start.clone().alpha(alpha),
            start.clone().confidence(confidence),
            start.clone().derive(derive),
            start.clone(),
            start.clone().col(".file@(b c)"),
            start.clone().base("previous"),
            start.clone().base("b"),
            start.clone().pair("loose"),
            start.clone().pair("runs"),
            start.clone(),
            start.clone().analysis(other()),
            start.clone().col(".file@(x:(b a) c)"),
            start.clone().pair("goos").base("previous"),
            start.filter(".unit:sec/op"),
        ]
    });
    prop::collection::vec(turned, 1..4).prop_map(|all| all.concat())
}

proptest! {
    #![proptest_config(super::config(256))]

    #[test]
    fn what_was_asked_before_changes_no_answer(
        logs in prop::collection::vec(logs::log(), 1..4),
        queries in turns(),
    ) {
        let mut builder = StoreBuilder::default();
        let mut cache = AnswerCache::default();
        for (i, log) in logs.iter().enumerate() {
            builder.begin(b"name", &[b'a' + i as u8]);
            builder.feed(log).unwrap();
            builder.feed(super::bodies::LOG).unwrap();
            let run = |run: usize| format!("BenchmarkR-2 1 {} ns/op\n", run + i * i);
            (0..9).for_each(|i| builder.feed(run(i).as_bytes()).unwrap());
            builder.end();
            let store = builder.store();
            // The first query is repeated, and the next store also receives it.
            let asked = queries.iter().chain(queries.first());
            for plan in asked.filter_map(|query| query.compile().ok()) {
                let answer = plan.answer_with(store, &mut cache);
                prop_assert_eq!(format!("{answer:?}"), format!("{:?}", plan.run(store)));
            }
        }
    }

    #[test]
    fn steps_change_no_answer(
        log in logs::log(),
        queries in turns(),
        portions in prop::collection::vec(1..3000_u64, 1..6),
        given_up in prop::collection::vec(0..4_usize, 1..4),
    ) {
        let mut builder = StoreBuilder::default();
        let cache = AnswerCache::default();
        for (i, label) in [b"a", b"b"].into_iter().enumerate() {
            builder.begin(b"name", label);
            builder.feed(&log).unwrap();
            builder.feed(super::bodies::LOG).unwrap();
            // There are more different values than the table contains, so that quotients are computed.
            let run = |run: usize| format!("BenchmarkR-2 1 {} ns/op\n", 1000 + run * (7 + i) % 211);
            (0..90).for_each(|i| builder.feed(run(i).as_bytes()).unwrap());
            builder.end();
        }
        let mut portions = portions.into_iter().cycle();
        let mut given_up = given_up.into_iter().cycle();
        for plan in queries.iter().filter_map(|query| query.compile().ok()) {
            // A cancelled query does not corrupt the cache.
            let mut asking = plan.clone().begin(builder.shared(), &cache);
            for portion in portions.by_ref().take(given_up.next().unwrap_or(0)) {
                if asking.step(portion).is_some() {
                    break;
                }
            }
            drop(asking);
            let mut asking = plan.clone().begin(builder.shared(), &cache);
            let mut last = 0;
            let answer = loop {
                let answer = asking.step(portions.next().unwrap_or(1));
                let progress = asking.progress();
                let part = progress.done * 1000 / progress.total.max(1);
                let index = u64::from(progress.is_comparing) * 1000 + part;
                prop_assert!(last <= index && part <= 1000, "{:?}", progress);
                last = index;
                if let Some(answer) = answer {
                    break answer;
                }
            };
            prop_assert!(asking.step(1).is_none());
            prop_assert_eq!(format!("{answer:?}"), format!("{:?}", plan.run(builder.store())));
        }
    }
}
