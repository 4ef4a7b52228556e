//! Flags for charts: they describe the picture that `-o svg=FILE` and `-o png=FILE` draw.

use benchlens_core::render::{ChartKind, ChartQuery, ChartWords, Theme};
use clap::{Arg, ArgMatches};

use super::flags::{flag, one_of};
use super::headings::OUTPUT;

/// The formats that are charts.
pub(crate) const CHART_FORMATS: [&str; 2] = ["svg", "png"];

/// Returns the chart flags, which have no effect without a chart output.
pub(crate) fn chart_flags() -> [Arg; 5] {
    let kinds = ChartKind::ALL.map(|(name, _)| name);
    let [size, title, theme] = picture_flags();
    [
        one_of(flag(OUTPUT, "chart", "KIND", "Select the kind of chart [default: auto]"), &kinds),
        flag(OUTPUT, "chart-x", "KEY", "Set the horizontal axis to a numeric key, such as /size"),
        size,
        title,
        theme,
    ]
}

/// Returns the flags that every picture has.
pub(crate) fn picture_flags() -> [Arg; 3] {
    [
        flag(OUTPUT, "chart-size", "WxH", "Set the chart size in pixels: 800x400, 800, or post"),
        flag(OUTPUT, "chart-title", "TEXT", "Set the chart title"),
        one_of(
            flag(OUTPUT, "chart-theme", "THEME", "Set the chart colors [default: light]"),
            &Theme::ALL.map(|(name, _)| name),
        ),
    ]
}

/// Returns the chart that the flags describe, or nothing if no chart flag is given.
///
/// # Errors
///
/// Returns a sentence that explains which value is wrong.
pub(crate) fn chart_from_matches(matches: &ArgMatches) -> Result<Option<ChartQuery>, String> {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    read(ChartWords { kind: text("chart"), x: text("chart-x"), ..picture(matches) })
}

/// Returns the picture that the flags describe, or nothing if no picture flag is given.
///
/// # Errors
///
/// Returns a sentence that explains which value is wrong.
pub(crate) fn picture_from_matches(matches: &ArgMatches) -> Result<Option<ChartQuery>, String> {
    read(picture(matches))
}

/// Returns the flags that every picture has.
fn picture(matches: &ArgMatches) -> ChartWords {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let (size, title, theme) = (text("chart-size"), text("chart-title"), text("chart-theme"));
    ChartWords { size, title, theme, ..ChartWords::default() }
}

fn read(words: ChartWords) -> Result<Option<ChartQuery>, String> {
    if words == ChartWords::default() {
        return Ok(None);
    }
    words.query().map(Some).map_err(|error| error.sentence().flag_text())
}
