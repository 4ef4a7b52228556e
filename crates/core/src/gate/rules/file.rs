//! Rule files.
//!
//! Takes the text of a file; gives a gate. `match` and `limit` accept the texts before and after the colon of an inline
//! rule.

use super::accept::Accept;
use super::head::read_head;
use super::limit::Terms;
use super::rule::{ClauseValue, Gate, MissingPolicy, Rule};
use super::source::{Place, Source};
use super::toml::{Document, Entry, Value};
use super::words::Clause;
use crate::base::Error;
use crate::project::{Key, Room, parse_keys};

/// The keys of a file, except clauses.
const OTHER_KEYS: [&str; 4] = ["floors", "terms", "rule", "accept"];

/// The keys of a rule.
const RULE_KEYS: [&str; 5] = ["match", "limit", "missing", "new", "floors"];

pub(super) fn read(name: &str, text: &str) -> Result<Gate, Error> {
    let source = Source::file(name, text);
    let document = Document::parse(&source)?;
    let (mut gate, mut defaults) = (Gate::default(), Terms::default());
    let (mut rules, mut accepts) = (Vec::new(), Vec::new());
    let keys: Vec<&str> = Clause::ALL.map(Clause::name).into_iter().chain(OTHER_KEYS).collect();
    for Entry { key, value, .. } in document.entries(&keys)? {
        match (Clause::from_name(key), key) {
            (Some(Clause::Agree), _) => {
                let items = value.items()?;
                let keys = items.iter().map(|item| Ok((key_of(item)?, item.place())));
                let keys = keys.collect::<Result<_, Error>>()?;
                let set = gate.set(Clause::Agree, ClauseValue::Keys(keys));
                set.map_err(|expected| value.error(expected))?;
            }
            (Some(clause), _) => {
                let set = gate.set(clause, ClauseValue::Word(value.string()?, value.place()));
                set.map_err(|expected| value.error(expected))?;
            }
            (None, "floors") => {
                let file = value.string()?;
                if file.is_empty() {
                    return Err(value.error("expected the name of a file"));
                }
                gate.floors_file = Some((file.to_owned(), value.place()));
            }
            (None, "terms") => {
                let text = value.string()?;
                let terms = Terms::parse_defaults(text);
                defaults = terms.map_err(|trouble| value.error_in(text, trouble))?;
            }
            (None, "accept") => accepts = value.items()?,
            // `rule` is the only key left.
            (None, _) => rules = value.items()?,
        }
    }
    if rules.is_empty() {
        let end = Place::new(&source, crate::base::Span { start: 0, end: 0 });
        return Err(end.error("no rule: a gate needs [[rule]] with match and limit"));
    }
    let mut room = Room::default();
    for value in rules {
        gate.rules.push(rule(&value, &defaults, &mut room)?);
    }
    for value in accepts {
        gate.accepts.push(Accept::read(&value, &mut room)?);
    }
    Ok(gate)
}

fn missing_policy(value: &Value<'_>) -> Result<MissingPolicy, Error> {
    let presence = MissingPolicy::from_name(value.string()?);
    presence.ok_or_else(|| value.error("expected fail, warn or ignore"))
}

fn key_of(value: &Value<'_>) -> Result<Key, Error> {
    let text = value.string()?;
    let keys = parse_keys(text).map_err(|trouble| value.error_in(text, trouble))?;
    let mut keys = keys.into_iter();
    match (keys.next(), keys.next()) {
        (Some(key), None) => Ok(key),
        _ => Err(value.error("expected one key such as cpu")),
    }
}

