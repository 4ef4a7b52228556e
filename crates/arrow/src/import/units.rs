//! Checks values that are given in two units.
//!
//! Takes a row's value in the written unit and in the tidied unit; gives whether they agree. A user who changes only
//! one of them must not get the previous answers.

use benchlens_core::unit::tidied;

/// The units of the last result by their index, because consecutive results have the same units.
#[derive(Debug, Default)]
pub(super) struct Units(Vec<Unit>);

#[derive(Debug, Default)]
struct Unit {
    written: String,
    tidied: Vec<u8>,
    factor: f64,
}

impl Unit {
    fn new(written: &str) -> Unit {
        let (tidied, factor) = tidied(written.as_bytes());
        Unit { written: written.to_owned(), tidied, factor }
    }
}

impl Units {
    /// Checks a measurement at its index in a result: compares the written unit and value with the tidied ones, as
    /// far as they are given.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains the difference.
    pub(super) fn check(
        &mut self,
        index: usize,
        written_unit: &str,
        written_value: f64,
        unit: Option<&str>,
        value: Option<f64>,
    ) -> Result<(), String> {
        if self.0.len() <= index {
            self.0.resize_with(index + 1, || Unit::new(""));
        }
        let known = &mut self.0[index];
        if known.written != written_unit {
            *known = Unit::new(written_unit);
        }
        // The computation is the same as for writing a table, so it gives the same bits.
        let expected = written_value * known.factor;
        let differs = |value: f64| value != expected && !(value.is_nan() && expected.is_nan());
        let found = match (unit, value) {
            (Some(unit), _) if unit.as_bytes() != known.tidied => format!("unit is {unit}"),
            (_, Some(value)) if differs(value) => format!("value is {value:?}"),
            _ => return Ok(()),
        };
        let tidied = String::from_utf8_lossy(&known.tidied);
        Err(format!(
            "{found}, but {written_value:?} {written_unit} was written, which is {expected:?} {tidied}: \
             leave out written_value and written_unit, or value and unit"
        ))
    }
}
