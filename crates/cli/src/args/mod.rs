//! The command line: from raw words to typed arguments.
//!
//! `words` turns Go's spelling of flags into clap's. Each other file contains one group of flags: the clap
//! definitions, and the typed arguments that are read from the matches. A command uses the groups that it needs.
//! Nothing here reads a log or writes an output.

mod bisect;
mod chart;
mod flags;
mod gate;
mod headings;
mod output;
mod program;
mod record;
mod settings;
mod words;
mod work;

pub(crate) use bisect::{BisectArguments, BisectFormat, BisectRange, bisect_flags, ends_of_range};
pub(crate) use chart::{
    CHART_FORMATS, chart_flags, chart_from_matches, picture_flags, picture_from_matches,
};
pub(crate) use flags::Suggested;
pub(crate) use gate::{GateArguments, gate_flags, rule_flags};
pub(crate) use headings::HEADINGS;
pub(crate) use output::{
    Kept, OutputArguments, ReportArguments, details_flag, format_and_colour_flags, format_flag,
    output_flag, path_flag, report_flags,
};
pub(crate) use program::Program;
pub(crate) use record::{JUNIT, Labelled, RunArguments, run_flags};
pub(crate) use settings::{better_flag, filter_flag, query_from_matches, rate_flag, setting_flags};
pub(crate) use words::{Extent, Words, nearest, sort_words};
pub(crate) use work::{
    WorkArguments, general_flags, help_flags, input_flags, inputs_arg, inputs_from_matches,
    options_from_matches, quiet_flag,
};

/// A command with its help, as all commands have them. The first paragraph of `about` is one line for lists and `-h`;
/// `--help` shows all.
pub(crate) fn command(
    name: &'static str,
    about: &'static str,
    usage: &'static str,
) -> clap::Command {
    clap::Command::new(name)
        .about(about.lines().next().unwrap_or_default())
        .long_about(about)
        .override_usage(usage)
        .args_override_self(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
}

/// Leaves only these flags in the summary that `-h` prints.
pub(crate) fn with_common_flags(command: clap::Command, names: &[&str]) -> clap::Command {
    let has = |name: &&str| command.get_arguments().any(|arg| arg.get_id() == *name);
    debug_assert!(names.iter().all(has), "{}: a common flag does not exist", command.get_name());
    command.mut_args(|arg| {
        let is_common = names.contains(&arg.get_id().as_str());
        arg.hide_short_help(!is_common)
    })
}
