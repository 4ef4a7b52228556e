//! `benchlens run`, from its arguments to its answer.
//!
//! `plan` turns the arguments into a plan. `prepare` creates what the plan needs. `watch` shows the progress and
//! decides when to stop. `answer` compares the logs, and `confirm` plans to measure rows that fail a gate again. `bisect`
//! measures commits until one of them is known to be the first with a change. Another crate runs the measurement itself.

mod answer;
mod bisect;
mod confirm;
mod plan;
mod prepare;
mod printed;
mod ranges;
mod sentences;
mod watch;

use std::path::PathBuf;

use benchlens_run::{
    Interrupts, Launcher, LogError, LogMode, Logs, Outcome, Plan, Stop, Workshop, machine_notes,
    record, why_no_counters,
};

use crate::args::{Kept, RunArguments};
use crate::gate;
use crate::output;
use crate::status::Status;
use answer::Comparison;
use benchlens_inputs::{self as inputs, ReadGate};
pub(crate) use bisect::run as bisect;
use ranges::without_ranges;
use sentences::{not_ready, sentence};
use watch::Watch;

/// Measures and compares.
pub(crate) fn run(arguments: &RunArguments) -> Status {
    // From here on, an interruption has to clean up.
    let Tools { mut interrupts, mut launcher } = match Tools::new(arguments.pin.clone()) {
        Ok(tools) => tools,
        Err(message) => return output::fail(Status::Input, &message),
    };
    launcher.hides_git = !arguments.git.is_empty();
    let revisions = match without_ranges(arguments, &launcher, &mut interrupts) {
        Ok(revisions) => revisions,
        Err(unready) => return not_ready(&unready),
    };
    let (mut plan, origins) = match plan::plan(arguments, &revisions) {
        Ok(planned) => planned,
        Err(message) => return output::fail(Status::Usage, &message),
    };
    let paths = plan::paths(&plan, &arguments.folder);
    let comparison = match comparison(arguments, &plan, &paths) {
        Ok(comparison) => comparison,
        Err((status, message)) => return output::fail(status, &message),
    };
    let mode = mode(arguments);
    if let Err(message) = check_logs(arguments, &paths, mode) {
        return output::fail(Status::Input, &message);
    }
    let prepared = prepare::prepare(arguments, &mut plan, &origins, &launcher, &mut interrupts);
    let workshop = match prepared {
        Ok(workshop) => workshop,
        Err(unready) => return not_ready(&unready),
    };
    let mut logs = match Logs::open(&paths, mode) {
        Ok(logs) => logs,
        Err(error) => return output::fail(Status::Input, &error.sentence().flag_text()),
    };
    for path in logs.repaired() {
        let path = path.display();
        output::note(&format!("{path}: removed an incomplete run of an interrupted recording"));
    }
    if arguments.counters {
        launcher.counters = has_counters(arguments.quiet);
    }
    if !arguments.quiet {
        machine_notes().iter().for_each(|note| output::note(&note.flag_text()));
    }
    let mut measure = |plan: &Plan, kept: &str| {
        let mut watch = Watch::new(plan, &comparison, kept, arguments);
        let outcome = record(plan, &mut logs, &launcher, &mut interrupts, &mut watch);
        watch.finish();
        outcome
    };
    let mut outcomes = vec![measure(&plan, "")];
    if outcomes[0].stop.is_none()
        && let Some(second) = confirm::second(&plan, &comparison, arguments)
    {
        if !arguments.quiet {
            output::note(&second.note);
        }
        outcomes.push(measure(&second.plan, &second.kept));
    }
    logs.remove_empty();
    // Clean up before the process ends, because a signal ends it without any cleanup.
    if let Some(Err(error)) = workshop.map(Workshop::close) {
        output::note(&format!("temporary files cannot be removed: {error}"));
    }
    end(arguments, &comparison, outcomes)
}

/// What starts processes, and ends them when a signal arrives.
struct Tools {
    interrupts: Interrupts,
    launcher: Launcher,
}

