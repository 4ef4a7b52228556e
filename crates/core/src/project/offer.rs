//! Which keys are worth comparing along, when there is one input and thus nothing to compare yet.

use super::extract::{Excluded, Key};
use super::filter::value;
use super::order::number;
use super::summary::{KeyKind, summarize_keys};
use crate::base::{Interner, ListInterner, Text};
use crate::store::{FILE, Store};

/// A key whose values can be compared with each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The key as a column projection would name it, with an order where it needs one.
    pub col: Text,
    /// Its values, in the order of the columns.
    pub values: Vec<Text>,
}

/// More columns than this are not a comparison.
const VALUES_MAX: usize = 16;

/// Keys beyond this are not looked at: each takes a walk over all benchmarks.
const KEYS_MAX: usize = 24;

/// The keys that pair benchmarks which differ in nothing else, the best first: those that pair the
/// most, then those with the fewest values.
pub fn offers(store: &Store) -> Vec<Offer> {
    let keys = summarize_keys(store, VALUES_MAX + 1).into_iter();
    let fits = |kind, distinct| {
        matches!(kind, KeyKind::Part | KeyKind::Config) && (2..=VALUES_MAX).contains(&distinct)
    };
    let mut found: Vec<(usize, usize, Offer)> = keys
        .filter(|summary| fits(summary.kind, summary.distinct))
        .take(KEYS_MAX)
        .filter_map(|summary| {
            let text = summary.key.as_bytes();
            let key = match summary.kind {
                KeyKind::Part if text == b"/gomaxprocs" => Key::GoMaxProcs,
                KeyKind::Part => Key::NamePart([text, b"="].concat()),
                _ => Key::FileConfig(text.to_vec()),
            };
            let lonely = lonely(store, &key)?;
            let mut values: Vec<Text> =
                summary.values.into_iter().map(|(value, _)| value).collect();
            values.retain(|value| !value.is_empty());
            let col = column(text, &mut values);
            Some((lonely, values.len(), Offer { col, values }))
        })
        .collect();
    found.sort_by_key(|&(lonely, values, _)| (lonely, values));
    found.into_iter().map(|(.., offer)| offer).collect()
}

/// The projection of a key; numbers that did not come in their order are put into it.
fn column(key: &[u8], values: &mut [Text]) -> Text {
    let mut col = Vec::new();
    super::text::push_word(&mut col, key, false);
    let numbers: Option<Vec<f64>> = values.iter().map(|v| number(v.as_bytes())).collect();
    if let Some(numbers) = numbers.filter(|numbers| !numbers.is_sorted()) {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
        let sorted: Vec<Text> = order.into_iter().map(|i| values[i].clone()).collect();
        values.clone_from_slice(&sorted);
        col.extend_from_slice(b"@num");
    }
    Text::from(&col[..])
}

/// How many benchmarks have no partner that differs in this key alone; nothing if none has one.
fn lonely(store: &Store, key: &Key) -> Option<usize> {
    let mut excluded = Excluded::default();
    excluded.add(key);
    let mut names = Interner::default();
    let mut configs: ListInterner<(u32, u32)> = ListInterner::default();
    let mut groups: ListInterner<u32> = ListInterner::default();
    // By group the first value, and whether there is another; by value its text.
    let mut firsts: Vec<(Vec<u8>, bool)> = Vec::new();
    let wanted = match key {
        Key::FileConfig(text) => store.keys.find(text),
        _ => None,
    };
    let mut rest = Vec::new();
    for identity in 0..store.identities.len() as u32 {
        let (name, config) = store.identities.get(identity);
        rest.clear();
        excluded.write_full_name(store.names.get(name), &mut rest);
        let others = store.configs.get(config).iter().copied();
        let others: Vec<(u32, u32)> =
            others.filter(|&(key, _)| key == FILE || Some(key) != wanted).collect();
        let group = groups.intern(&[names.intern(&rest), configs.intern(&others)]) as usize;
        let value = value(key, store, identity);
        match firsts.get_mut(group) {
            None => firsts.push((value.to_vec(), false)),
            Some((first, several)) => *several |= *first != value,
        }
    }
    let lonely = firsts.iter().filter(|(_, several)| !several).count();
    (lonely < firsts.len()).then_some(lonely)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Input;

    fn shown(log: &str) -> Vec<String> {
        let store = Store::read([Input { name: b"f", label: b"f", bytes: log.as_bytes() }]);
        let show = |offer: Offer| {
            let values: Vec<String> = offer.values.iter().map(Text::to_string).collect();
            format!("{} {}", offer.col, values.join(","))
        };
        offers(&store).into_iter().map(show).collect()
    }

    #[test]
    fn keys_that_pair_benchmarks_are_offered() {
        let mut log = String::from("goos: linux\n");
        for n in [10, 1, 2] {
            for codec in ["json", "proto"] {
                log += &format!("BenchmarkX/n={n}/codec={codec}-8 1 1 ns/op\n");
            }
        }
        assert_eq!(shown(&log), ["/codec json,proto", "/n@num 1,2,10"]);
        // Different benchmarks have different cases: nothing pairs.
        assert!(shown("BenchmarkA/n=1 1 1 x\nBenchmarkB/n=2 1 1 x\n").is_empty());
        assert_eq!(
            shown("k k: a\ngo os: x\nk: a\nBenchmarkA 1 1 x\nk: b\nBenchmarkA 1 1 x\n"),
            ["k a,b"]
        );
        assert!(shown("").is_empty());
    }
}
