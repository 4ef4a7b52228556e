//! Random flags: projections, filters, levels and formats, most of them valid.

use super::generate::{CONFIG, KEYS, WORDS, World};
use super::random::Random;

const REGEXPS: [&str; 22] = [
    "^A",
    "1|2",
    "k",
    "(?i)SORT",
    "[[:digit:]]+",
    "^$",
    ".",
    "x*",
    "é",
    r"\d",
    r"\w+_\w+",
    "^[^a-z]",
    "(a|b)+",
    r"\pL",
    "a{1,2}",
    "(?:1)",
    r"\Q.\E",
    "[b-a]",
    "x**",
    r"\y",
    "(?=x)",
    "[/]",
];

/// Returns the flags of a trial, each at most once.
pub(crate) fn flags(random: &mut Random, world: &World) -> Vec<(String, String)> {
    let mut flags = Vec::new();
    let mut add = |flag: &str, value: String| flags.push((flag.to_owned(), value));
    if random.percent(35) {
        add("-format", "csv".to_owned());
    }
    for (flag, chance) in [("-table", 15), ("-row", 30), ("-col", 40), ("-ignore", 12)] {
        if random.percent(chance) {
            add(flag, broken(random, 4, |random| projection(random, world)));
        }
    }
    if random.percent(30) {
        add("-filter", broken(random, 6, |random| filter(random, 2)));
    }
    if random.percent(10) {
        // At a level of 1, the last digits of the reference's p decide, which can be above 1.
        let level =
            ["0", "0.01", "0.1", "0.5", "0.99", "1e-4", "0.001", "2", "nan", "0.0_5", "five"];
        add("-alpha", random.pick(&level).to_owned());
    }
    if random.percent(12) {
        let level = ["0", "0.5", "0.8", "0.9", "0.99", "0.999", "1", "0.9999999", "-1", "1e-5"];
        add("-confidence", random.pick(&level).to_owned());
    }
    flags
}

/// Returns an expression in which a character is sometimes missing or inserted.
fn broken(random: &mut Random, chance: usize, make: impl Fn(&mut Random) -> String) -> String {
    let expression = make(random);
    if !random.percent(chance) {
        return expression;
    }
    let mut runes: Vec<char> = expression.chars().collect();
    let at = random.below(runes.len());
    if random.percent(50) && !runes.is_empty() {
        runes.remove(at);
    } else {
        let rune =
            random.pick(&["(", ")", ":", "@", ",", "-", "*", "\"", "/", "\\", " ", "é", "OR"]);
        runes.splice(at..at, rune.chars());
    }
    runes.into_iter().collect()
}

fn key(random: &mut Random, config: bool) -> String {
    match random.below(12) {
        0..4 => format!("/{}", random.pick(&KEYS)),
        4 => "/gomaxprocs".to_owned(),
        5 => ".name".to_owned(),
        6 => ".fullname".to_owned(),
        7 => ".file".to_owned(),
        8 if config => ".config".to_owned(),
        9 if random.percent(20) => {
            random.pick(&[".nosuch", "/nosuch", "nosuch", "\"a key\""]).to_owned()
        }
        _ => random.pick(&CONFIG).to_owned(),
    }
}

fn word(random: &mut Random) -> String {
    match random.below(10) {
        0 => "\"\"".to_owned(),
        1 => format!("\"{}\"", random.pick(&WORDS)),
        2 => random.pick(&["A", "Sort", "f0", "f1", "8"]).to_owned(),
        _ => random.pick(&WORDS).replace(' ', "_"),
    }
}

fn projection(random: &mut Random, world: &World) -> String {
    let mut text = String::new();
    for field in 0..random.below(4) {
        if field > 0 {
            text += random.pick(&[",", " ", ", ", " , "]);
        }
        text += &key(random, true);
        match random.below(16) {
            0 => text += "@alpha",
            1 | 2 => text += "@num",
            3 => text += "@first",
            4 => {
                let words: Vec<String> = (0..random.within(1, 6)).map(|_| word(random)).collect();
                text += &format!("@({})", words.join(" "));
            }
            5 if world.files > 1 => text += "@(f1 f0)",
            _ => {}
        }
    }
    text
}

fn filter(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.percent(35) {
        return matching(random);
    }
    let inner = |random: &mut Random| filter(random, depth - 1);
    match random.below(7) {
        0 => format!("({})", inner(random)),
        1 => format!("-{}", matching(random)),
        2 => format!("-({})", inner(random)),
        3 | 4 => format!("{} OR {}", inner(random), inner(random)),
        5 => format!("{} AND {}", inner(random), inner(random)),
        _ => format!("{} {}", inner(random), inner(random)),
    }
}

fn matching(random: &mut Random) -> String {
    if random.percent(25) {
        return format!("-{}", matching(random));
    }
    let key = match random.below(8) {
        0 => return "*".to_owned(),
        1 | 2 => ".unit".to_owned(),
        _ => key(random, false),
    };
    let unit = key == ".unit";
    let value = |random: &mut Random| match random.below(4) {
        0 => format!("/{}/", random.pick(&REGEXPS)),
        _ if unit => {
            random.pick(&["ns/op", "sec/op", "B/op", "x", "MB/s", "B/s", "bytes"]).to_owned()
        }
        _ => word(random),
    };
    if random.percent(25) {
        let values: Vec<String> = (0..random.within(1, 3)).map(|_| value(random)).collect();
        return format!("{key}:({})", values.join(" OR "));
    }
    format!("{key}:{}", value(random))
}