fn rule(table: &Value<'_>, defaults: &Terms, room: &mut Room) -> Result<Rule, Error> {
    let entries = table.entries(&RULE_KEYS)?;
    let find = |key: &str| entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value);
    let lacks = |key: &str| table.error(format!("this rule has no {key}"));
    let matched = find("match").ok_or_else(|| lacks("match"))?;
    let filter_text = matched.string()?;
    let head =
        read_head(room, filter_text).map_err(|trouble| matched.error_in(filter_text, trouble))?;
    let limit = find("limit").ok_or_else(|| lacks("limit"))?;
    let limit_text = limit.string()?;
    let terms = Terms::parse(limit_text).map_err(|trouble| limit.error_in(limit_text, trouble))?;
    let text = format!("{filter_text}: {limit_text}");
    let is_geomean = head.is_geomean;
    let mut rule = Rule::new(head, &terms, text, [matched.place(), limit.place()])?;
    let of_rows = ["floors", "missing", "new"];
    if let Some(entry) = entries.iter().find(|e| is_geomean && of_rows.contains(&e.key)) {
        return Err(entry.value.error(format!("a geometric mean has no {}", entry.key)));
    }
    rule.runs = terms.runs.or(defaults.runs).unwrap_or(0);
    rule.words = terms.words.or(defaults.words);
    rule.floors = find("floors").map(Value::bool).transpose()?.unwrap_or(true);
    rule.missing = find("missing").map(missing_policy).transpose()?;
    rule.new = find("new").map(missing_policy).transpose()?;
    Ok(rule)
}

#[cfg(test)]
mod tests {
    use super::super::words::Term;
    use super::*;

    const FILE: &str = r#"new = "warn"
missing = "fail"
agree = ["cpu", "goarch"]
floors = "noise.toml"
terms = "n>=6 median-only"

[[rule]]
match = "sec/op"
limit = "+5% +20ns"

[[rule]]
match = '.unit:(allocs/op OR B/op)'
limit = "any n>=1"
floors = false
missing = "warn"

[[rule]]
match = ".name:/Flaky/"
limit = "warn"
"#;

    #[test]
    fn rules_and_defaults_are_read() {
        let gate = read("g.toml", FILE).unwrap();
        assert_eq!((gate.rules.len(), gate.agree.len()), (3, 2));
        assert_eq!(gate.floors_file(), Some("noise.toml"));
        let runs: Vec<u32> = gate.rules.iter().map(|rule| rule.runs).collect();
        assert_eq!(runs, [6, 1, 6]);
        assert!(gate.rules.iter().all(|rule| rule.has(Term::MedianOnly)));
        assert!(gate.rules[2].has(Term::Warn) && !gate.rules[1].has(Term::Warn));
        assert_eq!(gate.texts()[1].source.to_string(), "g.toml:12");
        assert_eq!(gate.texts()[0].text, "sec/op: +5% +20ns");
    }

    #[test]
    fn what_is_accepted_is_read() {
        let accept = |until: &str| {
            let text = format!(
                "{FILE}\n[[accept]]\nmatch = \"geomean sec/op\"\nreason = \"\"\"\n  one\n  two\"\"\"\nuntil = {until}\n"
            );
            let gate = read("g.toml", &text).unwrap_or_else(|error| panic!("{error}"));
            assert!(gate.accepts[0].is_geomean);
            let text = gate.accept_texts().remove(0);
            let want = ("g.toml:22", "geomean sec/op", "one two");
            assert_eq!((&text.source[..], &text.text[..], &text.reason[..]), want);
            text.until
        };
        assert_eq!(accept("\"2027-03-01\""), "2027-03-01");
        assert_eq!(accept("2027-03-01"), "2027-03-01");
        assert_eq!(accept("\"12%\""), "+12%");
        assert_eq!(accept("\" +0.5%  2027-03-01\""), "2027-03-01 +0.5%");
    }

