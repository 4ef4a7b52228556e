//! No circles: files that use each other can only be understood, tested and changed together.

use super::uses::{Uses, uses_of_rust};
use super::{root, rust_files};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

/// Files and folders that still contain circles. An entry excuses the uses between its own files. Remove an entry
/// when its circles are gone: the test asks for that. Add none.
const KNOWN_CIRCLES: &[&[&str]] = &[];

/// Returns the source folder of each crate.
fn sources() -> Vec<String> {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let names = crates.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names = names.filter(|name| !PACKAGES.contains(&&name[..]));
    let mut sources: Vec<String> = names.map(|name| format!("crates/{name}/src")).collect();
    sources.push("xtask/src".to_owned());
    sources
}

/// The source folder of the library, and the packages that it re-exports as modules.
const CORE: &str = "crates/core/src";
const PACKAGES: [&str; 3] = ["base", "format", "stats"];

/// Returns the files of a crate, by their paths relative to its source folder.
fn files_of_crate(source: &str) -> BTreeMap<String, String> {
    let files = rust_files(source).into_iter().map(|(path, text)| {
        let name = path.strip_prefix(root().join(source)).unwrap().components();
        let parts: Vec<_> = name.map(|part| part.as_os_str().to_str().unwrap()).collect();
        (parts.join("/"), text)
    });
    files.collect()
}

/// Returns the uses between the files of a crate. The library's packages are part of it.
pub(super) fn uses_of_crate(source: &str) -> Uses {
    let mut files = files_of_crate(source);
    for name in PACKAGES.iter().filter(|_| source == CORE) {
        for (file, text) in files_of_crate(&format!("crates/{name}/src")) {
            let file = if file == "lib.rs" { "mod.rs" } else { &file };
            let text = text.replace("crate::", &format!("crate::{name}::"));
            let text = text.replace("benchlens_base::", "crate::base::");
            files.insert(format!("{name}/{file}"), text);
        }
    }
    uses_of_rust(&files)
}

/// Returns the imports between the modules of a folder of JavaScript.
fn uses_of_javascript(folder: &str) -> Uses {
    let mut uses = Uses::new();
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "js") {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            uses.insert(name, imports(&fs::read_to_string(&path).unwrap()));
        }
    }
    uses
}

/// Returns the modules that a JavaScript module imports, each with the imported names.
fn imports(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let starts = text.match_indices("import ").map(|(at, _)| at);
    for at in starts.filter(|&at| at == 0 || text[..at].ends_with('\n')) {
        let statement = text[at..].split(';').next().unwrap();
        let (names, module) = statement.rsplit_once("\"./").expect("import … \"./module.js\"");
        let names = names.trim_start_matches("import ").trim_end().trim_end_matches("from");
        let module = module.trim_end_matches('"').to_owned();
        imports.entry(module).or_default().insert(names.trim().to_owned());
    }
    // The import of a re-exported name would have to lead to the module that defines the name.
    assert!(!text.contains("\nexport {") && !text.contains("\nexport *"), "a re-export");
    imports
}

/// Returns the sets of files that reach each other.
fn circles(uses: &Uses) -> Vec<BTreeSet<&str>> {
    let reached = |start: &str| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(file) = open.pop() {
            let used = uses.get(file).into_iter().flatten().map(|(file, _)| &file[..]);
            open.extend(used.filter(|file| reached.insert(*file)).collect::<Vec<_>>());
        }
        reached
    };
    let reached: BTreeMap<&str, _> = uses.keys().map(|file| (&file[..], reached(file))).collect();
    let mut circles = BTreeSet::new();
    for (file, others) in reached.iter().filter(|(file, others)| others.contains(*file)) {
        let returns =
            |other: &&str| reached.get(other).is_some_and(|reached| reached.contains(file));
        circles.insert(others.iter().copied().filter(returns).collect());
    }
    circles.into_iter().collect()
}

/// Describes a circle with its uses.
fn description(circle: &BTreeSet<&str>, uses: &Uses) -> String {
    let mut text = format!("a circle of {} files:\n", circle.len());
    for user in circle {
        for (used, paths) in uses[*user].iter().filter(|(used, _)| circle.contains(&used[..])) {
            let paths: Vec<&str> = paths.iter().map(|path| &path[..]).collect();
            writeln!(text, "  {user} -> {used}: {}", paths.join(", ")).unwrap();
        }
    }
    text
}

/// Returns all uses of the project, by paths relative to its root.
fn all_uses() -> Uses {
    let mut all = Uses::new();
    let mut add = |folder: &str, uses: Uses| {
        let full = |file: String| format!("{folder}/{file}");
        for (user, used) in uses {
            all.insert(
                full(user),
                used.into_iter().map(|(used, paths)| (full(used), paths)).collect(),
            );
        }
    };
    for source in sources() {
        add(&source, uses_of_crate(&source));
    }
    add("web-demo", uses_of_javascript("web-demo"));
    all
}

