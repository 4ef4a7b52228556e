//! Flags of a history: what a point is, how points follow each other, and what is asked of rows.

use benchlens_core::history::HistoryQuery;
use benchlens_core::table::parse_share;
use clap::{Arg, ArgAction, ArgMatches};

use super::flags::flag;
use super::headings::{COMPARE, OUTPUT, STATISTICS};
use super::query::parse_number;
use super::{analysis, filter_flag};

/// The flags.
pub(crate) fn history_flags() -> Vec<Arg> {
    let query = HistoryQuery::default();
    let text = |name: &'static str, value: &'static str, default: String, help: &'static str| {
        flag(COMPARE, name, value, help).default_value(default)
    };
    vec![
        text(
            "by",
            "KEYS",
            query.by,
            "What a point is: equal values are one (auto: .file, or commit)",
        ),
        flag(
            COMPARE,
            "order",
            "KEY",
            "Put points in order by this key: numbers, times or versions",
        ),
        text(
            "table",
            "KEYS",
            query.table,
            "Split into tables by these keys (auto: what differs within a point)",
        ),
        text("row", "KEYS", query.row, "Split into rows by these keys"),
        text("ignore", "KEYS", query.ignore, "Keys to ignore"),
        filter_flag(),
        flag(COMPARE, "derive", "UNIT = EXPR", "Compute a unit from others: 'ops/s = 1 / sec/op'")
            .action(ArgAction::Append),
        flag(STATISTICS, "alpha", "P", "Significance level, for all rows together")
            .default_value(query.alpha.to_string()),
        flag(STATISTICS, "confidence", "LEVEL", "Confidence level of intervals")
            .default_value(query.confidence.to_string()),
        flag(STATISTICS, "margin", "PERCENT", "Report only changes larger than this, such as 2%")
            .default_value("0%"),
        flag(
            STATISTICS,
            "seed",
            "N",
            "Seed of the draws that p needs for values that are tied or depend on each other",
        )
        .default_value(query.seed.to_string()),
        analysis::better_flag(),
        flag(OUTPUT, "unit", "UNIT", "Look only at this unit; may be repeated")
            .action(ArgAction::Append),
    ]
}

/// The question of a command line.
///
/// # Errors
///
/// What is wrong with a value, as a sentence. Texts of the question are checked when it is compiled.
pub(crate) fn history_from_matches(matches: &ArgMatches) -> Result<HistoryQuery, String> {
    let text = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_default();
    let number = |name: &'static str| parse_number(name, &text(name));
    let all = |name: &str| matches.get_many(name).unwrap_or_default().cloned().collect();
    let (seed, margin) = (text("seed"), text("margin"));
    Ok(HistoryQuery {
        by: text("by"),
        order: text("order"),
        table: text("table"),
        row: text("row"),
        ignore: text("ignore"),
        filter: text("filter"),
        derive: all("derive"),
        better: all("better"),
        units: all("unit"),
        alpha: number("alpha")?,
        confidence: number("confidence")?,
        margin: parse_share(&margin).ok_or_else(|| {
            format!("invalid value {margin:?} for flag -margin: not a share such as 2% or 0.02")
        })?,
        seed: seed
            .parse()
            .map_err(|_| format!("invalid value {seed:?} for flag -seed: not a whole number"))?,
    })
}
