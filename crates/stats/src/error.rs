//! Why values or options cannot be used.
//!
//! Takes samples and options; gives the first error. Must not know what is done with them.

use std::fmt;

/// A list of values that a caller passed, or that was made of two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sample {
    /// The old values of a comparison.
    Old,
    /// The new values of a comparison.
    New,
    /// The changes from old to new values, one for each pair.
    Changes,
    /// The only list of a function.
    Values,
}

impl Sample {
    /// Returns `old values`, `new values`, `changes` or `values`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Sample::Old => "old values",
            Sample::New => "new values",
            Sample::Changes => "changes",
            Sample::Values => "values",
        }
    }
}

/// The reason why values or options cannot be used.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A sample has no values.
    Empty {
        /// The sample.
        sample: Sample,
    },
    /// A value is NaN or infinite.
    NotFinite {
        /// The sample.
        sample: Sample,
        /// The index of the block, if there are blocks.
        block: Option<usize>,
        /// The index of the value in its sample, or in its side of the block.
        index: usize,
        /// The value.
        value: f64,
    },
    /// The two samples of pairs have different numbers of values.
    UnequalLengths {
        /// The number of old values.
        old: usize,
        /// The number of new values.
        new: usize,
    },
    /// No block has values on both sides, or the blocks have more values than can be counted.
    NoBlocks,
    /// The level is not between 0 and 1.
    InvalidAlpha {
        /// The level.
        alpha: f64,
    },
    /// The margin is negative or not finite.
    InvalidMargin {
        /// The margin.
        margin: f64,
    },
    /// The confidence is not between 0 and 1.
    InvalidConfidence {
        /// The confidence.
        confidence: f64,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Error::Empty { sample } => {
                write!(f, "there are no {}: expected at least one", sample.name())
            }
            Error::NotFinite { sample, block, index, value } => {
                let name = sample.name();
                write!(f, "{name}: the value at index {index}")?;
                if let Some(block) = block {
                    write!(f, " of the block at index {block}")?;
                }
                write!(f, " is {value}: expected a finite number")
            }
            Error::UnequalLengths { old, new } => {
                write!(f, "{old} old and {new} new values: expected a new value for each old value")
            }
            Error::NoBlocks => f.write_str("expected a block with old and new values"),
            Error::InvalidAlpha { alpha } => {
                write!(f, "the level is {alpha}: expected a number between 0 and 1")
            }
            Error::InvalidMargin { margin } => {
                write!(f, "the margin is {margin}: expected a finite number from 0")
            }
            Error::InvalidConfidence { confidence } => {
                write!(f, "the confidence is {confidence}: expected a number between 0 and 1")
            }
        }
    }
}

impl std::error::Error for Error {}

/// Returns a copy of a sample in ascending order.
///
/// # Errors
///
/// The sample is empty, or a value is not finite.
pub(crate) fn ascending_sample(values: &[f64], sample: Sample) -> Result<Vec<f64>, Error> {
    if values.is_empty() {
        return Err(Error::Empty { sample });
    }
    check_finite(values, sample, None)?;
    let mut sorted = values.to_vec();
    benchlens_base::sort::sort_numbers(&mut sorted);
    Ok(sorted)
}

/// Checks that all values are finite.
pub(crate) fn check_finite(
    values: &[f64],
    sample: Sample,
    block: Option<usize>,
) -> Result<(), Error> {
    match values.iter().position(|value| !value.is_finite()) {
        Some(index) => Err(Error::NotFinite { sample, block, index, value: values[index] }),
        None => Ok(()),
    }
}
