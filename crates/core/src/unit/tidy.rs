//! Tidied units: `ns` becomes `sec` and `MB` becomes `B`, so that one quantity has one unit.

use super::tokens;

/// A unit in its tidied form.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tidy {
    /// The tidied unit.
    pub unit: Vec<u8>,
    /// The factor for values in the original unit.
    pub factor: f64,
}

/// Returns the tidied form of `unit`, or `None` if it is already tidy.
///
/// Each numerator token `ns` becomes `sec` (a factor of 1e-9), each `MB` becomes `B` (1e6).
pub(crate) fn tidy(unit: &[u8]) -> Option<Tidy> {
    let mut factor = 1.0;
    let mut tidied = Vec::with_capacity(unit.len() + 8);
    let mut changed = false;
    for token in tokens(unit) {
        match token.text {
            b"ns" if token.numerator => {
                factor /= 1e9;
                tidied.extend_from_slice(b"sec");
                changed = true;
            }
            b"MB" if token.numerator => {
                factor *= 1e6;
                tidied.extend_from_slice(b"B");
                changed = true;
            }
            text => tidied.extend_from_slice(text),
        }
        tidied.extend(token.separator);
    }
    changed.then_some(Tidy { unit: tidied, factor })
}

#[doc(hidden)]
/// Returns the unit that outputs show for a unit in a log, and the factor that converts written values to it.
#[must_use]
pub fn tidied(unit: &[u8]) -> (Vec<u8>, f64) {
    tidy(unit).map_or_else(|| (unit.to_vec(), 1.0), |tidy| (tidy.unit, tidy.factor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerators_are_tidied() {
        let check = |unit: &str, want: &str, factor: f64| {
            let got = tidy(unit.as_bytes());
            let (text, f) = got.map_or((unit.as_bytes().to_vec(), 1.0), |t| (t.unit, t.factor));
            assert_eq!((String::from_utf8(text).unwrap(), f), (want.to_owned(), factor), "{unit}");
        };
        check("ns/op", "sec/op", 1e-9);
        check("MB/s", "B/s", 1e6);
        check("p50-ns", "p50-sec", 1e-9);
        check("ns-p50", "sec-p50", 1e-9);
        check("x/ns", "x/ns", 1.0);
        check("ns*ns", "sec*sec", 1e-9 / 1e9);
        check("op/ns*MB", "op/ns*B", 1e6);
        check("ns/op-ns", "sec/op-ns", 1e-9);
        check("MB/MB", "B/MB", 1e6);
        check("NS", "NS", 1.0);
        check("", "", 1.0);
        check("ns", "sec", 1e-9);
        check("ns/", "sec/", 1e-9);
    }
}
