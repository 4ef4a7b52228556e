//! Turns arguments into a plan, as far as that is possible before anything is built or listed.

mod versions;

use std::collections::hash_map::RandomState;
use std::ffi::OsString;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use benchlens_core::store::FIXED_ORDER;
use benchlens_core::{AnalysisQuery, Query};
use benchlens_run::{Item, Measure, Order, Plan, RESULTS, Template, is_processors};

use crate::args::{JUNIT, Labelled, RunArguments};
use versions::versions;
pub(super) use versions::{Origin, built, listing};

/// The default number of blocks, and the maximum for a measurement that stops once it is decided.
pub(super) const BLOCKS: u32 = 12;
const BLOCKS_UNTIL_DECIDED: u32 = 50;

/// The default time for measuring whole commands.
const TIME_OF_COMMANDS: Duration = Duration::from_secs(10);

/// With fewer pairs, no result can be significant at 0.05.
pub(super) const LEAST_PAIRS: u32 = 6;

/// Returns the plan and the origins of the versions.
///
/// # Errors
///
/// Returns a sentence that explains why the plan is impossible.
pub(super) fn plan(
    arguments: &RunArguments,
    revisions: &[Labelled],
) -> Result<(Plan, Vec<Origin>), String> {
    check(arguments)?;
    check_query(arguments)?;
    let (versions, origins) = versions(arguments, revisions)?;
    let drawn = RandomState::new().build_hasher().finish();
    let seed = arguments.seed.unwrap_or(drawn >> 32);
    if arguments.until_decided && versions.len() < 2 {
        return Err("-until needs two versions or more: it compares them".to_owned());
    }
    if arguments.gate.is_gate() && versions.len() < 2 {
        return Err("-gate needs two versions or more: it compares them".to_owned());
    }
    let (blocks, enough) = how_many(arguments);
    let order = order(&arguments.order)?;
    // Comparisons must know whether the order was drawn.
    let head = if order == Order::Random { "" } else { FIXED_ORDER };
    let plan = Plan {
        id: format!("{head}{:08x}", drawn & 0xffff_ffff),
        versions,
        items: items(arguments)?,
        blocks,
        enough,
        warmup: arguments.warmup,
        repeats: 1,
        order,
        seed,
        measure: arguments.time.clone().map_or(Measure::Output, Measure::Command),
        timeout: arguments.timeout,
        keep_going: arguments.keep_going,
        results: None,
        hooks: arguments.hooks.clone().map(|text| by_shell(&text)),
        looks: looks(arguments, blocks),
    };
    Ok((plan, origins))
}

/// Rejects flags that contradict each other.
fn check(arguments: &RunArguments) -> Result<(), String> {
    let wrong = [
        (arguments.append && arguments.force, "-append cannot be combined with -force"),
        (
            arguments.until_decided && arguments.span.is_some(),
            "-until cannot be combined with -for",
        ),
        (
            arguments.until_decided && arguments.append,
            "-until cannot be combined with -append: its significance level is budgeted for one recording",
        ),
        (
            arguments.gate.is_gate() && arguments.append,
            "-gate cannot be combined with -append: it decides which rows of one recording to measure again",
        ),
        (arguments.confirm.is_some() && !arguments.gate.is_gate(), "-confirm needs -gate"),
        (
            arguments.output.files.iter().any(|(format, _)| format.name == JUNIT)
                && !arguments.gate.is_gate(),
            "junit requires a gate: add -gate or -gate-file",
        ),
        (arguments.blocks.is_some() && arguments.span.is_some(), "-n cannot be combined with -for"),
        (arguments.counters && arguments.time.is_none(), "-counters needs -time"),
        (
            arguments.results.is_some() && arguments.time.is_some(),
            "-results cannot be combined with -time: a command gives one result",
        ),
        (
            arguments.params.iter().any(|(name, _)| name == RESULTS),
            "-param results: {results} is the number of results of a run, so choose another name",
        ),
        (arguments.rebuild.is_some() && arguments.build.is_none(), "-rebuild needs -build"),
        (
            arguments.until_decided
                && arguments.rebuild.is_some_and(|builds| builds < how_many(arguments).0),
            "-until needs a build for each block: omit -rebuild, or set it to the number of -n",
        ),
        (
            arguments.time.is_some() && arguments.each.is_some(),
            "-each cannot be combined with -time",
        ),
        (
            arguments.pin.as_deref().is_some_and(|list| !is_processors(list)),
            "-pin expects processors such as 2 or 0,2-3",
        ),
    ];
    match wrong.iter().find(|(is_wrong, _)| *is_wrong) {
        Some((_, message)) => Err((*message).to_owned()),
        None => Ok(()),
    }
}

