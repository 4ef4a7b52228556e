//! The number of lines of code, which may only decrease.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::root;

/// The maximum number of lines of code, without tests, blank lines and comments. A change that removes code lowers
/// this limit; a change that needs more gives its reason: the tests of whole suites, of drifts and of CPU time needed
/// 1,500 lines, several results per run, links with results, and charts that fit the comparison another 1,000, searches for
/// commits 1,000, publishing without secrets, installers and bills of materials 480, and packages for Python, JavaScript
/// and Spark that need no explanation 1,600, windows of load tests and units side by side 250, runs without a quantile
/// 100, the values of changes and packed recordings of criterion 80, searches for commits that know their remaining
/// time, the quieter clock and full disks 200, rules for the better clock and commands that confirm 150, and outcomes of
/// many runs in a sixth less time, archives that stay as arranged, tables next to details and values with units 115, and
/// a library in packages of at most 500 KiB, whose licenses are not repeated, commands that read inputs in the same way,
/// and errors that name a member of a query 110, and results that are identified by what ran, torn results, every option of
/// load generators, and losses that no gate passes 2,200, intervals of the medians and of the best runs 150, numbers of runs
/// with one meaning, and what noisy and sequential runs show 160, histories that know the correlation of a suite 400,
/// centers of the compared values 120, tables of statuses and of
/// the words of rules 20, runners other than GitHub 60, and matches without wildcards 100.
const LINES_MAX: usize = 90_160;

const EXTENSIONS: [&str; 6] = ["rs", "js", "mjs", "css", "py", "sh"];

/// Folders and files whose names begin with one of these words are not counted.
const LEFT_OUT: [&str; 5] = ["test", "tests", "examples", "benches", "fuzz"];

#[test]
fn there_is_no_more_code_than_before() {
    let mut lines = BTreeMap::new();
    count(&root(), "", &mut lines);
    let total: usize = lines.values().sum();
    println!("{lines:#?}\n{total} lines of code");
    assert!(total <= LINES_MAX, "{total} lines of code, and {LINES_MAX} may be: {lines:#?}");
    assert!(LINES_MAX < total + 1_000, "lower LINES_MAX: there are {total} lines of code");
}

/// Adds the lines of a folder, by crate or first folder.
fn count(folder: &Path, place: &str, lines: &mut BTreeMap<String, usize>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_left_out = |word: &&str| {
            name.strip_prefix(word)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['_', '.']))
        };
        let is_foreign = name.starts_with('.') || ["target", "node_modules"].contains(&&*name);
        if is_foreign || LEFT_OUT.iter().any(is_left_out) {
            continue;
        }
        if path.is_dir() {
            let inner = if place == "crates" { format!("crates/{name}") } else { place.to_owned() };
            count(&path, if place.is_empty() { &name } else { &inner }, lines);
        } else if path.extension().is_some_and(|e| EXTENSIONS.iter().any(|known| e == *known)) {
            *lines.entry(place.to_owned()).or_default() +=
                code_lines(&fs::read_to_string(&path).unwrap());
        }
    }
}

/// Returns the number of lines before the unit tests of a file that are neither blank nor a comment.
fn code_lines(text: &str) -> usize {
    let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut is_comment = false;
    let is_code = |line: &&str| {
        let mut line = line.trim();
        if is_comment || line.starts_with("/*") {
            let (_, behind) = line.split_once("*/").unwrap_or_default();
            is_comment = !line.contains("*/");
            line = behind.trim();
        }
        let is_attribute = line.starts_with("#[") || line.starts_with("#!");
        !line.is_empty() && !line.starts_with("//") && (is_attribute || !line.starts_with('#'))
    };
    text.lines().filter(is_code).count()
}
