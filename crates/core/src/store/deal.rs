//! One store to several, each with some of its results.
//!
//! Takes a place for each result; gives the store of each place, with its results in their order. Of an input that has
//! results there it has the name, and with each result the configuration, details and block that it was recorded in. What
//! an input says besides, such as units and problems, stays behind. Must not know what the places are.

use std::collections::BTreeMap;

use super::{InputInfo, Store, StoreBuilder};
use crate::format::{Location, Notice, Record, Sink};

impl Store {
    /// The results of each place, of which `places` has one for each row in reading order; those without a place are left
    /// out.
    pub(crate) fn deal(&self, places: &[Option<u32>]) -> BTreeMap<u32, Store> {
        let (mut hands, mut places) = (BTreeMap::new(), places.iter());
        for (number, input) in self.inputs.iter().enumerate() {
            let seed = self.seed;
            let mut dealer =
                Dealer { input, seed, places: &mut places, said: Vec::new(), hands: &mut hands };
            self.replay(number, &mut dealer);
            for hand in hands.values_mut().filter(|hand| hand.heard.is_some()) {
                hand.builder.end();
                hand.heard = None;
            }
        }
        hands.into_iter().map(|(place, hand)| (place, hand.builder.finish())).collect()
    }
}

/// The store of a place, while results are dealt out.
#[derive(Default)]
struct Hand {
    builder: StoreBuilder,
    /// How much of what was said it has heard; nothing before its first result of the input.
    heard: Option<usize>,
}

/// Deals out the results of an input.
struct Dealer<'d, 's> {
    input: &'s InputInfo,
    seed: u64,
    places: &'d mut std::slice::Iter<'s, Option<u32>>,
    /// What holds for results below. A place hears it when it gets one of them, so that many places cost no more.
    said: Vec<Said>,
    hands: &'d mut BTreeMap<u32, Hand>,
}

enum Said {
    Config { key: Vec<u8>, value: Vec<u8> },
    Detail { key: Vec<u8>, value: Vec<u8> },
    Block { recording: Vec<u8>, block: u32 },
}

impl Said {
    fn record(&self) -> Record<'_> {
        match self {
            Said::Config { key, value } => Record::Config { key, value },
            Said::Detail { key, value } => Record::Detail { key, value },
            &Said::Block { ref recording, block } => {
                Record::Notice(Notice::Block { recording, block })
            }
        }
    }
}

impl Sink for Dealer<'_, '_> {
    fn push(&mut self, at: &Location, record: Record<'_>) {
        match record {
            Record::Config { key, value } => {
                self.said.push(Said::Config { key: key.to_vec(), value: value.to_vec() });
            }
            Record::Detail { key, value } => {
                self.said.push(Said::Detail { key: key.to_vec(), value: value.to_vec() });
            }
            Record::Notice(Notice::Block { recording, block }) => {
                self.said.push(Said::Block { recording: recording.to_vec(), block });
            }
            Record::Result(result) => {
                let Some(&Some(place)) = self.places.next() else { return };
                let seed = self.seed;
                let hand = self.hands.entry(place).or_insert_with(|| Hand {
                    builder: StoreBuilder::seeded(seed),
                    ..Hand::default()
                });
                let heard = hand.heard.unwrap_or_else(|| {
                    hand.builder.begin(&self.input.name, &self.input.label);
                    0
                });
                let news = &self.said[heard..];
                news.iter().for_each(|said| hand.builder.push(&Location::Input, said.record()));
                hand.heard = Some(self.said.len());
                hand.builder.push(at, Record::Result(result));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Store};

    const LOG: &str = "goos: linux\nBenchmarkA 10 2.5 ns/op 7 B/op\nUnit ns/op better=lower\ncommit: x\nBenchmarkB 10 2.25 ns/op\n\
        BenchmarkB 3 1e300 ns/op\ngoos:\n# benchlens recording=r block=2\nBenchmarkA 1 3 ns/op 9 B/op\nBenchmarkC 1 x\n";

    #[test]
    fn each_place_has_its_results_as_they_were() {
        let store = Store::read([Input::new("a", LOG), Input::new("b", LOG)]);
        let rows: Vec<_> = store.rows().collect();
        assert_eq!(rows.len(), 8);
        let places = [7, 0, 7, 0, 0, 7, 9, 7].map(|place| (place != 9).then_some(place));
        let dealt = store.deal(&places);
        assert_eq!(dealt.keys().collect::<Vec<_>>(), [&0, &7]);
        for (place, own) in dealt {
            let expected = rows.iter().zip(places).filter(|&(_, to)| to == Some(place));
            let expected: Vec<_> = expected.map(|(row, _)| row.clone()).collect();
            assert_eq!(own.rows().collect::<Vec<_>>(), expected);
            assert!(own.diagnostics().is_empty());
        }
    }

    #[test]
    fn blocks_go_along_and_inputs_without_results_do_not() {
        let store = Store::read([Input::new("a", LOG), Input::new("b", LOG)]);
        let only = store.deal(&[None, None, None, None, None, None, None, Some(3)]);
        let own = &only[&3];
        let names: Vec<_> = own.inputs().iter().map(|input| &input.name[..]).collect();
        assert_eq!(names, [b"b"]);
        let blocks: Vec<_> = own.runs(0).map(|run| run.recorded).collect();
        assert_eq!(blocks, [Some((&b"r"[..], 2))]);
        assert!(Store::read([]).deal(&[]).is_empty());
    }
}
