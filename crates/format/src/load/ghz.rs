//! ghz's JSON (`-O json`), with each request in `details`.

use super::CLOSED_LOOP;
use super::quantiles::LoadOptions;
use super::run::Run;
use super::table::Table;
use super::tally::Request;
use super::values::{NO_RESPONSE, nanoseconds, shifted};
use crate::json::{Cursor, Documents, Out, Path, Plan, Stop, Visitor};
use crate::{Format, Kind, clock};

pub(crate) const FORMAT: Format = Format {
    name: "ghz",
    about: "ghz's JSON",
    example: "ghz --insecure --call helloworld.Greeter.SayHello -O json -o new/1.json localhost:50051",
    run_command: Some("ghz --insecure --call helloworld.Greeter.SayHello -O json localhost:50051"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: |head| head.json_with(&[b"\"rps\"", b"\"latencyDistribution\"", b"\"fastest\""]),
    reader: |reading| Box::new(Documents::new(Ghz::new(&reading.load))),
};

pub(crate) const CSV: Format = Format {
    name: "ghz-csv",
    about: "ghz's CSV",
    example: "ghz --insecure --call helloworld.Greeter.SayHello -O csv -o new/1.csv localhost:50051",
    run_command: None,
    sight: |head| TABLE.sight(head),
    reader: |reading| TABLE.reader(&reading.load),
    ..FORMAT
};

static TABLE: Table = Table {
    harness: "ghz",
    separators: b",",
    columns: &["duration (ms)", "status", "error"],
    more: &[],
    order: &[],
    read,
    notes: &[CLOSED_LOOP],
    // ghz does not quote commas in errors.
    has_open_end: true,
};

fn read(cells: &[&[u8]], run: &mut Run) -> Result<(), String> {
    let [duration, status, error] = *cells else { return Ok(()) };
    let latency = nanoseconds(duration, -3)?;
    run.push(&Request {
        failure: failure(status, !error.is_empty()),
        latency,
        ..Request::default()
    });
    Ok(())
}

/// Returns the class of a call, from the text of its status.
fn failure(status: &[u8], has_error: bool) -> Option<&[u8]> {
    match status {
        b"OK" if !has_error => None,
        b"OK" | b"" => Some(NO_RESPONSE),
        status => Some(status),
    }
}

struct Ghz {
    run: Run,
    call: Vec<u8>,
    has_options: bool,
    seconds: Option<f64>,
    taken: Taken,
}

#[derive(Default)]
enum Taken {
    #[default]
    Nothing,
    Request {
        latency: u64,
        start: Option<i128>,
        failure: Option<Vec<u8>>,
    },
    Negative,
}

impl Ghz {
    fn new(options: &LoadOptions) -> Ghz {
        let (run, call) = (Run::new(options), Vec::new());
        Ghz { run, call, has_options: false, seconds: None, taken: Taken::Nothing }
    }
}

impl Visitor for Ghz {
    fn plan(&self, path: &Path) -> Plan {
        match path {
            _ if path.len() == 0 => Plan::Enter,
            // The options name the call, wherever they are.
            _ if path.is(&["details"]) && self.has_options => Plan::Enter,
            _ if path.is(&["details"]) => Plan::Later,
            _ if path.is(&["options"]) || path.is(&["total"]) || path.is(&["details", "*"]) => {
                Plan::Take
            }
            _ => Plan::Skip,
        }
    }

    fn take(&mut self, path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        self.taken = Taken::Nothing;
        match path.key(0) {
            b"total" => self.seconds = shifted(value.number()?, -9),
            b"options" => {
                self.has_options = true;
                let mut inside = value.object()?;
                while let Some(key) = value.key(&mut inside)? {
                    match key.raw {
                        b"call" => self.call = value.scalar()?.unwrap_or_default().into_owned(),
                        _ => value.skip()?,
                    }
                }
            }
            _ => self.taken = request(value)?,
        }
        Ok(())
    }

    fn emit(&mut self, _path: &Path, out: &mut Out<'_>) {
        match std::mem::take(&mut self.taken) {
            Taken::Nothing => {}
            Taken::Negative => out.skipped("a latency is negative: skipped"),
            Taken::Request { latency, start, failure } => {
                self.run.name().extend_from_slice(&self.call);
                let failure = failure.as_deref();
                // Times are the ends of calls.
                let start = start.map(|end| end - i128::from(latency));
                self.run.push(&Request { failure, latency, start, ..Request::default() });
            }
        }
    }

    fn leave(&mut self, path: &Path, out: &mut Out<'_>) {
        if path.len() == 0 {
            self.end(out);
            self.has_options = false;
        }
    }

    fn end(&mut self, out: &mut Out<'_>) {
        out.metadata(b"harness", b"ghz");
        self.run.emit(self.seconds.take(), out);
        if self.run.is_uncorrected() {
            out.note(CLOSED_LOOP);
        }
    }
}

fn request(value: &mut Cursor<'_>) -> Result<Taken, Stop> {
    let (mut latency, mut start, mut status) = (None, None, None);
    let mut has_error = false;
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        match key.raw {
            b"latency" => latency = Some(nanoseconds(value.number()?, -9)),
            b"timestamp" => start = value.scalar()?.as_deref().and_then(clock::nanoseconds),
            b"status" => status = value.scalar()?,
            b"error" => has_error = value.scalar()?.is_some_and(|error| !error.is_empty()),
            _ => value.skip()?,
        }
    }
    let Some(latency) = latency else { return value.lacks("a member `latency`") };
    let Ok(latency) = latency else { return Ok(Taken::Negative) };
    let status = status.unwrap_or_default();
    let failure = failure(&status, has_error).map(<[u8]>::to_vec);
    Ok(Taken::Request { latency, start, failure })
}
