//! The facts in a log that filters can name, and random filters that name them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::bytes::Regex;

use super::random::Random;

static RESULT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m-u)^Benchmark(\S*)[ \t]+\d+((?:[ \t]+[-+0-9.eE]+[ \t]+\S+)+)")
        .expect("a constant pattern")
});
static CONFIG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m-u)^([a-z][^\sA-Z:]*):[ \t]+([^\r\n]*)").expect("a constant pattern")
});

/// Keys with a value, sorted by their texts.
#[derive(Debug, Default)]
pub(crate) struct Facts(Vec<(String, String)>);

/// More facts add nothing new.
const FACTS_MAX: usize = 2000;

impl Facts {
    /// Finds the facts in logs; returns none if the logs contain no result.
    pub(crate) fn of<'l>(logs: impl Iterator<Item = &'l [u8]>) -> Facts {
        let mut facts = BTreeSet::new();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        for log in logs {
            for found in RESULT.captures_iter(log).take(FACTS_MAX) {
                let name = text(&found[1]);
                let base = name.split('/').next().unwrap_or_default();
                facts.insert((".name".to_owned(), base.to_owned()));
                facts.insert((".fullname".to_owned(), name.clone()));
                for part in name.split('/').skip(1) {
                    if let Some((key, value)) = part.split_once('=') {
                        facts.insert((format!("/{key}"), value.to_owned()));
                    }
                }
                if let Some((_, procs)) = name.rsplit_once('-') {
                    facts.insert(("/gomaxprocs".to_owned(), procs.to_owned()));
                }
                let words = text(&found[2]);
                let units = words.split_whitespace().skip(1).step_by(2);
                facts.extend(units.map(|unit| (".unit".to_owned(), unit.to_owned())));
            }
            for found in CONFIG.captures_iter(log).take(FACTS_MAX) {
                facts.insert((text(&found[1]), text(&found[2])));
            }
        }
        Facts(facts.into_iter().collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns a random filter, which is sometimes invalid.
    pub(crate) fn filter(&self, random: &mut Random) -> String {
        let filter = self.term(random, 3);
        if random.percent(8) { broken(random, &filter) } else { filter }
    }

    fn term(&self, random: &mut Random, depth: usize) -> String {
        let inner = |random: &mut Random| match depth {
            0 => self.matching(random),
            depth => self.term(random, depth - 1),
        };
        match random.below(if depth == 0 { 3 } else { 10 }) {
            0..3 => self.matching(random),
            3 => format!("-{}", self.matching(random)),
            4 => format!("-({})", inner(random)),
            5 => format!("({})", inner(random)),
            6 | 7 => format!("{} OR {}", inner(random), inner(random)),
            8 => format!("{} AND {}", inner(random), inner(random)),
            _ => format!("{} {}", inner(random), inner(random)),
        }
    }

    fn matching(&self, random: &mut Random) -> String {
        if random.percent(5) {
            return "*".to_owned();
        }
        if random.percent(6) {
            let own = [".file:f0", ".file:(f1 OR f2)", "nosuch:x", "nosuch:\"\"", ".config:x"];
            return random.pick(&own).to_owned();
        }
        // Keys are equally likely, whatever the number of their values.
        let keys: BTreeSet<&str> = self.0.iter().map(|(key, _)| &key[..]).collect();
        let keys: Vec<&str> = keys.into_iter().collect();
        let key = random.pick(&keys);
        let values: Vec<&str> =
            self.0.iter().filter(|(known, _)| known == key).map(|(_, value)| &value[..]).collect();
        let one = |random: &mut Random| value(random, random.clone().pick(&values));
        let matched = if random.percent(25) {
            let all: Vec<String> = (0..random.within(1, 4)).map(|_| one(random)).collect();
            format!("({})", all.join(" OR "))
        } else {
            one(random)
        };
        format!("{}:{matched}", word(key))
    }
}

/// Returns a value in a form for a filter: unchanged, quoted, or as a regular expression that matches all or a part
/// of it.
fn value(random: &mut Random, value: &str) -> String {
    let chars: Vec<char> = value.chars().collect();
    match random.below(8) {
        0 => format!("/^{}$/", escaped(value)),
        1 if !chars.is_empty() => {
            let from = random.below(chars.len());
            let to = random.within(from, chars.len() - 1);
            format!("/{}/", escaped(&chars[from..=to].iter().collect::<String>()))
        }
        2 => random.pick(&["/./", "/[0-9]+$/", "/(?i)a|b/", "/x*/", "/^[^a-z]/"]).to_owned(),
        3 => quoted(value),
        4 => word(&format!("{value}x")),
        _ => word(value),
    }
}

fn escaped(text: &str) -> String {
    regex::escape(text).replace('/', r"\x2f")
}

/// Returns a word, quoted if the syntax requires it.
fn word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    let is_plain = text.chars().all(plain) && !text.starts_with('-');
    match text {
        "" | "AND" | "OR" => quoted(text),
        _ if is_plain => text.to_owned(),
        _ => quoted(text),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}

/// Returns a filter with a missing or an inserted character.
fn broken(random: &mut Random, filter: &str) -> String {
    let mut chars: Vec<char> = filter.chars().collect();
    let at = random.below(chars.len());
    if random.percent(50) {
        chars.remove(at);
    } else {
        let put = random.pick(&["(", ")", ":", "-", "*", "\"", "/", "\\", " ", "OR", "@", ","]);
        chars.splice(at..at, put.chars());
    }
    chars.into_iter().collect()
}
