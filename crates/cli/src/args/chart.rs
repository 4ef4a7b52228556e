//! Flags of charts: what `-o svg=FILE` and `-o png=FILE` draw.

use benchlens::render::{ChartKind, ChartQuery, Theme};
use clap::{Arg, ArgMatches};

use super::{OUTPUT, Suggested, flag};

/// The formats that are charts.
pub(crate) const CHART_FORMATS: [&str; 2] = ["svg", "png"];

/// So many pixels wide and high a chart can be.
const WIDTHS: std::ops::RangeInclusive<f64> = 240.0..=4096.0;
const HEIGHTS: std::ops::RangeInclusive<f64> = 120.0..=8192.0;

const THEMES: [(&str, Theme); 2] = [("light", Theme::Light), ("dark", Theme::Dark)];

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
            .value_parser(Suggested::new(&THEMES.map(|(name, _)| name))),
    ]
}

/// The chart that the flags describe, if any of them is given.
///
/// # Errors
///
/// What is wrong with a value, as a sentence.
pub(crate) fn chart_from_matches(matches: &ArgMatches) -> Result<Option<ChartQuery>, String> {
    let text = |name: &str| matches.get_one::<String>(name);
    let mut query = ChartQuery::default();
    if let Some(text) = text("chart") {
        let names = ChartKind::ALL.map(|(name, _)| name).join(", ");
        let kind = ChartKind::ALL.into_iter().find(|(name, _)| name == text);
        let kind = kind.ok_or_else(|| invalid("chart", text, &format!("it is none of {names}")))?;
        query.kind = kind.1;
    }
    query.x = text("chart-x").cloned();
    let scales = matches!(query.kind, ChartKind::Auto | ChartKind::Scaling);
    if let (Some(_), false) = (&query.x, scales) {
        return Err("-chart-x needs -chart scaling".into());
    }
    let is_picture = picture(matches, &mut query)?;
    let is_given = ["chart", "chart-x"].iter().any(|name| text(name).is_some());
    Ok((is_given || is_picture).then_some(query))
}

/// The picture that the flags describe, if any of them is given.
///
/// # Errors
///
/// What is wrong with a value, as a sentence.
pub(crate) fn picture_from_matches(matches: &ArgMatches) -> Result<Option<ChartQuery>, String> {
    let mut query = ChartQuery::default();
    Ok(picture(matches, &mut query)?.then_some(query))
}

/// Reads the flags of any picture; tells whether one is given.
fn picture(matches: &ArgMatches, query: &mut ChartQuery) -> Result<bool, String> {
    let text = |name: &str| matches.get_one::<String>(name);
    if let Some(text) = text("chart-size") {
        let size = size(text).ok_or_else(|| {
            let why = "must be WIDTH or WIDTHxHEIGHT, 240 to 4096 by 120 to 8192 pixels";
            invalid("chart-size", text, why)
        })?;
        (query.width, query.height) = (Some(size.0), size.1);
    }
    query.title = text("chart-title").cloned().unwrap_or_default();
    if let Some(text) = text("chart-theme") {
        let theme = THEMES.into_iter().find(|(name, _)| name == text);
        let theme = theme.ok_or_else(|| invalid("chart-theme", text, "not light or dark"))?;
        query.theme = theme.1;
    }
    let names = ["chart-size", "chart-title", "chart-theme"];
    Ok(names.iter().any(|name| text(name).is_some()))
}

fn invalid(name: &str, text: &str, why: &str) -> String {
    format!("invalid value {text:?} for flag -{name}: {why}")
}

fn size(text: &str) -> Option<(f64, Option<f64>)> {
    let pixels = |text: &str| text.parse::<u32>().ok().map(f64::from);
    let (width, height) = match text.split_once('x') {
        Some((width, height)) => (pixels(width)?, Some(pixels(height)?)),
        None => (pixels(text)?, None),
    };
    let fits = WIDTHS.contains(&width) && height.is_none_or(|height| HEIGHTS.contains(&height));
    fits.then_some((width, height))
}
