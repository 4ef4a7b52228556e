//! The command line: Go's flags and everybody else's.
//!
//! clap defines the flags, their help and the completions. In front of it goes a small pass over the
//! words, because clap takes neither `-col` nor a value that begins with `-` nor a flag given twice
//! as Go's flag package does. Which flags there are and which take a value the pass asks clap.

use std::ffi::{OsStr, OsString};

use benchlens::format::gobench::number::{NumberError, parse_float};
use benchlens::{Output, Query};
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::calibrate::Calibrate;
use crate::gate::GateArguments;
use crate::inputs::{InputArgument, Threads};
use crate::keys::Keys;
use crate::show::Writing;

/// What a command line asks for.
pub(crate) enum Todo {
    Compare(Box<Request>),
    Calibrate(Box<Calibrate>),
    Keys(Box<Keys>),
    /// Text for standard output, after which all is done.
    Print(String),
    /// A message for standard error: the command line is wrong.
    Refuse(String),
}

/// A comparison.
pub(crate) struct Request {
    pub(crate) query: Query,
    pub(crate) gate: GateArguments,
    pub(crate) writing: Writing,
    pub(crate) quiet: bool,
    pub(crate) threads: Threads,
    pub(crate) inputs: Vec<InputArgument>,
}

/// Reads the words behind the program's name.
pub(crate) fn parse(words: impl IntoIterator<Item = OsString>) -> Todo {
    let words: Vec<OsString> = words.into_iter().collect();
    if let [first, rest @ ..] = &words[..]
        && first == "completions"
    {
        return completions(rest);
    }
    if let [first, rest @ ..] = &words[..] {
        let rest = rest.to_vec();
        match first.to_str() {
            Some("calibrate") => {
                let usage = crate::calibrate::USAGE;
                return other(rest, crate::calibrate::command(), usage, |matches| {
                    crate::calibrate::asked(matches).map(|asked| Todo::Calibrate(Box::new(asked)))
                });
            }
            Some("keys") => {
                return other(rest, crate::keys::command(), crate::keys::USAGE, |matches| {
                    crate::keys::asked(matches).map(|asked| Todo::Keys(Box::new(asked)))
                });
            }
            _ => {}
        }
    }
    match sort_words(words, &command()) {
        Ok(Sorted::Help) => Todo::Print(help()),
        Ok(Sorted::Version) => version(),
        Ok(Sorted::Words(words)) => request(words),
        Err(message) => refuse(&message),
    }
}

/// Reads the words of another command than the comparison.
fn other(
    words: Vec<OsString>,
    mut command: Command,
    usage: &str,
    asked: impl Fn(&ArgMatches) -> Result<Todo, String>,
) -> Todo {
    let refuse = |message: &str| Todo::Refuse(format!("{message}\n{usage}"));
    let words = match sort_words(words, &command) {
        Ok(Sorted::Help) => return Todo::Print(command.render_help().to_string()),
        Ok(Sorted::Version) => return version(),
        Ok(Sorted::Words(words)) => words,
        Err(message) => return refuse(&message),
    };
    match command.try_get_matches_from(words) {
        Ok(matches) => asked(&matches).unwrap_or_else(|message| refuse(&message)),
        Err(error) => refuse(error.to_string().trim_end()),
    }
}

fn version() -> Todo {
    Todo::Print(format!("benchlens {}\n", env!("CARGO_PKG_VERSION")))
}

fn refuse(message: &str) -> Todo {
    Todo::Refuse(format!("{message}\n{USAGE}"))
}

const USAGE: &str = "\
usage: benchlens [flags] inputs...

An input is a file, label=file, or - for standard input.
'benchlens -h' explains the flags and shows examples.
";

/// The words of a command line in the order that clap takes.
enum Sorted {
    Help,
    Version,
    Words(Vec<OsString>),
}

