//! A chart query as words: the text of a command line or of a call in another language.

use super::query::{ChartKind, ChartQuery, Theme};
use crate::base::{Error, Sentence};

/// The limits of a chart's width and height, in pixels.
const WIDTHS: std::ops::RangeInclusive<f64> = 240.0..=4096.0;
/// The size of a picture with a headline and a foot.
const POST: &str = "post";
const HEIGHTS: std::ops::RangeInclusive<f64> = 120.0..=8192.0;

/// The words of a chart query, by the names of the CLI's flags. Missing words have defaults.
///
/// ```
/// use benchlens_core::render::{ChartKind, ChartWords};
///
/// let words = ChartWords { kind: Some("forest".into()), size: Some("640x480".into()), ..ChartWords::default() };
/// let query = words.query()?;
/// assert_eq!((query.kind, query.width, query.height), (ChartKind::Forest, Some(640.0), Some(480.0)));
/// # Ok::<(), benchlens_core::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChartWords {
    /// The name of a kind.
    pub kind: Option<String>,
    /// The key of the horizontal axis.
    pub x: Option<String>,
    /// `WIDTH` or `WIDTHxHEIGHT`, in pixels, or `post`.
    pub size: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The name of a theme.
    pub theme: Option<String>,
}

impl ChartWords {
    /// Returns the chart query.
    ///
    /// # Errors
    ///
    /// The first word that is not a value of its setting.
    pub fn query(self) -> Result<ChartQuery, Error> {
        let mut query = ChartQuery::default();
        if let Some(text) = &self.kind {
            let names = ChartKind::ALL.map(|(name, _)| name).join(", ");
            let kind = ChartKind::ALL.into_iter().find(|(name, _)| name == text);
            let kind = kind.ok_or_else(|| {
                Error::invalid("chart", text, &format!("expected one of {names}"))
            })?;
            query.kind = kind.1;
        }
        query.x = self.x;
        let scales = matches!(query.kind, ChartKind::Auto | ChartKind::Scaling);
        if let (Some(_), false) = (&query.x, scales) {
            return Err(Error::range(
                "chart-x",
                Sentence::setting("chart-x").and(" needs ").and_set("chart", b"scaling"),
            ));
        }
        if let Some(text) = &self.size {
            if text == POST {
                query.post = Some(String::new());
            } else {
                let size = size(text).ok_or_else(|| {
                    let why =
                        "must be WIDTH or WIDTHxHEIGHT, 240 to 4096 by 120 to 8192 pixels, or post";
                    Error::invalid("chart-size", text, why)
                })?;
                (query.width, query.height) = (Some(size.0), size.1);
            }
        }
        query.title = self.title.unwrap_or_default();
        if let Some(text) = &self.theme {
            let theme = Theme::ALL.into_iter().find(|(name, _)| name == text);
            let theme =
                theme.ok_or_else(|| Error::invalid("chart-theme", text, "not light or dark"))?;
            query.theme = theme.1;
        }
        Ok(query)
    }
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
