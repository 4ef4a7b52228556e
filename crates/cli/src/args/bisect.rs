//! Flags for `benchlens bisect`.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use benchlens_inputs::split_at_dots;
use clap::{Arg, ArgMatches, ValueHint};

use super::flags::{flag, switch};
use super::headings::{AROUND, HOW_OFTEN, LOGS, WHAT};
use super::output::format_flag;
use super::record::{benchmark_name, count, number, time_of};
use super::settings::filter_flag;
use super::work::quiet_flag;

/// The arguments of `benchlens bisect`.
#[derive(Debug)]
#[cfg_attr(
    not(unix),
    expect(dead_code, reason = "only Unix can record: the words are checked, and refused")
)]
pub(crate) struct BisectArguments {
    pub(crate) range: BisectRange,
    /// The arguments after `--`.
    pub(crate) rest: Vec<OsString>,
    pub(crate) build: Option<String>,
    /// The number of builds of each commit, if the user sets it.
    pub(crate) builds: Option<u32>,
    /// The name of a whole command's benchmark, if the commands themselves are measured.
    pub(crate) time: Option<String>,
    pub(crate) filter: String,
    pub(crate) unit: Option<String>,
    /// The maximum number of blocks before the proof.
    pub(crate) blocks: u32,
    pub(crate) timeout: Option<Duration>,
    pub(crate) pin: Option<String>,
    pub(crate) seed: Option<u64>,
    pub(crate) folder: PathBuf,
    pub(crate) is_dry: bool,
    pub(crate) format: BisectFormat,
    pub(crate) quiet: bool,
}

/// The commits to search.
#[derive(Debug)]
#[cfg_attr(not(unix), expect(dead_code, reason = "only Unix can record"))]
pub(crate) enum BisectRange {
    /// The ends: a commit without the change, and one with it.
    Ends([OsString; 2]),
    /// The file of a history, whose newest change is searched.
    History(PathBuf),
}

/// The formats of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(unix), expect(dead_code, reason = "only Unix can record"))]
pub(crate) enum BisectFormat {
    Text,
    Markdown,
    Json,
}

const FORMATS: [(&str, BisectFormat); 3] = [
    ("text", BisectFormat::Text),
    ("markdown", BisectFormat::Markdown),
    ("json", BisectFormat::Json),
];

/// The maximum number of blocks by default.
const BLOCKS: u32 = 200;

/// Returns the flags.
pub(crate) fn bisect_flags() -> Vec<Arg> {
    let mut flags = vec![
        switch(WHAT, "time", "Measure the commands: CPU time, elapsed time, memory"),
        flag(WHAT, "name", "NAME", "Name the benchmark of --time").default_value("Command"),
        flag(
            WHAT,
            "build",
            "COMMAND",
            "Build each commit; COMMAND writes $BENCH_OUT\nA shell runs COMMAND, for example: 'go test -c -o $BENCH_OUT .'",
        ),
        flag(
            WHAT,
            "rebuild",
            "N",
            "Use up to N builds of each commit\n\
             Without it, each block has new builds, or 4 builds alternate if building takes longer than \
             running. Each build has a seed in $BENCH_SEED, a positive integer below 2^31, to shuffle the layout in \
             memory: go test -c -ldflags=-randlayout=$BENCH_SEED, for example",
        ),
        flag(
            WHAT,
            "unit",
            "UNIT",
            "Judge by this unit [default: sec/op]\n\
             Without it, elapsed time (sec/op) is replaced by CPU time (cpu-sec/op) if it varies at least twice as much \
             between the ends and shows no change there",
        ),
        flag(
            WHAT,
            "from-history",
            "FILE",
            "Search the newest change of this history\n\
             FILE is the output of 'benchlens history -format json', whose logs contain 'commit: …'. \
             The change is that of the rows that --filter and --unit match",
        )
        .value_hint(ValueHint::FilePath),
        flag(HOW_OFTEN, "n", "N", "Measure at most N blocks [default: 200]"),
        flag(HOW_OFTEN, "seed", "N", "Set the random seed for the order [default: random]"),
        switch(HOW_OFTEN, "dry", "Print the next step, and measure nothing"),
        flag(AROUND, "timeout", "TIME", "Limit the time of each run, such as 90s or 5m"),
        flag(AROUND, "pin", "CPUS", "Use only these CPUs, such as 2 or 0,2-3"),
        flag(LOGS, "logs", "DIR", "Write logs here, and continue from them")
            .default_value("bisect")
            .value_hint(ValueHint::DirPath),
        format_flag(&FORMATS.map(|(name, _)| name)),
        quiet_flag("Hide progress and notes"),
    ];
    flags.extend(filter_flag());
    flags
}

impl BisectArguments {
    /// Reads the arguments.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains which argument is wrong.
    pub(crate) fn from_matches(matches: &ArgMatches) -> Result<BisectArguments, String> {
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let words = |name: &str| -> Vec<OsString> {
            matches.get_many(name).unwrap_or_default().cloned().collect()
        };
        let (range, rest) = (words("range"), words("rest"));
        let range = match (&range[..], text("from-history")) {
            ([], Some(file)) => BisectRange::History(file.into()),
            ([range], None) => BisectRange::Ends(ends_of_range(range)?),
            (_, None) => return Err("bisect takes one range, such as v1.8..HEAD".to_owned()),
            (_, Some(_)) => {
                return Err("-from-history contains the range: omit GOOD..BAD".to_owned());
            }
        };
        let build = text("build");
        if build.is_none() && rest.is_empty() {
            return Err(
                "nothing to run: give a command behind --, or in -build how to make a program"
                    .to_owned(),
            );
        }
        let format = text("format").unwrap_or_default();
        let known = FORMATS.iter().find(|(name, _)| *name == format);
        let Some(&(_, format)) = known else {
            let names = FORMATS.map(|(name, _)| name).join(", ");
            return Err(format!("-format {format}: expected one of {names}"));
        };
        Ok(BisectArguments {
            range,
            rest,
            builds: count(matches, "rebuild", 1)?,
            build,
            time: benchmark_name(matches)?,
            filter: text("filter").unwrap_or_default(),
            unit: text("unit"),
            blocks: count(matches, "n", 1)?.unwrap_or(BLOCKS),
            timeout: time_of(matches, "timeout")?,
            pin: text("pin"),
            seed: number(matches, "seed")?,
            folder: text("logs").unwrap_or_default().into(),
            is_dry: matches.get_flag("dry"),
            format,
            quiet: matches.get_flag("quiet"),
        })
    }
}

/// Reads `GOOD..BAD`.
///
/// # Errors
///
/// Returns a sentence if it is not a range.
pub(crate) fn ends_of_range(range: &OsStr) -> Result<[OsString; 2], String> {
    let is_end = |text: &OsStr| !text.as_encoded_bytes().starts_with(b".");
    let ends = split_at_dots(range).filter(|(good, bad)| !good.is_empty() && is_end(bad));
    let (good, bad) =
        ends.ok_or_else(|| format!("{}: not a range such as v1.8..HEAD", range.to_string_lossy()))?;
    Ok([good, if bad.is_empty() { "HEAD".into() } else { bad }])
}
