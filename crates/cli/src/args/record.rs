//! Flags for `benchlens run`, and their meaning as far as it does not depend on the machine.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use benchlens_core::AnalysisQuery;
use benchlens_core::table::parse_share;
use clap::{Arg, ArgAction, ArgMatches, ValueHint};

use super::flags::{Suggested, flag, optional, switch};
use super::headings::{AROUND, GENERAL, HOW_OFTEN, LOGS, WHAT};
use benchlens_inputs::split_at_equals;

/// The arguments of `benchlens run`.
#[derive(Debug)]
#[cfg_attr(
    not(unix),
    expect(dead_code, reason = "only Unix can record: the words are checked, and refused")
)]
pub(crate) struct RunArguments {
    /// The commands, each with its label if one is given.
    pub(crate) versions: Vec<(Option<String>, OsString)>,
    /// The arguments after `--`.
    pub(crate) rest: Vec<OsString>,
    /// The revisions, each with its label if one is given.
    pub(crate) git: Vec<(Option<String>, OsString)>,
    pub(crate) build: Option<String>,
    pub(crate) rebuild: Option<u32>,
    /// The name of a whole command's benchmark, if the commands themselves are measured.
    pub(crate) time: Option<String>,
    /// The command that lists the benchmarks to interleave one at a time: the empty text lists Go's benchmarks.
    pub(crate) each: Option<String>,
    pub(crate) params: Vec<(String, Vec<String>)>,
    pub(crate) is_shell: bool,
    /// The number of copies of one version that run against each other.
    pub(crate) copies: Option<u32>,
    pub(crate) blocks: Option<u32>,
    pub(crate) span: Option<Duration>,
    pub(crate) until_decided: bool,
    pub(crate) looks: u32,
    pub(crate) order: String,
    pub(crate) seed: Option<u64>,
    pub(crate) warmup: u32,
    pub(crate) timeout: Option<Duration>,
    pub(crate) keep_going: bool,
    /// The commands that run before a version's first run, before each run, and after the last run.
    pub(crate) around: [Option<String>; 3],
    pub(crate) pin: Option<String>,
    pub(crate) counters: bool,
    pub(crate) folder: PathBuf,
    pub(crate) append: bool,
    pub(crate) force: bool,
    pub(crate) alpha: f64,
    pub(crate) margin: f64,
    pub(crate) quiet: bool,
}

