//! hey's CSV (`-o csv`), with a row for each request.

use super::CLOSED_LOOP;
use super::run::{Request, Run};
use super::table::Table;
use super::values::{class, decimal, nanoseconds};
use crate::format::{Format, Kind};

pub(in crate::format) const FORMAT: Format = Format {
    name: "hey",
    about: "hey's CSV",
    example: "hey -z 30s -o csv http://localhost:8080/ > new/1.csv",
    run_command: Some("hey -z 10s -o csv http://localhost:8080/"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| TABLE.sight(head),
    reader: |options| TABLE.reader(options.load()),
};

static TABLE: Table = Table {
    harness: "hey",
    separator: b',',
    has_header: true,
    columns: &["response-time", "DNS+dialup", "Response-delay", "status-code", "offset"],
    more: &[],
    read,
    note: Some(CLOSED_LOOP),
};

fn read(cells: &[&[u8]], run: &mut Run) -> Result<(), String> {
    let [time, _, _, status, offset] = *cells else { return Ok(()) };
    let latency = nanoseconds(time, 0)?;
    let start = decimal(offset).map(|seconds| (seconds * 1e9) as i128);
    run.push(&Request { failure: class(status), latency, start, ..Request::default() });
    Ok(())
}
