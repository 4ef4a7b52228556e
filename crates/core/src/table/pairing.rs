//! Pairs and blocks: which runs of both sides belong together.
//!
//! Takes what a query says of pairs, and the values of both sides; gives pairs of values, or blocks of
//! several, and what a query must say. Guarantees that a run is in one pair or block at most, and counts those that are in none.
//! Must not know how they are compared: that is [`paired`](super::paired).

use super::Warning;
use crate::base::sort::{sort_copies, sort_numbers};
use crate::base::{Error, quoted};
use crate::project::{FieldOrder, FieldText, Key, parse_pair_key, write_projection};
use crate::spec::NO_PAIRS;
use crate::stats::{Block, Interval, ShiftScale, blocked_spread, paired_spread};

/// What makes two runs a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pairing {
    /// The same place in the order of reading; as many on both sides.
    Places,
    /// The same; what is left over is left out.
    LoosePlaces,
    /// The same value of a key.
    Key(Key),
}

impl Pairing {
    /// Reads `none`, `runs`, `loose` or a key.
    pub(crate) fn parse(text: &str) -> Result<Option<Pairing>, Error> {
        Ok(match text {
            NO_PAIRS => None,
            "runs" => Some(Pairing::Places),
            "loose" => Some(Pairing::LoosePlaces),
            key => Some(Pairing::Key(parse_pair_key(key)?)),
        })
    }

    /// The key, if there is one.
    pub(crate) fn key(&self) -> Option<&Key> {
        match self {
            Pairing::Key(key) => Some(key),
            Pairing::Places | Pairing::LoosePlaces => None,
        }
    }
}

/// What [`Query::pair`](crate::Query::pair) says to pair runs by a key of the results; nothing for a key that
/// makes no pairs.
///
/// ```
/// use benchlens::table::pair_text;
///
/// assert_eq!(pair_text("round").as_deref(), Some("round"));
/// assert_eq!(pair_text("loose").as_deref(), Some("\"loose\""));
/// assert_eq!(pair_text(".unit"), None);
/// ```
#[must_use]
pub fn pair_text(key: &str) -> Option<String> {
    let text = match key {
        NO_PAIRS | "runs" | "loose" => quoted(key.as_bytes()),
        _ => write_projection(&[FieldText { key: key.to_owned(), order: FieldOrder::First }]),
    };
    parse_pair_key(&text).ok().map(|_| text)
}

/// The values of one side by those of a key: one stretch of values for each.
#[derive(Debug, Default)]
pub(super) struct Keyed<'s> {
    pub(super) runs: Vec<(&'s [u8], f64)>,
}

/// Pairs, or blocks, of two samples.
#[derive(Debug, Default)]
pub(super) struct Partners {
    pub(super) old: Vec<f64>,
    pub(super) new: Vec<f64>,
    /// How many old and new values each block has; none if there are pairs.
    sizes: Vec<[usize; 2]>,
    /// How many runs of either side are in no pair or block.
    pub(super) left_out: [u32; 2],
    /// How many runs of either side have the key.
    pub(super) keyed: [u32; 2],
}

impl Partners {
    fn clear(&mut self) {
        self.old.clear();
        self.new.clear();
        self.sizes.clear();
        (self.left_out, self.keyed) = ([0; 2], [0; 2]);
    }

    /// Pairs by place.
    ///
    /// # Errors
    ///
    /// The counts differ, and nothing may be left out.
    pub(super) fn by_place(
        &mut self,
        [old, new]: [&[f64]; 2],
        is_loose: bool,
    ) -> Result<(), Warning> {
        self.clear();
        if old.len() != new.len() && !is_loose {
            return Err(Warning::PairCountsDiffer);
        }
        let pairs = old.len().min(new.len());
        self.old.extend_from_slice(&old[..pairs]);
        self.new.extend_from_slice(&new[..pairs]);
        self.left_out = [old, new].map(|side| (side.len() - pairs) as u32);
        Ok(())
    }