/// Returns the flags.
pub(crate) fn run_flags() -> Vec<Arg> {
    let many = |arg: Arg| arg.action(ArgAction::Append);
    vec![
        switch(WHAT, "time", "Measure the commands themselves: processor time, time, memory"),
        flag(WHAT, "name", "NAME", "With -time: the name of the benchmark")
            .default_value("Command"),
        optional(
            WHAT,
            "each",
            "COMMAND",
            "Take turns for each benchmark, not for each whole run; COMMAND lists names for {}",
            "",
            &[],
        ),
        many(flag(WHAT, "param", "NAME=A,B,…", "Run with each value for {NAME}; may be repeated")),
        many(flag(
            WHAT,
            "git",
            "REV",
            "Run this revision, in a folder of its own; may be repeated",
        ))
        .value_parser(clap::value_parser!(OsString)),
        flag(
            WHAT,
            "build",
            "COMMAND",
            "Build -git versions, and LABEL= in this folder; COMMAND writes $BENCH_OUT",
        ),
        flag(WHAT, "rebuild", "N", "Build each version N times, with a seed in $BENCH_SEED"),
        switch(WHAT, "shell", "Let the shell run the commands"),
        optional(WHAT, "aa", "N", "Run the one version against itself, in N copies", "2", &[]),
        flag(HOW_OFTEN, "n", "N", "Blocks: each runs every version once (default: 12)"),
        flag(
            HOW_OFTEN,
            "for",
            "TIME",
            "Record for this time, but at least 6 blocks (with -time: 10s)",
        ),
        flag(HOW_OFTEN, "until", "decided", "Go on until every row is decided, at most 50 blocks")
            .value_parser(Suggested::new(&["decided"])),
        flag(HOW_OFTEN, "looks", "N", "With -until: how often to look").default_value("5"),
        flag(HOW_OFTEN, "order", "ORDER", "In each block: random, abba or turns")
            .default_value("random")
            .value_parser(Suggested::new(&["random", "abba", "turns"])),
        flag(HOW_OFTEN, "seed", "N", "What random orders are drawn from (default: drawn)"),
        flag(HOW_OFTEN, "warmup", "N", "Blocks to throw away first").default_value("0"),
        flag(AROUND, "setup", "COMMAND", "Run by the shell before the first run of each version"),
        flag(AROUND, "prepare", "COMMAND", "Run by the shell before each run"),
        flag(AROUND, "cleanup", "COMMAND", "Run by the shell after the last run of each version"),
        flag(AROUND, "timeout", "TIME", "How long a run may take, such as 90s or 5m"),
        switch(AROUND, "keep-going", "Leave a block with a failed run out, and go on"),
        flag(AROUND, "pin", "CPUS", "Use these processors only, such as 2 or 0,2-3"),
        switch(AROUND, "counters", "With -time: also count instructions and cycles"),
        flag(LOGS, "o", "DIR", "Write bench-LABEL.txt for each version here")
            .default_value(".")
            .value_hint(ValueHint::DirPath),
        switch(LOGS, "append", "Write behind logs that exist"),
        switch(LOGS, "force", "Write over logs that exist"),
        flag(LOGS, "alpha", "P", "Significance level").default_value("0.05"),
        flag(LOGS, "margin", "PERCENT", "Equivalence margin").default_value("2%"),
        switch(GENERAL, "quiet", "No progress and no notes on standard error"),
    ]
}

impl RunArguments {
    /// Reads the arguments.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains which argument is wrong.
    pub(crate) fn from_matches(matches: &ArgMatches) -> Result<RunArguments, String> {
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let words = |name: &str| -> Vec<OsString> {
            matches.get_many(name).unwrap_or_default().cloned().collect()
        };
        let many = |name: &str| -> Vec<String> {
            matches.get_many(name).unwrap_or_default().cloned().collect()
        };
        let is = |name: &str| matches.get_flag(name);
        let until = text("until");
        if until.as_ref().is_some_and(|until| until != "decided") {
            return Err("-until takes the word decided".to_owned());
        }
        let params = many("param").iter().map(|given| parse_param(given)).collect::<Result<_, _>>();
        let pin = text("pin");
        let alpha = text("alpha").and_then(|alpha| alpha.parse().ok());
        let margin = text("margin");
        let time = text("name").filter(|_| is("time"));
        if time.as_ref().is_some_and(|name| name.is_empty() || name.contains(char::is_whitespace)) {
            return Err("-name must be a word".to_owned());
        }
        Ok(RunArguments {
            versions: words("versions").iter().map(|word| label_and_command(word)).collect(),
            rest: words("rest"),
            git: words("git").iter().map(|word| label_and_command(word)).collect(),
            build: text("build"),
            rebuild: count(matches, "rebuild", 1)?,
            time,
            each: text("each"),
            params: params?,
            is_shell: is("shell"),
            copies: count_to(matches, "aa", 2, COPIES_MAX)?,
            blocks: count(matches, "n", 1)?,
            span: time_of(matches, "for")?,
            until_decided: until.is_some(),
            looks: count(matches, "looks", 1)?.unwrap_or(5).min(LOOKS_MAX),
            order: text("order").unwrap_or_default(),
            seed: number(matches, "seed")?,
            warmup: count(matches, "warmup", 0)?.unwrap_or(0),
            timeout: time_of(matches, "timeout")?,
            keep_going: is("keep-going"),
            around: [text("setup"), text("prepare"), text("cleanup")],
            pin,
            counters: is("counters"),
            folder: text("o").unwrap_or_default().into(),
            append: is("append"),
            force: is("force"),
            alpha: alpha
                .filter(|alpha| 0.0 < *alpha && *alpha < 1.0)
                .ok_or("-alpha must be a number between 0 and 1")?,
            margin: margin
                .as_deref()
                .map_or(Some(AnalysisQuery::default().margin), parse_share)
                .ok_or_else(|| {
                    format!(
                        "invalid value {:?} for flag -margin: not a share such as 2%",
                        margin.unwrap_or_default()
                    )
                })?,
            quiet: is("quiet"),
        })
    }
}

