//! Prepares a measurement: folders with revisions, programs, and benchmark names.

use std::ffi::OsString;
use std::path::PathBuf;

use benchlens_core::base::Sentence;
use benchlens_core::format::gobench::rebuilding_name;
use benchlens_run::{
    BENCH_OUT, BENCH_SEED, Helper, Interrupts, Item, Launcher, Measure, Plan, Repository, Stop,
    Template, Unready, Workshop, build_seeds, has_results, list_names, short, spread, with_results,
};

use super::plan::{BLOCKS, LEAST_PAIRS, Origin, built, listing};
use super::watch::RESULTS_OF_RUN;
use crate::args::RunArguments;
use crate::output;

/// Completes a plan. The returned value owns temporary files and removes them when it is dropped.
pub(super) fn prepare(
    arguments: &RunArguments,
    plan: &mut Plan,
    origins: &[Origin],
    launcher: &Launcher,
    interrupts: &mut Interrupts,
) -> Result<Option<Workshop>, Unready> {
    let mut tell = |note: &Sentence| {
        if !arguments.quiet {
            output::note(&note.flag_text());
        }
    };
    let mut helper = Helper::new(launcher, interrupts, &mut tell);
    let is_needed = origins.iter().any(|origin| origin.is_built || origin.revision.is_some());
    let mut workshop = is_needed.then(Workshop::new).transpose().map_err(Stop::System)?;
    let mut first = vec![None; origins.len()];
    if let Some(workshop) = &mut workshop {
        let folders = folders(&mut helper, plan, origins, workshop)?;
        first = programs(arguments, &mut helper, plan, origins, &folders, workshop)?;
    }
    if let Some(each) = &arguments.each {
        names(each, &mut helper, plan, &first)?;
    }
    results(arguments.results, plan)?;
    // Copies run the programs of the only version.
    if let [_] = origins
        && let [first, copies @ ..] = &mut plan.versions[..]
    {
        copies.iter_mut().for_each(|copy| copy.commands.clone_from(&first.commands));
    }
    Ok(workshop)
}

/// Makes each run give several results, if the commands allow it.
fn results(wanted: Option<u32>, plan: &mut Plan) -> Result<(), Unready> {
    let mut commands: Vec<_> =
        plan.versions.iter_mut().flat_map(|version| &mut version.commands).collect();
    let has_some = commands.iter().any(|command| has_results(&command.words));
    if plan.measure != Measure::Output || (wanted == Some(1) && !has_some) {
        return Ok(());
    }
    let several = |words: &Vec<OsString>| {
        if has_results(words) { Some(words.clone()) } else { with_results(words, wanted.is_some()) }
    };
    let all: Option<Vec<_>> = commands.iter().map(|command| several(&command.words)).collect();
    match all {
        Some(all) => {
            commands.iter_mut().zip(all).for_each(|(command, words)| command.words = words);
            plan.results = Some(wanted.unwrap_or(RESULTS_OF_RUN));
        }
        None if has_some => plan.results = Some(wanted.unwrap_or(RESULTS_OF_RUN)),
        None if wanted.is_some() => {
            return Err(Unready::wrong(
                "-results needs Go benchmarks without -count, or {results} in each command where it takes the number",
            ));
        }
        None => {}
    }
    Ok(())
}

/// Extracts the files of each revision into a folder; versions in the current folder need none.
fn folders(
    helper: &mut Helper<'_>,
    plan: &mut Plan,
    origins: &[Origin],
    workshop: &mut Workshop,
) -> Result<Vec<Option<PathBuf>>, Unready> {
    if origins.iter().all(|origin| origin.revision.is_none()) {
        return Ok(vec![None; origins.len()]);
    }
    let repository = Repository::find(helper, "-git")?;
    // Resolve every revision before writing the first.
    let commit = |origin: &Origin| {
        origin.revision.as_ref().map(|name| repository.commit(helper, name)).transpose()
    };
    let commits = origins.iter().map(commit).collect::<Result<Vec<_>, _>>()?;
    if origins.iter().all(|origin| origin.revision.is_some())
        && let Some(changed) = repository.changed(helper)?
    {
        return Err(Unready::wrong(format!(
            "uncommitted changes are in no revision: {changed}; commit or stash them, or add this folder as it is \
             with LABEL="
        )));
    }
    workshop.open(helper, repository)?;
    let mut folders = Vec::new();
    for (index, commit) in commits.iter().enumerate() {
        let version = &mut plan.versions[index];
        let folder = match commit {
            Some(commit) => Some(workshop.tree(helper, index, &version.label, commit)?),
            None => None,
        };
        if let Some(commit) = commit {
            helper.tell(format!("{} is commit {}", version.label, short(commit)));
            version.about = Some(format!("commit {commit}"));
        }
        version.commands.iter_mut().for_each(|command| command.folder.clone_from(&folder));
        folders.push(folder);
    }
    Ok(folders)
}

