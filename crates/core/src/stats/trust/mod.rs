//! Whether a sample looks like independent runs of one thing.
//!
//! Takes the values of a cell in the order in which they were measured; gives what speaks against
//! taking them for independent, with numbers. Guarantees that no value is dropped or changed, and
//! that nothing is said of samples too small to tell. Must not know: what the values measure.
//!
//! Every test here asks for evidence at a level of its own; of independent normal runs each finds
//! something in at most about that share of the samples (the tests count it).

mod order;
mod shape;

pub use order::{Drift, Serial, drift, serial};
pub use shape::{Modes, Outliers, modes, outliers, quantile};

/// Something that speaks against a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Symptom {
    /// Later runs tend to be higher, or lower.
    Drift(Drift),
    /// A run resembles the one before, or avoids it.
    Serial(Serial),
    /// The values fall into two groups.
    Modes(Modes),
    /// Some values lie far from the others.
    Outliers(Outliers),
}

impl Symptom {
    /// Its name for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Symptom::Drift(_) => "drift",
            Symptom::Serial(_) => "serial",
            Symptom::Modes(_) => "modes",
            Symptom::Outliers(_) => "outliers",
        }
    }
}

/// All symptoms of a sample, given in run order and ascending.
///
/// What depends on the order counts if its p is at most `level`. Values that drift also resemble
/// their neighbours: only the drift is told then.
#[must_use]
pub fn symptoms(in_order: &[f64], sorted: &[f64], level: f64) -> Vec<Symptom> {
    let drift = drift(in_order, level).map(Symptom::Drift);
    let serial = match drift {
        None => serial(in_order).filter(|serial| serial.p <= level).map(Symptom::Serial),
        Some(_) => None,
    };
    let modes = modes(sorted).map(Symptom::Modes);
    let outliers = outliers(sorted).map(Symptom::Outliers);
    [drift, serial, modes, outliers].into_iter().flatten().collect()
}
