//! Checks which layer may use which, and the picture of the layers in ARCHITECTURE.md.

use super::circles::uses_of_crate;
use super::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

/// Each layer of the library with the layers that it uses. Each layer is above all layers that it uses, and lower layers do not use
/// higher ones. The statistics see only numbers; they use the sorting of `base`.
const LAYERS: [(&str, &[&str]); 14] = [
    ("base", &[]),
    ("unit", &["base"]),
    ("stats", &["base"]),
    ("spec", &["stats", "base"]),
    ("format", &["base"]),
    ("store", &["format", "unit", "base"]),
    ("project", &["store", "unit", "base"]),
    ("convert", &["project", "store", "format", "base"]),
    ("table", &["project", "spec", "stats", "store", "format", "unit", "base"]),
    ("gate", &["table", "spec", "project", "stats", "store", "format", "unit", "base"]),
    ("query", &["gate", "table", "spec", "project", "store", "unit", "base"]),
    ("history", &["query", "table", "gate", "project", "spec", "stats", "store", "unit", "base"]),
    ("grid", &["history", "table", "gate", "project", "spec", "stats", "format", "unit", "base"]),
    (
        "render",
        &["grid", "history", "query", "table", "gate", "spec", "project", "stats", "store", "base"],
    ),
];

/// The layers of the CLI. Commands are above all others, and no command uses another.
const PROGRAM_LAYERS: [(&str, &[&str]); 11] = [
    ("status", &[]),
    ("neutral", &[]),
    ("system", &[]),
    ("progress", &["neutral"]),
    ("output", &["status", "neutral", "system"]),
    ("args", &["output", "system"]),
    ("logs", &["args", "output", "progress", "status"]),
    ("gate", &["args", "output", "status"]),
    ("github", &["output", "status"]),
    ("recording", &["gate", "args", "output", "progress", "status", "neutral"]),
    ("commands", &["recording", "github", "gate", "logs", "args", "output", "progress", "status"]),
];

type Layers<'t> = [(&'t str, &'t [&'t str])];

/// Returns the first folder or file below a crate's source on the path of a file, without `.rs`.
fn layer(file: &str) -> &str {
    file.split('/').next().unwrap().trim_end_matches(".rs")
}

/// Returns the differences between the source of a crate and its table.
fn differences(source: &str, layers: &Layers<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut used: BTreeMap<(&str, &str), String> = BTreeMap::new();
    let uses = uses_of_crate(source);
    for (user, files) in &uses {
        for (file, paths) in files {
            let example = || format!("{source}/{user}: {}", paths.first().unwrap());
            used.entry((layer(user), layer(file))).or_insert_with(example);
        }
    }
    let is_root = |layer: &str| ["lib", "main"].contains(&layer);
    used.retain(|(user, below), _| user != below && !is_root(user));
    let allowed: BTreeSet<(&str, &str)> = layers
        .iter()
        .flat_map(|(layer, below)| below.iter().map(|below| (*layer, *below)))
        .collect();
    for ((user, below), example) in &used {
        if !allowed.contains(&(*user, *below)) {
            wrong.push(format!("{example}: {user} must not use {below}"));
        }
    }
    for (user, below) in allowed.iter().filter(|edge| !used.contains_key(*edge)) {
        wrong.push(format!("{source}: {user} does not use {below}: remove it from the table"));
    }
    // Each layer is listed below the layers that use it.
    for (at, (layer, below)) in layers.iter().enumerate() {
        let is_before = |name: &&&str| layers[..at].iter().any(|(layer, _)| layer == *name);
        let unknown = below.iter().filter(|name| !is_before(name));
        wrong.extend(unknown.map(|name| format!("the table has {name} behind {layer}")));
    }
    wrong
}

#[test]
fn layers_use_only_what_is_below_them() {
    let core = differences("crates/core/src", &LAYERS);
    let wrong = [core, differences("crates/cli/src", &PROGRAM_LAYERS)].concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_command_uses_another() {
    let command = |file: &str| -> Option<String> {
        let name = layer(file.strip_prefix("commands/")?);
        (name != "mod").then(|| name.to_owned())
    };
    let mut wrong = Vec::new();
    for (user, files) in uses_of_crate("crates/cli/src") {
        for (file, paths) in files {
            if let (Some(one), Some(other)) = (command(&user), command(&file))
                && one != other
            {
                wrong.push(format!("{user}: uses the command {other}: {paths:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the layers that a layer uses: the layers directly below it, and the layers that it also reaches through
/// others.
fn direct_and_other<'t>(layers: &Layers<'t>, layer: &str) -> [Vec<&'t str>; 2] {
    let below = |name: &str| layers.iter().find(|(layer, _)| *layer == name).unwrap().1;
    let used = below(layer);
    let reached_by = |start: &'t str| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(name) = open.pop() {
            open.extend(below(name).iter().copied().filter(|below| reached.insert(*below)));
        }
        reached
    };
    let is_indirect = |name: &&str| used.iter().any(|other| reached_by(other).contains(*name));
    let (other, direct) = used.iter().copied().partition(is_indirect);
    [direct, other]
}

/// Returns the table of layers as text, the highest layer first; layers without uses are in the last line.
fn picture(layers: &Layers<'_>) -> String {
    let rows: Vec<[String; 3]> = layers
        .iter()
        .rev()
        .map(|(layer, _)| {
            let [direct, other] = direct_and_other(layers, layer).map(|names| names.join(", "));
            [(*layer).to_owned(), direct, other]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap();
    let mut text = "```\n".to_owned();
    let (users, others): (Vec<_>, Vec<_>) = rows.iter().partition(|row| !row[1].is_empty());
    for [layer, direct, other] in users {
        let also = if other.is_empty() { String::new() } else { format!("(and {other})") };
        let line = format!("{layer:0$} → {direct:1$} {also}", width(0), width(1));
        writeln!(text, "{}", line.trim_end()).unwrap();
    }
    let others: Vec<&str> = others.into_iter().map(|[layer, ..]| &layer[..]).collect();
    text + &others.join(", ") + "\n```\n"
}

#[test]
fn the_picture_shows_all_layers() {
    let path = root().join("ARCHITECTURE.md");
    let mut text = fs::read_to_string(&path).unwrap();
    let mut wrong = Vec::new();
    for (name, layers) in [("core", &LAYERS[..]), ("program", &PROGRAM_LAYERS)] {
        let [begin, end] = [format!("<!-- layers of the {name} -->\n"), "<!-- end -->".to_owned()];
        let from = text.find(&begin).expect("the marker before the layers") + begin.len();
        let to = from + text[from..].find(&end).expect("the marker behind the layers");
        let picture = picture(layers);
        if text[from..to] != picture {
            text.replace_range(from..to, &picture);
            wrong.push(name);
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        return fs::write(&path, text).unwrap();
    }
    assert!(wrong.is_empty(), "ARCHITECTURE.md: layers of {wrong:?}: run with UPDATE=1");
}

#[test]
fn the_map_shows_every_module() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let missing = LAYERS.iter().filter(|(layer, _)| {
        let forms = [format!("{layer}/"), format!("{layer}.rs"), format!("`{layer}`")];
        !forms.iter().any(|form| map.contains(form))
    });
    let missing: Vec<&str> = missing.map(|(layer, _)| *layer).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md does not show {missing:?}");
}

#[test]
fn a_picture_has_direct_uses_first() {
    let layers: [(&str, &[&str]); 3] = [("a", &[]), ("b", &["a"]), ("c", &["b", "a"])];
    assert_eq!(picture(&layers), "```\nc → b (and a)\nb → a\na\n```\n");
}
