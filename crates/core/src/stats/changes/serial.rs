//! How much each point resembles the one before, whatever the level.
//!
//! Takes the ranks of a series, gives the correlation of neighbours after the means of pieces are taken out. The
//! pieces are made at the likeliest changes, true or not: changes of level would look like correlation.
//! What that takes from the true correlation is known from draws (see [`table`](super::table)).

use super::LEAST;
use super::ranks::Ranks;
use super::scan::{Scan, Split};

/// Pieces that a series of `n` points is cut into.
pub(super) fn pieces_of(n: usize) -> usize {
    (n / 25).clamp(2, 16)
}

/// A part of a series with its best split.
struct Piece {
    start: usize,
    end: usize,
    split: Option<Split>,
}

impl Piece {
    fn new(ranks: &[f64], (start, end): (usize, usize), scan: &mut Scan) -> Self {
        let own = Ranks::of(&ranks[start..end]);
        let mut sorted = ranks[start..end].to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        scan.set(&sorted);
        Piece { start, end, split: scan.best(&own.places, &sorted, LEAST) }
    }
}

/// The correlation of neighbouring ranks within `count` pieces.
pub(in crate::stats) fn correlation(ranks: &[f64], count: usize) -> f64 {
    let mut scan = Scan::default();
    let mut pieces = vec![Piece::new(ranks, (0, ranks.len()), &mut scan)];
    while pieces.len() < count {
        let q = |piece: &Piece| piece.split.map_or(0.0, |split| split.q);
        let best = (0..pieces.len()).max_by(|&a, &b| q(&pieces[a]).total_cmp(&q(&pieces[b])));
        let Some((best, split)) = best.and_then(|best| Some((best, pieces[best].split?))) else {
            break;
        };
        let Piece { start, end, .. } = pieces.swap_remove(best);
        let at = start + split.at;
        pieces.push(Piece::new(ranks, (start, at), &mut scan));
        pieces.push(Piece::new(ranks, (at, end), &mut scan));
    }
    let (mut square, mut product, mut pairs) = (0.0, 0.0, 0.0);
    for piece in &pieces {
        let own = &ranks[piece.start..piece.end];
        let mean = own.iter().sum::<f64>() / own.len() as f64;
        square += own.iter().map(|rank| (rank - mean) * (rank - mean)).sum::<f64>();
        product += own.windows(2).map(|two| (two[0] - mean) * (two[1] - mean)).sum::<f64>();
        pairs += (own.len() - 1) as f64;
    }
    if square == 0.0 { 0.0 } else { product / square * ranks.len() as f64 / pairs }
}
