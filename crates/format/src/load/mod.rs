//! Load generators: a run becomes a result for each name and class of status, with quantiles as units.
//!
//! Requests of one run depend on each other, so a test over requests reports changes that do not exist. The unit
//! of every comparison is a run. `run` counts the requests of a run in the histograms of `tally`, also for `windows`,
//! `summary` has the numbers of a result, and `lines`, `table` and `document` are readers that the tools share.

pub(super) mod ab;
pub(super) mod autocannon;
mod counts;
mod document;
pub(super) mod fortio;
pub(super) mod ghz;
mod gob;
pub(super) mod hdr;
mod hdr_encoding;
pub(super) mod hey;
pub(super) mod jmeter;
pub(super) mod k6;
mod lines;
pub(super) mod locust;
pub(super) mod oha;
mod quantiles;
mod run;
mod summary;
mod table;
mod tally;
mod values;
pub(super) mod vegeta;
mod windows;
pub(super) mod wrk;

pub(super) use quantiles::LoadOptions;

/// A note about tools that wait for a response before they send the next request.
const CLOSED_LOOP: &str = "latencies of a closed loop omit the time that requests would have waited \
    (coordinated omission): give the expected interval, or measure at a fixed rate";

/// The same, where latencies cannot be corrected.
const CLOSED_LOOP_SUMMARY: &str = "latencies of a closed loop omit the time that requests would have waited \
    (coordinated omission): measure at a fixed rate";

/// A note about tables of responses.
const RESPONSES_ONLY: &str =
    "requests without a response are not in this file, so errors/request does not count them";

/// Returns a percentage as quantiles are named, if it is one.
fn percentage(text: &[u8]) -> Option<String> {
    Some(quantiles::Quantile::parse(str::from_utf8(text).ok()?)?.text)
}
