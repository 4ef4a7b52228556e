//! The parts that charts share: title, legend, axes, remarks at the foot.

use super::canvas::{Canvas, Hold, Mark};
use super::metrics::{shortened, shortened_apart, width};
use crate::base::plural;
use crate::grid::Tick;

/// The margin around a picture.
pub(super) const MARGIN: f64 = 16.0;
/// The distance between two lines of text.
pub(super) const LINE: f64 = 17.0;
/// The factor by which a title is wider than a label with the same text.
const TITLE_WIDER: f64 = 1.5;
/// The minimum distance between two labels.
const APART: f64 = 10.0;

/// Returns the width of a picture: the requested width within limits, or its own.
pub(super) fn width_for(wanted: Option<f64>, own: f64) -> f64 {
    wanted.filter(|width| width.is_finite()).map_or(own, |width| width.floor().clamp(240.0, 4096.0))
}

/// Returns the requested height within limits.
pub(super) fn height_for(wanted: Option<f64>) -> Option<f64> {
    wanted.filter(|height| height.is_finite()).map(|height| height.floor().clamp(120.0, 8192.0))
}

/// Draws title, subtitle and legend; returns their lower end.
pub(super) fn head(canvas: &mut Canvas, texts: [&str; 2], legend: &[(Mark, String)]) -> f64 {
    let room = canvas.width - 2.0 * MARGIN;
    let (ink, soft) = (canvas.palette.ink, canvas.palette.soft);
    let more = " font-size=\"15\" font-weight=\"700\"";
    let mut y = 28.0;
    for (i, line) in wrapped(texts[0], room / TITLE_WIDER).iter().enumerate() {
        y += if i == 0 { 0.0 } else { LINE + 3.0 };
        canvas.styled((MARGIN, y), Hold::Start, ink, more, line);
    }
    for line in wrapped(texts[1], room) {
        y += LINE + 2.0;
        canvas.text((MARGIN, y), Hold::Start, soft, &line);
    }
    let mut x = MARGIN;
    let names: Vec<&str> = legend.iter().map(|(_, text)| &text[..]).collect();
    let names = shortened_apart(&names, room - 20.0);
    for (i, ((mark, _), text)) in legend.iter().zip(&names).enumerate() {
        let taken = 18.0 + width(text);
        if i == 0 || room + MARGIN < x + taken {
            (x, y) = (MARGIN, y + if i == 0 { LINE + 6.0 } else { LINE });
        }
        canvas.mark((x + 5.0, y - 4.0), *mark, 4.2);
        canvas.text((x + 15.0, y), Hold::Start, ink, text);
        x += taken + 18.0;
    }
    y + 12.0
}

/// Draws remarks below `y`; returns the lower end of the picture.
pub(super) fn foot(canvas: &mut Canvas, mut y: f64, notes: &[String]) -> f64 {
    for note in notes.iter().filter(|note| !note.is_empty()) {
        for line in wrapped(note, canvas.width - 2.0 * MARGIN) {
            y += LINE;
            canvas.text((MARGIN, y), Hold::Start, canvas.palette.soft, &line);
        }
    }
    y + MARGIN
}

/// Returns the height of [`foot`].
pub(super) fn foot_height(canvas: &Canvas, notes: &[String]) -> f64 {
    let lines = notes.iter().filter(|note| !note.is_empty());
    let lines: usize = lines.map(|note| wrapped(note, canvas.width - 2.0 * MARGIN).len()).sum();
    LINE * lines as f64 + MARGIN
}

/// Returns a text in lines of at most this width.
fn wrapped(text: &str, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if width(line) + width(word) + 4.0 <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(shortened(word, room)),
        }
    }
    lines
}

/// Returns the ticks whose labels fit next to each other on `length` pixels; `extent` is the size of a label. The ends
/// have priority, then labels of lower rank; labels of a higher rank appear only if all of them fit.
fn fitting(ticks: &[Tick], length: f64, extent: impl Fn(&str) -> f64) -> Vec<&Tick> {
    let mut taken: Vec<(f64, f64)> = Vec::new();
    let mut shown = Vec::new();
    for rank in 0..3 {
        let all: Vec<&Tick> =
            ticks.iter().filter(|t| t.rank == rank && !t.label.is_empty()).collect();
        let ends = [all.last(), all.first()].into_iter().flatten().copied();
        let inner = all.iter().copied().skip(1).take(all.len().saturating_sub(2));
        let before = (taken.len(), shown.len());
        let mut is_whole = true;
        for tick in ends.take(all.len()).chain(inner) {
            let half = 0.5 * (extent(&tick.label) + APART);
            let (lo, hi) = (tick.place * length - half, tick.place * length + half);
            if taken.iter().all(|&(from, to)| hi <= from || to <= lo) {
                taken.push((lo, hi));
                shown.push(tick);
            } else {
                is_whole = false;
            }
        }
        if 0 < rank && !is_whole {
            taken.truncate(before.0);
            shown.truncate(before.1);
        }
    }
    shown
}

/// The rectangle of a picture in which values have positions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plot {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl Plot {
    pub(super) fn x(&self, place: f64) -> f64 {
        self.left + place * (self.right - self.left)
    }

    /// Returns the y coordinate of a position; positions increase upward.
    pub(super) fn y(&self, place: f64) -> f64 {
        self.bottom - place * (self.bottom - self.top)
    }

    /// Draws vertical lines at the ticks, with their labels at `label_y`.
    pub(super) fn x_axis(&self, canvas: &mut Canvas, ticks: &[Tick], label_y: f64) {
        let (grid, faint, soft) = (canvas.palette.grid, canvas.palette.faint, canvas.palette.soft);
        for tick in ticks {
            let x = self.x(tick.place);
            let colour = if tick.label.is_empty() { faint } else { grid };
            canvas.line((x, self.top), (x, self.bottom), colour, 1.0);
        }
        for tick in fitting(ticks, self.right - self.left, width) {
            let half = 0.5 * width(&tick.label) + 2.0;
            let x = self.x(tick.place).clamp(half, (canvas.width - half).max(half));
            canvas.text((x, label_y), Hold::Middle, soft, &tick.label);
        }
    }

    /// Draws horizontal lines at the ticks, with their labels to the left.
    pub(super) fn y_axis(&self, canvas: &mut Canvas, ticks: &[Tick]) {
        let (grid, faint, soft) = (canvas.palette.grid, canvas.palette.faint, canvas.palette.soft);
        for tick in ticks {
            let y = self.y(tick.place);
            let colour = if tick.label.is_empty() { faint } else { grid };
            canvas.line((self.left, y), (self.right, y), colour, 1.0);
        }
        for tick in fitting(ticks, self.bottom - self.top, |_| 8.0) {
            let at = (self.left - 8.0, self.y(tick.place) + 4.0);
            canvas.text(at, Hold::End, soft, &tick.label);
        }
    }
}

/// The maximum number of names in a remark on omitted things.
const NAMES_MAX: usize = 3;

/// Describes the omitted things: `not shown: 2 more columns: v3, v4`. Empty if everything is shown.
pub(super) fn left_out(what: &str, names: &[String]) -> String {
    left_out_for(what, "", names)
}

/// Describes the omitted things with a reason: `not shown: 1 more row without a size: Parse`.
pub(super) fn left_out_for(what: &str, why: &str, names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let more = match names.len().saturating_sub(NAMES_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let listed = names[..names.len().min(NAMES_MAX)].join(", ");
    let count = plural(names.len() as u64, &format!("more {what}"));
    format!("not shown: {count}{why}: {listed}{more}")
}
