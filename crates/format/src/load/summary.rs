//! The numbers of one name and class in a run, from its requests or as a tool printed them.

use benchlens_base::{parse_float, plural};

use super::quantiles::LoadOptions;
use super::values::REJECTED;
use crate::Number;
use crate::json::Out;
use crate::names::Name;

/// The numbers of one name and class; times in seconds.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub(super) name: Name,
    pub(super) requests: Option<u64>,
    /// The number of requests that the quantiles describe, if these are not all.
    pub(super) timed: Option<u64>,
    /// Percentages as [`Quantile`](super::quantiles::Quantile) writes them, with the latencies there.
    pub(super) quantiles: Vec<(String, f64)>,
    pub(super) max: Option<f64>,
    pub(super) mean: Option<f64>,
    /// Requests per second.
    pub(super) rate: Option<f64>,
    /// The fraction of failed requests.
    pub(super) errors: Option<f64>,
    /// Bytes of responses per request.
    pub(super) bytes: Option<f64>,
    /// Whether latencies are corrected for coordinated omission. Such units have names of their own, so that they are
    /// never compared with others.
    pub(super) is_corrected: bool,
    /// The length of the windows whose medians the quantiles are. These units also have names of their own.
    pub(super) window: Option<String>,
    /// Whether these requests did not fail.
    pub(super) is_success: bool,
    /// The reason why numbers of the tool contradict each other.
    pub(super) problem: Option<String>,
}

impl Summary {
    /// Returns an empty summary of a name.
    pub(super) fn of(name: &[u8]) -> Summary {
        let mut summary = Summary { is_success: true, ..Summary::default() };
        summary.name.begin(name);
        summary
    }

    /// Adds a quantile that a tool printed.
    pub(super) fn quantile(&mut self, percentage: &str, seconds: Option<f64>) {
        let known = self.quantiles.iter().find(|(known, _)| known == percentage);
        if known.is_some_and(|(_, value)| Some(*value) != seconds) {
            self.problem = Some(format!("found two values of p{percentage}: the first is used"));
        }
        self.quantiles.extend(seconds.map(|seconds| (percentage.to_owned(), seconds)));
    }

    /// Checks whether a histogram counts all requests.
    pub(super) fn check_counts(&mut self, counted: u64) {
        let requests = self.requests.unwrap_or_default();
        if counted != requests {
            self.problem = Some(format!(
                "its histogram counts {counted} requests, expected {requests}: the file may be cut"
            ));
        }
    }

    /// Returns whether no request of this name succeeded.
    fn is_failed(&self) -> bool {
        self.requests == Some(0) || self.errors.is_some_and(|errors| 1.0 <= errors)
    }

    /// Pushes the result; returns the first quantile for which there are too few requests.
    pub(super) fn emit(&self, options: &LoadOptions, out: &mut Out<'_>) -> Option<Missing> {
        let mut values: Vec<(Vec<u8>, f64)> = Vec::new();
        let infix = if self.is_corrected { "-corrected" } else { "" };
        let mut push = |unit: String, value: Option<f64>| {
            values.extend(value.map(|value| (unit.into_bytes(), value)));
        };
        let of_window = self.window.as_ref().map_or_else(String::new, |text| format!("-{text}"));
        let has_no_times = self.window.is_none() && options.window.is_some();
        let mut missing = has_no_times.then(|| (String::new(), Why::Timeless));
        for quantile in &options.quantiles {
            let text = &quantile.text;
            let value = self.quantiles.iter().find(|(own, _)| own == text).map(|(_, value)| *value);
            let needed = quantile.requests_min();
            let why = match (value, &self.window) {
                (Some(_), Some(_)) => None,
                (None, Some(window)) => Some(Why::Window { needed, window: window.clone() }),
                (_, None) if self.timed.or(self.requests).is_some_and(|found| found < needed) => {
                    Some(Why::Requests { needed })
                }
                (Some(_), None) => None,
                (None, None) => Some(Why::Absent),
            };
            match why {
                None => push(format!("p{text}{infix}{of_window}-sec"), value),
                Some(why) => missing = missing.or(Some((text.clone(), why))),
            }
        }
        push("max-sec".into(), self.max);
        push(format!("mean{infix}-sec"), self.mean);
        push("requests/s".into(), self.rate);
        push("errors/request".into(), self.errors);
        push("B/request".into(), self.bytes);
        let name = self.name.text();
        if let Some(problem) = &self.problem {
            out.unreadable(&format!("{}: {problem}", String::from_utf8_lossy(name)));
        }
        if values.is_empty() {
            out.nothing(name);
            return None;
        }
        let mut status = self.name.clone();
        if self.is_failed() {
            // Failures are often faster, so they are not compared with successes.
            out.failed(name);
            status.key(b"status", REJECTED);
        }
        let name = status.text();
        out.unit(b"errors/request", b"better", b"lower");
        let iterations = self.requests.map_or(1, |requests| requests.min(i64::MAX as u64) as i64);
        let units: Vec<&[u8]> = values.iter().map(|(unit, _)| &unit[..]).collect();
        let numbers: Vec<Number> = values.iter().map(|(_, value)| Number::Wide(*value)).collect();
        out.result(name, iterations, &numbers, &units);
        let (quantile, why) = missing.filter(|_| self.is_success && !self.is_failed())?;
        Some(Missing { name: String::from_utf8_lossy(name).into_owned(), quantile, why })
    }
}

/// A quantile that is missing in a result.
#[derive(Debug)]
pub(super) struct Missing {
    name: String,
    quantile: String,
    why: Why,
}

/// Why a quantile is missing.
#[derive(Debug)]
enum Why {
    /// No quantile describes windows, because the file does not contain times.
    Timeless,
    /// The file does not contain it.
    Absent,
    /// It requires more requests.
    Requests { needed: u64 },
    /// It requires more requests in each window of this length.
    Window { needed: u64, window: String },
}

/// The names that lack a quantile: for each lowest one that a name lacks, the first such name and the number of others.
#[derive(Debug, Default)]
pub(super) struct Shortage(Vec<(Missing, u64)>);

impl Shortage {
    pub(super) fn add(&mut self, missing: Option<Missing>) {
        let Some(missing) = missing else { return };
        match self.0.iter_mut().find(|(first, _)| first.quantile == missing.quantile) {
            Some((_, others)) => *others += 1,
            None => self.0.push((missing, 0)),
        }
    }

    /// Reports each of them once. The numbers of requests differ between runs, so they are not named.
    pub(super) fn note(mut self, out: &mut Out<'_>) {
        let order = |(missing, _): &(Missing, u64)| {
            parse_float(missing.quantile.as_bytes()).unwrap_or_default()
        };
        self.0.sort_by(|a, b| f64::total_cmp(&order(a), &order(b)));
        self.0.into_iter().for_each(|(missing, others)| missing.note(others, out));
    }
}

impl Missing {
    fn note(self, others: u64, out: &mut Out<'_>) {
        let Missing { name, quantile, why } = self;
        let have = match others {
            0 => "has".to_owned(),
            others => format!("and {} have", plural(others, "other name")),
        };
        let reason = match why {
            Why::Timeless => {
                out.note(
                    "windows are ignored, because the file does not contain the times of requests",
                );
                return;
            }
            Why::Absent => "the file does not contain it".to_owned(),
            Why::Requests { needed } => {
                format!("it requires {needed} requests: {name} {have} fewer")
            }
            Why::Window { needed, window } => {
                format!(
                    "it requires {needed} requests in each window of {window}: {name} {have} fewer"
                )
            }
        };
        out.note(&format!("p{quantile} is skipped, because {reason}"));
    }
}
