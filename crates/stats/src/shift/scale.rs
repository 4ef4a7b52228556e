//! The scale on which two samples are compared.

/// The scale on which two samples are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ShiftScale {
    /// new / old; all values are positive.
    Ratio,
    /// new − old; some values are not positive.
    Difference,
}

impl ShiftScale {
    /// Returns `ratio` or `difference`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ShiftScale::Ratio => "ratio",
            ShiftScale::Difference => "difference",
        }
    }

    /// Returns a ratio as a relative change: 0.05 for 1.05. A difference does not change.
    pub(crate) fn relative(self, value: f64) -> f64 {
        match self {
            ShiftScale::Ratio => value - 1.0,
            ShiftScale::Difference => value,
        }
    }

    /// Returns the shift that means "no change".
    #[doc(hidden)]
    pub fn null(self) -> f64 {
        match self {
            ShiftScale::Ratio => 1.0,
            ShiftScale::Difference => 0.0,
        }
    }

    /// Returns by how much `y` exceeds `x`.
    #[doc(hidden)]
    pub fn of(self, x: f64, y: f64) -> f64 {
        match self {
            ShiftScale::Ratio => y / x,
            // Adding 0 removes the sign of a zero.
            ShiftScale::Difference => y - x + 0.0,
        }
    }

    /// Returns the bounds for a sample that is too small for any.
    #[doc(hidden)]
    pub fn limits(self) -> (f64, f64) {
        match self {
            ShiftScale::Ratio => (0.0, f64::INFINITY),
            ShiftScale::Difference => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }
}
