//! Drawing primitives for pictures: lines, texts, marks in the colors of a theme.
//!
//! Takes positions in pixels and texts; gives SVG. Must not know the subject of a picture.

use std::fmt::{Arguments, Write};

use super::palette::{Palette, palette};
use super::query::Theme;

/// Fonts of most systems, whose texts are at most this wide; see [`super::metrics`].
const FONTS: &str = "Inter,'DejaVu Sans',Helvetica,Arial,sans-serif";

/// The anchor of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hold {
    Start,
    Middle,
    End,
}

/// The shape and color of a mark.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Mark {
    pub(super) shape: usize,
    pub(super) colour: &'static str,
    pub(super) is_hollow: bool,
}

/// The position where a row changed: the number of the change, and the points that it lies between.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    pub(super) number: usize,
    pub(super) last: usize,
    pub(super) first: usize,
}

/// A picture under construction.
pub(super) struct Canvas {
    body: String,
    pub(super) width: f64,
    pub(super) palette: &'static Palette,
}

impl Canvas {
    pub(super) fn new(width: f64, theme: Theme) -> Canvas {
        Canvas { body: String::new(), width, palette: palette(theme) }
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(short);
        self.put(format_args!(
            "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        ));
    }

    /// Draws a line through points.
    pub(super) fn polyline(&mut self, points: &[(f64, f64)], colour: &str, width: f64, dash: &str) {
        let mut path = String::new();
        for (i, &(x, y)) in points.iter().enumerate() {
            path += if i == 0 { "M" } else { "L" };
            path += &format!("{} {}", short(x), short(y));
        }
        let dash =
            if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
        self.put(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\"{dash}/>"
        ));
    }

    /// Draws dots of this size.
    pub(super) fn dots(&mut self, points: &[(f64, f64)], colour: &str, size: f64) {
        let dot = |&(x, y): &(f64, f64)| format!("M{} {}h0", short(x), short(y));
        let path: String = points.iter().map(dot).collect();
        self.put(format_args!(
            "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{size}\" \
             stroke-linecap=\"round\"/>"
        ));
    }

    pub(super) fn rect(&mut self, at: (f64, f64), size: (f64, f64), colour: &str) {
        let [x, y, w, h] = [at.0, at.1, size.0, size.1].map(short);
        self.put(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{colour}\"/>"
        ));
    }

    /// Draws a text in the size of labels.
    pub(super) fn text(&mut self, at: (f64, f64), hold: Hold, colour: &str, text: &str) {
        self.styled(at, hold, colour, "", text);
    }

    /// Draws a text that grid lines may cross, as in a narrow picture; the lines stop around it.
    pub(super) fn over(&mut self, at: (f64, f64), hold: Hold, colour: &str, text: &str) {
        let ground = self.palette.ground;
        let more = if self.width < NARROW {
            format!(" stroke=\"{ground}\" stroke-width=\"5\" paint-order=\"stroke\"")
        } else {
            String::new()
        };
        self.styled(at, hold, colour, &more, text);
    }

