//! Which quantiles of a load test become units.

use benchlens_base::{Error, Span};

/// How the requests of a run are summarized.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LoadOptions {
    pub(super) quantiles: Vec<Quantile>,
    /// The time between the beginnings of two requests, in nanoseconds, by which latencies are corrected for
    /// coordinated omission.
    pub(super) expected_interval: Option<u64>,
    /// The length of the windows whose quantiles are computed separately, in nanoseconds.
    pub(super) window: Option<u64>,
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        let quantile = |(text, parts): (&str, u64)| Quantile { text: text.into(), parts };
        let all = [("50", 5000), ("90", 9000), ("99", 9900), ("99.9", 9990)];
        let quantiles = all.map(|(text, parts)| quantile((text, parts * (WHOLE / 10_000))));
        LoadOptions { quantiles: quantiles.into(), expected_interval: None, window: None }
    }
}

/// A quantile, as a percentage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quantile {
    /// The percentage without needless zeros: `99.9`.
    pub(super) text: String,
    /// The same in parts of [`WHOLE`].
    parts: u64,
}

/// All requests, in the parts that percentages with six decimals need.
const WHOLE: u64 = 100_000_000;

/// Shorter windows have too few requests, and each needs time.
const WINDOW_MIN: u64 = 100_000_000;

/// A quantile of fewer requests beyond its rank would describe single requests.
const BEYOND_MIN: u64 = 10;

impl Quantile {
    /// Parses a percentage, which must lie between 0 and 100 and have at most six decimals.
    pub(super) fn parse(text: &str) -> Option<Quantile> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let decimals = decimals.trim_end_matches('0');
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || 2 < whole.len() || 6 < decimals.len() {
            return None;
        }
        if !are_digits(whole) || !are_digits(decimals) {
            return None;
        }
        let parts: u64 =
            format!("{whole}{decimals:0<6}").parse().ok().filter(|parts| 0 < *parts)?;
        let whole = parts / (WHOLE / 100);
        let text =
            if decimals.is_empty() { whole.to_string() } else { format!("{whole}.{decimals}") };
        Some(Quantile { text, parts })
    }

    /// Returns the rank in a number of requests: the requests that are at or below the quantile.
    pub(super) fn rank(&self, requests: u64) -> u64 {
        let parts = u128::from(self.parts) * u128::from(requests);
        parts.div_ceil(WHOLE.into()) as u64
    }

    /// Returns the least number of requests that is enough for this quantile.
    pub(super) fn requests_min(&self) -> u64 {
        (BEYOND_MIN * WHOLE).div_ceil(WHOLE - self.parts)
    }
}

impl LoadOptions {
    /// Sets the quantiles: percentages, separated by commas.
    pub(crate) fn set_quantiles(&mut self, text: &str) -> Result<(), Error> {
        let mut start = 0;
        self.quantiles.clear();
        for part in text.split(',') {
            let span = Span { start, end: start + part.len() };
            start = span.end + 1;
            let Some(quantile) = Quantile::parse(part.trim()) else {
                let message = "expected a percentage between 0 and 100, such as 99.9";
                return Err(Error::syntax("quantiles", text, span, message));
            };
            if !self.quantiles.contains(&quantile) {
                self.quantiles.push(quantile);
            }
        }
        self.quantiles.sort_by_key(|quantile| quantile.parts);
        Ok(())
    }

    /// Returns the quantiles of ascending values with their counts, and the percentage of each; `requests` is the sum of
    /// the counts.
    pub(super) fn quantiles(
        &self,
        requests: u64,
        values: impl IntoIterator<Item = (f64, u64)>,
    ) -> Vec<(String, f64)> {
        let mut found = Vec::new();
        let mut wanted = self.quantiles.iter().peekable();
        let mut below = 0_u64;
        for (value, count) in values {
            below = below.saturating_add(count);
            while let Some(quantile) = wanted.next_if(|quantile| quantile.rank(requests) <= below) {
                found.push((quantile.text.clone(), value));
            }
        }
        found
    }

