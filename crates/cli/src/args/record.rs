//! Flags for `benchlens run`, and their meaning as far as it does not depend on the machine.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use benchlens_core::format::ReadOptions;
use benchlens_core::table::parse_share;
use benchlens_core::{AnalysisQuery, Output};
use clap::{Arg, ArgAction, ArgMatches, ValueHint};

use super::flags::{Suggested, flag, one_of, optional, switch};
use super::gate::{GateArguments, rule_flags};
use super::headings::{AROUND, CI, HOW_OFTEN, LOGS, WHAT};
use super::output::{ALSO_WRITE, OutputArguments, notes_flag, output_flag};
use super::work::{load_flags, quiet_flag, with_load_options};
use benchlens_inputs::split_at_equals;
use benchlens_run::Hooks;

/// A command or a revision, with its label if one is given.
pub(crate) type Labelled = (Option<String>, OsString);

/// The arguments of `benchlens run`.
#[derive(Debug)]
#[cfg_attr(
    not(unix),
    expect(dead_code, reason = "only Unix can record: the words are checked, and refused")
)]
pub(crate) struct RunArguments {
    /// The commands.
    pub(crate) versions: Vec<Labelled>,
    /// The arguments after `--`.
    pub(crate) rest: Vec<OsString>,
    /// The revisions and ranges of them.
    pub(crate) git: Vec<Labelled>,
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
    /// The number of results of each run; the default number may change during the measurement.
    pub(crate) results: Option<u32>,
    pub(crate) span: Option<Duration>,
    pub(crate) until_decided: bool,
    pub(crate) looks: u32,
    pub(crate) order: String,
    pub(crate) seed: Option<u64>,
    pub(crate) warmup: u32,
    pub(crate) timeout: Option<Duration>,
    pub(crate) keep_going: bool,
    /// Commands that are not measured.
    pub(crate) hooks: Hooks<String>,
    pub(crate) pin: Option<String>,
    pub(crate) counters: bool,
    pub(crate) folder: PathBuf,
    pub(crate) output: OutputArguments,
    /// Whether text contains all notes.
    pub(crate) notes: bool,
    pub(crate) gate: GateArguments,
    /// The number of blocks in which rows that fail the gate are measured again.
    pub(crate) confirm: Option<u32>,
    pub(crate) append: bool,
    pub(crate) force: bool,
    pub(crate) alpha: f64,
    pub(crate) margin: f64,
    /// How the output of commands is read.
    pub(crate) reading: ReadOptions,
    pub(crate) quiet: bool,
}

/// Returns the flags.
pub(crate) fn run_flags() -> Vec<Arg> {
    let flags = version_flags().into_iter().chain(block_flags()).chain(other_flags());
    flags.chain(report_flags()).collect()
}

/// The format of gate results for CI systems. It is not one of the library's outputs, because most reports have no
/// gate.
pub(crate) const JUNIT: &str = "junit";

/// Returns the formats of the report; the first is for standard output.
fn formats() -> Vec<&'static str> {
    Output::ALL.map(|(name, _)| name).into_iter().chain([JUNIT]).collect()
}

/// The flags for the report and the gate.
fn report_flags() -> [Arg; 5] {
    let [rules, file] = rule_flags();
    let confirm = "Measure failing rows again, in N blocks [default: 24]\n\
                   Only rows that fail again fail the gate; 0 turns this off";
    let confirm = flag(CI, "confirm", "N", confirm);
    [output_flag(ALSO_WRITE, &formats()), notes_flag(), rules, file, confirm]
}

/// The flags that say what runs.
fn version_flags() -> [Arg; 9] {
    let many = |arg: Arg| arg.action(ArgAction::Append);
    [
        switch(WHAT, "time", "Measure the commands: CPU time, elapsed time, memory"),
        flag(WHAT, "name", "NAME", "Name the benchmark of --time").default_value("Command"),
        optional(
            WHAT,
            "each",
            "COMMAND",
            "Interleave benchmark by benchmark, not suite by suite\n\
             COMMAND lists the names for {}; Go tests list their own",
            "",
            &[],
        ),
        many(flag(WHAT, "param", "NAME=A,B,…", "Run with each value for {NAME} (repeatable)")),
        many(flag(WHAT, "git", "REV", "Run this git revision, or each of A..B (repeatable)"))
            .value_parser(clap::value_parser!(OsString)),
        flag(
            WHAT,
            "build",
            "COMMAND",
            "Build each version; COMMAND writes $BENCH_OUT\n\
             For example: 'go test -c -o $BENCH_OUT .'\n\
             Builds --git revisions in their folders, and LABEL= in this folder",
        ),
        flag(
            WHAT,
            "rebuild",
            "N",
            "Build each version N times, with seeds in $BENCH_SEED\n\
             Without it, once for each block if --build uses $BENCH_SEED",
        ),
        switch(WHAT, "shell", "Run the commands in a shell"),
        optional(
            WHAT,
            "aa",
            "N",
            "Run an A/A test: N copies of one version [default: 2]",
            "2",
            &[],
        ),
    ]
}