/// Splits uses into those that an entry excuses, and the others.
fn excused(uses: &Uses, entry: &[&str]) -> (Uses, Uses) {
    let has = |file: &str| {
        entry.iter().any(|known| file == *known || known.ends_with('/') && file.starts_with(known))
    };
    let part = |is_excused: bool| -> Uses {
        let kept = |user: &str, used: &str| (has(user) && has(used)) == is_excused;
        let of = |(user, used): (&String, &BTreeMap<String, BTreeSet<String>>)| {
            let used = used.iter().filter(|(used, _)| kept(user, used));
            (user.clone(), used.map(|(used, paths)| (used.clone(), paths.clone())).collect())
        };
        uses.iter().map(of).collect()
    };
    (part(true), part(false))
}

#[test]
fn files_do_not_use_each_other_in_circles() {
    let mut uses = all_uses();
    assert!(300 < uses.len(), "{} files", uses.len());
    let mut wrong = Vec::new();
    for entry in KNOWN_CIRCLES {
        let (known, others) = excused(&uses, entry);
        if circles(&known).is_empty() {
            wrong.push(format!("KNOWN_CIRCLES: no circle is left in {entry:?}"));
        }
        uses = others;
    }
    wrong.extend(circles(&uses).iter().map(|circle| description(circle, &uses)));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the circles of a planted crate.
fn planted(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let uses = uses_of_rust(&files.collect());
    let circles = circles(&uses).into_iter();
    circles.map(|circle| circle.into_iter().map(str::to_owned).collect()).collect()
}

#[test]
fn circles_of_any_kind_of_path_are_found() {
    let by_super = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "use super::b::B; pub struct A(B);"),
        ("b.rs", "pub struct B; fn f(a: super::a::A) {}"),
    ];
    assert_eq!(planted(&by_super), [["a.rs", "b.rs"]]);
    let by_crate = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "use crate::b::{self as other}; pub fn a() { other::b() }"),
        ("b.rs", "pub fn b() { crate::a::a(); }"),
    ];
    assert_eq!(planted(&by_crate), [["a.rs", "b.rs"]]);
    let by_reexports = [
        ("lib.rs", "mod outer; mod b; pub use outer::A as Shown;"),
        ("outer/mod.rs", "mod a; pub(crate) use a::*;"),
        ("outer/a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "use super::*; pub struct B; impl B { fn f() -> Shown {} }"),
    ];
    assert_eq!(planted(&by_reexports), [["b.rs", "outer/a.rs"]]);
    let of_one_name = [
        ("lib.rs", "mod unit; mod units;"),
        ("unit/mod.rs", "mod tidy; pub use tidy::tidy;"),
        ("unit/tidy.rs", "pub fn tidy() { crate::units::add() }"),
        ("units.rs", "use crate::unit::tidy; pub fn add() { tidy() }"),
    ];
    assert_eq!(planted(&of_one_name), [["unit/tidy.rs", "units.rs"]]);
    let by_child = [
        ("main.rs", "mod parent;"),
        ("parent/mod.rs", "mod child; const LIMIT: u8 = 1; fn f() { child::run() }"),
        ("parent/child.rs", "mod deep { pub fn g() { super::super::LIMIT } } pub fn run() {}"),
    ];
    assert_eq!(planted(&by_child), [["parent/child.rs", "parent/mod.rs"]]);
    let of_three = [
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use super::b::B; pub enum A { B(B) }"),
        ("b.rs", "use super::c::*; pub type B = C;"),
        ("c.rs", "declare! { pub enum C {} } use super::a::A::B;"),
    ];
    assert_eq!(planted(&of_three), [["a.rs", "b.rs", "c.rs"]]);
}

#[test]
#[should_panic(expected = "a.rs: super::c::C leads to no item that is known here")]
fn a_path_that_is_not_understood_is_refused() {
    planted(&[("lib.rs", "mod a; mod b;"), ("a.rs", "use super::c::C;"), ("b.rs", "")]);
}

#[test]
fn what_is_no_use_makes_no_circle() {
    let files = [
        ("lib.rs", "mod parent; mod other; #[path = \"../x.rs\"] mod outside; pub use parent::Child; pub struct Unused;"),
        ("parent/mod.rs", "mod child; pub use child::Child; #[cfg(test)] mod tests; #[cfg(test)] mod planted;"),
        ("parent/child.rs", "pub struct Child; // crate::other::Other\nconst TEXT: &str = \"super::super::other::Other\";
            #[cfg(test)] mod tests { use crate::other::Other; }
            const RAW: &str = r#\"\"crate::other::Other\"#; fn f<'a>(c: char) { c == '\"' || c == '\\'' }
            use std::other::Other; use super::super::Child as This;"),
        ("parent/tests.rs", "use crate::Unused;"),
        ("parent/planted.rs", "use super::child::Child; use crate::other::Other;"),
        ("other.rs", "use crate::Child; use crate::parent; pub struct Other { parent: crate::outside::X }"),
    ];
    assert_eq!(planted(&files), [[""; 0]; 0]);
}
