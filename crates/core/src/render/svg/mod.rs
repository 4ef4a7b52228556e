//! Pictures: a table as a chart, a row as a strip of its samples.
//!
//! Ink is `currentColor`; columns have the classes `side-0`, `side-1`, … for a page's style sheet, and
//! colours of their own that can be seen on light and dark ground, so that a saved file looks right
//! alone. A column is told by its shape too, never by colour alone. All texts are escaped.

mod chart;
mod strip;

pub use chart::chart;
pub use strip::strip;

use std::fmt::Write;

use crate::base::Text;
use crate::grid::Axis;
use crate::table::Table;

/// Lines that should stay in the background.
const SOFT: &str = "stroke=\"currentColor\" stroke-opacity=\"0.25\"";

/// The colours of columns, chosen so that neighbours differ for colour-blind eyes too.
const COLOURS: [&str; 6] = ["#8a8f98", "#d97706", "#2563eb", "#059669", "#b45cc4", "#dc2626"];

/// Pictures are no narrower than this.
const NARROWEST: f64 = 240.0;
/// In a narrower picture labels stand above what they name, not beside it.
const NARROW: f64 = 560.0;
/// The room that such a label takes.
const LABEL_LINE: f64 = 16.0;
/// The margins of a narrow picture: half a tick's label.
const MARGIN: f64 = 26.0;
/// The width of a character, more or less.
const CHAR: f64 = 6.6;

/// The width of a picture for so much room; its own where nothing is said.
fn width_for(room: Option<f64>, own: f64) -> f64 {
    room.filter(|room| room.is_finite()).map_or(own, |room| room.floor().clamp(NARROWEST, own))
}

/// How many characters fit beside each other.
fn chars_in(width: f64) -> usize {
    (width / CHAR) as usize
}

/// A picture under construction.
struct Picture {
    body: String,
    width: f64,
    height: f64,
}

impl Picture {
    fn new(width: f64, height: f64) -> Picture {
        Picture { body: String::new(), width, height }
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, width: f64) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.tag(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" {stroke} \
             stroke-width=\"{width}\"/>"
        ));
    }

    /// `anchor` is `start`, `middle` or `end`.
    fn text(&mut self, at: (f64, f64), anchor: &str, text: &str) {
        let text = escaped(text);
        let (x, y) = at;
        self.tag(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"currentColor\">{text}</text>"
        ));
    }

    /// The shape of a column: circle, square, diamond, triangle, …
    fn mark(&mut self, at: (f64, f64), column: usize, size: f64) {
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
    fn axis(&mut self, axis: &Axis, left: f64, right: f64, top: f64, bottom: f64) {
        for (place, label) in &axis.ticks {
            let x = left + place * (right - left);
            self.line((x, top), (x, bottom), SOFT, 0.5);
            self.text((x, top - 5.0), "middle", label);
        }
    }

    fn tag(&mut self, tag: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.body.write_fmt(tag);
        self.body.push('\n');
    }

    /// The whole picture; `title` is what a screen reader says of it.
    fn finish(self, title: &str) -> String {
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
fn fill(column: usize) -> String {
    format!("class=\"side-{column}\" fill=\"{}\"", COLOURS[column % COLOURS.len()])
}

/// The attributes that draw a line in it.
fn stroke(column: usize) -> String {
    format!("class=\"side-{column}\" stroke=\"{}\"", COLOURS[column % COLOURS.len()])
}

/// The label of a column.
fn column_label(table: &Table, column: usize) -> String {
    let words = table.columns[column].key.iter().map(Text::to_string_lossy);
    words.collect::<Vec<_>>().join(" ")
}

/// A text of at most so many characters.
fn shortened(text: &str, chars: usize) -> String {
    if text.chars().count() <= chars {
        return text.to_owned();
    }
    let kept: String = text.chars().take(chars - 1).collect();
    kept + "…"
}

/// Text in which nothing is markup. Controls, which XML does not allow, become spaces.
fn escaped(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, Query, Store, run};

    #[test]
    fn hostile_names_stay_text() {
        let log = b"Benchmark<script>alert(1)</script>&\"'\x01 1 5 ns/op\n";
        let store = Store::read([
            Input { name: b"a", label: b"<img onerror=x>", bytes: log },
            Input { name: b"b", label: b"b", bytes: log },
        ]);
        let report = run(&store, &Query::default()).unwrap();
        let chart = chart(&report, 0, None).unwrap();
        assert!(!chart.contains("<script") && !chart.contains("<img"), "{chart}");
        assert!(chart.contains("&lt;img onerror=x&gt;") && chart.contains("&lt;script&gt;"));
        let strip = strip(&report, 0, 0, &[vec![5e-9], vec![5e-9]], None).unwrap();
        assert!(!strip.contains("<img") && strip.contains("<title>"), "{strip}");
        assert!(super::chart(&report, 7, None).is_none());
        assert!(super::strip(&report, 0, 9, &[], None).is_none());
    }

    #[test]
    fn no_number_breaks_a_picture() {
        for value in ["0", "-1", "1e308", "5e-324", "Inf", "-Inf"] {
            let log = format!("BenchmarkA 1 {value} x\nBenchmarkA 1 3 x\n");
            let store = Store::read([Input { name: b"f", label: b"f", bytes: log.as_bytes() }]);
            let report = run(&store, &Query::default()).unwrap();
            let samples = [vec![value.parse().unwrap(), 3.0]];
            for width in [None, Some(1.0), Some(400.0), Some(f64::NAN), Some(f64::INFINITY)] {
                let both = chart(&report, 0, width).unwrap()
                    + &strip(&report, 0, 0, &samples, width).unwrap();
                assert!(!both.contains("NaN") && !both.contains("inf"), "{value}: {both}");
            }
        }
    }
}