/// A log records at most this number of interim checks.
const LOOKS_MAX: u32 = 100;

/// Any larger count is a typing error.
const COUNT_MAX: u64 = 1_000_000;

/// Each copy has a log that stays open, so the number of copies is limited.
const COPIES_MAX: u64 = 100;

fn count(matches: &ArgMatches, name: &str, least: u64) -> Result<Option<u32>, String> {
    count_to(matches, name, least, COUNT_MAX)
}

fn count_to(
    matches: &ArgMatches,
    name: &str,
    least: u64,
    most: u64,
) -> Result<Option<u32>, String> {
    let Some(count) = number(matches, name)? else { return Ok(None) };
    if count < least || most < count {
        return Err(format!("-{name} must be a number from {least} to {most}"));
    }
    Ok(u32::try_from(count).ok())
}

fn number(matches: &ArgMatches, name: &str) -> Result<Option<u64>, String> {
    let Some(given) = matches.get_one::<String>(name) else { return Ok(None) };
    let number = given.parse();
    number.map(Some).map_err(|_| format!("invalid value {given:?} for flag -{name}: not a number"))
}

/// Parses a time such as `90s`, `1.5m` or `200ms`; a number without a unit means seconds.
fn time_of(matches: &ArgMatches, name: &str) -> Result<Option<Duration>, String> {
    let Some(given) = matches.get_one::<String>(name) else { return Ok(None) };
    let wrong =
        || format!("invalid value {given:?} for flag -{name}: not a time such as 90s or 5m");
    let unit = given.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(given.len());
    let (amount, unit) = given.split_at(unit);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let amount: f64 = amount.parse().map_err(|_| wrong())?;
    let time = Duration::try_from_secs_f64(amount * seconds).map_err(|_| wrong())?;
    if time.is_zero() { Err(wrong()) } else { Ok(Some(time)) }
}

fn parse_param(given: &str) -> Result<(String, Vec<String>), String> {
    let wrong = || format!("invalid value {given:?} for flag -param: not NAME=A,B,…");
    let (name, values) = given.split_once('=').ok_or_else(wrong)?;
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_letter) {
        return Err(format!(
            "{}: a NAME begins with a lower-case letter, and has only these, digits, - and _",
            wrong()
        ));
    }
    let values: Vec<_> = values.split(',').map(str::to_owned).collect();
    let is_wrong = |value: &String| value.is_empty() || value.contains(char::is_control);
    if values.iter().any(is_wrong) { Err(wrong()) } else { Ok((name.to_owned(), values)) }
}

/// Splits a word into a label and a command if the text before its first `=` is a valid file name.
fn label_and_command(word: &OsStr) -> (Option<String>, OsString) {
    let is_label = |label: &str| {
        let is_letter = |c: char| c.is_alphanumeric() || "-_.+@".contains(c);
        !label.is_empty() && !label.starts_with(['.', '-']) && label.chars().all(is_letter)
    };
    let split = split_at_equals(word)
        .and_then(|(label, command)| Some((label.into_string().ok()?, command)));
    match split.filter(|(label, _)| is_label(label)) {
        Some((label, command)) => (Some(label), command),
        None => (None, word.to_owned()),
    }
}
