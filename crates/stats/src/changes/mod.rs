//! Finds when a series changed.
//!
//! Takes the values of a series in order of time, all finite, and a level; gives the indexes at which the values
//! before and after differ more than chance explains, each with its statistic and p.
//!
//! Guarantees: the same bits for the same values and seed; an answer for any input, including one value, equal values
//! or NaN. Only the order of the values affects the index; but if the two sides are separate at several indexes, the one with the widest gap is chosen.
//! A segment has at least five points. Must not know what a point is, its unit, or which direction is better.
//!
//! Method: divisive segmentation by two statistics of ranks, whichever is less likely by chance. The energy statistic
//! finds the split whose sides differ most (see [`scan`]). Values that go up and come down again have no such split,
//! so the piece that differs most from the rest is also searched (see [`arcs`]); both of its ends are changes. The
//! greatest statistic of all splits, and of all pieces, is compared with its distribution by chance:
//!
//! - Ranks with few ties use tables of draws ([`null`]), which depend only on the length. Ranks with more ties use draws
//!   of these ranks ([`draws`]).
//! - Neighbors may be correlated, and ranks cannot tell a wave from a step. So the values must also show a step that a
//!   first-order autoregression does not explain ([`autoregression`]), after outliers are limited ([`outliers`]).
//!
//! Each of several steps leaves the others in the values, and together they look like correlation. So in values that
//! look correlated, up to six steps together ([`staircase`]) have a small part of the level. If they are accepted, the
//! correlation beside them replaces the most correlation in the search for further changes.
//!
//! Otherwise, p is the larger one of both. So it holds for independent values of any distribution, because ranks do not
//! depend on it, and for correlated normal values; `tests/changes/autoregression` measures both, and values between
//! them.
//!
//! A t-test at the split would be wrong because the split was chosen for being large, so it would always be
//! significant.

mod arcs;
mod autoregression;
mod autoregression_table;
mod candidates;
pub(super) mod change;
mod correlation;
mod draws;
mod drift;
mod index;
mod null;
mod outliers;
mod predict;
mod random;
mod ranks;
mod scan;
mod segments;
#[cfg(test)]
pub(crate) mod simulated;
mod staircase;
mod step;
mod table;

use crate::{Adjustment, math};
use arcs::joined;
use autoregression::Sums;
pub use candidates::candidates;
pub use change::Change;
pub use change::P;
pub use correlation::{Correlation, MOST_CORRELATION, Residuals, correlations, residuals};
pub use drift::is_drift;
use null::{LEAST_P, arc_score, line_score, piece_score, score, staircase_score, step_score};
pub use outliers::without_outliers;
pub use predict::{LEAST_TO_PREDICT, Prediction, Side, predict};
use ranks::Order;
use scan::Split;
use segments::{Accepted, Cut, Part};
pub use step::Steps;

/// The most likely change of a whole series.
#[derive(Clone, Debug, PartialEq)]
pub struct First {
    /// The change.
    pub change: Change,
    /// The values with limited outliers.
    limited: Vec<f64>,
    /// The most correlation of neighbors that is allowed for.
    most: f64,
    whole: Part,
    cut: Cut,
}

/// The fraction of ties up to which the table is valid: it causes at most a twentieth more false alarms.
const FEW_TIES: f64 = 0.001;

/// The level of windows as a fraction of the level of pieces.
const OF_WINDOWS: f64 = 0.6;

/// The level of lines as a fraction of the level of pieces.
const OF_LINES: f64 = 0.2;

/// The level of several steps as a fraction of the level of pieces.
const OF_STAIRCASES: f64 = 0.2;

/// The least correlation of neighbors that may be several steps: steps of two deviations show more. It is the correlation
/// of the ranks' normal scores, because values that jump between two levels look correlated when outliers are limited.
const HIDING: f64 = 0.3;

/// The least number of points of a window.
const FEWEST_IN_WINDOW: usize = 12;

/// Returns the most likely change of a whole series; the caller decides by p whether it is a change. Returns `None`
/// for fewer than ten points and if all values are equal. It takes time n log n. `most` is the most correlation of
/// neighbors that p allows for, up to [`MOST_CORRELATION`]. The seed matters only if p is approximate.
pub fn first(series: &[f64], most: f64, seed: u64) -> Option<First> {
    let order = Order::of(series);
    let whole = Part::of(&order, 0..series.len())?;
    let limited = outliers::limited(series);
    let (p, cut) = evidence(&whole, &order, &limited, most, seed);
    let change = Change { at: whole.split.at, q: whole.split.q, p };
    Some(First { change, limited, most, whole, cut })
}

