//! Pictures: a table as a chart, a row as a strip of its samples.
//!
//! Ink is `currentColor`; columns have the classes `side-0`, `side-1`, … for a page's style sheet, and
//! colours of their own that can be seen on light and dark ground, so that a saved file looks right
//! alone. A column is told by its shape too, never by colour alone. All texts are escaped.

use std::fmt::Write;

use crate::base::Text;
use crate::grid::Axis;
use crate::table::Table;

/// Lines that should stay in the background.
pub(super) const SOFT: &str = "stroke=\"currentColor\" stroke-opacity=\"0.25\"";

/// The colours of columns, chosen so that neighbours differ for colour-blind eyes too.
pub(super) const COLOURS: [&str; 6] =
    ["#8a8f98", "#d97706", "#2563eb", "#059669", "#b45cc4", "#dc2626"];

/// Pictures are no narrower than this.
pub(super) const NARROWEST: f64 = 240.0;
/// In a narrower picture labels stand above what they name, not beside it.
pub(super) const NARROW: f64 = 560.0;
/// The room that such a label takes.
pub(super) const LABEL_LINE: f64 = 16.0;
/// The margins of a narrow picture: half a tick's label.
pub(super) const MARGIN: f64 = 26.0;
/// The width of a character, more or less.
pub(super) const CHAR: f64 = 6.6;

/// The width of a picture for so much room; its own where nothing is said.
pub(super) fn width_for(room: Option<f64>, own: f64) -> f64 {
    room.filter(|room| room.is_finite()).map_or(own, |room| room.floor().clamp(NARROWEST, own))
}

/// How many characters fit beside each other.
pub(super) fn chars_in(width: f64) -> usize {
    (width / CHAR) as usize
}

/// A picture under construction.
pub(super) struct Picture {
    pub(super) body: String,
    width: f64,
    height: f64,
}

impl Picture {
    pub(super) fn new(width: f64, height: f64) -> Picture {
        Picture { body: String::new(), width, height }
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, width: f64) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.tag(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" {stroke} \
             stroke-width=\"{width}\"/>"
        ));
    }

    /// `anchor` is `start`, `middle` or `end`.
    pub(super) fn text(&mut self, at: (f64, f64), anchor: &str, text: &str) {
        let text = escaped(text);
        let (x, y) = at;
        self.tag(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"currentColor\">{text}</text>"
        ));
    }

    /// The shape of a column: circle, square, diamond, triangle, …
    pub(super) fn mark(&mut self, at: (f64, f64), column: usize, size: f64) {
        let (x, y) = at;
        let colour = fill(column);
        let path = match column % 4 {
            0 => {
                return self.tag(format_args!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size}\" {colour}/>"
                ));
            }
            1 => format!("M-{size} -{size}h{0}v{0}h-{0}z", 2.0 * size),
            2 => format!("M0 -{0}l{0} {0}l-{0} {0}l-{0} -{0}z", 1.35 * size),
            _ => format!("M0 -{0}l{0} {1}h-{1}z", 1.2 * size, 2.4 * size),
        };
        self.tag(format_args!(
            "<path d=\"{path}\" transform=\"translate({x:.1} {y:.1})\" {colour}/>"
        ));
    }

    /// Vertical lines at the ticks with their labels above.
    pub(super) fn axis(&mut self, axis: &Axis, left: f64, right: f64, top: f64, bottom: f64) {
        for (place, label) in &axis.ticks {
            let x = left + place * (right - left);
            self.line((x, top), (x, bottom), SOFT, 0.5);
            self.text((x, top - 5.0), "middle", label);
        }
    }

    pub(super) fn tag(&mut self, tag: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.body.write_fmt(tag);
        self.body.push('\n');
    }

    /// The whole picture; `title` is what a screen reader says of it.
    pub(super) fn finish(self, title: &str) -> String {
        let Picture { body, width, height } = self;
        let title = escaped(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"system-ui,sans-serif\" \
             font-size=\"12\">\n<title>{title}</title>\n{body}</svg>\n"
        )
    }
}

/// The attributes that fill a shape with the colour of a column.
pub(super) fn fill(column: usize) -> String {
    format!("class=\"side-{column}\" fill=\"{}\"", COLOURS[column % COLOURS.len()])
}

/// The attributes that draw a line in it.
pub(super) fn stroke(column: usize) -> String {
    format!("class=\"side-{column}\" stroke=\"{}\"", COLOURS[column % COLOURS.len()])
}

/// The label of a column.
pub(super) fn column_label(table: &Table, column: usize) -> String {
    let words = table.columns[column].key.iter().map(Text::to_string_lossy);
    words.collect::<Vec<_>>().join(" ")
}

/// A text of at most so many characters.
pub(super) fn shortened(text: &str, chars: usize) -> String {
    if text.chars().count() <= chars {
        return text.to_owned();
    }
    let kept: String = text.chars().take(chars - 1).collect();
    kept + "…"
}

/// Text in which nothing is markup. Controls, which XML does not allow, become spaces.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
