//! The bars of a table: the change of each comparison, on one axis for all its rows.
//!
//! These are small pictures without colors of their own: the style defines colors by class, for light, dark and paper.

use super::markup::Markup;
use crate::grid::{Bar, BarAxis, Bars, bars};
use crate::table::{Comparison, Report};

/// The size of a bar, in pixels.
const WIDTH: f64 = 150.0;
const HEIGHT: f64 = 16.0;
/// The margin at both ends, for half a mark.
const EDGE: f64 = 5.0;

/// The bars of one table, with their axis.
pub(super) struct Sheet {
    bars: Bars,
    axis: BarAxis,
}

impl Sheet {
    /// Returns the bars of a table.
    pub(super) fn new(report: &Report, table: usize) -> Sheet {
        let bars = bars(report, table);
        let axis = bars.axis();
        Sheet { bars, axis }
    }

    /// Writes the labels of the axis.
    pub(super) fn head(&self, out: &mut Markup) {
        begin("axis", out);
        for (place, label) in self.axis.ticks.iter().filter(|(_, label)| !label.is_empty()) {
            let anchor = match *place {
                place if place < 0.12 => "start",
                place if 0.88 < place => "end",
                _ => "middle",
            };
            let x = match anchor {
                "start" => 0.0,
                "end" => WIDTH,
                _ => at(*place),
            };
            out.raw(&format!("<text x=\"{x:.1}\" y=\"12\" text-anchor=\"{anchor}\">"));
            out.text(label);
            out.raw("</text>");
        }
        out.raw("</svg>");
    }

    /// Writes the bar of a comparison; only the axis if the comparison has no ratio.
    pub(super) fn bar(&self, comparison: Option<&Comparison>, out: &mut Markup) {
        begin("bar", out);
        if let Some((lo, hi)) = self.axis.margin {
            let (x, width) = (at(lo), at(hi) - at(lo));
            out.raw(&format!(
                "<rect class=\"margin\" x=\"{x:.1}\" y=\"0\" width=\"{width:.1}\" height=\"{HEIGHT}\"/>"
            ));
        }
        let zero = at(self.axis.zero);
        out.raw(&format!(
            "<line class=\"zero\" x1=\"{zero:.1}\" y1=\"0\" x2=\"{zero:.1}\" y2=\"{HEIGHT}\"/>"
        ));
        if let Some(comparison) = comparison
            && let Some(Bar { at: place, lo, hi }) = self.bars.bar(comparison)
        {
            let (x, from, to) = (at(place), at(lo), at(hi));
            let word = comparison.outcome.word();
            out.raw(&format!(
                "<g class=\"{word}\"><line class=\"reach\" x1=\"{from:.1}\" y1=\"8\" x2=\"{to:.1}\" y2=\"8\"/>\
                 <circle cx=\"{x:.1}\" cy=\"8\" r=\"3.5\"/></g>"
            ));
        }
        out.raw("</svg>");
    }
}

/// Begins a picture. The text next to it describes its content.
fn begin(class: &str, out: &mut Markup) {
    out.raw(&format!(
        "<svg class=\"{class}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         aria-hidden=\"true\">"
    ));
}

/// Returns the coordinate of a position on the axis.
fn at(place: f64) -> f64 {
    EDGE + place.clamp(0.0, 1.0) * (WIDTH - 2.0 * EDGE)
}