/// Checks settings that would otherwise be rejected only after all measurements.
fn check_query(arguments: &RunArguments) -> Result<(), String> {
    let analysis = AnalysisQuery::default().margin(arguments.margin);
    let query = Query::default().alpha(arguments.alpha).analysis(analysis);
    query.compile().map(drop).map_err(|error| error.sentence().flag_text())
}

fn order(name: &str) -> Result<Order, String> {
    match name {
        "random" => Ok(Order::Random),
        "abba" => Ok(Order::Abba),
        "turns" => Ok(Order::Turns),
        _ => Err("-order must be random, abba or turns".to_owned()),
    }
}

/// Returns the maximum number of blocks, and the condition to stop earlier.
fn how_many(arguments: &RunArguments) -> (u32, Option<(Duration, u32)>) {
    match (arguments.blocks, arguments.span) {
        (Some(blocks), _) => (blocks, None),
        (None, Some(span)) => (u32::MAX, Some((span, LEAST_PAIRS))),
        (None, None) if arguments.until_decided => (BLOCKS_UNTIL_DECIDED, None),
        (None, None) if arguments.time.is_some() => (u32::MAX, Some((TIME_OF_COMMANDS, BLOCKS))),
        (None, None) => (BLOCKS, None),
    }
}

/// Returns the numbers of blocks after which to make interim checks, evenly spaced.
fn looks(arguments: &RunArguments, blocks: u32) -> Vec<u32> {
    if !arguments.until_decided {
        return Vec::new();
    }
    // Fewer than a third of the blocks can hardly decide anything, because the significance level there is too small.
    let first = if arguments.looks == 1 { blocks } else { blocks.div_ceil(3) };
    let steps = (arguments.looks - 1).min(blocks - first).max(1);
    let step = |k: u32| u64::from(blocks - first) * u64::from(k) / u64::from(steps);
    let looks = (0..=steps).map(|k| first + step(k) as u32);
    let mut looks: Vec<u32> = looks.collect();
    looks.dedup();
    looks
}

fn by_shell(command: &str) -> Template {
    Template { words: ["sh", "-c", command].map(OsString::from).to_vec(), ..Template::default() }
}

/// More combinations of parameters are a mistake: with one second for each run, 12 blocks of this number take days.
const ITEMS_MAX: usize = 10_000;

/// Returns every combination of the parameters.
fn items(arguments: &RunArguments) -> Result<Vec<Item>, String> {
    let counts = arguments.params.iter().map(|(_, values)| values.len());
    let count = counts.fold(1, usize::saturating_mul);
    if ITEMS_MAX < count {
        return Err(format!(
            "the values of -param have {count} combinations, expected at most {ITEMS_MAX}: name fewer values"
        ));
    }
    let mut items = vec![Item::default()];
    for (name, values) in &arguments.params {
        let with = |item: &Item, value: &String| {
            let mut item = item.clone();
            item.values.push((name.clone(), value.clone()));
            item
        };
        items = items
            .iter()
            .flat_map(|item| values.iter().map(move |value| with(item, value)))
            .collect();
    }
    Ok(items)
}

/// Returns the paths of the logs.
pub(super) fn paths(plan: &Plan, folder: &Path) -> Vec<PathBuf> {
    let folder = if folder == Path::new(".") { Path::new("") } else { folder };
    plan.versions
        .iter()
        .map(|version| folder.join(format!("bench-{}.txt", version.label)))
        .collect()
}
