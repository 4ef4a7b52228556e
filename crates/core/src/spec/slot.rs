//! The place where a query keeps the value of a setting, and the text form of that value.
//!
//! Each kind of value is read, written and checked in one place, for all settings that have it.

use super::row_selection::Sort;
use super::test_kind::TestKind;
use crate::base::{Error, NumberError, Sentence, float, parse_float, parse_share, write_share};
use crate::stats::Adjustment;

/// A part of a query that a setting changes.
pub(super) enum Slot<'q> {
    Text(&'q mut String),
    /// A list that gets one more item each time the setting is given.
    List(&'q mut Vec<String>),
    Switch(&'q mut bool),
    Level(&'q mut f64, Range),
    /// A fraction of the baseline, 0 or more.
    Share(&'q mut f64),
    SomeShare(&'q mut Option<f64>),
    Order(&'q mut Option<Sort>),
    Adjustment(&'q mut Adjustment),
    Test(&'q mut TestKind),
    /// A positive integer.
    Count(&'q mut Option<u32>),
    Seed(&'q mut u64),
}

/// The values that a level may have.
#[derive(Clone, Copy)]
pub(super) enum Range {
    /// From 0 to 1.
    Closed,
    /// From 0 to 1, or NaN, which makes every difference significant, as in benchstat.
    ClosedOrNan,
    /// Between 0 and 1, exclusive.
    Open,
}

/// The kind of values that a setting accepts.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One text.
    Text,
    /// One of the words that the setting offers, perhaps with a `-` before it.
    Word,
    /// Any number of texts.
    List,
    /// No value: the flag is given, or not.
    Switch,
    /// A number or a percentage.
    Number,
}

impl Slot<'_> {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Slot::Text(_) => Kind::Text,
            Slot::Order(_) | Slot::Adjustment(_) | Slot::Test(_) => Kind::Word,
            Slot::List(_) => Kind::List,
            Slot::Switch(_) => Kind::Switch,
            Slot::Level(..) | Slot::Share(_) | Slot::SomeShare(_) => Kind::Number,
            Slot::Count(_) | Slot::Seed(_) => Kind::Number,
        }
    }

    /// Reads a word into the slot.
    ///
    /// # Errors
    ///
    /// The setting cannot have this value. Texts are checked when the query is compiled.
    pub(super) fn read(self, name: &'static str, word: &str) -> Result<(), Error> {
        match self {
            Slot::Text(text) => word.clone_into(text),
            Slot::List(list) => list.push(word.into()),
            Slot::Switch(is_on) => *is_on = true,
            Slot::Level(level, _) => *level = read_number(name, word)?,
            Slot::Share(share) => *share = read_share(name, word)?,
            Slot::SomeShare(share) => *share = Some(read_share(name, word)?),
            Slot::Order(order) => {
                let names = || Sort::NAMES.map(|(name, _)| name).join(", ");
                let sort = Sort::from_text(word);
                let sort = sort
                    .ok_or_else(|| Error::invalid(name, word, &format!("not one of {}", names())));
                *order = Some(sort?);
            }
            Slot::Adjustment(adjustment) => {
                let found = Adjustment::from_name(word);
                *adjustment =
                    found.ok_or_else(|| Error::invalid(name, word, "not none, holm, bh or by"))?;
            }
            Slot::Test(test) => {
                let found = TestKind::from_name(word);
                *test = found.ok_or_else(|| Error::invalid(name, word, "not u, t or log-t"))?;
            }
            Slot::Count(count) => match word.parse() {
                Ok(given) if 0 < given => *count = Some(given),
                _ => return Err(Error::invalid(name, word, "expected a positive integer")),
            },
            Slot::Seed(seed) => {
                *seed =
                    word.parse().map_err(|_| Error::invalid(name, word, "not a whole number"))?;
            }
        }
        Ok(())
    }

    /// Returns the words that [`Slot::read`] reads. A switch that is on has an empty one.
    pub(super) fn words(&self) -> Vec<String> {
        let word = match self {
            Slot::Text(text) => Some((*text).clone()),
            Slot::List(list) => return (*list).clone(),
            Slot::Switch(is_on) => is_on.then(String::new),
            Slot::Level(level, _) => Some(float::shortest(**level)),
            Slot::Share(share) => Some(write_share(**share)),
            Slot::SomeShare(share) => share.map(write_share),
            Slot::Order(order) => order.map(Sort::to_text),
            Slot::Adjustment(adjustment) => Some(adjustment.name().into()),
            Slot::Test(test) => Some(test.name().into()),
            Slot::Count(count) => count.map(|count| count.to_string()),
            Slot::Seed(seed) => Some(seed.to_string()),
        };
        word.into_iter().collect()
    }

    /// Checks that the number is in its range.
    ///
    /// # Errors
    ///
    /// The error names the range.
    pub(super) fn check(&self, name: &'static str) -> Result<(), Error> {
        let (is_within, range) = match self {
            Slot::Level(level, Range::Open) => (0.0 < **level && **level < 1.0, "between 0 and 1"),
            Slot::Level(level, range) => {
                let is_allowed = matches!(range, Range::ClosedOrNan) && level.is_nan();
                (is_allowed || (0.0..=1.0).contains(&**level), "in range [0, 1]")
            }
            Slot::Share(share) => (is_share(**share), "a percentage of 0 or more"),
            Slot::SomeShare(Some(share)) => (is_share(*share), "a percentage of 0 or more"),
            Slot::Text(_)
            | Slot::List(_)
            | Slot::Switch(_)
            | Slot::SomeShare(_)
            | Slot::Order(_)
            | Slot::Adjustment(_)
            | Slot::Test(_)
            | Slot::Count(_)
            | Slot::Seed(_) => return Ok(()),
        };
        if is_within {
            return Ok(());
        }
        Err(Error::range(name, Sentence::setting(name).and(format!(" must be {range}"))))
    }
}

fn is_share(value: f64) -> bool {
    value.is_finite() && 0.0 <= value
}

/// Reads a fraction, such as `2%` or `0.02`.
fn read_share(name: &'static str, word: &str) -> Result<f64, Error> {
    parse_share(word).ok_or_else(|| {
        let above_1 = parse_float(word.trim().as_bytes()).is_ok_and(|share| 1.0 < share);
        let wanted = if above_1 {
            format!("did you mean {}%? Write percentages with a percent sign", word.trim())
        } else {
            "expected a percentage such as 2%, or a fraction such as 0.02".into()
        };
        Error::invalid(name, word, &wanted)
    })
}

/// Reads a number in Go's syntax.
fn read_number(name: &'static str, word: &str) -> Result<f64, Error> {
    parse_float(word.as_bytes()).map_err(|error| {
        let why = match error {
            NumberError::Syntax => "parse error",
            NumberError::Range => "value out of range",
        };
        Error::invalid(name, word, why)
    })
}
