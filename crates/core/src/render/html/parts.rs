//! What a report in one file has besides what is read.

use crate::render::ChartQuery;

/// More gzipped bytes of results than these make no file that is passed around: they are left out.
pub const HTML_RESULTS_MAX: usize = 8 << 20;

/// What a report in one file has besides what is read.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct HtmlParts<'a> {
    /// The results, as [`Store::to_bytes`](crate::Store::to_bytes) gives them, gzipped; with them the file can
    /// be asked on. Without the engine they are of no use and left out.
    pub results: Option<&'a [u8]>,
    /// The page's scripts, style and module, as `cargo xtask web` packs them into `engine.bin`.
    pub engine: Option<&'a [u8]>,
    /// What the page shows at first: the part of its address from the `#` on. Without one it is the report's
    /// own query.
    pub state: Option<&'a str>,
    /// A sentence for the reader: why the file cannot be asked on, for example.
    pub remark: Option<&'a str>,
    /// Only rows that match this search are read, as [`row_order`](crate::table::row_order) takes it; with an empty one, all
    /// that the focus of the query shows.
    pub search: &'a str,
    /// The chart of its table, instead of the one that suits it.
    pub chart: Option<&'a ChartQuery>,
}

impl<'a> HtmlParts<'a> {
    /// Whether the file can be asked on: it has results that are not too large, and an engine.
    #[must_use]
    pub fn is_interactive(&self) -> bool {
        self.engine.is_some() && self.results.is_some() && !self.is_too_large()
    }

    /// Whether the results are too large for the file.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.results.is_some_and(|results| HTML_RESULTS_MAX < results.len())
    }

    /// A file that can be asked on.
    #[must_use]
    pub fn interactive(results: &'a [u8], engine: &'a [u8]) -> HtmlParts<'a> {
        HtmlParts { results: Some(results), engine: Some(engine), ..HtmlParts::default() }
    }

    /// The same with a state of the page.
    #[must_use]
    pub fn with_state(mut self, state: &'a str) -> HtmlParts<'a> {
        self.state = Some(state);
        self
    }

    /// The same with the rows that match a search, and with a chart that was chosen.
    #[must_use]
    pub fn with_view(mut self, search: &'a str, chart: Option<&'a ChartQuery>) -> HtmlParts<'a> {
        (self.search, self.chart) = (search, chart);
        self
    }

    /// The same with a sentence for the reader.
    #[must_use]
    pub fn with_remark(mut self, remark: &'a str) -> HtmlParts<'a> {
        self.remark = Some(remark);
        self
    }
}