    /// Draws a text with further attributes.
    pub(super) fn styled(
        &mut self,
        at: (f64, f64),
        hold: Hold,
        colour: &str,
        more: &str,
        text: &str,
    ) {
        let ([x, y], text) = ([at.0, at.1].map(short), escaped(text));
        let hold = match hold {
            Hold::Start => "",
            Hold::Middle => " text-anchor=\"middle\"",
            Hold::End => " text-anchor=\"end\"",
        };
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\"{hold} fill=\"{colour}\"{more}>{text}</text>"
        ));
    }

    /// Draws a line of texts that have their own colors.
    pub(super) fn parts(&mut self, at: (f64, f64), more: &str, parts: &[(&str, String)]) {
        let [x, y] = [at.0, at.1].map(short);
        let part = |(colour, text): &(&str, String)| {
            format!("<tspan fill=\"{colour}\">{}</tspan>", escaped(text))
        };
        let parts: String = parts.iter().map(part).collect();
        self.put(format_args!("<text x=\"{x}\" y=\"{y}\"{more}>{parts}</text>"));
    }

    /// Draws a picture of [`finish`](Canvas::finish) in this rectangle, smaller if it does not fit.
    pub(super) fn nest(&mut self, svg: &str, at: (f64, f64), size: (f64, f64)) {
        let [x, y, w, h] = [at.0, at.1, size.0, size.1].map(short);
        let (tag, body) = svg.split_once('\n').unwrap_or_default();
        let view = tag.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"'));
        let view = view.map_or("", |(view, _)| view);
        self.put(format_args!(
            "<svg x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" viewBox=\"{view}\" \
             preserveAspectRatio=\"xMinYMin\">\n{}",
            body.trim_end()
        ));
    }

    /// Draws a mark of this radius.
    pub(super) fn mark(&mut self, at: (f64, f64), mark: Mark, size: f64) {
        let [x, y] = [at.0, at.1].map(short);
        let s = |factor: f64| short(factor * size);
        let path = match mark.shape % 6 {
            0 => format!("m{} 0a{1} {1} 0 1 1 0 .01z", s(-1.0), s(1.0)),
            1 => format!("m{0} {0}h{1}v{1}h{2}z", s(-0.9), s(1.8), s(-1.8)),
            2 => format!("m0 {0}l{1} {1} {2} {1} {2} {2}z", s(-1.35), s(1.35), s(-1.35)),
            3 => format!("m0 {}l{} {}h{}z", s(-1.25), s(1.25), s(2.2), s(-2.5)),
            4 => format!("m0 {}l{} {}h{}z", s(1.25), s(1.25), s(-2.2), s(-2.5)),
            _ => format!("m{0} {0}l{1} {1}m0 {2}l{2} {1}", s(-1.0), s(2.0), s(-2.0)),
        };
        let (colour, ground) = (mark.colour, self.palette.ground);
        let paint = if mark.is_hollow || mark.shape % 6 == 5 {
            format!("fill=\"{ground}\" stroke=\"{colour}\" stroke-width=\"1.6\"")
        } else {
            format!("fill=\"{colour}\"")
        };
        self.put(format_args!("<path d=\"M{x} {y}{path}\" {paint}/>"));
    }

    /// Begins the group of a cell; `title` describes the cell.
    pub(super) fn open(&mut self, row: usize, column: Option<usize>, title: &str) {
        let title = escaped(title);
        let column = column.map_or(String::new(), |column| format!(" data-column=\"{column}\""));
        self.put(format_args!("<g data-row=\"{row}\"{column}><title>{title}</title>"));
    }

    /// Begins the group of a row in this rectangle, so that a pointer can hit the row between its marks.
    pub(super) fn open_row(&mut self, row: usize, title: &str, at: (f64, f64), size: (f64, f64)) {
        self.open(row, None, title);
        self.rect(at, size, "transparent");
    }

    /// Begins the group of a change of a row.
    pub(super) fn open_spot(&mut self, row: usize, spot: Spot, title: &str) {
        let (Spot { number, last, first }, title) = (spot, escaped(title));
        self.put(format_args!(
            "<g data-row=\"{row}\" data-change=\"{number}\" data-last=\"{last}\" \
             data-first=\"{first}\"><title>{title}</title>"
        ));
    }

    /// Ends the group.
    pub(super) fn close(&mut self) {
        self.put(format_args!("</g>"));
    }

    fn put(&mut self, tag: Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.body.write_fmt(tag);
        self.body.push('\n');
    }

    /// Returns the whole picture; `title` is the text for a screen reader.
    pub(super) fn finish(self, height: f64, title: &str) -> String {
        self.finish_scaled(height.ceil(), title, 1.0)
    }

    /// Returns the whole picture with this number of pixels for each pixel of the canvas.
    pub(super) fn finish_scaled(self, height: f64, title: &str, scale: f64) -> String {
        let ([w, h], title) = ([self.width, height].map(short), escaped(title));
        let [wide, high] = [self.width * scale, height * scale].map(short);
        let ground = self.palette.ground;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{wide}\" \
             height=\"{high}\" role=\"img\" font-family=\"{FONTS}\" font-size=\"12\">\n\
             <title>{title}</title>\n<rect width=\"{w}\" height=\"{h}\" fill=\"{ground}\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// Returns a coordinate to a tenth of a pixel, without redundant characters.
fn short(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns text in which nothing is markup. Invisible characters that move other text, such as controls and direction
/// marks, become U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                out.push('\u{fffd}');
            }
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Below this width, labels are above the things that they name, rather than next to them.
pub(super) const NARROW: f64 = 560.0;
