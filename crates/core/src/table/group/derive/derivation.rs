//! A derived unit: its expression, checked against the logs, and its value for one line.

use super::parse;
use super::steps::{Step, Variable};
use crate::base::{Error, Span, parse_float, quoted};
use crate::store::Store;
use crate::unit::tidy;

/// A derived unit that has been checked.
#[derive(Debug, Clone)]
pub(crate) struct Derivation {
    query: String,
    /// The unit, tidied.
    pub(super) unit: Vec<u8>,
    /// The factor from the unit as written to the tidied unit.
    factor: f64,
    pub(super) variables: Vec<(Variable, Span)>,
    steps: Vec<Step>,
}

/// Returns the operator inside a token that was read as one unit: `sec/op*2`.
fn joined_by(store: &Store, unit: &[u8]) -> Option<char> {
    let is_known = |part: &[u8]| {
        let tidied = tidy(part).map_or_else(|| part.to_vec(), |tidy| tidy.unit);
        parse_float(part).is_ok() || store.units.find_tidied(&tidied).is_some()
    };
    let mut operators = unit.iter().enumerate().filter(|(_, byte)| b"+-*/".contains(byte));
    let (_, &operator) =
        operators.find(|&(at, _)| is_known(&unit[..at]) || is_known(&unit[at + 1..]))?;
    Some(char::from(operator))
}

impl Derivation {
    pub(crate) fn compile(query: &str) -> Result<Derivation, Error> {
        let parse::Parsed { unit, variables, steps } = parse::parse(query)?;
        let (unit, factor) = match tidy(&unit) {
            Some(tidy) => (tidy.unit, tidy.factor),
            None => (unit, 1.0),
        };
        Ok(Derivation { query: query.to_owned(), unit, factor, variables, steps })
    }

    /// Returns a unit that several derivations define.
    pub(crate) fn named_twice(all: &[Derivation]) -> Option<String> {
        let twice = |(i, one): &(usize, &Derivation)| all[..*i].iter().any(|d| d.unit == one.unit);
        all.iter().enumerate().find(twice).map(|(_, one)| quoted(&one.unit))
    }

    /// Returns the tidied unit that it defines.
    pub(crate) fn unit(&self) -> &[u8] {
        &self.unit
    }

    /// Returns whether it is one of the named ratios: a number without a dimension.
    pub(crate) fn is_ratio(&self) -> bool {
        parse::is_short_name(&self.query)
    }

    /// Checks that the logs have all units that the expression names, and lines that lack the unit that it defines.
    pub(crate) fn check(&self, store: &Store) -> Result<(), Error> {
        for (variable, span) in &self.variables {
            let Variable::Unit { unit, .. } = variable else { continue };
            if store.units.find_tidied(unit).is_none() {
                let mut message = format!("no result has the unit {}", quoted(unit));
                if let Some(operator) = joined_by(store, unit) {
                    message += &format!("; put spaces around {operator}");
                }
                // A short name has no position in the text.
                let end = self.query.len();
                let span = Span { start: span.start.min(end), end: span.end.min(end) };
                return Err(Error::unknown("derive", &self.query, span, message));
            }
        }
        if self.is_measured(store) {
            let unit = quoted(&self.unit);
            let message =
                format!("the logs have values in {unit} already: give the new unit another name");
            let span = Span { start: 0, end: self.query.len() };
            return Err(Error::unknown("derive", &self.query, span, message));
        }
        Ok(())
    }

    /// Returns whether every line with the units that the expression names also has the derived unit: logged values
    /// take precedence, so nothing would be computed.
    fn is_measured(&self, store: &Store) -> bool {
        let Some(own) = store.units.find_tidied(&self.unit) else { return false };
        let mut named = Vec::new();
        for (variable, _) in &self.variables {
            if let Variable::Unit { unit, at_lowest: false, .. } = variable {
                named.extend(store.units.find_tidied(unit));
            }
        }
        let has = |layout: u32, wanted: u32| {
            let mut units = store.layouts.get(layout).iter();
            units.any(|&unit| store.units.tidied_id(unit) == wanted)
        };
        let layouts = 0..store.layouts.count() as u32;
        let is_usable = |&layout: &u32| named.iter().all(|&unit| has(layout, unit));
        let usable: Vec<u32> = layouts.filter(is_usable).collect();
        !usable.is_empty() && usable.iter().all(|&layout| has(layout, own))
    }

    /// Returns the value of one line from the values of the variables. The result must be finite and must not come from
    /// an infinity, because 1/∞ is not a measured zero.
    pub(super) fn compute(&self, values: &[f64], stack: &mut Vec<f64>) -> Option<f64> {
        stack.clear();
        if values.iter().any(|value| !value.is_finite()) {
            return None;
        }
        for step in &self.steps {
            let value = match *step {
                Step::Number(number) => number,
                Step::Variable(index) => values[index],
                operator @ (Step::Add | Step::Subtract | Step::Multiply | Step::Divide) => {
                    let (y, x) = (stack.pop()?, stack.pop()?);
                    match operator {
                        Step::Add => x + y,
                        Step::Subtract => x - y,
                        Step::Multiply => x * y,
                        _ if y == 0.0 => return None,
                        Step::Number(_) | Step::Variable(_) | Step::Divide => x / y,
                    }
                }
            };
            stack.push(value);
        }
        stack.pop().map(|value| value * self.factor).filter(|value| value.is_finite())
    }
}
