//! Converts lines to records.

use std::collections::BTreeSet;

use super::json::{self, Event};
use super::line::{Line, SECONDS, parse};
use super::target::Targets;
use crate::ci::{ESCAPE, plain};
use crate::lines::{LineBuffer, checked, split_line};
use crate::names::Name;
use crate::{Location, Number, Problem, Record, ResultLine, Sink, gobench};

/// The name of the format.
pub(super) const NAME: &str = "libtest";

/// Reads the output of libtest from chunks of any length.
#[derive(Debug, Default)]
pub(super) struct Reader {
    lines: LineBuffer,
    seen: Seen,
}

/// The state after the lines that were read so far.
#[derive(Debug, Default)]
struct Seen {
    name: Name,
    targets: Targets,
    /// The names of the benchmarks between the lines at which libtest begins and ends the run of a target.
    run: Option<BTreeSet<Vec<u8>>>,
    /// The target and the name of the first result.
    first: Option<(Vec<u8>, Vec<u8>)>,
    /// Whether it was repeated, so the log has several runs, and each result is a sample.
    is_repeated: bool,
}

/// Includes lines about a recording, about the next target, about the number of benchmarks in it, about a program that
/// crashed, and lines in color.
pub(super) fn may_be_data(first: u8) -> bool {
    matches!(first, b't' | b'#' | b' ' | b'{' | b'e' | b'r' | b'R' | ESCAPE)
}

/// Returns whether a line without a line end may be the beginning of data: libtest names a benchmark before it measures.
fn begins_data(line: &[u8]) -> bool {
    let line = plain(line);
    let line = line.trim_ascii_start();
    let mut words = [&b"{"[..], b"test ", b"running ", b"error: bench failed"].into_iter();
    let is_begun = |word: &[u8]| word.starts_with(line) || line.starts_with(word);
    // The tests of another target may follow the result of one.
    let is_result = line.starts_with(b"test result: ")
        && memchr::memmem::find(line, b" filtered out").is_some_and(|at| {
            let rest = &line[at + b" filtered out".len()..];
            rest.is_empty() || rest.starts_with(b"; finished in ") && rest.ends_with(b"s")
        });
    !line.is_empty() && !is_result && words.any(is_begun)
}

impl crate::Reader for Reader {
    fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink) {
        let Reader { lines, seen } = self;
        lines.feed(chunk, may_be_data, &mut |text, before| seen.read(text, before, sink));
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        let Reader { lines, seen } = self;
        lines.finish_into(sink, begins_data, &mut |text, before, sink| {
            seen.read(text, before, sink)
        });
        if seen.first.is_some() && !seen.is_repeated {
            let how = b"benchlens run, or with several runs in one log (cargo bench >> new.txt)";
            sink.push(&Location::Input, Problem::SummaryOnly { how: how.to_vec() }.into());
        }
    }

    fn position(&self) -> Location {
        self.lines.position()
    }
}

impl Seen {
    /// Reads whole lines; returns their number.
    fn read(&mut self, text: &[u8], before: u64, sink: &mut dyn Sink) -> u64 {
        let (mut line, mut rest) = (before, text);
        while !rest.is_empty() {
            let text;
            (text, rest) = split_line(rest);
            line += 1;
            let at = Location::Line(line);
            match checked(text) {
                Err(error) if text.first().is_some_and(|&first| may_be_data(first)) => {
                    sink.push(&at, Record::malformed(error));
                }
                Err(_) => {}
                Ok(text) => self.read_line(text, &at, sink),
            }
        }
        line - before
    }

    fn read_line(&mut self, text: &[u8], at: &Location, sink: &mut dyn Sink) {
        if let Some(notice) = gobench::recorded(text) {
            return sink.push(at, Record::Notice(notice));
        }
        if text.contains(&ESCAPE) {
            let text = plain(text);
            return self.read_plain(&text, at, sink);
        }
        self.read_plain(text, at, sink);
    }

    fn read_plain(&mut self, text: &[u8], at: &Location, sink: &mut dyn Sink) {
        if text.starts_with(b"{") {
            return self.read_event(text, at, sink);
        }
        // A process that crashed did not report a failure.
        if text.starts_with(b"error: bench failed") {
            return sink.push(at, Record::failed(b"cargo bench"));
        }
        if let Some(target) = self.targets.read(text) {
            return sink.push(at, Record::Metadata { key: b"target", value: target });
        }
        match parse(text) {
            None if text.starts_with(b"running ") => self.run = Some(BTreeSet::new()),
            None if text.starts_with(b"test result:") => self.run = None,
            None => {}
            Some(Line::Failed { name }) => sink.push(at, Record::failed(name)),
            Some(Line::Unreadable { found }) => {
                let expected = b"`, expected `bench: NUMBER ns/iter (+/- NUMBER)`";
                let message = [b"found `", &found[..found.len().min(SHOWN)], expected].concat();
                sink.push(at, Record::unreadable(message));
            }
            Some(Line::Result { name, unit, value, rate }) => {
                self.name.begin(name);
                self.result(at, value, unit, rate, sink);
            }
        }
    }