/// Adjusts the p of the most likely changes of all rows of a suite. Rows that were measured at the same points depend on
/// each other positively, so the method of Benjamini and Hochberg (1995) applies. The most correlation that p allows for
/// is only estimated, so p is multiplied as for any dependence (Benjamini and Yekutieli 2001), but at most by two.
pub fn adjust(p: &mut [f64]) {
    Adjustment::Bh.adjust(p);
    let doubt = (1..=p.len()).map(|rank| 1.0 / rank as f64).sum::<f64>().min(2.0);
    p.iter_mut().for_each(|p| *p = (doubt * *p).min(1.0));
}

/// Returns all changes of a series whose first change is accepted, by index: the first change, the changes with p at
/// most `level` in the segments before and after it, and so on in their segments. Each is then located again between
/// its neighbors, and moved or dropped (see `segments`); at least one is left.
pub fn rest(series: &[f64], first: &First, level: f64, seed: u64) -> Vec<Change> {
    let order = Order::of(series);
    let beside = match &first.cut {
        Cut::Steps(steps) => {
            residuals(series, Some(steps)).map_or(0.0, |beside| beside.correlation())
        }
        Cut::Split | Cut::Piece => first.most,
    };
    let most = first.most.min(beside).max(0.0);
    let rule = |part: &Part| evidence(part, &order, &first.limited, most, seed);
    let whole = Accepted { part: &first.whole, p: first.change.p, cut: &first.cut };
    segments::changes(&order, whole, level, &rule)
}

/// Returns the probability of the statistics of a part by chance, and where to cut it.
fn evidence(
    &Part { ref points, tied, split: Split { q, at }, arc }: &Part,
    order: &Order,
    limited: &[f64],
    most: f64,
    seed: u64,
) -> (P, Cut) {
    let n = points.len();
    let [by_split, by_arc] = [score(q, n), arc.map_or(0.0, |arc| arc_score(arc.value, n))];
    let both = |split: f64, piece: f64| if arc.is_some() { joined(split, piece, n) } else { split };
    let is_tied = FEW_TIES < tied;
    let by_ranks = if is_tied {
        let piece = match arc {
            Some(arc) if by_split < by_arc => arc.start..arc.end,
            _ => 0..at,
        };
        let ranks = order.ranks(points.clone());
        draws::chance(&ranks, both(by_split, by_arc), arc.is_some(), &piece, seed)
    } else {
        math::exp(-both(by_split, by_arc))
    };
    let limited = &limited[points.clone()];
    let sums = Sums::of(limited);
    let mut p = math::exp(-by_values(limited, &sums, most, arc.is_some())).max(by_ranks);
    let mut cut = if by_split < by_arc { Cut::Piece } else { Cut::Split };
    let share = arc.map_or(0.0, |_| arcs::of_pieces(n) * OF_STAIRCASES);
    p /= 1.0 - share;
    let look_correlated =
        || HIDING <= Sums::of(&arcs::scores(&order.ranks(points.clone()))).correlation();
    // Squared distances of equal values are 0, so that a few outliers would look like steps.
    if 0.0 < share && !is_tied && look_correlated() {
        let (steps, value) = staircase::likeliest(&sums);
        let by_steps = math::exp(-staircase_score(value, n, most)) / share;
        if by_steps < p {
            (p, cut) = (by_steps, Cut::Steps(steps));
        }
    }
    let least = null::least_p(n);
    let is_less = p < LEAST_P && least <= LEAST_P;
    let value = p.clamp(least, 1.0);
    (P { value, is_less, is_approximate: is_tied }, cut)
}

/// Returns −ln p of the values, for a step, a piece or a line of them all, or a step of a window.
///
/// A correlation explains a drift as well as a step does, but not as well as a line.
///
/// If there are several steps, correlation explains the whole as well as one of the steps does, but a window that
/// contains one step still shows it. As in seeded binary segmentation (Kovács, Bühlmann, Li and Munk, 2023), there are
/// three windows of half the length, seven of a quarter, and so on, each of which overlaps with half of the next.
/// Bonferroni's correction gives each of these lengths half of the level of the previous one.
fn by_values(limited: &[f64], sums: &Sums, most: f64, with_pieces: bool) -> f64 {
    let n = limited.len();
    let step = step_score(sums.step(), n, most);
    if !with_pieces {
        return step;
    }
    let mut share = arcs::of_pieces(n) * OF_WINDOWS;
    let of_lines = arcs::of_pieces(n) * OF_LINES;
    let mut best =
        joined(step, piece_score(sums.piece(), n, most), n) + math::ln(1.0 - share - of_lines);
    if 0.0 < of_lines {
        best = best.max(line_score(sums.line(), n, most) + math::ln(of_lines));
    }
    let mut parts = 2;
    while FEWEST_IN_WINDOW * parts <= n && 0.0 < share {
        share /= 2.0;
        let count = 2 * parts - 1;
        let price = math::ln(share / count as f64);
        for number in 0..count {
            let start = number * n / (2 * parts);
            let window = &limited[start..start + n / parts];
            best = best.max(step_score(Sums::of(window).step(), window.len(), most) + price);
        }
        parts *= 2;
    }
    best.max(0.0)
}