/// Turns every spelling of a flag into `--name` or `--name=value`, and puts inputs behind `--`.
fn sort_words(words: Vec<OsString>, command: &Command) -> Result<Sorted, String> {
    let (mut flags, mut inputs) = (vec![OsString::from("benchlens")], Vec::new());
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy().into_owned();
        if text == "--" {
            inputs.extend(words);
            break;
        }
        let Some(bare) = text.strip_prefix('-').filter(|bare| !bare.is_empty()) else {
            inputs.push(word);
            continue;
        };
        let bare = bare.strip_prefix('-').unwrap_or(bare);
        if bare.is_empty() || bare.starts_with(['-', '=']) {
            return Err(format!("bad flag syntax: {text}"));
        }
        let (name, value) = match bare.split_once('=') {
            Some((name, _)) => (name, Some(after_equals(&word))),
            None => (bare, None),
        };
        match name {
            "h" | "help" => return Ok(Sorted::Help),
            "V" | "version" => return Ok(Sorted::Version),
            _ => {}
        }
        let mut known = command.get_arguments();
        let named = |arg: &&Arg| arg.get_long() == Some(name) || is_short(arg, name);
        let Some(flag) = known.find(named) else {
            return Err(undefined(command, name));
        };
        let name = flag.get_long().unwrap_or(name);
        let takes_value = flag.get_action().takes_values();
        let value = match (takes_value, value) {
            (true, None) => words.next().map(Some),
            (true, value) => Some(value),
            (false, None) => Some(None),
            (false, Some(_)) => return Err(format!("flag takes no value: -{name}")),
        };
        let value = value.ok_or_else(|| format!("flag needs an argument: -{name}"))?;
        if value.as_ref().is_some_and(|value| value.to_str().is_none()) {
            return Err(format!(
                "invalid value for flag -{name}: not UTF-8 (in quotes, \\xff stands for a byte)"
            ));
        }
        flags.push(flag_word(name, value.as_deref()));
    }
    flags.push("--".into());
    flags.extend(inputs);
    Ok(Sorted::Words(flags))
}

/// Whether a name is the one letter of a flag.
fn is_short(flag: &Arg, name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|letter| flag.get_short() == Some(letter))
        && letters.next().is_none()
}

/// What to say of a flag that does not exist.
fn undefined(command: &Command, name: &str) -> String {
    let message = format!("flag provided but not defined: -{name}");
    let flags = command.get_arguments().filter_map(Arg::get_long);
    let near = flags.map(|flag| (strsim::jaro_winkler(flag, name), flag));
    match near.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((likeness, flag)) if 0.8 < likeness => format!("{message}\ndid you mean -{flag}?"),
        _ => message,
    }
}

fn flag_word(name: &str, value: Option<&OsStr>) -> OsString {
    let mut word = OsString::from(format!("--{name}"));
    if let Some(value) = value {
        word.push("=");
        word.push(value);
    }
    word
}

/// What stands behind the first `=` of a word that has one.
fn after_equals(word: &OsStr) -> OsString {
    crate::inputs::split_at_equals(word).map(|(_, value)| value).unwrap_or_default()
}

fn request(words: Vec<OsString>) -> Todo {
    let matches = match command().try_get_matches_from(words) {
        Ok(matches) => matches,
        Err(error) => return refuse(error.to_string().trim_end()),
    };
    let text = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_default();
    let number = |name: &str| {
        let given = text(name);
        parse_float(given.as_bytes()).map_err(|error| {
            let why = match error {
                NumberError::Syntax => "parse error",
                NumberError::Range => "value out of range",
            };
            format!("invalid value {given:?} for flag -{name}: {why}")
        })
    };
    let (alpha, confidence) = match (number("alpha"), number("confidence")) {
        (Ok(alpha), Ok(confidence)) => (alpha, confidence),
        (Err(message), _) | (_, Err(message)) => return refuse(&message),
    };
    let threads = match threads_of(&matches) {
        Ok(threads) => threads,
        Err(message) => return refuse(&message),
    };
    let analysis = match crate::analysis::asked(&matches) {
        Ok(analysis) => analysis,
        Err(message) => return refuse(&message),
    };
    let (focus, writing) = match (crate::show::focus(&matches), crate::show::writing(&matches)) {
        (Ok(focus), Ok(writing)) => (focus, writing),
        (Err(message), _) | (_, Err(message)) => return refuse(&message),
    };
    let many = |name: &str| matches.get_many(name).unwrap_or_default().cloned().collect();
    let mut inputs = inputs_of(&matches);
    if inputs.is_empty() {
        if !crate::inputs::stdin_has_data() {
            return refuse("no inputs");
        }
        inputs.push(InputArgument::parse(OsStr::new("-")));
    }
    let query = Query {
        table: text("table"),
        row: text("row"),
        col: text("col"),
        ignore: text("ignore"),
        filter: text("filter"),
        alpha,
        confidence,
        derive: many("derive"),
        analysis,
        samples: matches.get_flag("samples"),
        focus,
    };
    let quiet = matches.get_flag("quiet");
    let gate = GateArguments::asked(&matches);
    Todo::Compare(Box::new(Request { query, gate, writing, quiet, threads, inputs }))
}

