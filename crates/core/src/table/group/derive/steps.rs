//! The steps of an expression, and its variables.

use crate::project::Key;

/// A variable of an expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Variable {
    /// A value of the same line, or the median of the benchmark's values at its lowest `/gomaxprocs`. The scale, a
    /// factor and a divisor, converts from the tidied unit back to the unit in the expression.
    Unit { unit: Vec<u8>, scale: (f64, f64), at_lowest: bool },
    /// A key of the name. A missing `/gomaxprocs` is 1, because Go omits it then.
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
    /// The index of a variable.
    Variable(usize),
    Add,
    Subtract,
    Multiply,
    Divide,
}
