use crate::analysis::{analysed, lines, store};
use benchlens_core::query::{Query, run};
use benchlens_core::store::{Input, Store};

fn notes(store: &Store, query: &Query) -> Vec<String> {
    run(store, query)
        .unwrap()
        .report()
        .notes
        .iter()
        .map(|note| note.sentence().flag_text())
        .collect()
}

fn of(old: &str, new: &str) -> Vec<String> {
    notes(&store(old, new), &Query::default())
}

#[test]
fn keys_that_split_are_named_with_what_helps() {
    let a = lines("A", "ns/op", &[1.0, 2.0]);
    let old = format!("goos: linux\ncpu: fast one\n{a}");
    assert_eq!(
        of(&old, &format!("goos: linux\ncpu: slow\n{a}")),
        ["nothing in `new` compares with `old`: cpu is `fast one` there and `slow` here; \
             -ignore cpu would compare them"]
    );
    assert_eq!(
        of(&old.replace("A", "A-8"), &format!("goos: linux\n{}", a.replace("A", "A-16"))),
        ["nothing in `new` compares with `old`: cpu is `fast one` there and not set here, \
             /gomaxprocs is `8` there and `16` here; -ignore cpu,/gomaxprocs would compare them"]
    );
    // The suggested query solves the problem.
    let store = store(&old.replace("A", "A-8"), &a.replace("A", "A-16"));
    let query = Query::default().ignore("cpu,/gomaxprocs,goos").plain();
    assert!(notes(&store, &query).is_empty());
    let answer = run(&store, &query).unwrap();
    assert!(answer.report().tables[0].rows[0].comparisons[0].sides().is_some());
    // Keys that were ignored before are still ignored.
    let query = Query::default().ignore("goos,cpu");
    assert!(
        notes(&store, &query)[0].ends_with("; -ignore goos,cpu,/gomaxprocs would compare them")
    );
}

#[test]
fn a_part_of_the_name_can_split_too() {
    let old = lines("A/impl=list", "ns/op", &[1.0]);
    let new = lines("A/impl=tree", "ns/op", &[1.0]);
    assert_eq!(
        of(&old, &new),
        ["nothing in `new` compares with `old`: /impl is `list` there and `tree` here; \
             -ignore /impl would compare them"]
    );
}

#[test]
fn different_benchmarks_are_different() {
    assert_eq!(
        of(&lines("A", "ns/op", &[1.0]), &lines("B", "ns/op", &[1.0])),
        ["nothing in `new` compares with `old`: they have no benchmark in common"]
    );
    // No key is to blame if ignoring it does not help.
    let [a, b] = ["A", "B"].map(|name| lines(name, "ns/op", &[1.0]));
    assert_eq!(
        of(&format!("cpu: x\n{a}"), &format!("cpu: y\n{b}")),
        ["nothing in `new` compares with `old`: they have no benchmark in common"]
    );
}

#[test]
fn a_key_separates_although_both_sides_have_its_values() {
    let [a, b] = ["A", "B"].map(|name| lines(name, "ns/op", &[1.0]));
    let [old, new] = [(&a, &b), (&b, &a)].map(|(x, y)| format!("goos: z\ncpu: x\n{x}cpu: y\n{y}"));
    assert_eq!(
        of(&old, &new),
        ["nothing in `new` compares with `old`: cpu is `x` or `y` there and `x` or `y` here; \
             -ignore cpu would compare them"]
    );
}

#[test]
fn nothing_is_said_where_something_compares() {
    let a = lines("A", "ns/op", &[1.0]);
    assert!(of(&a, &a).is_empty());
    assert!(of(&a, &(a.clone() + &lines("B", "ns/op", &[1.0]))).is_empty());
    // A third column is not comparable with either.
    let input = |label: &'static [u8], bytes| Input::new(label, bytes);
    let c = format!("cpu: x\n{a}");
    let store = Store::read([
        input(b"a", a.as_bytes()),
        input(b"b", a.as_bytes()),
        input(b"c", c.as_bytes()),
    ]);
    let found = notes(&store, &analysed(Default::default()));
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("nothing in `c` compares with `a`: cpu is not set there"));
}

#[test]
fn one_log_with_two_versions() {
    let a = lines("A", "ns/op", &[1.0]);
    let log = format!("branch: main\n{a}branch: topic\n{a}");
    let store = Store::read([Input::new(b"l", log.as_bytes())]);
    let found = notes(&store, &Query::default());
    assert_eq!(
        found,
        ["the tables differ in branch (`main` or `topic`); -col branch would compare them"]
    );
    let query = Query::default().col("branch");
    assert!(notes(&store, &query).is_empty());
    // Two packages are not versions.
    let log = log.replace("branch", "pkg");
    let store = Store::read([Input::new(b"l", log.as_bytes())]);
    assert!(notes(&store, &Query::default()).is_empty());
}
