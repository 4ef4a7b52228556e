//! A store does not depend on how inputs are added to it.

use benchlens_core::format::any_text;
use benchlens_core::store::{DecodeError, Part, PartBuilder};
use benchlens_core::{Input, Output, Query, Store, StoreBuilder, render, run};
use proptest::prelude::*;

/// Returns everything that a store can answer.
fn shown(store: &Store) -> String {
    let rows: Vec<String> = store.rows().map(|row| format!("{row:?}")).collect();
    let page = render(&run(store, &Query::default()).unwrap(), Output::Text);
    let all = (rows, store.inputs(), store.diagnostics(), String::from_utf8(page.out));
    format!("{all:#?}")
}

fn read(inputs: &[(String, String)]) -> Store {
    Store::read(
        inputs
            .iter()
            .map(|(label, text)| Input::new(b"name", text.as_bytes()).labelled(label.as_bytes())),
    )
}

/// Returns lines that depend on each other: keys that are set and removed, units that contradict each other.
fn line() -> impl Strategy<Value = String> {
    let value = prop_oneof![Just(""), Just("x"), Just("y")];
    prop_oneof![
        4 => ("[AB]", 0..3u8, 1..4u32).prop_map(|(name, n, v)| {
            format!("Benchmark{name}/n={n}-8 10 {v}.5 ns/op 7e3 B/op")
        }),
        1 => ("[AB]", 0..3u8).prop_map(|(name, n)| format!("Benchmark{name} 1 {n} x NaN y")),
        2 => ("k[123]", value).prop_map(|(key, value)| format!("{key}: {value}")),
        1 => "[hl]".prop_map(|better| format!("Unit ns/op z better={better}")),
        1 => Just("BenchmarkBroken 12".to_owned()),
        1 => Just("PASS".to_owned()),
        1 => "[AB]".prop_map(|name| format!("Benchmark{name}-8   \tloading")),
        1 => (1..4u32).prop_map(|v| format!("more     100\t{v} ns/op")),
        1 => "[ABC]".prop_map(|name| format!("Benchmark{name} started")),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(line(), 0..30).prop_map(|lines| lines.join("\n"))
}

fn inputs() -> impl Strategy<Value = Vec<(String, String)>> {
    prop::collection::vec(("[ab]", text()), 0..4)
}

/// Returns the pieces of a text that is split before some of its lines.
fn cut(text: &str, cuts: &[bool]) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut cuts = cuts.iter().cycle();
    for line in text.split_inclusive('\n') {
        if cuts.next() == Some(&true) {
            pieces.push(String::new());
        }
        pieces.last_mut().unwrap().push_str(line);
    }
    pieces
}

proptest! {
    #![proptest_config(super::config(256))]

    #[test]
    fn stores_join_as_if_read_at_once(inputs in inputs(), split in 0..4usize) {
        let whole = read(&inputs);
        let (first, second) = inputs.split_at(split.min(inputs.len()));
        let mut builder = StoreBuilder::default();
        for part in [first, second] {
            let store = Store::from_bytes(&read(part).to_bytes()).unwrap();
            prop_assert_eq!(shown(&store), shown(&read(part)));
            builder.append_store(&store, None);
        }
        prop_assert_eq!(shown(&builder.finish()), shown(&whole));
    }

    #[test]
    fn inputs_change_places_and_labels(inputs in inputs(), label in "[abc]") {
        let store = read(&inputs);
        let mut builder = StoreBuilder::default();
        let mut wanted = inputs.clone();
        wanted.reverse();
        wanted.iter_mut().for_each(|(l, _)| l.clone_from(&label));
        let reversed = (0..inputs.len()).rev();
        builder.append_inputs(&store, reversed.map(|input| (input, label.as_bytes())));
        prop_assert_eq!(shown(&builder.finish()), shown(&read(&wanted)));
        let mut builder = StoreBuilder::default();
        builder.append_store(&store, Some(label.as_bytes()));
        wanted.reverse();
        prop_assert_eq!(shown(&builder.finish()), shown(&read(&wanted)));
    }

    #[test]
    fn parts_inherit_the_configuration(
        before in text(),
        text in text(),
        cuts in prop::collection::vec(any::<bool>(), 1..20),
    ) {
        let mut builder = StoreBuilder::default();
        builder.begin(b"name", b"a");
        builder.feed(before.as_bytes()).unwrap();
        builder.end();
        builder.begin(b"name", b"b");
        for piece in cut(&text, &cuts) {
            let mut part = PartBuilder::new(any_text());
            piece.as_bytes().chunks(7).for_each(|chunk| part.feed(chunk));
            let bytes = part.finish().to_bytes();
            builder.append_part(Part::from_bytes(&bytes).unwrap());
        }
        builder.end();
        let whole = [("a".to_owned(), before), ("b".to_owned(), text)];
        prop_assert_eq!(shown(&builder.finish()), shown(&read(&whole)));
    }

    #[test]
    fn damaged_bytes_are_refused_or_harmless(
        inputs in inputs(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        end in any::<prop::sample::Index>(),
    ) {
        let bytes = read(&inputs).to_bytes();
        prop_assert!(Store::from_bytes(&bytes[..end.index(bytes.len())]).is_err());
        let mut bytes = bytes;
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(store) = Store::from_bytes(&bytes) {
            shown(&store);
            let _ = Store::from_bytes(&store.to_bytes()).map(|store| shown(&store));
        }
    }
}

#[test]
fn foreign_bytes_are_refused() {
    let empty = Store::default().to_bytes();
    assert_eq!(Store::from_bytes(b"").err(), Some(DecodeError::Foreign));
    assert_eq!(Store::from_bytes(&empty[..empty.len() - 1]).err(), Some(DecodeError::Damaged));
    assert_eq!(Store::from_bytes(&[&empty[..], b"x"].concat()).err(), Some(DecodeError::Damaged));
    assert_eq!(Part::from_bytes(&empty).err(), Some(DecodeError::Foreign));
    assert!(Store::from_bytes(&empty).unwrap().is_empty());
}
