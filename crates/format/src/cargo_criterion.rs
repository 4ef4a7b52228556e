//! Messages of cargo-criterion (`--message-format=json`), with a line for each benchmark.

use super::criterion::{Identity, Samples};
use super::json::{Cursor, Found, Out, OutState, Stop, found_at};
use super::lines::{LineBuffer, checked, split_line};
use super::sight::{Head, Sight};
use super::times::{self, seconds_tens};
use super::{Format, Kind, Location, Reader, Record, Sink};

pub(super) const FORMAT: Format = Format {
    name: "cargo-criterion",
    about: "messages of cargo-criterion",
    example: "cargo criterion --message-format=json > new.json",
    run_command: Some("cargo criterion --message-format=json"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |first| first == b'{',
    sight: |head: &Head<'_>| -> Sight {
        head.json_with(&[b"\"reason\"", b"\"benchmark-complete\""])
    },
    reader: |_| Box::new(Messages::default()),
};

#[derive(Default)]
struct Messages {
    lines: LineBuffer,
    known: OutState,
}

impl Reader for Messages {
    fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink) {
        let Messages { lines, known } = self;
        lines.feed(chunk, |first| first == b'{', &mut |text, before| {
            read(text, before, known, sink)
        });
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        let Messages { lines, known } = self;
        lines.finish_into(sink, |line| line.starts_with(b"{"), &mut |text, before, sink| {
            read(text, before, known, sink)
        });
    }

    fn position(&self) -> Location {
        self.lines.position()
    }
}

fn read(text: &[u8], before: u64, known: &mut OutState, sink: &mut dyn Sink) -> u64 {
    let mut rest = text;
    let mut line = before;
    while !rest.is_empty() {
        let own;
        (own, rest) = split_line(rest);
        line += 1;
        if !own.starts_with(b"{") {
            continue;
        }
        let at = Location::Line(line);
        let own = match checked(own) {
            Ok(own) => own,
            Err(error) => {
                sink.push(&at, Record::malformed(error));
                continue;
            }
        };
        let mut out = Out::new(sink, known, at);
        match take(&mut Cursor::new(own)) {
            Ok(Some(message)) => message.emit(&mut out),
            Ok(None) => {}
            Err(Stop::Cut) => out.unreadable("the message ends in the middle: skipped"),
            Err(Stop::Lacks { expected }) => {
                out.unreadable(&format!("expected {expected}: skipped"));
            }
            Err(Stop::Wrong { expected, left }) => {
                let found = found_at(own, left);
                out.unreadable(&format!("found {found}, expected {expected}: skipped"));
            }
        }
    }
    line - before
}

#[derive(Default)]
struct Message {
    identity: Identity,
    samples: Samples,
    unit: Vec<u8>,
}

/// Reads a message about a benchmark; returns `None` for other messages.
fn take(value: &mut Cursor<'_>) -> Result<Option<Message>, Stop> {
    let (mut message, mut reason, mut id) = (Message::default(), None, None);
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        match key.raw {
            b"reason" => reason = value.scalar()?,
            b"id" => id = value.scalar()?,
            b"unit" => message.unit = value.scalar()?.unwrap_or_default().into_owned(),
            b"iteration_count" => message.samples.iterations = value.texts()?,
            b"measured_values" => message.samples.totals = value.texts()?,
            b"throughput" if value.found()? == Found::Array => {
                let mut list = value.array()?;
                while value.element(&mut list)? {
                    message.identity.throughput.extend(throughput(value)?);
                }
            }
            _ => value.skip()?,
        }
    }
    if reason.as_deref() != Some(b"benchmark-complete") {
        return Ok(None);
    }
    let Some(id) = id else {
        return value.lacks("a member `id`");
    };
    let mut parts = id.splitn(3, |b| *b == b'/');
    let name = &mut message.identity.name;
    name.begin(parts.next().unwrap_or_default());
    [&b"fn"[..], b"arg"].iter().zip(parts).for_each(|(key, part)| name.id(key, part));
    Ok(Some(message))
}

fn throughput(value: &mut Cursor<'_>) -> Result<Option<(u64, &'static [u8])>, Stop> {
    let (mut per, mut unit) = (None, None);
    let mut inside = value.object()?;
    while let Some(key) = value.key(&mut inside)? {
        match key.raw {
            b"per_iteration" => per = Some(value.count()? as u64),
            b"unit" => {
                unit = match value.scalar()?.as_deref() {
                    Some(b"bytes") => Some(&b"B/s"[..]),
                    Some(b"elements") => Some(b"elem/s"),
                    _ => None,
                }
            }
            _ => value.skip()?,
        }
    }
    Ok(per.zip(unit))
}

impl Message {
    fn emit(&self, out: &mut Out<'_>) {
        out.metadata(b"harness", b"cargo-criterion");
        match seconds_tens(&self.unit) {
            Some(tens) => self.samples.emit(&self.identity, Some(tens), b"sec/op", out),
            None => {
                let unit = [&times::word(&self.unit)[..], b"/op"].concat();
                self.samples.emit(&self.identity, None, &unit, out);
            }
        }
    }
}
