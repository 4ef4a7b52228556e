//! Compares two outputs: byte for byte first, then after removing each intended difference, the narrowest first.

use std::fmt::Write;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::deviation::{self, Deviation};
use super::trial::Trial;
use crate::programs::Output;

/// Geomeans in CSV are equal within this relative distance.
const TOLERANCE: f64 = 1e-13;

const NOTES: [&str; 2] = ["benchlens: note: ", "benchlens: warning: "];
const NEITHER: &str = "PROGRAM: ";

/// The number of lines of a difference that are shown.
const SHOWN: usize = 6;

/// Compiles a pattern that uses only ASCII classes, because the engine is built without Unicode tables.
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a constant pattern")
}

static CELL: LazyLock<Regex> = LazyLock::new(|| regex(r"(?m)^([A-Z]{2,})([0-9]+: )"));
static UNEQUAL: LazyLock<Regex> = LazyLock::new(|| regex(r"p=[0-9]+\.[0-9]{3} (n=[0-9]+\+[0-9]+)"));
static HIDDEN: LazyLock<Regex> = LazyLock::new(|| regex(r"([%?] \(|[%?],)(n=[0-9]+\+[0-9]+)"));
static VERDICT: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?:~|\?|[-+]?[0-9.InfNa]+%)([ ,]\(?)p=\* (n=[0-9]+\+[0-9]+\)?)"));
static GEOMEAN: LazyLock<Regex> = LazyLock::new(|| regex(r"(?m)^(geomean).*"));
static MINUS_ZERO: LazyLock<Regex> = LazyLock::new(|| regex(r"([ ,])-0((?:\.0+)?[^0-9.])"));
static SAMPLES: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?m)^[^ \n]+ need >=? ?[0-9]+ samples to detect a difference .*\n"));
static MARKS: LazyLock<Regex> = LazyLock::new(|| regex(r" ?[⁰¹²³⁴⁵⁶⁷⁸⁹]+"));
static BLANKS: LazyLock<Regex> = LazyLock::new(|| regex(r" +"));
static EXAMPLE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(syntax error: expected key:value), such as .*"));
static GO_REGEXP: LazyLock<Regex> = LazyLock::new(|| regex(r"(error parsing regexp:) .*"));

/// The two streams as text, without the program's name and the notes.
#[derive(Clone, PartialEq)]
struct Streams {
    out: String,
    err: String,
}

impl Streams {
    fn new(output: &Output, program: &str) -> Self {
        // Different bytes that are not UTF-8 remain different.
        let text = |bytes: &[u8]| match str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.escape_ascii().to_string().replace("\\n", "\n"),
        };
        let err = text(&output.stderr);
        let lines = err
            .split_inclusive('\n')
            .filter(|line| !NOTES.iter().any(|note| line.starts_with(note)));
        let err = lines
            .map(|line| match line.strip_prefix(program) {
                Some(rest) => format!("{NEITHER}{rest}"),
                None => line.to_owned(),
            })
            .collect();
        Self { out: text(&output.stdout), err }
    }

    fn map(&self, change: impl Fn(&str) -> String) -> Self {
        Self { out: change(&self.out), err: change(&self.err) }
    }
}

/// Returns the intended differences between two outputs, or a difference that is not intended. `barren` means that no
/// input contains a benchmark.
pub(crate) fn compare(
    trial: &Trial,
    reference: &Output,
    ours: &Output,
    barren: bool,
) -> Result<Vec<Deviation>, String> {
    let mut found = Vec::new();
    let mut theirs = Streams::new(reference, "benchstat: ");
    let mut us = Streams::new(ours, "benchlens: ");
    let exit = expected_exit(&mut theirs, reference, barren, &mut found);
    if found.contains(&Deviation::Usage) {
        let first = |text: &str| text.lines().next().unwrap_or("").to_owned();
        (theirs.err, us.err) = (first(&theirs.err), first(&us.err));
    }
    if found.contains(&Deviation::Barren) {
        // The sentences are our own: there must be some, and nothing after them.
        let at = us.err.find(NEITHER).ok_or("  no word on inputs without a benchmark\n")?;
        if us.err[at..].lines().all(|line| line.starts_with(NEITHER)) {
            us.err.truncate(at);
        }
    }
    let columns = CELL.replace_all(&theirs.err, |found: &Captures<'_>| {
        format!("{}{}", spreadsheet(&found[1]), &found[2])
    });
    if trial.is_csv() && columns != theirs.err {
        theirs.err = columns.into_owned();
        found.push(Deviation::Column);
    }
    let without = without_example(&us.err);
    if without != us.err {
        us.err = without;
        found.push(Deviation::Example);
    }
    if ours.exit != exit {
        return Err(format!(
            "  exit {:?}, expected {exit:?}\n{}",
            ours.exit,
            difference(&theirs, &us)
        ));
    }
    match equal(trial, &theirs, &us) {
        Some(more) => {
            found.extend(more);
            Ok(found)
        }
        None => Err(difference(&theirs, &us)),
    }
}

