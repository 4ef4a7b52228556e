//! The names of benchmarks that are interleaved separately.
//!
//! Takes a command that lists names; gives the names, and the items of a plan, which run sequentially. For a Go
//! command that runs all benchmarks, it derives the command that lists them and the command that runs one of them.
//! Must not know the format of results.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::time::Duration;

use benchlens_base::Sentence;

use crate::ask::{Helper, Unready};
use crate::plan::{Item, Plan, Template};
use crate::process::Job;
use crate::record::Stop;
use crate::words::join;

/// The number of names in a note.
const NAMES_SHOWN: usize = 5;

/// The commands derived from a Go command that runs benchmarks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoTurns {
    /// The same command, but it lists the benchmarks.
    pub list: Vec<OsString>,
    /// The same command, but it runs only the benchmark `{}`.
    pub turn: Vec<OsString>,
}

/// Parses the words of `go test` or of a Go test binary; returns nothing for other commands.
///
/// # Errors
///
/// Returns a sentence if the pattern of benchmarks cannot be split into single benchmarks.
pub fn go_turns(words: &[OsString]) -> Result<Option<GoTurns>, Sentence> {
    let is_go_test = is_go_test(words);
    let flags: &[&str] = if is_go_test { &["bench", "test.bench"] } else { &["test.bench"] };
    let found = find_flag(words, flags);
    let (at, length, pattern) = match (found, is_go_test) {
        (Some(found), _) => found,
        // Without a pattern, go test runs no benchmark, so use a pattern for all.
        (None, true) => (2, 0, OsStr::new(".")),
        (None, false) => return Ok(None),
    };
    let (first, rest) = parse_pattern(pattern.as_bytes()).ok_or_else(|| {
        Sentence::setting("each").and(format!(
            " cannot split {}, because its alternatives have different parts after a slash: measure each alternative \
             separately",
            pattern.to_string_lossy()
        ))
    })?;
    let flag = |name: &str, parts: &[&[u8]]| {
        let mut word = go_flag(is_go_test, name).into_bytes();
        parts.iter().for_each(|part| word.extend_from_slice(part));
        vec![OsString::from_vec(word)]
    };
    let with = |flag: Vec<OsString>| [&words[..at], &flag, &words[at + length..]].concat();
    let mut list = with(flag("list", &[&first]));
    // A list in JSON has a different line format.
    if is_go_test {
        list.retain(|word| !["-json", "--json", "-json=true"].iter().any(|json| *word == **json));
    }
    Ok(Some(GoTurns { list, turn: with(flag("bench", &[b"^{}$", &rest])) }))
}

/// Returns the command of `go test` or of a Go test binary that runs only the benchmark with the pattern `{}`; nothing
/// for other commands.
pub fn go_one(words: &[OsString]) -> Option<Vec<OsString>> {
    let is_go_test = is_go_test(words);
    let flags: &[&str] = if is_go_test { &["bench", "test.bench"] } else { &["test.bench"] };
    let found = find_flag(words, flags).map(|(at, length, _)| (at, length));
    let (at, length) = found.or(is_go_test.then_some((2, 0)))?;
    let flag = go_flag(is_go_test, "bench") + "{}";
    Some([&words[..at], &[flag.into()], &words[at + length..]].concat())
}

/// Returns the pattern of one benchmark, as go reads it, from its name in results: an expression for each part of the
/// name. The number of processors is only at the end of names in results, and not with one processor, so it is
/// optional.
pub fn go_pattern(name: &str) -> String {
    let quoted = |text: &str| -> String {
        let is_special = |c: char| r"\.+*?()|[]{}^$".contains(c);
        text.chars().flat_map(|c| is_special(c).then_some('\\').into_iter().chain([c])).collect()
    };
    let (name, procs) = match name.rsplit_once('-') {
        Some((rest, procs)) if !procs.is_empty() && procs.bytes().all(|b| b.is_ascii_digit()) => {
            (rest, format!("(-{procs})?"))
        }
        _ => (name, String::new()),
    };
    let parts: Vec<String> = name.split('/').map(quoted).collect();
    format!("^Benchmark{}{procs}$", parts.join("$/^"))
}

