//! The flags that ask for more than the table.

use benchlens::AnalysisQuery;
use benchlens::stats::Adjustment;
use benchlens::table::parse_share;
use clap::{Arg, ArgAction, ArgMatches};

/// The flags, for the command.
pub(crate) fn flags() -> Vec<Arg> {
    let flag = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    vec![
        Arg::new("delta-ci")
            .long("delta-ci")
            .action(ArgAction::SetTrue)
            .help("Show the interval of each change, and verdicts"),
        flag("margin", "PERCENT", "Changes up to this do not matter: 1% or 0.01; shows verdicts"),
        flag(
            "adjust",
            "METHOD",
            "Adjust for many comparisons: none, holm, bh or by; shows verdicts",
        ),
        flag(
            "better",
            "UNIT=WAY",
            "Which way is better for a unit: higher or lower; shows verdicts",
        )
        .action(ArgAction::Append),
        flag("derive", "UNIT = EXPR", "A unit computed from others: 'ops/s = 1 / sec/op', speedup")
            .action(ArgAction::Append),
    ]
}

/// The analysis that a command line asks for, if it does.
///
/// # Errors
///
/// What is wrong with a value, as a sentence.
pub(crate) fn asked(matches: &ArgMatches) -> Result<Option<AnalysisQuery>, String> {
    let text = |name: &str| matches.get_one::<String>(name);
    let better: Vec<String> = matches.get_many("better").unwrap_or_default().cloned().collect();
    let delta_ci = matches.get_flag("delta-ci");
    if !delta_ci && better.is_empty() && text("margin").or(text("adjust")).is_none() {
        return Ok(None);
    }
    let mut analysis = AnalysisQuery { delta_ci, better, ..AnalysisQuery::default() };
    if let Some(margin) = text("margin") {
        analysis.margin = parse_share(margin).ok_or_else(|| {
            format!("invalid value {margin:?} for flag -margin: not a share such as 1% or 0.01")
        })?;
    }
    if let Some(name) = text("adjust") {
        analysis.adjust = Adjustment::from_name(name).ok_or_else(|| {
            format!("invalid value {name:?} for flag -adjust: not none, holm, bh or by")
        })?;
    }
    Ok(Some(analysis))
}