/// Returns an error about a filter without its example.
pub(super) fn without_example(err: &str) -> String {
    EXAMPLE.replace_all(err, "$1").into_owned()
}

/// Returns the exit status that benchlens must have if the reference ended with this status.
fn expected_exit(
    theirs: &mut Streams,
    reference: &Output,
    barren: bool,
    found: &mut Vec<Deviation>,
) -> Option<i32> {
    if theirs.err.lines().any(|line| line.starts_with("Usage: benchstat")) {
        found.push(Deviation::Usage);
        return reference.exit;
    }
    if let Some(line) = theirs.err.lines().find_map(|line| line.strip_prefix(NEITHER)) {
        found.push(Deviation::Exit);
        let usage = ["parsing -", "-alpha must", "-confidence must", "-format must"];
        return Some(if usage.iter().any(|start| line.starts_with(start)) { 2 } else { 3 });
    }
    if barren {
        found.push(Deviation::Barren);
        return Some(3);
    }
    reference.exit
}

/// Returns the classes that explain all differences, or `None` if some are unexplained.
fn equal(trial: &Trial, theirs: &Streams, ours: &Streams) -> Option<Vec<Deviation>> {
    if theirs == ours {
        return Some(Vec::new());
    }
    let (mut theirs, mut ours) = (theirs.clone(), ours.clone());
    let mut found = Vec::new();
    // Each step removes one class of differences from both outputs; the class counts if this changed the result of
    // the comparison.
    let mut step = |class: Deviation, change: &dyn Fn(&str) -> String| -> bool {
        let (a, b) = (theirs.map(change), ours.map(change));
        let differing = |x: &Streams, y: &Streams| differing_lines(x, y);
        if differing(&a, &b) < differing(&theirs, &ours) {
            found.push(class);
            (theirs, ours) = (a, b);
        }
        theirs == ours
    };
    let mut reached =
        step(Deviation::Regexp, &|text| GO_REGEXP.replace_all(text, "$1").into_owned())
            || step(Deviation::TiedP, &|text| UNEQUAL.replace_all(text, "p=* $1").into_owned());
    if !reached && deviation::has_both_zeros(trial) {
        // A sign makes a column wider.
        reached = step(Deviation::Zeros, &|text| {
            MINUS_ZERO.replace_all(&BLANKS.replace_all(text, " "), "${1}0$2").into_owned()
        });
    }
    if !reached && trial.is_csv() {
        reached = step(Deviation::Underflow, &|text| text.replace("p=0.000 n=", "n="))
            || step(Deviation::TiedVerdict, &|text| without_verdict(text));
    } else if !reached {
        let blanks = |text: &str| BLANKS.replace_all(text, " ").into_owned();
        let levels = trial.flag("-col").is_some_and(|col| col.contains([',', ' ']));
        reached = levels && step(Deviation::Header, &blanks)
            || step(Deviation::Underflow, &|text| blanks(text).replace("p=0.000 n=", "n="))
            || step(Deviation::TiedVerdict, &|text| without_verdict(&blanks(text)));
    }
    if !reached && deviation::has_subnormal(trial) {
        reached =
            step(Deviation::Subnormal, &|text| GEOMEAN.replace_all(text, "$1 *").into_owned());
    }
    if !reached && trial.is_csv() && theirs.err == ours.err && close(&theirs.out, &ours.out) {
        found.push(Deviation::Geomean);
        reached = true;
    }
    reached.then_some(found)
}

