//! vegeta's binary results (`vegeta attack`): Go's `gob` encoding of one type.
//!
//! A stream is a sequence of messages: a length, a type and a value. A negative type begins a definition, which is
//! skipped, because vegeta only ever added fields at the end. A value is a list of fields, each with its distance from
//! the previous one; fields that are zero are missing. See <https://pkg.go.dev/encoding/gob>.

use super::quantiles::LoadOptions;
use super::run::Run;
use super::tally::Request;
use super::values::{LATENCY_MAX, REJECTED, class, push_path};
use crate::json::{Out, OutState};
use crate::{Location, Reader, Sink};

/// A longer message is an error: it would contain a response of more than 16 MiB.
const MESSAGE_MAX: usize = 1 << 24;

/// Reads messages from chunks of any length.
pub(super) struct GobReader {
    run: Run,
    known: OutState,
    /// The beginning of a message that has not ended.
    open: Vec<u8>,
    /// The number of bytes before it.
    read: u64,
    is_broken: bool,
}

impl GobReader {
    pub(super) fn boxed(options: &LoadOptions) -> Box<dyn Reader> {
        let (run, known) = (Run::new(options), OutState::default());
        Box::new(GobReader { run, known, open: Vec::new(), read: 0, is_broken: false })
    }

    fn out<'s>(&'s mut self, sink: &'s mut dyn Sink) -> Out<'s> {
        Out::new(sink, &mut self.known, Location::Byte(self.read))
    }
}

impl Reader for GobReader {
    fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink) {
        if self.is_broken {
            return;
        }
        let mut open = std::mem::take(&mut self.open);
        open.extend_from_slice(chunk);
        let mut rest = &open[..];
        while !rest.is_empty() {
            let mut bytes = Bytes(rest);
            let length = match bytes.unsigned() {
                Ok(length) => length as usize,
                Err(Wrong::Short) => break,
                Err(Wrong::Other) => usize::MAX,
            };
            if MESSAGE_MAX < length {
                self.is_broken = true;
                self.out(sink).unreadable("expected a message: the rest is skipped");
                return;
            }
            let Ok(message) = bytes.take(length) else { break };
            if let Err(Wrong::Short | Wrong::Other) = self.message(message) {
                self.out(sink).skipped("expected a result of vegeta: skipped");
            }
            self.read += (rest.len() - bytes.0.len()) as u64;
            rest = bytes.0;
        }
        self.open = rest.to_vec();
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        if !self.open.is_empty() {
            self.out(sink).unreadable("the file ends in the middle of a result: skipped");
        }
        let mut out = Out::new(sink, &mut self.known, Location::Input);
        out.metadata(b"harness", b"vegeta");
        self.run.emit(None, &mut out);
        out.end();
    }

    fn position(&self) -> Location {
        Location::Byte(self.read)
    }
}

/// The numbers of fields, from 1.
const CODE: u64 = 3;
const TIMESTAMP: u64 = 4;
const LATENCY: u64 = 5;
const BYTES_IN: u64 = 7;
const ERROR: u64 = 8;
const METHOD: u64 = 10;
const URL: u64 = 11;

impl GobReader {
    fn message(&mut self, message: &[u8]) -> Result<(), Wrong> {
        let mut bytes = Bytes(message);
        if bytes.signed()? < 0 {
            return Ok(());
        }
        let (mut code, mut latency, mut start, mut size) = (0, 0, None, 0);
        let (mut error, mut method, mut url) = (&b""[..], &b""[..], &b""[..]);
        let mut field = 0_u64;
        loop {
            let distance = bytes.unsigned()?;
            field = field.checked_add(distance).ok_or(Wrong::Other)?;
            match field {
                _ if distance == 0 => break,
                CODE => code = bytes.unsigned()?,
                TIMESTAMP => start = time(bytes.text()?),
                LATENCY => latency = bytes.signed()?,
                BYTES_IN => size = bytes.unsigned()?,
                ERROR => error = bytes.text()?,
                METHOD => method = bytes.text()?,
                URL => url = bytes.text()?,
                // The sequence number and the bytes sent; the name of the attack and the body.
                2 | 6 => drop(bytes.unsigned()?),
                1 | 9 => drop(bytes.text()?),
                // Nothing after the URL is needed.
                _ if URL < field => break,
                _ => return Err(Wrong::Other),
            }
        }
        let latency = u64::try_from(latency).map_err(|_| Wrong::Other)?;
        if LATENCY_MAX < latency as f64 {
            return Err(Wrong::Other);
        }
        let failure = class(code.to_string().as_bytes());
        let failure = failure.or((!error.is_empty()).then_some(REJECTED));
        let name = self.run.name();
        // Old versions did not write what was requested.
        if !url.is_empty() {
            name.extend_from_slice(method);
            push_path(url, name);
        }
        self.run.push(&Request {
            failure,
            latency,
            start,
            bytes: Some(size),
            ..Request::default()
        });
        Ok(())
    }
}

/// Returns the nanoseconds from any fixed time: a version, seconds, nanoseconds and a time zone.
fn time(bytes: &[u8]) -> Option<i128> {
    let seconds = i64::from_be_bytes(bytes.get(1..9)?.try_into().ok()?);
    let nanoseconds = i32::from_be_bytes(bytes.get(9..13)?.try_into().ok()?);
    Some(i128::from(seconds) * 1_000_000_000 + i128::from(nanoseconds))
}

/// The reason why a value cannot be read.
enum Wrong {
    /// The bytes end within it.
    Short,
    Other,
}

struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], Wrong> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(Wrong::Short)?;
        self.0 = rest;
        Ok(taken)
    }

    /// Reads a byte below 128, or the negative number of the bytes that follow, the highest first.
    fn unsigned(&mut self) -> Result<u64, Wrong> {
        let first = self.take(1)?[0];
        if first < 128 {
            return Ok(first.into());
        }
        let length = usize::from(first.wrapping_neg());
        if 8 < length {
            return Err(Wrong::Other);
        }
        let join = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        Ok(self.take(length)?.iter().fold(0, join))
    }

    /// Reads a number whose lowest bit says that it is negative.
    fn signed(&mut self) -> Result<i64, Wrong> {
        let number = self.unsigned()?;
        let half = (number >> 1) as i64;
        Ok(if number & 1 == 1 { !half } else { half })
    }

    fn text(&mut self) -> Result<&'a [u8], Wrong> {
        let length = self.unsigned()?;
        self.take(usize::try_from(length).map_err(|_| Wrong::Other)?)
    }
}
