//! `benchlens run`, from its arguments to its answer.
//!
//! `plan` makes what to record of the arguments. `watch` shows how it goes and says when it is enough. `answer` compares
//! what is in the logs. The recording itself is another crate's.

mod answer;
mod plan;
mod watch;

use benchlens_run::{
    Interrupts, Launcher, LogMode, Logs, Outcome, Stop, machine_notes, record, why_no_counters,
};

use crate::args::RunArguments;
use crate::output;
use crate::status::Status;
use answer::Comparison;
use watch::Watch;

/// Records and compares.
pub(crate) fn run(arguments: &RunArguments) -> Status {
    let mut interrupts = match Interrupts::hear() {
        Ok(interrupts) => interrupts,
        Err(error) => return output::fail(Status::Input, &format!("cannot hear signals: {error}")),
    };
    let plan = match plan::plan(arguments) {
        Ok(plan) => plan,
        Err(message) => return output::fail(Status::Usage, &message),
    };
    let mut launcher = match Launcher::new(arguments.pin.clone()) {
        Ok(launcher) => launcher,
        Err(error) => return output::fail(Status::Input, &format!("this program's file: {error}")),
    };
    let mode = match (arguments.append, arguments.force) {
        (true, _) => LogMode::Append,
        (_, true) => LogMode::Replace,
        _ => LogMode::New,
    };
    if let Err(error) = std::fs::create_dir_all(&arguments.folder) {
        let folder = arguments.folder.display();
        return output::fail(Status::Input, &format!("cannot make the folder {folder}: {error}"));
    }
    let paths = plan::paths(&plan, &arguments.folder);
    let mut logs = match Logs::open(&paths, mode) {
        Ok(logs) => logs,
        Err(error) => return output::fail(Status::Input, &error.to_string()),
    };
    let comparison = Comparison::new(arguments, &plan, &paths);
    if arguments.counters {
        launcher.counters = has_counters(arguments.quiet);
    }
    if !arguments.quiet {
        machine_notes().iter().for_each(|note| output::note(note));
        output::note(&plan::describe(&plan));
    }
    let mut watch = Watch::new(&plan, &comparison, arguments);
    let outcome = record(&plan, &mut logs, &launcher, &mut interrupts, &mut watch);
    watch.finish();
    logs.remove_empty();
    end(arguments, &comparison, &outcome)
}

/// Whether instructions and cycles can be counted; says why not.
fn has_counters(is_quiet: bool) -> bool {
    let reason = why_no_counters();
    if let Some(reason) = reason.as_ref().filter(|_| !is_quiet) {
        output::note(&format!("instructions and cycles are not counted: {reason}"));
    }
    reason.is_none()
}

/// Tells how a recording ended, and what it showed.
fn end(arguments: &RunArguments, comparison: &Comparison, outcome: &Outcome) -> Status {
    let blocks =
        |count: u32| if count == 1 { "1 block".to_owned() } else { format!("{count} blocks") };
    let Some(stop) = &outcome.stop else {
        if 0 < outcome.left_out && !arguments.quiet {
            output::note(&format!("{} left out: a run failed", blocks(outcome.left_out)));
        }
        return comparison.tell(arguments.quiet);
    };
    let mut message = stop.to_string();
    if let Stop::Failed(_, tail) = stop {
        message.push_str(&last_lines(tail));
    }
    let status = output::fail(Status::Input, &message);
    let paths = comparison.shown_paths();
    output::note(&format!(
        "{} in {paths}; -append records more behind them",
        blocks(outcome.blocks)
    ));
    if let Stop::Interrupted(signal) = stop {
        Interrupts::end_by(*signal);
    }
    status
}

/// So many lines of what a failed command printed are shown.
const LINES_SHOWN: usize = 10;

fn last_lines(tail: &[u8]) -> String {
    let text = String::from_utf8_lossy(tail);
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.is_empty() {
        return "; it printed nothing".to_owned();
    }
    let last = lines[lines.len().saturating_sub(LINES_SHOWN)..].iter();
    format!("; its last lines:{}", last.map(|line| format!("\n  {line}")).collect::<String>())
}
