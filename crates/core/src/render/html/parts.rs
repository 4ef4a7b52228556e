//! The parts of a report file other than its readable content.

use crate::render::ChartQuery;

/// The maximum size of gzipped results in a file that people pass around; larger results are omitted.
pub const HTML_RESULTS_MAX: usize = 8 << 20;

/// The parts of a report file other than its readable content.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct HtmlParts<'a> {
    /// The results, gzipped, from [`Store::to_bytes`](crate::Store::to_bytes); with them, a reader can change the
    /// query. Without the engine they have no use and are omitted.
    pub results: Option<&'a [u8]>,
    /// The web app's scripts, style and module, as `cargo xtask web` packs them into `engine.bin`.
    pub engine: Option<&'a [u8]>,
    /// The state that the file opens with: the part of the web app's address from the `#` on. The default is the
    /// report's own query.
    pub state: Option<&'a str>,
    /// A search for the rows to show, in the syntax of [`row_order`](crate::table::row_order); if empty, the file shows
    /// all rows that the focus of the query selects.
    pub search: &'a str,
    /// The chart of its table, instead of the default chart.
    pub chart: Option<&'a ChartQuery>,
}

impl<'a> HtmlParts<'a> {
    /// Returns whether a reader can change the query: the file has an engine, and results that are not too large.
    #[must_use]
    pub fn is_interactive(&self) -> bool {
        self.engine.is_some() && self.results.is_some() && !self.is_too_large()
    }

    /// Returns whether the results are too large for the file.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.results.is_some_and(|results| HTML_RESULTS_MAX < results.len())
    }

    /// Returns the parts of a file whose query a reader can change.
    #[must_use]
    pub fn interactive(results: &'a [u8], engine: &'a [u8]) -> HtmlParts<'a> {
        HtmlParts { results: Some(results), engine: Some(engine), ..HtmlParts::default() }
    }

    /// Returns the parts with a state of the web app.
    #[must_use]
    pub fn with_state(mut self, state: &'a str) -> HtmlParts<'a> {
        self.state = Some(state);
        self
    }

    /// Returns the parts with the rows that match a search, and with a chosen chart.
    #[must_use]
    pub fn with_view(mut self, search: &'a str, chart: Option<&'a ChartQuery>) -> HtmlParts<'a> {
        (self.search, self.chart) = (search, chart);
        self
    }
}