/// Returns roughly how many lines differ, which is enough to see whether a step helped.
fn differing_lines(a: &Streams, b: &Streams) -> usize {
    let count = |a: &str, b: &str| {
        let (x, y) = (a.lines().count(), b.lines().count());
        a.lines().zip(b.lines()).filter(|(x, y)| x != y).count() + x.abs_diff(y)
    };
    count(&a.out, &b.out) + count(&a.err, &b.err)
}

/// Returns the text without the parts that depend on whether the p of tied samples of unequal size is below α.
fn without_verdict(text: &str) -> String {
    let text = UNEQUAL.replace_all(text, "p=* $1");
    // The reference sometimes counts none of the arrangements: then p is 0 and not printed.
    let text = HIDDEN.replace_all(&text, "${1}p=* $2");
    let text = SAMPLES.replace_all(&text, "");
    // Notes are renumbered when one of them is removed.
    let text = MARKS.replace_all(&text, "");
    VERDICT.replace_all(&text, "*${1}p=* $2").into_owned()
}

/// Returns whether two outputs are equal except for the last digits of geomeans.
fn close(theirs: &str, ours: &str) -> bool {
    let field = |(x, y): (&str, &str)| {
        x == y
            || matches!((x.parse::<f64>(), y.parse::<f64>()),
                (Ok(x), Ok(y)) if (x - y).abs() <= TOLERANCE * x.abs())
    };
    theirs.lines().count() == ours.lines().count()
        && theirs.lines().zip(ours.lines()).all(|(x, y)| {
            x == y
                || x.starts_with("geomean,")
                    && x.split(',').count() == y.split(',').count()
                    && x.split(',').zip(y.split(',')).all(field)
        })
}

/// Returns the spreadsheet's name of a column that the reference writes in base 26 with A for 0.
fn spreadsheet(letters: &str) -> String {
    let number = letters.bytes().fold(0, |n, letter| n * 26 + u32::from(letter - b'A'));
    let (mut rest, mut name) = (number + 1, Vec::new());
    while rest > 0 {
        rest -= 1;
        name.push(char::from(b'A' + (rest % 26) as u8));
        rest /= 26;
    }
    name.iter().rev().collect()
}

/// Returns the first lines that differ.
fn difference(theirs: &Streams, ours: &Streams) -> String {
    let mut text = String::new();
    for (what, a, b) in [("stdout", &theirs.out, &ours.out), ("stderr", &theirs.err, &ours.err)] {
        if a == b {
            continue;
        }
        let (a, b): (Vec<_>, Vec<_>) = (a.lines().collect(), b.lines().collect());
        let _ = writeln!(text, "  {what} (- reference, + benchlens):");
        let mut shown = 0;
        for line in 0..a.len().max(b.len()) {
            let (x, y) = (a.get(line), b.get(line));
            if x != y && shown < SHOWN {
                shown += 1;
                x.map(|x| writeln!(text, "  {:4} - {x}", line + 1));
                y.map(|y| writeln!(text, "  {:4} + {y}", line + 1));
            }
        }
    }
    text
}

#[test]
fn columns_as_in_spreadsheets() {
    assert_eq!(["BA", "BB", "BZ", "CA"].map(spreadsheet), ["AA", "AB", "AZ", "BA"]);
}

#[test]
fn verdicts_on_unequal_ties_are_left_out() {
    let a = "A 1.0 ± ∞ ¹ 2.0 ± ∞ ¹ +100.00% (p=0.040 n=3+5)\n¹ need >= 6 samples for\n";
    let b = "A 1.0 ± ∞ ¹ 2.0 ± ∞ ¹ ~ (p=1.060 n=3+5) ²\n¹ need >= 6 samples for\n² need >= 4 samples to detect a difference at alpha level 0.05\n";
    assert_eq!(without_verdict(a), without_verdict(b));
    assert!(close("geomean,1.0000000000000002,?\n", "geomean,1,?\n") && !close("A,1\n", "A,1.0\n"));
}
