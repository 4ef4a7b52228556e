//! One run of a load generator: takes its requests one by one, and gives a result for each name and class of status.
//!
//! Requests of one run depend on each other, so they are not samples: their quantiles are, one for each run. Memory
//! is limited, whatever the number of requests.

use super::quantiles::LoadOptions;
use super::summary::{Shortage, Summary};
use super::tally::{Request, Tally};
use super::values::NO_RESPONSE;
use super::windows::{Slot, Windows};
use crate::MERGED;
use crate::json::Out;
use crate::names::Name;
use benchlens_base::Numbered;

/// The name of requests without one.
pub(super) const UNNAMED: &[u8] = b"Requests";

/// The name of requests whose names are too many.
const OTHER: &[u8] = b"Other";

/// The maximum number of names, because each needs up to 340 kB.
const NAMES_MAX: usize = 500;

/// The maximum number of classes of failures with a response, in all names together. Further failures are in the class of
/// those without a response.
const FAILURES_MAX: usize = 500;

/// The requests of a run so far.
#[derive(Debug, Default)]
pub(super) struct Run {
    options: LoadOptions,
    names: Numbered,
    /// For each name, its classes: successes have an empty text.
    classes: Vec<Vec<(Vec<u8>, Tally)>>,
    /// The number of classes of failures with a response.
    failures: usize,
    /// The name of the next request.
    name: Vec<u8>,
    /// The name of the last request, with its number.
    last: (Vec<u8>, usize),
    /// The first beginning and the last end of a request.
    span: Option<(i128, i128)>,
    /// The number of requests whose name is one too many.
    unnamed: u64,
    /// Whether failures are in another class, because there are too many classes.
    merges_failures: bool,
    /// Whether the file does not say which requests failed.
    has_no_failures: bool,
    /// Notes about the run.
    notes: Vec<&'static str>,
    /// The windows, if the options request them.
    windows: Option<Windows>,
}

impl Run {
    pub(super) fn new(options: &LoadOptions) -> Run {
        Run { options: options.clone(), windows: Windows::new(options), ..Run::default() }
    }

    /// Returns a buffer for the name of the next request, in which any byte may occur.
    pub(super) fn name(&mut self) -> &mut Vec<u8> {
        self.name.clear();
        &mut self.name
    }

    /// Adds a request with the name that was written last.
    pub(super) fn push(&mut self, request: &Request<'_>) {
        self.push_many(request, &[(request.latency, 1)]);
    }

    /// Adds requests that differ only in their latencies, which are listed with their counts.
    pub(super) fn push_many(&mut self, request: &Request<'_>, latencies: &[(u64, u64)]) {
        let index = self.index();
        let class = request.failure.unwrap_or_default();
        let classes = &mut self.classes[index];
        let find = |class: &[u8]| classes.iter().position(|(text, _)| text == class);
        let is_pooled = !class.is_empty() && class != NO_RESPONSE;
        let is_full = is_pooled && self.failures == FAILURES_MAX && find(class).is_none();
        self.merges_failures |= is_full;
        let class = if is_full { NO_RESPONSE } else { class };
        let found = find(class).unwrap_or(classes.len());
        if found == classes.len() {
            self.failures += usize::from(is_pooled && !is_full);
            classes.push((class.to_vec(), Tally::default()));
        }
        classes[found].1.push(request, latencies);
        if let Some(windows) = &mut self.windows {
            windows.push(Slot { name: index, class: found }, request, latencies);
        }
        if let Some(start) = request.start {
            self.extend(start, start.saturating_add(request.latency.into()));
        }
    }

    /// Extends the duration of the run to these nanoseconds from any fixed time.
    pub(super) fn extend(&mut self, start: i128, end: i128) {
        let (first, last) = self.span.unwrap_or((start, end));
        self.span = Some((first.min(start), last.max(end)));
    }

    /// Does not count failures, because the file does not say which requests failed.
    pub(super) fn without_failures(&mut self) {
        self.has_no_failures = true;
    }

    /// Adds a note about the run, once.
    pub(super) fn note(&mut self, text: &'static str) {
        if !self.notes.contains(&text) {
            self.notes.push(text);
        }
    }