    /// Pairs by the value of a key, or blocks if a value has several runs on a side. A run without the key
    /// has no partner.
    ///
    /// # Errors
    ///
    /// A side does not have the key, or no value is on both sides.
    pub(super) fn by_key(&mut self, sides: [&mut Keyed<'_>; 2]) -> Result<(), Warning> {
        self.clear();
        let [old, new] = sides.map(|side| {
            let runs = &mut side.runs;
            let all = runs.len();
            runs.retain(|(value, _)| !value.is_empty());
            // Runs of one value stay in their order.
            sort_copies(runs, &mut |a, b| a.0.cmp(b.0));
            (&runs[..], all)
        });
        self.keyed = [old.0.len() as u32, new.0.len() as u32];
        if self.keyed.contains(&0) {
            return Err(Warning::PairKeyMissing);
        }
        let mut news = new.0.chunk_by(|a, b| a.0 == b.0).peekable();
        for olds in old.0.chunk_by(|a, b| a.0 == b.0) {
            let value = olds[0].0;
            while news.next_if(|news| news[0].0 < value).is_some() {}
            let Some(news) = news.next_if(|news| news[0].0 == value) else { continue };
            self.sizes.push([olds.len(), news.len()]);
            self.old.extend(olds.iter().map(|run| run.1));
            self.new.extend(news.iter().map(|run| run.1));
        }
        self.left_out = [old.1 - self.old.len(), new.1 - self.new.len()].map(|runs| runs as u32);
        if self.sizes.is_empty() {
            return Err(Warning::PairValuesDiffer);
        }
        if self.sizes.iter().all(|&sizes| sizes == [1, 1]) {
            self.sizes.clear();
        }
        Ok(())
    }

    /// How many pairs or blocks there are.
    pub(super) fn count(&self) -> usize {
        if self.sizes.is_empty() { self.old.len() } else { self.sizes.len() }
    }

    pub(super) fn has_blocks(&self) -> bool {
        !self.sizes.is_empty()
    }

    /// Whether all values of both sides are one.
    pub(super) fn are_all_equal(&self) -> bool {
        let first = self.old.first();
        self.old.iter().chain(&self.new).all(|value| Some(value) == first)
    }

    /// The spread of single runs, as the power of a comparison needs it.
    pub(super) fn spread(&self, scale: ShiftScale, interval: &Interval) -> Option<f64> {
        match self.has_blocks() {
            true => blocked_spread([self.old.len(), self.new.len()], scale, interval),
            false => paired_spread(&self.old, &self.new, scale, interval),
        }
    }

    /// The blocks, each side ascending.
    pub(super) fn blocks(&mut self) -> Vec<Block<'_>> {
        let (mut old, mut new) = (&mut self.old[..], &mut self.new[..]);
        let block = |&[olds, news]: &[usize; 2]| {
            let (first_old, rest_old) = std::mem::take(&mut old).split_at_mut(olds);
            let (first_new, rest_new) = std::mem::take(&mut new).split_at_mut(news);
            (old, new) = (rest_old, rest_new);
            sort_numbers(first_old);
            sort_numbers(first_new);
            Block { old: first_old, new: first_new }
        };
        self.sizes.iter().map(block).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyed<'s>(runs: &[(&'s str, f64)]) -> Keyed<'s> {
        Keyed { runs: runs.iter().map(|&(value, run)| (value.as_bytes(), run)).collect() }
    }

    #[test]
    fn words_and_keys_are_told_apart() {
        let parse = |text: &str| Pairing::parse(text).map_err(|error| error.to_string());
        assert_eq!(parse("none"), Ok(None));
        assert_eq!(parse("runs"), Ok(Some(Pairing::Places)));
        assert_eq!(parse("loose"), Ok(Some(Pairing::LoosePlaces)));
        assert_eq!(parse("\"loose\""), Ok(Some(Pairing::Key(Key::FileConfig(b"loose".into())))));
        assert_eq!(parse("/round"), Ok(Some(Pairing::Key(Key::NamePart(b"/round=".into())))));
        for wrong in ["", "a,b", ".file", ".config", ".unit", "block@alpha", "block@(1 2)", "a b"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn equal_values_of_a_key_are_pairs() {
        let mut old = keyed(&[("2", 20.0), ("1", 10.0), ("", 99.0), ("3", 30.0)]);
        let mut new = keyed(&[("1", 11.0), ("4", 40.0), ("2", 21.0)]);
        let mut partners = Partners::default();
        partners.by_key([&mut old, &mut new]).unwrap();
        assert_eq!((&partners.old[..], &partners.new[..]), (&[10.0, 20.0][..], &[11.0, 21.0][..]));
        assert_eq!((partners.left_out, partners.count()), ([2, 1], 2));
        assert!(!partners.has_blocks());
    }

    #[test]
    fn several_runs_of_a_value_are_a_block() {
        let mut old = keyed(&[("b", 3.0), ("a", 1.0), ("b", 2.0)]);
        let mut new = keyed(&[("a", 5.0), ("b", 4.0)]);
        let mut partners = Partners::default();
        partners.by_key([&mut old, &mut new]).unwrap();
        assert_eq!((partners.left_out, partners.count()), ([0, 0], 2));
        let blocks = partners.blocks();
        let blocks: Vec<_> = blocks.iter().map(|block| (block.old, block.new)).collect();
        assert_eq!(blocks, [(&[1.0][..], &[5.0][..]), (&[2.0, 3.0], &[4.0])]);
    }

    #[test]
    fn what_cannot_be_paired_is_refused() {
        let mut partners = Partners::default();
        let by_place = partners.by_place([&[1.0], &[1.0, 2.0]], false);
        assert_eq!(by_place, Err(Warning::PairCountsDiffer));
        let mut by_key = |old: &[(&str, f64)], new: &[(&str, f64)]| {
            Partners::by_key(&mut partners, [&mut keyed(old), &mut keyed(new)])
        };
        assert_eq!(by_key(&[("", 1.0)], &[("a", 1.0)]), Err(Warning::PairKeyMissing));
        assert_eq!(by_key(&[("b", 1.0)], &[("a", 1.0)]), Err(Warning::PairValuesDiffer));
    }
}
