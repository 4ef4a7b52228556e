//! The document around a report: its policy, its style, and the bytes that a script turns into a page.

use super::markup::Markup;
use super::{HTML_STYLE, body, state, title};
use crate::query::Answer;
use crate::render::ChartQuery;

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

/// More gzipped bytes of results than these make no file that is passed around: they are left out.
pub const HTML_RESULTS_MAX: usize = 8 << 20;

/// What a reader is told then.
const TOO_LARGE: &str =
    "The results are too large for this file: it has the cells, and cannot be asked on.";

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

/// Makes a page of the parts. It runs in browsers; its types are checked with those of the page's other scripts.
const BOOT: &str = include_str!("boot.js");

/// The hashes of [`BOOT`] and [`HTML_STYLE`] that the policy names: a test computes them.
pub(super) const BOOT_HASH: &str = "sha256-jPHK3ZEHgJ8pTixglPl7I5royNLW3LqRYcazIH4AJqY=";
pub(super) const STYLE_HASH: &str = "sha256-mNeDx480EWexIeANt6wh3eB+Xmv93FLlB8PxGXI00Nk=";

/// The report as one file.
#[must_use]
pub fn html(answer: &Answer, parts: &HtmlParts<'_>) -> Vec<u8> {
    let report = &answer.report;
    let mut out = Markup::default();
    out.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let both = parts.results.zip(parts.engine).filter(|_| parts.is_interactive());
    // Nothing may be fetched, from nowhere. What the file brings along becomes addresses of its own (blob:).
    let own = if both.is_some() {
        format!(
            "script-src '{BOOT_HASH}' blob: 'wasm-unsafe-eval'; worker-src blob:; img-src data: blob:; "
        )
    } else {
        String::new()
    };
    out.raw(&format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {own}\
         style-src '{STYLE_HASH}'; base-uri 'none'; form-action 'none'\">\n"
    ));
    out.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
    out.raw("<meta name=\"referrer\" content=\"no-referrer\">\n");
    out.raw("<meta name=\"generator\" content=\"benchlens\">\n<title>");
    out.text(&title(report));
    out.raw(" – benchlens</title>\n<style>");
    out.raw(HTML_STYLE);
    out.raw("</style>\n</head>\n<body>\n");
    for remark in parts.remark.into_iter().chain(parts.is_too_large().then_some(TOO_LARGE)) {
        out.element("p", "benchlens-remark", remark);
        out.raw("\n");
    }
    out.raw("<main>\n");
    body(answer, parts, &mut out);
    out.raw("</main>\n");
    if let Some((results, engine)) = both {
        let own = state::hash(&report.query, &report.inputs);
        block("results", results, parts.state.unwrap_or(&own), &mut out);
        block("engine", engine, "", &mut out);
        out.raw("<script>");
        out.raw(BOOT);
        out.raw("</script>\n");
    }
    out.raw("</body>\n</html>\n");
    out.finish()
}

/// Bytes as text that no browser runs.
fn block(name: &str, bytes: &[u8], state: &str, out: &mut Markup) {
    let length = bytes.len();
    out.raw(&format!(
        "<script type=\"text/plain\" id=\"benchlens-{name}\" data-length=\"{length}\" data-state=\""
    ));
    out.text(state);
    out.raw("\">");
    out.raw(&sevens(bytes));
    out.raw("</script>\n");
}

/// What documents do not keep as it is, or what could end the element.
const UNFIT: [u8; 4] = [0, b'\n', b'\r', b'<'];

/// Bytes as text: each seven bits, the highest first, are a character of ASCII. One that is unfit is a character of two bytes together
/// with the one behind it, which takes no more room. So all is a seventh more than the bytes, and a seventh less than in base64.
pub(super) fn sevens(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 7 * 8 + 16);
    let (mut bits, mut filled) = (0_u32, 0);
    let mut unfit: Option<u32> = None;
    let mut add = |seven: u8| match (unfit.take(), UNFIT.iter().position(|&unfit| unfit == seven)) {
        (Some(place), _) => text.extend(char::from_u32(0x100 + (place << 7) + u32::from(seven))),
        (None, Some(place)) => unfit = Some(place as u32),
        (None, None) => text.push(char::from(seven)),
    };
    for &byte in bytes {
        bits = bits << 8 | u32::from(byte);
        filled += 8;
        while 7 <= filled {
            filled -= 7;
            add((bits >> filled) as u8 & 0x7f);
        }
    }
    // The last bits, and something behind what may be unfit: a reader knows how many bytes there are.
    if !bytes.is_empty() {
        add((bits << (7 - filled)) as u8 & 0x7f);
        add(b' ');
    }
    text
}

#[cfg(test)]
pub(super) const BOOT_TEXT: &str = BOOT;