    fn read_event(&mut self, text: &[u8], at: &Location, sink: &mut dyn Sink) {
        match json::parse(text) {
            None => {}
            Some(Event::Result { name, value, rate }) => {
                self.name.begin(&name);
                self.result(at, value, SECONDS, rate, sink);
            }
            Some(Event::Failed { name }) => sink.push(at, Record::failed(name)),
            Some(Event::Unreadable) => {
                let message = b"expected a benchmark with `name` and a `median` within range";
                sink.push(at, Record::unreadable(message));
            }
        }
    }

    fn result(
        &mut self,
        at: &Location,
        value: Number,
        unit: &[u8],
        rate: Option<Number>,
        sink: &mut dyn Sink,
    ) {
        let name = self.name.text();
        match &self.first {
            None => {
                let (key, value) = (&b"harness"[..], NAME.as_bytes());
                sink.push(at, Record::Metadata { key, value });
                self.first = Some((self.targets.current().to_vec(), name.to_vec()));
            }
            Some((target, first)) => {
                self.is_repeated |= first == name && target == self.targets.current();
            }
        }
        if self.run.as_mut().is_some_and(|run| !run.insert(name.to_vec())) {
            let name = String::from_utf8_lossy(name);
            let text = format!(
                "one run contains {name} twice: several targets may have it; \
                 keep cargo's lines `Running`, which name the target: cargo bench 2>&1"
            );
            sink.push(at, Problem::Note { text: text.into() }.into());
        }
        let values = [value, rate.unwrap_or(value)];
        let columns = 1 + usize::from(rate.is_some());
        let (values, units) = (&values[..columns], &[unit, b"B/s"][..columns]);
        let result = ResultLine {
            name,
            has_processors: false,
            iterations: 1,
            values,
            units,
            repeats: false,
        };
        sink.push(at, Record::Result(result));
    }
}

/// The maximum number of bytes of an unreadable line in a message.
const SHOWN: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::records_of;

    fn records(text: &str) -> Vec<String> {
        records_of(text, Reader::default, |at, record| format!("{at:?} {record:?}"))
    }

    #[test]
    fn a_run_has_summaries_and_several_runs_have_samples() {
        let run = "running 2 tests\ntest a b/c ... bench: 1 ns/iter (+/- 0)\ntest b ... FAILED\n";
        let reported = records(run);
        assert!(
            reported[0].contains("Metadata") && reported[1].contains("97, 32, 98, 47, 99"),
            "{reported:?}"
        );
        assert!(
            reported[2].contains("Failed")
                && reported[3].starts_with("Input Notice(Problem(SummaryOnly")
        );
        let reported = records(&run.repeat(2));
        assert_eq!(reported.len(), 5, "{reported:?}");
        assert!(records("test b ... FAILED").iter().all(|reported| !reported.contains("Summary")));
    }

    #[test]
    fn blocks_of_a_recording_are_told() {
        let reported =
            records("# benchlens recording=x block=1\ntest a ... bench: 1 ns/iter (+/- 0)\n");
        assert!(reported[0].contains("Block") && reported.len() == 4, "{reported:?}");
    }

    #[test]
    fn every_cut_of_a_run_is_reported() {
        let start = "test a ... bench: 1 ns/iter (+/- 0)\n";
        let counts = "test result: ok. 0 passed; 0 failed; 0 ignored; 1 measured; 0 filtered out";
        let end = format!("{counts}; finished in 1.20s");
        let is_cut = |end: &str| {
            let reported = records(&[start, end].concat());
            reported.iter().any(|reported| reported.contains("Unterminated"))
        };
        for len in 1..end.len() {
            // Older versions do not print the time.
            assert_eq!(is_cut(&end[..len]), len != counts.len(), "{:?}", &end[..len]);
        }
        assert!(!is_cut(&end) && !is_cut(&[&end, "\n"].concat()));
    }

    #[test]
    fn what_cannot_be_read_is_shown() {
        let reported = records("test a ... bench: 1 h (+/- 1)\n");
        assert!(reported[0].starts_with("Line(1) Notice(Problem(Unreadable"), "{reported:?}");
    }
}
