//! Flags for the settings of a query, as the library lists them.

use benchlens_core::Query;
use benchlens_core::history::HistoryQuery;
use benchlens_core::query::{Configured, Group, Kind, Setting, setting, settings};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};

use super::flags::{Suggested, flag, one_of, optional, switch};
use super::headings::{COMPARE, OUTPUT, STATISTICS};

/// Returns the flags for a kind of query.
pub(crate) fn setting_flags<Q: Configured>() -> Vec<Arg> {
    settings::<Q>().filter_map(setting_flag::<Q>).collect()
}

/// Returns the flag `-filter`, for commands without other comparison settings.
pub(crate) fn filter_flag() -> Option<Arg> {
    setting::<Query>("filter").and_then(setting_flag::<Query>)
}

/// Returns the flag `-better`, for commands that always report outcomes.
pub(crate) fn better_flag() -> Option<Arg> {
    setting::<HistoryQuery>("better").and_then(setting_flag::<HistoryQuery>)
}

/// Returns the flag `-rate` of a calibration.
pub(crate) fn rate_flag() -> Arg {
    let help = "Limit how often noise may exceed a floor";
    flag(STATISTICS, "rate", "PERCENT", help).default_value("1%")
}

fn setting_flag<Q: Configured>(setting: &'static Setting) -> Option<Arg> {
    let help = Q::usage(setting)?.help;
    let heading = match setting.group {
        Group::Compare => COMPARE,
        Group::Statistics => STATISTICS,
        Group::Output => OUTPUT,
    };
    let Setting { name, value, words, .. } = *setting;
    let names: Vec<&str> = words.iter().map(|&(name, _)| name).collect();
    let made = match (setting.kind::<Q>()?, setting.alone) {
        (Kind::Switch, _) => switch(heading, name, help),
        (Kind::List, _) => flag(heading, name, value, help).action(ArgAction::Append),
        (_, Some(alone)) => optional(heading, name, value, help, alone, &names),
        (Kind::Word, _) => one_of(flag(heading, name, value, help), &names),
        (Kind::Text | Kind::Number, _) => flag(heading, name, value, help),
    };
    let made = match words {
        [] => made,
        _ => made.value_parser(Suggested::with_meanings(words)),
    };
    let made = if name == "filter" { made.short('f') } else { made };
    Some(match setting.default_word::<Q>() {
        Some(default) => made.default_value(default),
        None => made,
    })
}

/// Reads the query of a command line.
///
/// # Errors
///
/// Returns a sentence that explains which value is wrong. Texts such as filters are checked when the query is
/// compiled.
pub(crate) fn query_from_matches<Q: Configured>(matches: &ArgMatches) -> Result<Q, String> {
    let mut query = Q::default();
    for setting in settings::<Q>() {
        if matches.value_source(setting.name) != Some(ValueSource::CommandLine) {
            continue;
        }
        for word in matches.get_raw(setting.name).into_iter().flatten() {
            query
                .set(setting.name, &word.to_string_lossy())
                .map_err(|error| error.sentence().flag_text())?;
        }
    }
    Ok(query)
}