/// The inputs of a command line.
pub(crate) fn inputs_of(matches: &ArgMatches) -> Vec<InputArgument> {
    let inputs = matches.get_many::<OsString>("inputs").unwrap_or_default();
    inputs.map(|word| InputArgument::parse(word)).collect()
}

/// How many threads a command line asks for.
///
/// # Errors
///
/// That it is not a number, as a sentence.
pub(crate) fn threads_of(matches: &ArgMatches) -> Result<Threads, String> {
    let Some(given) = matches.get_one::<String>("j") else { return Ok(Threads(None)) };
    match given.parse::<usize>() {
        Ok(threads) if 0 < threads => Ok(Threads(Some(threads))),
        _ => Err(format!("invalid value {given:?} for flag -j: not a count")),
    }
}

/// The output of a `-format`.
pub(crate) fn find_output(format: &str) -> Option<Output> {
    Output::ALL.into_iter().find(|&(name, _)| name == format).map(|(_, output)| output)
}

/// What to say of a `-format` that does not exist.
pub(crate) fn format_error() -> String {
    let names: Vec<&str> = Output::ALL.iter().map(|&(name, _)| name).collect();
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    format!("-format must be {} or {last}", others.join(", "))
}

fn command() -> Command {
    let query = Query::default();
    let flag = |name: &'static str, value: &'static str, default: String, help: &'static str| {
        Arg::new(name).long(name).value_name(value).default_value(default).help(help)
    };
    Command::new("benchlens")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .after_help(EXAMPLES)
        .override_usage(
            "benchlens [flags] inputs...\n       benchlens calibrate [flags] inputs...\n       \
             benchlens keys [flags] inputs...\n       \
             benchlens completions SHELL",
        )
        .args_override_self(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args([
            flag("table", "PROJECTION", query.table, "The keys that tell tables apart"),
            flag("row", "PROJECTION", query.row, "The keys that tell rows apart"),
            flag("col", "PROJECTION", query.col, "The keys that tell columns apart"),
            flag("ignore", "KEYS", query.ignore, "Keys whose differences do not matter"),
            flag("filter", "FILTER", query.filter, "Which results count"),
            flag("alpha", "P", query.alpha.to_string(), "Differences are significant up to this p"),
            flag("confidence", "LEVEL", query.confidence.to_string(), "The level of each interval"),
            flag("format", "FORMAT", "text".into(), "text, csv, markdown, json or tidy"),
        ])
        .args(crate::analysis::flags())
        .args(crate::show::flags())
        .args(crate::gate::flags())
        .args(work_flags("No notes and no CSV warnings on standard error"))
        .args(switches())
        .arg(
            inputs_arg()
                .help("Files, label=file, or - for standard input (the default if it is a pipe)"),
        )
}

/// The flags of every command that reads logs; what `-quiet` silences is said of each.
pub(crate) fn work_flags(quiet: &'static str) -> [Arg; 2] {
    let threads = "Threads to use (default: all cores)";
    [
        Arg::new("j").long("j").value_name("N").help(threads),
        Arg::new("quiet").long("quiet").action(ArgAction::SetTrue).help(quiet),
    ]
}