impl Tools {
    /// Prepares them; `pin` lists the processors to use.
    ///
    /// # Errors
    ///
    /// Returns a sentence if the system refuses.
    fn new(pin: Option<String>) -> Result<Tools, String> {
        let interrupts = Interrupts::hear()
            .map_err(|error| format!("cannot install signal handlers: {error}"))?;
        let launcher = Launcher::new(pin)
            .map_err(|error| format!("cannot find the file of this program: {error}"))?;
        Ok(Tools { interrupts, launcher })
    }
}

/// Returns how the logs are compared at the end.
///
/// # Errors
///
/// A rule of the gate is wrong, or the report would replace a file that is needed.
fn comparison(
    arguments: &RunArguments,
    plan: &Plan,
    paths: &[PathBuf],
) -> Result<Comparison, (Status, String)> {
    let ReadGate { gate, files: rules, .. } = gate::read(&arguments.gate)?;
    let comparison = Comparison::new(arguments, plan, paths, gate);
    let kept = Kept { rules: &rules, ..Kept::default() };
    let checked = arguments.output.check(comparison.inputs(), kept);
    checked.map(|()| comparison).map_err(|message| (Status::Usage, message))
}

fn mode(arguments: &RunArguments) -> LogMode {
    match (arguments.append, arguments.force) {
        (true, _) => LogMode::Append,
        (_, true) => LogMode::Replace,
        _ => LogMode::New,
    }
}

/// Creates the folder of the logs and checks that no log would be overwritten, before a long build. The logs themselves
/// are created or replaced only once everything is ready.
fn check_logs(arguments: &RunArguments, paths: &[PathBuf], mode: LogMode) -> Result<(), String> {
    std::fs::create_dir_all(&arguments.folder).map_err(|error| {
        let (folder, reason) = (arguments.folder.display(), inputs::reason(&error));
        format!("cannot create the folder {folder}: {reason}")
    })?;
    let is_full = |path: &&PathBuf| path.metadata().is_ok_and(|file| 0 < file.len());
    match paths.iter().find(is_full).filter(|_| mode == LogMode::New) {
        Some(path) => Err(LogError::Exists(path.clone()).sentence().flag_text()),
        None => Ok(()),
    }
}

/// Returns whether instructions and cycles can be counted, and reports why they cannot.
fn has_counters(is_quiet: bool) -> bool {
    let reason = why_no_counters();
    if let Some(reason) = reason.as_ref().filter(|_| !is_quiet) {
        output::note(&format!("instructions and cycles are not counted: {reason}"));
    }
    reason.is_none()
}

/// Reports how a measurement ended, and its result.
fn end(arguments: &RunArguments, comparison: &Comparison, outcomes: Vec<Outcome>) -> Status {
    let blocks =
        |count: u32| if count == 1 { "1 block".to_owned() } else { format!("{count} blocks") };
    let left_out = outcomes.iter().map(|outcome| outcome.left_out).sum();
    let measured: Vec<u32> = outcomes.iter().map(|outcome| outcome.blocks).collect();
    let shown = match measured[..] {
        [first, again] => format!("{first} and {}", blocks(again).replace(' ', " confirming ")),
        _ => blocks(measured.iter().sum()),
    };
    let Some(stop) = outcomes.into_iter().find_map(|outcome| outcome.stop) else {
        if 0 < left_out && !arguments.quiet {
            output::note(&format!("skipped {}, in which a run failed", blocks(left_out)));
        }
        if measured[0] == 0 {
            return output::fail(Status::Input, "nothing was measured: a run failed in each block");
        }
        return comparison.tell(&arguments.output, &shown, arguments.quiet);
    };
    let status = output::fail(Status::Input, &sentence(&stop));
    if 0 < measured[0] {
        let paths = comparison.shown_paths();
        output::note(&format!("{shown} measured in {paths}; -append adds more to them"));
    }
    if let Stop::Interrupted(signal) = stop {
        Interrupts::end_by(signal);
    }
    status
}
