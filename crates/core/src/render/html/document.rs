//! The document around a report: its policy, its style, and the bytes that a script turns into an interactive page.

use super::markup::Markup;
use super::parts::HtmlParts;
use super::{HTML_STYLE, body, state, title};
use crate::query::Answer;

/// The remark in a file whose results are too large for it.
const TOO_LARGE: &str = "The results are too large to embed: this file shows the tables but cannot be filtered or sorted.";

/// Turns the parts into a page. It runs in browsers; its types are checked together with the web app's other scripts.
const BOOT: &str = include_str!("boot.js");

/// The hashes of [`BOOT`] and [`HTML_STYLE`] that the policy names: a test computes them.
pub(super) const BOOT_HASH: &str = "sha256-jPHK3ZEHgJ8pTixglPl7I5royNLW3LqRYcazIH4AJqY=";
pub(super) const STYLE_HASH: &str = "sha256-n+Gcq+l9Lr6QTBkfrsVxC1IrqsgUQH32eCW/enFVU38=";

/// Returns the report as one file.
#[must_use]
pub fn html(answer: &Answer, parts: &HtmlParts<'_>) -> Vec<u8> {
    let report = answer.report();
    let mut out = Markup::default();
    out.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let both = parts.results.zip(parts.engine).filter(|_| parts.is_interactive());
    // The policy forbids every request. Parts inside the file get blob: addresses.
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
    if parts.is_too_large() {
        out.element("p", "benchlens-remark", TOO_LARGE);
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

/// Writes bytes as text that no browser runs.
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

/// Characters that documents do not preserve, or that could end the element.
const UNFIT: [u8; 4] = [0, b'\n', b'\r', b'<'];

/// Returns bytes as text: each seven bits, the highest first, become an ASCII character. An unfit character forms a
/// character of two bytes together with the next one, which needs no more space. So the text is a seventh larger than
/// the bytes, and a seventh smaller than base64.
pub(super) fn sevens(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 7 * 8 + 16);
    let (mut bits, mut filled) = (0_u32, 0);
    let mut unfit: Option<u32> = None;
    let mut add = |seven: u8| match (unfit.take(), UNFIT.iter().position(|&unfit| unfit == seven)) {
        (Some(index), _) => text.extend(char::from_u32(0x100 + (index << 7) + u32::from(seven))),
        (None, Some(index)) => unfit = Some(index as u32),
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
    // Add the last bits, and a character after a possibly unfit one. A reader knows the number of bytes.
    if !bytes.is_empty() {
        add((bits << (7 - filled)) as u8 & 0x7f);
        add(b' ');
    }
    text
}

#[cfg(test)]
pub(super) const BOOT_TEXT: &str = BOOT;
