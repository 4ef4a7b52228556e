//! The query for a chart.

use serde::{Deserialize, Serialize};

use crate::spec::setters;

/// The kind of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ChartKind {
    /// The kind that suits the table: see [`chart_kinds`](super::chart_kinds).
    #[default]
    Auto,
    /// The change of each row with its interval.
    Forest,
    /// The median of each cell with its interval.
    Medians,
    /// Medians over the values of a numeric key, a line for each series.
    Scaling,
    /// The quantiles of latency of each row: their changes, and a curve for each column.
    Quantiles,
    /// Medians over the columns in their order, a line for each row.
    History,
    /// A panel for each row with the columns as points, and its changes; the rows that changed come first.
    Changes,
    /// Every value of one row.
    Samples,
}

impl ChartKind {
    /// All kinds with their names, in the order in which help lists them.
    pub const ALL: [(&'static str, ChartKind); 8] = [
        ("auto", ChartKind::Auto),
        ("forest", ChartKind::Forest),
        ("medians", ChartKind::Medians),
        ("scaling", ChartKind::Scaling),
        ("quantiles", ChartKind::Quantiles),
        ("history", ChartKind::History),
        ("changes", ChartKind::Changes),
        ("samples", ChartKind::Samples),
    ];

    /// Returns its title in a menu, if it shows a table and readers can choose it.
    #[must_use]
    pub fn title(self) -> Option<&'static str> {
        match self {
            ChartKind::Forest => Some("Changes"),
            ChartKind::Medians => Some("Medians"),
            ChartKind::Scaling => Some("Scaling"),
            ChartKind::Quantiles => Some("Quantiles"),
            ChartKind::History => Some("Lines"),
            ChartKind::Changes => Some("Over time"),
            ChartKind::Auto | ChartKind::Samples => None,
        }
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("auto", |(name, _)| name)
    }
}

/// The colors of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Dark text on white.
    #[default]
    Light,
    /// Light text on a dark background.
    Dark,
}

impl Theme {
    /// All themes with their names.
    pub const ALL: [(&'static str, Theme); 2] = [("light", Theme::Light), ("dark", Theme::Dark)];
}

/// A query for a chart.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct ChartQuery {
    /// The kind.
    pub kind: ChartKind,
    /// The index of the table in the report.
    pub table: usize,
    /// The key on the horizontal axis of [`Scaling`](ChartKind::Scaling), such as `/size`; the default is the first of
    /// [`ChartKinds::numeric_keys`](super::ChartKinds::numeric_keys).
    pub x: Option<String>,
    /// The indexes of the rows to show, in this order; empty for all, in the order of the report, or for a
    /// [`Forest`](ChartKind::Forest) the worst first.
    pub rows: Vec<u32>,
    /// The index of the column to show; `None` for all.
    pub column: Option<u32>,
    /// The width in pixels; the default suits the kind.
    pub width: Option<f64>,
    /// The height in pixels; the default suits the content.
    pub height: Option<f64>,
    /// The title; if empty, the title describes the content.
    pub title: String,
    /// The colors.
    pub theme: Theme,
    /// Whether a chart of [`Changes`](ChartKind::Changes) also shows the rows that did not change, if others did.
    pub unchanged: bool,
    /// Draws a picture to post in place of the plain chart: 1200 × 675 pixels, with a headline, the number of runs and
    /// the machine, and this text, such as an address, at its foot. It ignores `width` and `height`.
    pub post: Option<String>,
}

setters!(ChartQuery {
    texts: title;
    lists: ;
    options: x: String, column: u32, width: f64, height: f64, post: String;
    kind: ChartKind,
    table: usize,
    rows: Vec<u32>,
    theme: Theme,
    unchanged: bool,
});
