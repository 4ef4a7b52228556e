//! Expands path patterns that no shell has expanded: after a label, in quotes, and on Windows.
//!
//! `*` and `?` match characters of one name, `[a-z]` and `[!a-z]` match one character, and `**` matches any folders.
//! As in a shell, none of them matches a dot at the beginning of a name.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf, is_separator};

/// The maximum number of files and folders to examine.
const LOOKS_MAX: usize = 1_000_000;

/// The maximum depth of `**`.
const DEPTH_MAX: usize = 64;

/// Returns whether a word contains pattern characters.
pub(super) fn is_pattern(word: &str) -> bool {
    word.contains(['*', '?', '['])
}

/// Returns the sorted paths that match a pattern, or nothing if the word is not a pattern.
pub(super) fn expand(pattern: &str) -> Vec<OsString> {
    if !is_pattern(pattern) {
        return Vec::new();
    }
    let (root, names) = pattern.split_at(root_len(pattern));
    let parts: Vec<&str> = names.split(is_separator).filter(|part| !part.is_empty()).collect();
    let mut search = Search { found: Vec::new(), looks: 0 };
    search.walk(Path::new(root), &parts, 0);
    search.found.sort();
    search.found.dedup();
    search.found.into_iter().map(PathBuf::into_os_string).collect()
}

/// Returns the length of the root at the beginning of a path, in bytes: `/`, or on Windows `C:`, `C:\` and
/// `\\server\share\`.
fn root_len(path: &str) -> usize {
    let prefix = match Path::new(path).components().next() {
        Some(Component::Prefix(prefix)) => prefix.as_os_str().len(),
        _ => 0,
    };
    path.len() - path[prefix..].trim_start_matches(is_separator).len()
}

struct Search {
    found: Vec<PathBuf>,
    looks: usize,
}

impl Search {
    fn walk(&mut self, at: &Path, parts: &[&str], depth: usize) {
        let Some((part, rest)) = parts.split_first() else {
            self.found.push(at.to_owned());
            return;
        };
        if *part == "**" {
            self.walk(at, rest, depth);
        } else if !is_pattern(part) {
            let next = at.join(part);
            if next.exists() {
                self.walk(&next, rest, depth);
            }
            return;
        }
        let folder = if at.as_os_str().is_empty() { Path::new(".") } else { at };
        let Ok(entries) = folder.read_dir() else { return };
        for entry in entries.flatten() {
            self.looks += 1;
            if LOOKS_MAX < self.looks {
                return;
            }
            let name = entry.file_name();
            let Some(text) = name.to_str() else { continue };
            if *part == "**" {
                // Links to folders may form a cycle.
                let goes_in = entry.file_type().is_ok_and(|kind| kind.is_dir());
                if goes_in && !text.starts_with('.') && depth < DEPTH_MAX {
                    self.walk(&at.join(&name), parts, depth + 1);
                }
            } else if matches(part, text) {
                let next = at.join(&name);
                if rest.is_empty() || next.is_dir() {
                    self.walk(&next, rest, depth);
                }
            }
        }
    }
}

/// Returns whether a name matches one part of a pattern.
fn matches(pattern: &str, name: &str) -> bool {
    if name.starts_with('.') && !pattern.starts_with('.') {
        return false;
    }
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // The position to resume from, so that the last `*` matches one more character.
    let mut again = None;
    while n < name.len() {
        if pattern.get(p) == Some(&'*') {
            again = Some((p, n + 1));
            p += 1;
        } else if let Some(len) = one(&pattern[p..], name[n]) {
            (p, n) = (p + len, n + 1);
        } else if let Some((star, from)) = again {
            (p, n) = (star + 1, from);
            again = Some((star, from + 1));
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

/// Returns the length of the part of a pattern that matches this one character.
fn one(pattern: &[char], c: char) -> Option<usize> {
    match pattern {
        ['?', ..] => Some(1),
        ['[', rest @ ..] => {
            let is_not = matches!(rest.first(), Some('!' | '^'));
            let set = &rest[usize::from(is_not)..];
            // A bracket at the beginning of a set is a member of the set.
            let end = set.iter().skip(1).position(|&c| c == ']').map(|at| at + 1);
            let Some(end) = end else { return (c == '[').then_some(1) };
            let (mut set, mut is_in) = (&set[..end], false);
            while let [first, ..] = set {
                if let [low, '-', high, ..] = set {
                    is_in |= (low..=high).contains(&&c);
                    set = &set[3..];
                } else {
                    is_in |= *first == c;
                    set = &set[1..];
                }
            }
            (is_in != is_not).then_some(1 + usize::from(is_not) + end + 1)
        }
        [first, ..] => (*first == c).then_some(1),
        [] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_in_a_shell() {
        let check = |pattern: &str, yes: &[&str], no: &[&str]| {
            for name in yes {
                assert!(matches(pattern, name), "{pattern} {name}");
            }
            for name in no {
                assert!(!matches(pattern, name), "{pattern} {name}");
            }
        };
        check("*.txt", &["a.txt", "a.b.txt"], &["a.txt2", ".txt", ".a.txt", "txt"]);
        check(".*", &[".a"], &["a"]);
        check("a*b*c", &["abc", "aXbXbYc"], &["ab", "acb"]);
        check("?", &["é"], &["", "ab"]);
        check("[a-c1]x", &["ax", "cx", "1x"], &["dx", "-x"]);
        check("[!a-c]x", &["dx"], &["ax"]);
        check("[]x]", &["]", "x"], &["["]);
        check("[a", &["[a"], &["a"]);
        check("a[-]", &["a-"], &["ab"]);
        let stars = "*a".repeat(50) + "b";
        assert!(!matches(&stars, &"a".repeat(5000)));
    }
    #[test]
    fn a_path_begins_where_its_system_says() {
        for (path, len) in [("a/b", 0), ("/a", 1), ("//a", 2), ("", 0)] {
            assert_eq!(root_len(path), len, "{path}");
        }
        let windows = [(r"C:\logs\*.txt", 3), ("C:*.txt", 2), (r"\\server\share\*.txt", 15)];
        for (path, len) in windows {
            assert_eq!(root_len(path), if cfg!(windows) { len } else { 0 }, "{path}");
        }
    }
}
