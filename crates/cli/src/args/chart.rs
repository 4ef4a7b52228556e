//! Flags of charts: what `-o svg=FILE` and `-o png=FILE` draw.

use benchlens_core::render::{ChartKind, ChartQuery, ChartWords, Theme};
use clap::{Arg, ArgMatches};

use super::flags::{Suggested, flag};
use super::headings::OUTPUT;

/// The formats that are charts.
pub(crate) const CHART_FORMATS: [&str; 2] = ["svg", "png"];

/// The flags, which say nothing without a chart.
pub(crate) fn chart_flags() -> [Arg; 5] {
    let kinds = ChartKind::ALL.map(|(name, _)| name);
    let [size, title, theme] = picture_flags();
    [
        flag(OUTPUT, "chart", "KIND", "")
            .help(format!("What a chart shows: {}", kinds.join(", ")))
            .value_parser(Suggested::new(&kinds)),
        flag(OUTPUT, "chart-x", "KEY", "Numeric key of the horizontal axis: /size"),
        size,
        title,
        theme,
    ]
}

/// The flags of any picture.
pub(crate) fn picture_flags() -> [Arg; 3] {
    [
        flag(OUTPUT, "chart-size", "WxH", "Width and height of charts in pixels, or width alone"),
        flag(OUTPUT, "chart-title", "TEXT", "Title of charts"),
        flag(OUTPUT, "chart-theme", "THEME", "Colours of charts: light or dark (default light)")
            .value_parser(Suggested::new(&Theme::ALL.map(|(name, _)| name))),
    ]
}

/// The chart that the flags describe, if any of them is given.
///
/// # Errors
///
/// What is wrong with a value, as a sentence.
pub(crate) fn chart_from_matches(matches: &ArgMatches) -> Result<Option<ChartQuery>, String> {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    read(ChartWords { kind: text("chart"), x: text("chart-x"), ..picture(matches) })
}

/// The picture that the flags describe, if any of them is given.
///
/// # Errors
///
/// What is wrong with a value, as a sentence.
pub(crate) fn picture_from_matches(matches: &ArgMatches) -> Result<Option<ChartQuery>, String> {
    read(picture(matches))
}

/// The flags of any picture.
fn picture(matches: &ArgMatches) -> ChartWords {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let (size, title, theme) = (text("chart-size"), text("chart-title"), text("chart-theme"));
    ChartWords { size, title, theme, ..ChartWords::default() }
}

fn read(words: ChartWords) -> Result<Option<ChartQuery>, String> {
    if words == ChartWords::default() {
        return Ok(None);
    }
    words.query().map(Some).map_err(|error| error.to_string())
}
