//! Units of load tests, most of which are quantiles of a distribution of times: `p50-sec`, `p99.9-corrected-10s-sec`.

use crate::base::parse_float;

/// A quantile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Quantile<'u> {
    /// Its name, for example `p99.9`.
    pub(crate) name: &'u str,
    /// The percentage of values below it: at least 0 and less than 100.
    pub(crate) percent: f64,
    /// The rest of the unit, which describes the latencies: `sec`, `corrected-sec` or `10s-sec`.
    pub(crate) kind: &'u str,
}

impl Quantile<'_> {
    /// Returns whether the load generator's waiting is corrected.
    pub(crate) fn is_corrected(&self) -> bool {
        self.kind.starts_with(CORRECTED)
    }

    /// Returns the length of the windows whose median it is.
    pub(crate) fn window(&self) -> Option<&str> {
        self.kind.strip_prefix(CORRECTED).unwrap_or(self.kind).strip_suffix("-sec")
    }
}

const CORRECTED: &str = "corrected-";

/// The units besides quantiles that benchlens computes from the requests of a load test.
const OF_LOAD_TESTS: [&[u8]; 5] =
    [b"max-sec", b"mean-sec", b"requests/s", b"errors/request", b"B/request"];

/// Returns whether benchlens computes a unit from the requests of a load test.
pub(crate) fn is_of_load_tests(unit: &[u8]) -> bool {
    OF_LOAD_TESTS.contains(&unit) || quantile(unit).is_some()
}

/// Returns the quantile that a unit is.
pub(crate) fn quantile(unit: &[u8]) -> Option<Quantile<'_>> {
    let (name, kind) = std::str::from_utf8(unit).ok()?.split_once('-')?;
    let number = name.strip_prefix('p')?;
    // Other spellings of numbers, such as `1e1`, are names.
    let is_plain = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let percent =
        parse_float(number.as_bytes()).ok().filter(|&percent| is_plain && percent < 100.0)?;
    let rest = kind.strip_prefix(CORRECTED).unwrap_or(kind);
    let is_window = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    let is_time = rest == "sec" || rest.strip_suffix("-sec").is_some_and(is_window);
    is_time.then_some(Quantile { name, percent, kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_units_of_time_with_a_number() {
        let found = |unit: &'static str| {
            let found = quantile(unit.as_bytes())?;
            Some((found.name, found.percent, found.is_corrected()))
        };
        assert_eq!(found("p50-sec"), Some(("p50", 50.0, false)));
        assert_eq!(found("p99.9-corrected-sec"), Some(("p99.9", 99.9, true)));
        assert_eq!(found("p50-10s-sec"), Some(("p50", 50.0, false)));
        assert_eq!(found("p50-corrected-10s-sec"), Some(("p50", 50.0, true)));
        assert_eq!(found("p0-sec"), Some(("p0", 0.0, false)));
        for unit in ["p100-sec", "p-sec", "p1e1-sec", "pinf-sec", "p+5-sec", "p.-sec", "max-sec"] {
            assert_eq!(found(unit), None, "{unit}");
        }
        for unit in ["p50", "p50-B", "p50-sec/op", "50-sec", "sec-p50", "p50-ns", "p50-other-sec"] {
            assert_eq!(found(unit), None, "{unit}");
        }
    }
}