/// The flags that end all else.
pub(crate) fn switches() -> [Arg; 2] {
    let switch = |name: &'static str, short: char, help: &'static str| {
        Arg::new(name).long(name).short(short).action(ArgAction::SetTrue).help(help)
    };
    [switch("help", 'h', "Print this help"), switch("version", 'V', "Print the version")]
}

/// All words that are no flags.
pub(crate) fn inputs_arg() -> Arg {
    Arg::new("inputs")
        .value_name("INPUTS")
        .num_args(0..)
        .value_parser(clap::value_parser!(OsString))
        .help("Files, or label=file")
}

fn help() -> String {
    command().render_help().to_string()
}

fn completions(words: &[OsString]) -> Todo {
    let shell = match words {
        [shell] => shell.to_str().and_then(|name| name.parse::<clap_complete::Shell>().ok()),
        _ => None,
    };
    let Some(shell) = shell else {
        return refuse("completions takes one of bash, elvish, fish, powershell, zsh");
    };
    let mut script = Vec::new();
    let mut command =
        command().subcommand(crate::calibrate::command()).subcommand(crate::keys::command());
    clap_complete::generate(shell, &mut command, "benchlens", &mut script);
    Todo::Print(String::from_utf8_lossy(&script).into_owned())
}

const ABOUT: &str = "\
Compares benchmark results in Go's benchmark format.

Each benchmark is a row and each input a column. A cell shows the median of all runs and how far \
its confidence interval reaches; from the second column on also the change against the first \
column, or ~ where it may well be chance.

Flags may have one dash or two, a space or = before the value, and may stand anywhere.";

const EXAMPLES: &str = "\
Examples:
  go test -run '^$' -bench . -count 10 > old.txt     measure, ten runs of each benchmark
  benchlens old.txt new.txt                          compare two versions
  benchlens before=old.txt after=new.txt             with names of your own for the columns
  benchlens -filter .unit:sec/op old.txt new.txt     only times
  benchlens -filter '.name:/^Encode/ /n:(10 OR 100)' log.txt
                                                     only some benchmarks
  benchlens -col /codec log.txt                      compare the cases of one log, such as
                                                     BenchmarkX/codec=a and BenchmarkX/codec=b
  benchlens -row .name -col '/n@num' log.txt         columns sorted as numbers
  benchlens -row .name -col '/n@(1k 10k)' log.txt    these columns only, in this order
  benchlens -ignore cpu old.txt new.txt              compare across machines
  benchlens -gate 'sec/op: +5%; allocs/op: any' old.txt new.txt
                                                     exit status 1 if something got worse than that
  benchlens -format csv old.txt new.txt > table.csv  for a spreadsheet
  go test -bench . | benchlens                       read from a pipe

Projections are lists of keys. A key is .name (the benchmark without its cases), .fullname, .file \
(the input), .config (all lines like goos: linux), /key (a case of the name: /n of X/n=10), \
/gomaxprocs (the -8 at its end), or the key of a configuration line (goos, pkg, cpu, …). Behind a \
key, @first, @alpha, @num or @(a b c) sets the order.

Filters are key:value, key:/regexp/ and key:(a OR b), joined by spaces (and), OR, - (not) and \
parentheses; .unit:sec/op selects measurements.

Rules of a gate are UNIT: LIMIT or FILTER: LIMIT, separated by semicolons; the last that matches a \
comparison decides it. A limit is +5%, +20ns, both, or any: what a significant change may not be \
worse than. Words behind it: proven, untested, report, optional, n>=6. missing: and new: take fail, \
warn or ignore, agree: takes keys in which both sides must agree.

Exit status: 0 done, 1 something is worse than the gate allows, 2 the command line is wrong, 3 an \
input cannot be read or nothing in it is a benchmark, 4 the gate could not compare what it had to, \
5 the gate demands a proof that is not there.
";
