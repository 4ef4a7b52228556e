//! A block of two samples.

/// The values of a block, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The values of the old side.
    pub old: &'a [f64],
    /// The values of the new side.
    pub new: &'a [f64],
}
