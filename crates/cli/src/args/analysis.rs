//! Flags of the analysis: `-delta-ci`, `-margin`, `-adjust`, `-better`.

use benchlens::AnalysisQuery;
use benchlens::stats::Adjustment;
use benchlens::table::parse_share;
use clap::{Arg, ArgAction, ArgMatches};

use super::{STATISTICS, Suggested, flag, switch};

/// The flags.
pub(super) fn flags() -> Vec<Arg> {
    vec![
        switch(STATISTICS, "delta-ci", "Show the confidence interval of each change, and outcomes"),
        flag(STATISTICS, "margin", "PERCENT", "Equivalence margin, such as 2%; shows outcomes"),
        flag(
            STATISTICS,
            "adjust",
            "METHOD",
            "Adjust p for many comparisons: none, holm, bh or by; shows outcomes",
        )
        .value_parser(Suggested::new(&["none", "holm", "bh", "by"])),
        better("Which way is better for a unit: higher or lower; shows outcomes"),
    ]
}

/// The flag `-better` of a calibration.
pub(crate) fn better_flag() -> Arg {
    better("Which way is better for a unit: higher or lower")
}

fn better(help: &'static str) -> Arg {
    flag(STATISTICS, "better", "UNIT=WAY", help).action(ArgAction::Append)
}

/// The analysis that a command line asks for, if it does.
///
/// # Errors
///
/// What is wrong with a value, as a sentence.
pub(super) fn from_matches(matches: &ArgMatches) -> Result<Option<AnalysisQuery>, String> {
    let text = |name: &str| matches.get_one::<String>(name);
    let better: Vec<String> = matches.get_many("better").unwrap_or_default().cloned().collect();
    let delta_ci = matches.get_flag("delta-ci");
    if !delta_ci && better.is_empty() && text("margin").or(text("adjust")).is_none() {
        return Ok(None);
    }
    let mut analysis = AnalysisQuery { delta_ci, better, ..AnalysisQuery::default() };
    if let Some(margin) = text("margin") {
        analysis.margin = parse_share(margin).ok_or_else(|| {
            let above_1 = margin.trim().parse::<f64>().is_ok_and(|share| 1.0 < share);
            let wanted = if above_1 {
                format!("a share above 1 needs a percent sign: {}%", margin.trim())
            } else {
                "not a share such as 2% or 0.02".into()
            };
            format!("invalid value {margin:?} for flag -margin: {wanted}")
        })?;
    }
    if let Some(name) = text("adjust") {
        analysis.adjust = Adjustment::from_name(name).ok_or_else(|| {
            format!("invalid value {name:?} for flag -adjust: not none, holm, bh or by")
        })?;
    }
    Ok(Some(analysis))
}