/// Builds the programs, and returns the first program of each version that is built.
fn programs(
    arguments: &RunArguments,
    helper: &mut Helper<'_>,
    plan: &mut Plan,
    origins: &[Origin],
    folders: &[Option<PathBuf>],
    workshop: &Workshop,
) -> Result<Vec<Option<PathBuf>>, Unready> {
    let mut first = vec![None; origins.len()];
    let Some(script) = &arguments.build else { return Ok(first) };
    let is_seeded = arguments.rebuild.is_some() || script.contains(BENCH_SEED);
    // How many blocks a time allows is not known yet.
    let most = if plan.blocks == u32::MAX { BLOCKS } else { plan.blocks };
    let asked = arguments.rebuild.unwrap_or(if is_seeded { most } else { 1 });
    // More builds than blocks would never run.
    let count = asked.min(plan.blocks);
    if is_seeded && count < most {
        let alternate = format!(
            "blocks alternate between {count} builds of each version, which count instead of blocks"
        );
        helper.tell(match count {
            1 => "all blocks use 1 build of each version: a change may come from its layout in memory"
                .to_owned(),
            2..LEAST_PAIRS => {
                format!("{alternate}: no change can be shown with fewer than {LEAST_PAIRS}")
            }
            _ => format!("{alternate}: smaller changes need a build for each block"),
        });
    } else if count < asked {
        helper.tell(format!("{count} blocks use at most {count} builds of each version"));
    }
    if 1 < count {
        plan.id = rebuilding_name(&plan.id, count);
    }
    let mut seeds = build_seeds(plan.seed, count as usize * origins.len()).into_iter();
    for index in (0..origins.len()).filter(|&index| origins[index].is_built) {
        let version = &mut plan.versions[index];
        version.commands.clear();
        for number in 1..=count as usize {
            let which = if count == 1 { String::new() } else { format!(" ({number} of {count})") };
            helper.tell(format!("building {}{which}", version.label));
            let seed = seeds.next().filter(|_| is_seeded);
            let seed = seed.map(|seed| (OsString::from(BENCH_SEED), seed.to_string().into()));
            let recipe = Template {
                words: ["sh", "-c", script].map(OsString::from).to_vec(),
                folder: folders[index].clone(),
                environment: seed.into_iter().collect(),
            };
            let program = workshop.build(helper, index, &version.label, number, &recipe)?;
            let words = built(arguments, program.as_os_str());
            let folder = folders[index].clone();
            version.commands.push(Template { words, folder, ..Template::default() });
            first[index].get_or_insert(program);
        }
    }
    Ok(first)
}

/// Lists the benchmarks of each version, so that each benchmark is interleaved separately.
fn names(
    each: &str,
    helper: &mut Helper<'_>,
    plan: &mut Plan,
    programs: &[Option<PathBuf>],
) -> Result<(), Unready> {
    let is_go = each.is_empty();
    // Every value of a parameter is assumed to have the same benchmarks.
    let values = plan.items.first().cloned().unwrap_or_else(Item::default);
    let mut listed = Vec::new();
    for (version, program) in plan.versions.iter().zip(programs) {
        let Some(command) = version.commands.first() else { continue };
        let words = listing(each, &version.label, &command.words).map_err(Unready::wrong)?.list;
        let program = program.iter().map(|program| (BENCH_OUT.into(), program.into()));
        let environment = program.collect();
        let command = Template { words, folder: command.folder.clone(), environment };
        listed.push(list_names(helper, &version.label, &command, &values, plan.timeout, is_go)?);
    }
    for version in &mut plan.versions {
        for command in &mut version.commands {
            let turns = listing(each, &version.label, &command.words).map_err(Unready::wrong)?;
            command.words = turns.turn;
        }
    }
    for note in spread(plan, listed)? {
        helper.tell(note);
    }
    Ok(())
}
