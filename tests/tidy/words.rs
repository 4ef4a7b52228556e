//! The words of documents and messages: terms that have been replaced, and phrases of which there may only be fewer.

use std::fs;
use std::path::Path;

use super::{git, root};

/// Terms that have another name now. `#` is a digit.
const OLD_TERMS: [&str; 15] = [
    "in turns",
    "in passes",
    "design:",
    "incomparable",
    "unusable",
    "untested",
    "-details",
    "kept apart",
    "line of blocks",
    "typical change",
    "-delta-ci",
    "report-only",
    "shift_lo",
    "delta_ci",
    "geomean_ratio",
];

/// A file, a part of a line in it, and why the line may have an old term.
const EXCEPTIONS: [(&str, &str, &str); 1] =
    [("docs/history.md", "(#report-only-changes-that-matter)", "the address of a heading")];

/// How many lines may have one of [`PHRASES`]. A change that removes such phrases lowers this limit.
const PHRASES_MAX: usize = 14;

/// Phrases that are not idiomatic, and what to write instead. `#` is a digit.
const PHRASES: [(&str, &str); 28] = [
    ("is told", "is reported"),
    ("are told", "are reported"),
    ("tells of", "reports"),
    ("so many", "the number"),
    ("so much", "the amount"),
    ("stands in", "is in"),
    ("stand in", "are in"),
    ("goes by", "uses"),
    ("go by", "use"),
    ("is none", "is not one"),
    ("are no", "are not"),
    ("has none", "does not have one"),
    (", too.", "also"),
    (", too,", "also"),
    ("nobody", "a positive sentence"),
    ("all the same", "anyway"),
    ("anew", "again"),
    ("beside", "next to"),
    ("leave out", "omit"),
    ("left out", "skipped"),
    ("of which", "whose"),
    ("what is", "a noun"),
    ("by itself", "automatically"),
    ("speaks against", "a warning"),
    ("colour", "color"),
    ("neighbour", "neighbor"),
    ("per cent", "percent"),
    ("# %", "#%"),
];

const FILES: [&str; 8] = [
    "README.md",
    "AGENTS.md",
    "SECURITY.md",
    "GUIDE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "action.yml",
    "tests/messages.txt",
];
const FOLDERS: [(&str, &[&str]); 4] = [
    ("docs", &["md"]),
    ("schema", &["json"]),
    ("crates/python/python/benchlens", &["pyi"]),
    ("web-demo", &["js", "html"]),
];

/// The files that users see, sorted.
fn files() -> Vec<String> {
    let mut files = FILES.map(str::to_owned).to_vec();
    for (folder, endings) in FOLDERS {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let ending = Path::new(&name).extension().unwrap_or_default();
            if endings.iter().any(|known| ending == *known) {
                files.push(format!("{folder}/{name}"));
            }
        }
    }
    files.sort();
    files
}

/// Whether a line has a phrase, and not as a part of longer words. Both are in small letters.
fn has(line: &str, phrase: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_joined =
        |a: Option<char>, b: Option<char>| a.is_some_and(is_word) && b.is_some_and(is_word);
    line.char_indices().any(|(at, _)| {
        let (before, rest) = line.split_at(at);
        let Some((found, after)) = rest.split_at_checked(phrase.len()) else { return false };
        let is_same = |(a, b): (char, char)| a == b || (b == '#' && a.is_ascii_digit());
        found.chars().zip(phrase.chars()).all(is_same)
            && !is_joined(before.chars().last(), phrase.chars().next())
            && !is_joined(phrase.chars().last(), after.chars().next())
    })
}

#[test]
fn phrases_are_found_as_whole_words() {
    for (line, phrase) in
        [("a 95 % interval", "# %"), ("`-details`", "-details"), ("me, too.", ", too.")]
    {
        assert!(has(line, phrase), "{phrase}");
    }
    for (line, phrase) in [("within turns", "in turns"), ("95%", "# %"), ("are not", "are no")] {
        assert!(!has(line, phrase), "{phrase}");
    }
}

#[test]
fn documents_have_no_old_terms() {
    let mut wrong = Vec::new();
    for file in files() {
        let text = fs::read_to_string(root().join(&file)).unwrap().to_lowercase();
        for (number, line) in (1..).zip(text.lines()) {
            let is_allowed =
                |(at, part, _): &(&str, &str, &str)| *at == file && line.contains(*part);
            let term = OLD_TERMS.iter().find(|term| has(line, term));
            let term = term.filter(|_| !EXCEPTIONS.iter().any(is_allowed));
            wrong.extend(term.map(|term| format!("{file}:{number}: {term}")));
        }
    }
    assert!(wrong.is_empty(), "old terms in {} lines:\n{}", wrong.len(), wrong.join("\n"));
}

/// The lines of a document that are prose.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_block = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        is_block ^= line.trim_start().starts_with("```");
        !is_block
    })
}

#[test]
fn there_are_no_more_odd_phrases_than_before() {
    let mut found = Vec::new();
    let is_prose = |file: &String| {
        let names = ["README.md", "GUIDE.md", "tests/messages.txt"];
        file.starts_with("docs/") || names.contains(&&file[..])
    };
    for file in files().into_iter().filter(is_prose) {
        let text = fs::read_to_string(root().join(&file)).unwrap();
        for (number, line) in prose(&text) {
            let lower = line.to_lowercase();
            let phrase = PHRASES.iter().find(|(phrase, _)| has(&lower, phrase));
            found.extend(phrase.map(|(phrase, instead)| {
                (line.to_owned(), format!("{file}:{number}: {phrase}: write {instead}"))
            }));
        }
    }
    let count = found.len();
    let added = added_lines();
    found.retain(|(line, _)| added.contains(line));
    let new: Vec<&str> = found.iter().take(10).map(|(_, place)| &place[..]).collect();
    let new = new.join("\n");
    assert!(
        count <= PHRASES_MAX,
        "{count} lines have odd phrases, at most {PHRASES_MAX} may; not committed:\n{new}"
    );
    assert!(PHRASES_MAX < count + 10, "lower PHRASES_MAX: there are {count} lines");
}

/// Lines that are not committed yet; none where this is not a checkout.
fn added_lines() -> Vec<String> {
    let words = ["diff", "HEAD", "-U0", "--no-color", "--no-ext-diff"];
    let diff = git().args(words).output();
    let diff = diff.map(|output| output.stdout).unwrap_or_default();
    let diff = String::from_utf8_lossy(&diff).into_owned();
    diff.lines().filter_map(|line| line.strip_prefix('+')).map(str::to_owned).collect()
}
