//! A block of two samples.

/// The values of a block: the runs of both sides that were measured close to each other.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The values of the old side.
    pub old: &'a [f64],
    /// The values of the new side.
    pub new: &'a [f64],
}
