//! Turns a report in one file into the web app: adds the results and the app itself, if this program contains it.

use std::io::Write;

use benchlens_core::Store;
use benchlens_core::render::HtmlParts;
use flate2::Compression;
use flate2::write::GzEncoder;

/// The web app's scripts, style and module as `cargo xtask web` packs them; empty in a program that was built without
/// them.
const ENGINE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/engine.bin"));

/// The results for an HTML report that can be queried.
#[derive(Debug)]
pub(crate) struct HtmlResults(Vec<u8>);

impl HtmlResults {
    /// Packs the results of a store; returns nothing if this program does not contain the web app.
    pub(crate) fn of(store: &Store) -> Option<HtmlResults> {
        if ENGINE.is_empty() {
            return None;
        }
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to a vector cannot fail.
        packed.write_all(&store.to_bytes()).ok()?;
        packed.finish().ok().map(HtmlResults)
    }
}

/// Returns the parts of a report with these results.
pub(crate) fn html_parts(results: Option<&HtmlResults>) -> HtmlParts<'_> {
    let both = results.map(|HtmlResults(results)| HtmlParts::interactive(results, ENGINE));
    both.unwrap_or_default()
}

/// Returns why a report with these parts cannot be queried, if it cannot.
pub(crate) fn html_note(parts: &HtmlParts<'_>) -> Option<&'static str> {
    if parts.is_too_large() {
        Some(
            "results too large to embed: the HTML report shows the tables but cannot be filtered or sorted",
        )
    } else if parts.is_interactive() {
        None
    } else {
        Some(
            "the HTML report cannot be filtered or sorted: this benchlens was built without the web app",
        )
    }
}
