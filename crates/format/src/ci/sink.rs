//! Interprets the lines of a runner's log.
//!
//! Takes the records of the text in the wrapping; passes them on. Programs that run before benchmarks print lines such
//! as `shell: bash` and `hint: …`, which look like configuration. They must not make configurations different, so only
//! the keys that Go prints count as configuration, and the others become metadata.

use super::strip::Stripped;
use crate::{Format, Location, Problem, Record, Repeats, Sink};
use benchlens_base::plural;

/// Passes on the records of a runner's log.
pub(crate) struct Inside<'s> {
    pub(crate) sink: &'s mut dyn Sink,
    /// Whether a runner stamped the lines, because colors may have any origin.
    pub(crate) is_of_runner: bool,
}

/// The keys that Go prints about the machine and the package.
const CONFIG: [&[u8]; 4] = [b"goos", b"goarch", b"pkg", b"cpu"];

impl Sink for Inside<'_> {
    fn format(&mut self, format: &'static Format) {
        self.sink.format(format);
    }

    fn push(&mut self, at: &Location, record: Record<'_>) {
        let record = match record {
            Record::Config { key, value } if self.is_of_runner && !CONFIG.contains(&key) => {
                Record::Metadata { key, value }
            }
            Record::Config { .. }
            | Record::Metadata { .. }
            | Record::Result(_)
            | Record::Context(_)
            | Record::Rest(_)
            | Record::Notice(_) => record,
        };
        self.sink.push(at, record);
    }

    fn repeat(&mut self, at: &Location, rows: Repeats<'_>) -> usize {
        self.sink.repeat(at, rows)
    }
}

/// Reports the removed stamps and sequences.
pub(crate) fn tell(stripped: Stripped, sink: &mut dyn Sink) {
    let Stripped { stamped, jobs, names, escaped } = stripped;
    let what = match (jobs, names) {
        (true, _) => "jobs, steps and time stamps",
        (_, true) => "names of steps",
        _ => "time stamps",
    };
    let stamped = (stamped != 0).then(|| format!("cut {what} off {}", plural(stamped, "line")));
    let escaped = (escaped != 0)
        .then(|| format!("dropped terminal sequences from {}", plural(escaped, "line")));
    for text in stamped.into_iter().chain(escaped) {
        sink.push(&Location::Input, Problem::Note { text: text.into() }.into());
    }
}
