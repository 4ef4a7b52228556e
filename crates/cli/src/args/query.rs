//! Flags of the query: what to compare, which statistics, which rows.

use benchlens_core::Query;
use benchlens_core::query::{QueryWords, Sort};
use clap::{Arg, ArgAction, ArgMatches};

use super::analysis;
use super::flags::{Suggested, flag, optional, switch};
use super::headings::{COMPARE, OUTPUT, STATISTICS};

/// The flags.
pub(crate) fn query_flags() -> Vec<Arg> {
    let query = Query::default();
    let compare = |name: &'static str, value: &'static str, default: String, help: &'static str| {
        flag(COMPARE, name, value, help).default_value(default)
    };
    let mut flags = vec![
        compare("table", "KEYS", query.table, "Split into tables by these keys"),
        compare("row", "KEYS", query.row, "Split into rows by these keys"),
        compare("col", "KEYS", query.col, "Split into columns by these keys"),
        compare("ignore", "KEYS", query.ignore, "Keys to ignore"),
        filter_flag(),
        compare(
            "base",
            "COLUMN",
            query.base,
            "Column to compare against: first, previous or a value",
        ),
        optional(
            COMPARE,
            "pair",
            "HOW",
            "Compare runs in pairs: runs (as alone), loose, none or a KEY",
            "runs",
            &["runs", "loose", "none"],
        ),
        flag(
            COMPARE,
            "control",
            "FILTER",
            "Rows with unchanged code: their shift is taken out of the others",
        ),
        flag(COMPARE, "derive", "UNIT = EXPR", "Compute a unit from others: 'ops/s = 1 / sec/op'")
            .action(ArgAction::Append),
        flag(STATISTICS, "alpha", "P", "Significance level").default_value(query.alpha.to_string()),
        flag(STATISTICS, "confidence", "LEVEL", "Confidence level of the intervals of medians")
            .default_value(query.confidence.to_string()),
    ];
    flags.extend(analysis::flags());
    flags.extend([
        flag(OUTPUT, "sort", "ORDER", "worst, delta, p, value, name or none; prefix - reverses")
            .value_parser(Suggested::new(&Sort::NAMES.map(|(name, _)| name))),
        switch(OUTPUT, "changed", "Show only rows with a significant change"),
        optional(
            OUTPUT,
            "worse",
            "PERCENT",
            "Show only rows that got worse, or worse by more than 3%",
            "0%",
            &[],
        ),
        flag(OUTPUT, "unit", "UNIT", "Show only tables of this unit; may be repeated")
            .action(ArgAction::Append),
        flag(
            OUTPUT,
            "top",
            "N",
            "Show only the first N rows of each table, worst first by default",
        ),
        switch(OUTPUT, "samples", "Include the values of each cell in JSON"),
    ]);
    flags
}

/// The flag `-filter`.
pub(crate) fn filter_flag() -> Arg {
    let default = Query::default().filter;
    flag(COMPARE, "filter", "FILTER", "Use only matching results").default_value(default)
}

/// The flag `-rate` of a calibration.
pub(crate) fn rate_flag() -> Arg {
    let help = "How often equal versions may differ by more than a floor";
    flag(STATISTICS, "rate", "PERCENT", help).default_value("1%")
}

/// The query of a command line.
///
/// # Errors
///
/// What is wrong with a value, as a sentence. Texts of the query are checked when it is compiled.
pub(crate) fn query_from_matches(matches: &ArgMatches) -> Result<Query, String> {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let all = |name: &str| matches.get_many(name).unwrap_or_default().cloned().collect();
    let words = QueryWords {
        table: text("table"),
        row: text("row"),
        col: text("col"),
        ignore: text("ignore"),
        filter: text("filter"),
        base: text("base"),
        pair: text("pair"),
        control: text("control"),
        derive: all("derive"),
        alpha: text("alpha"),
        confidence: text("confidence"),
        delta_ci: matches.get_flag("delta-ci"),
        margin: text("margin"),
        adjust: text("adjust"),
        better: all("better"),
        sort: text("sort"),
        changed: matches.get_flag("changed"),
        worse: text("worse"),
        unit: all("unit"),
        top: text("top"),
        samples: matches.get_flag("samples"),
    };
    words.query().map_err(|error| error.to_string())
}

/// A number as Go reads it.
pub(super) fn parse_number(flag: &'static str, given: &str) -> Result<f64, String> {
    benchlens_core::query::parse_number(flag, given).map_err(|error| error.to_string())
}