    #[test]
    fn every_error_shows_its_line() {
        let check = |from: &str, to: &str, want: &str| {
            let text = FILE.replacen(from, to, 1);
            assert_ne!(text, FILE, "{from}");
            let error = read("g.toml", &text).unwrap_err().to_string();
            assert!(error.starts_with(want), "{to}: {error}");
        };
        let line8 = "g.toml:8: expected a colon after the unit\n\tmatch = \"sec/op x\"\n\t                ^";
        check("\"sec/op\"", "\"sec/op x\"", line8);
        check("\"sec/op\"", "\".unit:\"", "g.toml:8: expected key:value");
        check(
            "limit = \"+5%",
            "limits = \"+5%",
            "g.toml:9: unknown key limits; did you mean limit?\n\tlimits",
        );
        check("+5%", "+%", "g.toml:9: expected a number\n\tlimit = \"+% +20ns\"\n\t         ^");
        check("n>=6", "n>=0", "g.toml:5: expected a number of runs after n>=");
        check("n>=6", "+5%", "g.toml:5: a limit belongs in a rule");
        check("n>=6", "any", "g.toml:5: a limit belongs in a rule");
        check("\"fail\"", "\"maybe\"", "g.toml:2: expected fail, warn or ignore");
        check("missing = \"fail\"", "mismatch = \"warn\"", "g.toml:2: expected fail or allow");
        check(
            "missing = \"fail\"",
            "order = \"fair\"",
            "g.toml:2: expected interleaved, rounds or any\n",
        );
        check("missing = \"fail\"", "order = 3", "g.toml:2: expected a text in quotes");
        check("[[rule]]", "[[rules]]", "g.toml:7: unknown key rules; did you mean rule?");
        check("[\"cpu\"", "[\"cpu goos\"", "g.toml:3: expected one key");
        check("[\"cpu\"", "[\"cpu:x\"", "g.toml:3: expected key\n");
        check("limit = \"any n>=1\"", "", "g.toml:11: this rule has no limit");
        check("match = \".name:/Flaky/\"", "", "g.toml:17: this rule has no match");
        check("floors = false", "floors = 1", "g.toml:14: expected true or false");
        check("[[rule]]", "[[rule]", "g.toml:7: ");
        check("floors = \"noise.toml\"", "floors = \"\"", "g.toml:4: expected the name");
        check("agree = [", "rule = 3 #", "g.toml:");
        let none = read("g.toml", "new = \"fail\"\n").unwrap_err().to_string();
        assert!(none.starts_with("g.toml:1: no rule"), "{none}");
    }

    #[test]
    fn every_error_of_an_accepted_regression_shows_its_line() {
        let accept = |entries: &str, want: &str| {
            let text = format!("{FILE}\n[[accept]]\n{entries}");
            let error = read("g.toml", &text).unwrap_err().to_string();
            assert!(error.starts_with(want), "{entries}: {error}");
        };
        let (about, why) = ("match = \"sec/op\"\n", "reason = \"r\"\n");
        let both = |until: &str| format!("{about}{why}until = {until}\n");
        accept("", "g.toml:21: this [[accept]] has no match\n\t[[accept]]\n\t^");
        accept(&format!("{why}until = \"+1%\""), "g.toml:21: this [[accept]] has no match");
        accept(&format!("{about}until = \"+1%\""), "g.toml:21: this [[accept]] has no reason");
        accept(&format!("{about}{why}"), "g.toml:21: this [[accept]] has no until");
        accept("macth = \"\"", "g.toml:22: unknown key macth; did you mean match?");
        accept(&both("\"+1%\"\nlimit = 1"), "g.toml:25: unknown key limit");
        accept("match = \"a b\"\nreason = \"\"\nuntil = 1", "g.toml:22: expected a colon");
        accept(
            &format!("{about}reason = \" \\n\"\nuntil = \"+1%\""),
            "g.toml:23: expected a reason",
        );
        accept(&format!("{about}reason = 1\nuntil = \"+1%\""), "g.toml:23: expected a text");
        let expected =
            "g.toml:24: expected a date such as 2027-03-01, a percentage such as +12%, or both";
        for wrong in ["\"\"", "12", "\"12\"", "\"+12ns\"", "\"any\"", "\"-12%\"", "\"2027-3-1\""] {
            accept(&both(wrong), expected);
        }
        for wrong in ["2027-03-01T00:00:00", "\"+12% warn\"", "\"2027-03-01 or +12%\""] {
            accept(&both(wrong), expected);
        }
        accept(
            &both("\"+1% 2027-02-30\""),
            "g.toml:24: the date 2027-02-30 does not exist\n\tuntil = \"+1% 2027-02-30\"\n\t             ^",
        );
        accept(&both("2027-02-30"), "g.toml:24: ");
        accept(&both("\"2027-02-28 2027-02-27\""), "g.toml:24: a second date");
        accept(&both("\"+1% +2%\""), "g.toml:24: a second percentage");
    }
}