/// Returns whether words begin like `go test`, for any release of go.
pub(crate) fn is_go_test(words: &[OsString]) -> bool {
    let [program, command, ..] = words else { return false };
    let name = Path::new(program).file_name().unwrap_or_default().as_bytes();
    (name == b"go" || name.starts_with(b"go1.")) && command == "test"
}

/// Returns the start of a word that sets a flag of `go test` or of a Go test binary.
pub(crate) fn go_flag(is_go_test: bool, name: &str) -> String {
    let prefix = if is_go_test { "" } else { "test." };
    format!("-{prefix}{name}=")
}

/// Returns the position of the last of these flags, the number of words it occupies, and its value.
pub(crate) fn find_flag<'w>(
    words: &'w [OsString],
    flags: &[&str],
) -> Option<(usize, usize, &'w OsStr)> {
    // After -args, words belong to the benchmark.
    let end = words.iter().position(|word| word == "-args" || word == "--args");
    let words = &words[..end.unwrap_or(words.len())];
    (0..words.len()).rev().find_map(|at| {
        let word = words[at].as_bytes();
        let word = word.strip_prefix(b"-")?;
        let word = word.strip_prefix(b"-").unwrap_or(word);
        flags.iter().find_map(|flag| match word.strip_prefix(flag.as_bytes())? {
            [] => words.get(at + 1).map(|value| (at, 2, &**value)),
            [b'=', value @ ..] => Some((at, 1, OsStr::from_bytes(value))),
            _ => None,
        })
    })
}

/// Splits a pattern where Go does, at a slash: the expression for benchmark names, and the rest for sub-benchmarks.
/// All alternatives must have the same rest.
fn parse_pattern(pattern: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut alternatives = vec![(Vec::new(), Vec::new())];
    let (mut brackets, mut parentheses, mut is_escaped) = (0_u32, 0_u32, false);
    for &byte in pattern {
        let is_free = !is_escaped && brackets == 0 && parentheses == 0;
        let (first, rest) = alternatives.last_mut()?;
        match byte {
            b'|' if is_free => alternatives.push((Vec::new(), Vec::new())),
            b'/' if is_free => rest.push(byte),
            _ if rest.is_empty() => first.push(byte),
            _ => rest.push(byte),
        }
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'[' => brackets += 1,
            b']' => brackets = brackets.saturating_sub(1),
            b'(' if brackets == 0 => parentheses += 1,
            b')' if brackets == 0 => parentheses = parentheses.saturating_sub(1),
            _ => {}
        }
    }
    let rest = alternatives[0].1.clone();
    if alternatives.iter().any(|(_, other)| *other != rest) {
        return None;
    }
    let firsts: Vec<_> = alternatives.into_iter().map(|(first, _)| first).collect();
    let first = firsts.join(&b'|');
    // An empty pattern matches all benchmarks, but in a list command it would match none.
    Some((if first.is_empty() { b".".to_vec() } else { first }, rest))
}

/// The names that a command listed.
#[derive(Debug)]
pub struct Listed {
    /// The names.
    pub names: Vec<String>,
    /// The error if no version has any names.
    none: Stop,
}

/// Returns the names that a command lists, in its order and without repetitions. For Go, only lines that are
/// benchmarks count.
///
/// # Errors
///
/// Returns an error if the command fails, or lists a line that is not a name.
pub fn list_names(
    helper: &mut Helper<'_>,
    label: &str,
    command: &Template,
    values: &Item,
    timeout: Option<Duration>,
    is_go: bool,
) -> Result<Listed, Stop> {
    let words = command.fill(values, None);
    let shown = match (is_go, words.last()) {
        // The text that the user typed for the shell.
        (false, Some(script)) => Sentence::setting("each").and("=").and(script.as_bytes()),
        _ => join(words.iter().map(|word| &**word)).into(),
    };
    let environment = command.environment.clone();
    let job = Job { words, folder: command.folder.clone(), environment, timeout };
    let answer = helper.run(&job)?;
    let head = Sentence::from(format!("{label}: ")).and_sentence(shown).and(" ");
    let failed = |what: Sentence, tail| Stop::failed(head.clone().and_sentence(what), tail);
    if let Some(failure) = answer.failure {
        return Err(failed(failure, answer.tail));
    }
    let (mut names, mut seen) = (Vec::new(), BTreeSet::new());
    for (number, line) in (1..).zip(answer.printed.split(|&b| b == b'\n')) {
        let name = line.trim_ascii();
        if name.is_empty() || (is_go && !is_go_benchmark(name)) {
            continue;
        }
        let text = str::from_utf8(name).ok().filter(|name| !name.contains(char::is_control));
        let Some(name) = text else {
            let what = format!(
                "line {number} of the list is not a benchmark name: {}",
                name.escape_ascii()
            );
            return Err(failed(what.into(), answer.tail));
        };
        if seen.insert(name) {
            names.push(name.to_owned());
        }
    }
    let none = failed("listed no benchmark".into(), answer.tail);
    Ok(Listed { names, none })
}