    pub(super) fn options(&self) -> &LoadOptions {
        &self.options
    }

    /// Returns whether latencies stay as they were measured.
    pub(super) fn is_uncorrected(&self) -> bool {
        self.options.expected_interval.is_none()
    }

    /// Returns the number of the name.
    fn index(&mut self) -> usize {
        let Run { names, classes, name, last, unnamed, .. } = self;
        if last.0 == *name && last.1 < classes.len() {
            return last.1;
        }
        let text = if name.is_empty() { UNNAMED } else { &name[..] };
        let is_known = names.find(text).is_some() || classes.len() < NAMES_MAX;
        *unnamed += u64::from(!is_known);
        let index = names.number(if is_known { text } else { OTHER }) as usize;
        if classes.len() == index {
            classes.push(Vec::new());
        }
        if is_known {
            last.0.clone_from(name);
            last.1 = index;
        }
        index
    }

    /// Pushes the results, and forgets the requests. `stated` is the duration of the run in seconds, if the file states
    /// it.
    pub(super) fn emit(&mut self, stated: Option<f64>, out: &mut Out<'_>) {
        let next = Run::new(&self.options);
        let mut run = std::mem::replace(self, next);
        let measured = run.span.map(|(first, last)| last.saturating_sub(first) as f64 / 1e9);
        let seconds = stated.or(measured).filter(|seconds| 0.0 < *seconds);
        if let Some(windows) = &mut run.windows {
            windows.finish(run.span.map(|(_, end)| end));
        }
        let mut short = Shortage::default();
        for (index, (text, classes)) in run.names.texts().iter().zip(&run.classes).enumerate() {
            for (class, (status, _)) in classes.iter().enumerate() {
                out.metadata(MERGED, run.merged(text, status));
                let slot = Slot { name: index, class };
                short.add(run.summary(slot, text, seconds).emit(&run.options, out));
            }
            if classes.iter().all(|(class, _)| !class.is_empty()) {
                let mut name = Name::default();
                name.begin(text);
                out.failed(name.text());
            }
        }
        out.metadata(MERGED, b"");
        match run.windows.as_ref().filter(|windows| windows.are_incomplete()) {
            Some(_) => out.note("no window is complete, because the run is shorter than a window"),
            None => short.note(out),
        }
        run.notes.iter().for_each(|text| out.note(text));
        if run.unnamed != 0 {
            out.note(&format!(
                "more than {NAMES_MAX} names: {} requests are in the row Other; group URLs by names",
                run.unnamed
            ));
        }
        if run.windows.is_some_and(|windows| windows.have_lost()) {
            out.note(
                "requests are in no window, so their names have no quantiles: use longer windows",
            );
        }
    }

    /// Returns what a class contains in addition to its own requests, as the value of [`MERGED`].
    fn merged(&self, name: &[u8], class: &[u8]) -> &'static [u8] {
        if self.unnamed != 0 && name == OTHER {
            b"names"
        } else if self.merges_failures && class == NO_RESPONSE {
            b"statuses"
        } else {
            b""
        }
    }

    /// Returns the numbers of a class.
    fn summary(&self, slot: Slot, text: &[u8], seconds: Option<f64>) -> Summary {
        let classes = &self.classes[slot.name];
        let (class, tally) = &classes[slot.class];
        let mut summary = tally.summary(&self.options);
        summary.rate = seconds.map(|seconds| tally.requests as f64 / seconds);
        summary.is_success = class.is_empty();
        summary.name.begin(text);
        if class.is_empty() {
            let requests = classes.iter().map(|(_, tally)| tally.requests);
            let all = requests.fold(0, u64::saturating_add);
            let failed = all.saturating_sub(tally.requests) as f64;
            summary.errors = (!self.has_no_failures).then(|| failed / all as f64);
        } else {
            summary.name.key(b"status", class);
        }
        if class == NO_RESPONSE {
            summary.bytes = None;
        }
        if let Some(windows) = self.windows.as_ref().filter(|windows| windows.have_times()) {
            summary.quantiles = windows.quantiles(slot);
            summary.window = self.options.window_text();
        }
        summary
    }
}
