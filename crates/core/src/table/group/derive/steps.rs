//! The steps of an expression, and what they name.

use crate::project::Key;

/// What an expression may name.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Variable {
    /// A value of the same line; or the median of the benchmark's values at its lowest
    /// `/gomaxprocs`. The scale, a factor and a divisor, leads from the tidied unit back to the one
    /// that was named.
    Unit { unit: Vec<u8>, scale: (f64, f64), at_lowest: bool },
    /// A key of the name. A missing `/gomaxprocs` is 1: that is how Go writes it.
    Key(Key),
    /// The lowest `/gomaxprocs` that the benchmark has.
    LowestGoMaxProcs,
    /// The iteration count.
    Iterations,
}

/// A step of a stack machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Step {
    Number(f64),
    /// By its place among the variables.
    Variable(usize),
    Add,
    Subtract,
    Multiply,
    Divide,
}