    /// Returns the percentages with their fractions, ascending.
    pub(super) fn wanted(&self) -> impl Iterator<Item = (&str, f64)> {
        self.quantiles
            .iter()
            .map(|quantile| (&quantile.text[..], quantile.parts as f64 / WHOLE as f64))
    }

    /// Sets the expected interval: a number and a unit of time.
    pub(crate) fn set_expected_interval(&mut self, text: &str) -> Result<(), Error> {
        self.expected_interval = Some(time("expected-interval", text)?);
        Ok(())
    }

    /// Sets the length of windows: a number and a unit of time.
    pub(crate) fn set_window(&mut self, text: &str) -> Result<(), Error> {
        let window = time("window", text)?;
        if window < WINDOW_MIN {
            let whole = Span { start: 0, end: text.len() };
            return Err(Error::syntax("window", text, whole, "expected at least 100ms"));
        }
        self.window = Some(window);
        Ok(())
    }

    /// Returns the length of windows as units contain it: `10s`.
    pub(super) fn window_text(&self) -> Option<String> {
        let length = self.window?;
        let units = [(1_000_000_000, "s"), (1_000_000, "ms"), (1000, "us"), (1, "ns")];
        let (size, unit) = units.into_iter().find(|(size, _)| length % size == 0)?;
        Some(format!("{}{unit}", length / size))
    }
}

/// Parses a positive time for a setting.
fn time(setting: &'static str, text: &str) -> Result<u64, Error> {
    let time = super::values::duration(text.as_bytes()).filter(|time| 0 < *time);
    time.ok_or_else(|| {
        let whole = Span { start: 0, end: text.len() };
        Error::syntax(setting, text, whole, "expected a time below 11 days, such as 10ms")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_have_one_text() {
        for (text, want) in [
            ("50", "50"),
            ("99.90", "99.9"),
            ("05", "5"),
            ("99.", "99"),
            ("99.999999", "99.999999"),
        ] {
            assert_eq!(Quantile::parse(text).map(|quantile| quantile.text).as_deref(), Some(want));
        }
        for text in ["", "100", "0", "0.0", "-1", "p99", "99,9", "1e1", "99.1234567", "+9"] {
            assert_eq!(Quantile::parse(text), None, "{text}");
        }
    }

    #[test]
    fn ranks_are_exact() {
        let rank = |text: &str, requests| Quantile::parse(text).unwrap().rank(requests);
        assert_eq!(rank("50", 1), 1);
        assert_eq!(rank("50", 4), 2);
        assert_eq!(rank("50", 5), 3);
        assert_eq!(rank("99.9", 10_000), 9990);
        assert_eq!(rank("99.9", 10_001), 9991);
        assert_eq!(rank("90", u64::MAX), u64::MAX / 10 * 9 + 5);
        let enough = |text: &str| Quantile::parse(text).unwrap().requests_min();
        assert_eq!(["50", "90", "99", "99.9"].map(enough), [20, 100, 1000, 10_000]);
    }

    #[test]
    fn lists_are_sorted_and_wrong_parts_are_shown() {
        let mut options = LoadOptions::default();
        options.set_quantiles("99.90, 50,99.9").unwrap();
        let texts: Vec<&str> =
            options.quantiles.iter().map(|quantile| &quantile.text[..]).collect();
        assert_eq!(texts, ["50", "99.9"]);
        let error = options.set_quantiles("50,x").unwrap_err();
        assert_eq!(error.span(), Some(Span { start: 3, end: 4 }));
        assert!(options.set_expected_interval("10").is_err());
        assert!(options.set_expected_interval("0ms").is_err());
        options.set_expected_interval("1.5ms").unwrap();
        assert_eq!(options.expected_interval, Some(1_500_000));
        for (text, want) in
            [("1m", "60s"), ("0.5s", "500ms"), ("1500ms", "1500ms"), ("100001us", "100001us")]
        {
            options.set_window(text).unwrap();
            assert_eq!(options.window_text().as_deref(), Some(want));
        }
        assert!(options.set_window("99ms").is_err());
    }
}