/// Returns whether a line is the name of a benchmark in Go; packages also list tests and print times.
fn is_go_benchmark(line: &[u8]) -> bool {
    let name = str::from_utf8(line).unwrap_or_default();
    name.starts_with("Benchmark") && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// More items are a mistake, because each has its own blocks.
const ITEMS_MAX: usize = 1_000_000;

/// Replaces each item of the plan with one item for each listed name. Versions without a list are copies of the first
/// version and use its list. Returns notes for the user.
///
/// # Errors
///
/// Returns an error if there are no names or too many.
pub fn spread(plan: &mut Plan, listed: Vec<Listed>) -> Result<Vec<String>, Unready> {
    let (mut listed, nones): (Vec<_>, Vec<_>) =
        listed.into_iter().map(|listed| (listed.names, listed.none)).unzip();
    if listed.iter().all(Vec::is_empty) {
        return nones.into_iter().next().map_or(Ok(Vec::new()), |none| Err(none.into()));
    }
    let most = listed.iter().map(Vec::len).max().unwrap_or_default();
    if ITEMS_MAX < most.saturating_mul(plan.items.len()) {
        let found = format!(" found {most} benchmarks for {} combinations of ", plan.items.len());
        let expected = format!(", expected at most {ITEMS_MAX} in all: name fewer");
        let sentence = Sentence::setting("each").and(found).and_setting("param").and(expected);
        return Err(Unready::Wrong(sentence));
    }
    listed.resize(plan.versions.len(), listed[0].clone());
    Ok(spread_names(plan, &listed))
}

fn spread_names(plan: &mut Plan, listed: &[Vec<String>]) -> Vec<String> {
    let (mut names, mut seen) = (Vec::new(), BTreeSet::new());
    for name in listed.iter().flatten() {
        if seen.insert(name) {
            names.push(name.clone());
        }
    }
    let mut notes = Vec::new();
    for (version, own) in plan.versions.iter_mut().zip(listed) {
        let own: BTreeSet<_> = own.iter().collect();
        version.lacks = names.iter().filter(|name| !own.contains(name)).cloned().collect();
        if !version.lacks.is_empty() {
            let lacks = in_words(&version.lacks);
            notes.push(format!("{} does not have {lacks}: not run there", version.label));
        }
    }
    let items = |name: &String| {
        let with = |item: &Item| Item { name: Some(name.clone()), ..item.clone() };
        plan.items.iter().map(with).collect::<Vec<_>>()
    };
    plan.items = names.iter().flat_map(items).collect();
    notes
}

fn in_words(names: &[String]) -> String {
    let shown = names[..names.len().min(NAMES_SHOWN)].join(", ");
    match names.len().saturating_sub(NAMES_SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::{go_one, go_pattern, go_turns, parse_pattern, spread_names};
    use crate::plan::{Item, Measure, Order, Plan, Version};
    use crate::words::split;
    use std::ffi::OsStr;

    fn turns(command: &str) -> Option<[String; 2]> {
        let turns = go_turns(&split(OsStr::new(command)).unwrap()).unwrap()?;
        let text =
            |words: &[std::ffi::OsString]| words.join(OsStr::new(" ")).into_string().unwrap();
        Some([text(&turns.list), text(&turns.turn)])
    }

    #[test]
    fn commands_of_go() {
        let check = |command: &str, list: &str, turn: &str| {
            assert_eq!(turns(command).unwrap(), [list, turn], "{command}");
        };
        check(
            "./x.test -test.bench . -test.count 3",
            "./x.test -test.list=. -test.count 3",
            "./x.test -test.bench=^{}$ -test.count 3",
        );
        check(
            "nice ./x --test.bench=A/b=1 -test.v",
            "nice ./x -test.list=A -test.v",
            "nice ./x -test.bench=^{}$/b=1 -test.v",
        );
        check(
            "/usr/bin/go test -json -run ^$ -bench Enc ./...",
            "/usr/bin/go test -run ^$ -list=Enc ./...",
            "/usr/bin/go test -json -run ^$ -bench=^{}$ ./...",
        );
        check("go1.25 test ./x", "go1.25 test -list=. ./x", "go1.25 test -bench=^{}$ ./x");
        check(
            "go test -test.bench=A -args -bench x",
            "go test -list=A -args -bench x",
            "go test -bench=^{}$ -args -bench x",
        );
        for other in ["./x -bench .", "go vet", "go", "./x -test.benchtime 1s", "./x -test.bench"] {
            assert_eq!(turns(other), None, "{other}");
        }
    }

    #[test]
    fn commands_of_go_run_one_benchmark() {
        let check = |command: &str, want: Option<&str>| {
            let found = go_one(&split(OsStr::new(command)).unwrap());
            let found = found.map(|words| words.join(OsStr::new(" ")).into_string().unwrap());
            assert_eq!(found.as_deref(), want, "{command}");
        };
        check("./x -test.bench . -test.count 3", Some("./x -test.bench={} -test.count 3"));
        check("go test ./...", Some("go test -bench={} ./..."));
        check("./x --all", None);
        assert_eq!(go_pattern("A-2"), "^BenchmarkA(-2)?$");
        assert_eq!(go_pattern("B/n=1.5/a|b"), r"^BenchmarkB$/^n=1\.5$/^a\|b$");
    }

    #[test]
    fn patterns_are_cut_where_go_cuts_them() {
        let check = |pattern: &str, first: &str, rest: &str| {
            let parsed = parse_pattern(pattern.as_bytes()).unwrap();
            assert_eq!(parsed, (first.into(), rest.into()), "{pattern}");
        };
        check("", ".", "");
        check("A|B", "A|B", "");
        check("A/x|B/x", "A|B", "/x");
        check("(A|B/c)", "(A|B/c)", "");
        check("A[/|]/b/c", "A[/|]", "/b/c");
        check(r"A\/b", r"A\/b", "");
        check(r"A\\/b", r"A\\", "/b");
        check("/b", ".", "/b");
        assert_eq!(parse_pattern(b"A|B/c"), None);
    }

    #[test]
    fn versions_lack_what_only_others_have() {
        let version = |label: &str| Version { label: label.to_owned(), ..Version::default() };
        let value =
            |value: &str| Item { name: None, values: vec![("size".to_owned(), value.to_owned())] };
        let mut plan = Plan {
            id: String::new(),
            versions: vec![version("old"), version("new")],
            items: vec![value("1"), value("2")],
            blocks: 1,
            enough: None,
            warmup: 0,
            repeats: 1,
            order: Order::Turns,
            seed: 0,
            measure: Measure::Output,
            timeout: None,
            keep_going: false,
            results: None,
            hooks: Default::default(),
            looks: Vec::new(),
        };
        let listed = [&["B", "A"][..], &["A", "C"]]
            .map(|names| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        let notes = spread_names(&mut plan, &listed);
        let items: Vec<_> = plan.items.iter().map(Item::describe).collect();
        assert_eq!(items, ["B size=1", "B size=2", "A size=1", "A size=2", "C size=1", "C size=2"]);
        assert_eq!([&plan.versions[0].lacks[..], &plan.versions[1].lacks], [["C"], ["B"]]);
        assert_eq!(
            notes,
            ["old does not have C: not run there", "new does not have B: not run there"]
        );
    }
}