/// The flags that say how often and in which order it runs.
fn block_flags() -> [Arg; 8] {
    let order = "Set the order in each block";
    [
        // Other programs' names of it are not accepted, but lead to it.
        flag(HOW_OFTEN, "n", "N", "Run N blocks, each with every version once [default: 12]")
            .aliases(["blocks", "count", "repeat", "runs", "iterations"]),
        flag(
            HOW_OFTEN,
            "results",
            "K",
            "Take K short results per run [default: 5]\n\
             For Go benchmarks, and for commands with {results}",
        ),
        flag(
            HOW_OFTEN,
            "for",
            "TIME",
            "Run blocks for this time, such as 90s or 5m\n\
             Runs at least 6 blocks [default with --time: 10s]",
        ),
        flag(
            HOW_OFTEN,
            "until",
            "decided",
            "Stop when every benchmark has a clear outcome\nRuns at most 50 blocks",
        )
        .value_parser(Suggested::new(&["decided"])),
        flag(HOW_OFTEN, "checks", "N", "Make N interim checks, with --until").default_value("5"),
        one_of(
            flag(HOW_OFTEN, "order", "ORDER", order).default_value("random"),
            &["random", "abba", "turns"],
        ),
        flag(HOW_OFTEN, "seed", "N", "Set the random seed for the order [default: random]"),
        flag(HOW_OFTEN, "warmup", "N", "Discard the first N blocks").default_value("0"),
    ]
}

/// The flags for what surrounds the runs, for the logs and for the comparison.
fn other_flags() -> [Arg; 16] {
    let [quantiles, interval, window] = load_flags(LOGS);
    [
        flag(AROUND, "setup", "COMMAND", "Run in a shell before the first run of each version"),
        flag(AROUND, "prepare", "COMMAND", "Run in a shell before each run"),
        flag(AROUND, "cleanup", "COMMAND", "Run in a shell after the last run of each version"),
        flag(AROUND, "timeout", "TIME", "Limit the time of each run, such as 90s or 5m"),
        switch(AROUND, "keep-going", "Skip a block in which a run fails, and continue"),
        flag(AROUND, "pin", "CPUS", "Use only these CPUs, such as 2 or 0,2-3"),
        switch(AROUND, "counters", "Count instructions and cycles, with --time"),
        flag(LOGS, "logs", "DIR", "Write bench-LABEL.txt logs to this folder")
            .default_value(".")
            .value_hint(ValueHint::DirPath),
        switch(LOGS, "append", "Append to existing logs"),
        switch(LOGS, "force", "Overwrite existing logs"),
        flag(LOGS, "alpha", "P", "Set the significance level").default_value("0.05"),
        flag(LOGS, "margin", "PERCENT", "Set the equivalence margin").default_value("2%"),
        quantiles,
        interval,
        window,
        quiet_flag("Hide progress and notes"),
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
        let time = benchmark_name(matches)?;
        let reading = with_load_options(matches, ReadOptions::default())?;
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
            results: count_to(matches, "results", 1, RESULTS_MAX)?,
            span: time_of(matches, "for")?,
            until_decided: until.is_some(),
            looks: count(matches, "checks", 1)?.unwrap_or(5).min(LOOKS_MAX),
            order: text("order").unwrap_or_default(),
            seed: number(matches, "seed")?,
            warmup: count(matches, "warmup", 0)?.unwrap_or(0),
            timeout: time_of(matches, "timeout")?,
            keep_going: is("keep-going"),
            hooks: Hooks {
                setup: text("setup"),
                prepare: text("prepare"),
                cleanup: text("cleanup"),
            },
            pin,
            counters: is("counters"),
            folder: text("logs").unwrap_or_default().into(),
            output: OutputArguments::from_matches(matches, &formats())?,
            notes: is("notes"),
            gate: GateArguments::rules_from_matches(matches),
            confirm: count(matches, "confirm", 0)?,
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
                        "invalid value {:?} for flag -margin: expected a percentage such as 2%",
                        margin.unwrap_or_default()
                    )
                })?,
            reading,
            quiet: is("quiet"),
        })
    }
}

/// Returns the name of a whole command's benchmark, if the commands themselves are measured.
pub(super) fn benchmark_name(matches: &ArgMatches) -> Result<Option<String>, String> {
    let time = matches.get_one::<String>("name").cloned().filter(|_| matches.get_flag("time"));
    if time.as_ref().is_some_and(|name| name.is_empty() || name.contains(char::is_whitespace)) {
        return Err("-name must be a word".to_owned());
    }
    Ok(time)
}

/// A log records at most this number of interim checks.
const LOOKS_MAX: u32 = 100;

/// More results of one process do not help.
const RESULTS_MAX: u64 = 1000;

/// Any larger count is a typing error.
const COUNT_MAX: u64 = 1_000_000;

/// Each copy has a log that stays open, so the number of copies is limited.
const COPIES_MAX: u64 = 100;

pub(super) fn count(matches: &ArgMatches, name: &str, least: u64) -> Result<Option<u32>, String> {
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

pub(super) fn number(matches: &ArgMatches, name: &str) -> Result<Option<u64>, String> {
    let Some(given) = matches.get_one::<String>(name) else { return Ok(None) };
    let number = given.parse();
    number.map(Some).map_err(|_| format!("invalid value {given:?} for flag -{name}: not a number"))
}

/// Parses a time such as `90s`, `1.5m` or `200ms`; a number without a unit means seconds.
pub(super) fn time_of(matches: &ArgMatches, name: &str) -> Result<Option<Duration>, String> {
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
