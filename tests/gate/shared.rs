//! Tests runs that are on both sides: no gate passes them, and no two measurements look like that by chance.

use benchlens_core::gate::{Gate, GateStatus};
use benchlens_core::query::Query;
use benchlens_core::store::{Input, Store};

/// Returns a log with values of a generator.
fn log(names: &[&str], unit: &str, runs: u64, seed: u64, level: impl Fn(u64) -> String) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        level(state >> 33)
    };
    let mut text = String::new();
    for _ in 0..runs {
        names.iter().for_each(|name| text += &format!("Benchmark{name} 1 {} {unit}\n", next()));
    }
    text
}

/// Returns a time with five digits.
fn fine(random: u64) -> String {
    format!("{}.{:02}", 100 + random % 5, random / 5 % 100)
}

fn status(inputs: &[(&str, &str, &str)]) -> GateStatus {
    let input = |&(name, label, text): &(&'static str, &'static str, _)| {
        Input::new(name, text).labelled(label)
    };
    let inputs: Vec<(&'static str, &'static str, &str)> =
        inputs.iter().map(|&(name, label, text)| (leak(name), leak(label), text)).collect();
    let store = Store::read(inputs.iter().map(input));
    let gate = Gate::parse("order: any; *: +900%").unwrap();
    Query::default().compile().unwrap().with_gate(gate).run(&store).unwrap().gate().unwrap().status
}

fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

#[test]
fn runs_of_one_side_on_the_other_are_undecided() {
    for names in [&["A"][..], &["A", "B", "C"]] {
        let (old, new) = (log(names, "ns/op", 8, 1, fine), log(names, "ns/op", 8, 2, fine));
        let check = |one: &str, other: &str, want, what| {
            let found = status(&[("o", "old", one), ("n", "new", other)]);
            assert_eq!(found, want, "{what} {names:?}");
        };
        check(&old, &new, GateStatus::Passed, "different");
        check(&old, &old, GateStatus::Undecided, "the same");
        let (before, after) = (format!("{old}{new}"), format!("{new}{old}"));
        check(&old, &before, GateStatus::Undecided, "old runs first");
        check(&old, &after, GateStatus::Undecided, "old runs last");
        check(&before, &new, GateStatus::Undecided, "new runs in the baseline");
        check(&old, &format!("{old}{old}"), GateStatus::Undecided, "twice");
        let third = log(names, "ns/op", 8, 3, fine);
        check(&old, &format!("{new}{old}{third}"), GateStatus::Undecided, "between others");
        let inputs = [("o", "old", &old[..]), ("o", "new", &old), ("n", "new", &new)];
        assert_eq!(status(&inputs), GateStatus::Undecided, "a file on both sides");
    }
}

#[test]
fn a_file_with_single_runs_on_both_sides_is_undecided() {
    // One run never passes, unless its unit is exact.
    let log =
        |seed| format!("Unit ns/op assume=exact\n{}", log(&["A", "B"], "ns/op", 1, seed, fine));
    let (old, new) = (log(1), log(2));
    let found = |name| status(&[("o", "old", &old), (name, "new", &old), ("n", "new", &new)]);
    assert_eq!(found("o"), GateStatus::Undecided);
    assert_eq!(found("./o"), GateStatus::Undecided);
    // Two versions whose files have one name, such as those of two folders, are not one file.
    assert_eq!(status(&[("o", "old", &old), ("o", "new", &new)]), GateStatus::Passed);
}

#[test]
fn copied_runs_are_in_all_benchmarks() {
    let names: Vec<String> = (0..40).map(|index| format!("B{index}")).collect();
    let names: Vec<&str> = names.iter().map(|name| &name[..]).collect();
    let (old, new) = (log(&names, "ns/op", 8, 1, fine), log(&names, "ns/op", 8, 2, fine));
    let copied = |line: &&str| line.starts_with("BenchmarkB1 ") || line.starts_with("BenchmarkB2 ");
    let copied: Vec<&str> = old.lines().filter(copied).collect();
    let check = |new: &str, want| {
        assert_eq!(status(&[("o", "old", &old), ("n", "new", new)]), want);
    };
    check(&format!("{new}{}\n", copied.join("\n")), GateStatus::Passed);
    check(&format!("{new}{old}"), GateStatus::Undecided);
}

#[test]
fn values_that_repeat_by_chance_are_no_recording() {
    let names: Vec<String> = (0..30).map(|index| format!("B{index}")).collect();
    let names: Vec<&str> = names.iter().map(|name| &name[..]).collect();
    let few = |levels: u64| move |random: u64| format!("{}", 100 + random % levels);
    for seed in 0..40 {
        for (runs, levels) in [(2, 1), (2, 2), (3, 2), (3, 3), (5, 2), (5, 4), (8, 2), (2, 5)] {
            let old = log(&names, "ns/op", runs, 2 * seed + 1, few(levels));
            let new = log(&names, "ns/op", 3 * runs, 2 * seed + 2, few(levels));
            let found = status(&[("o", "old", &old), ("n", "new", &new)]);
            assert_eq!(found, GateStatus::Passed, "{runs} runs, {levels} levels, seed {seed}");
        }
    }
    // Counts and sizes may repeat exactly: a program with a fixed seed allocates the same in its first ten runs.
    let sizes = log(&["A"], "B/op", 10, 7, |random| format!("{}", random % 1000));
    let (old, new) = (sizes.clone(), sizes + "BenchmarkA 1 77 B/op\n");
    assert_eq!(status(&[("o", "old", &old), ("n", "new", &new)]), GateStatus::Passed);
}
