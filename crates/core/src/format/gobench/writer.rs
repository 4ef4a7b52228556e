//! Records back to Go's benchmark format.

use crate::base::float;
use crate::format::{Record, ResultLine};

/// Writes records as text that reads back as the same records.
#[derive(Debug, Default)]
pub struct Writer {
    out: Vec<u8>,
}

impl Writer {
    /// Writes one record. Malformed lines are data for a reader, not for a writer: they are left out.
    pub fn write(&mut self, record: &Record<'_>) {
        match record {
            Record::Config { key, value } => self.line(&[key, b": ", value]),
            Record::Unit { unit, key, value } => {
                self.line(&[b"Unit ", unit, b" ", key, b"=", value]);
            }
            Record::Result(result) => self.result(result),
            // The format has no word for a context; the configuration in it tells what it was.
            Record::Detail { .. }
            | Record::Context(_)
            | Record::Malformed(_)
            | Record::Unreadable { .. }
            | Record::Notice(_) => {}
        }
    }

    /// All that was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    fn line(&mut self, parts: &[&[u8]]) {
        for part in parts {
            self.out.extend_from_slice(part);
        }
        if self.out.ends_with(b"\r") {
            // A reader takes one off, as part of the line end.
            self.out.push(b'\r');
        }
        self.out.push(b'\n');
    }

    fn result(&mut self, result: &ResultLine<'_>) {
        self.out.extend_from_slice(b"Benchmark");
        self.out.extend_from_slice(result.name);
        self.out.extend_from_slice(format!(" {}", result.iterations).as_bytes());
        for (value, unit) in result.values.iter().zip(result.units) {
            self.out.push(b' ');
            float::write_shortest(&mut self.out, value.to_f64());
            self.out.push(b' ');
            self.out.extend_from_slice(unit);
        }
        self.out.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_carriage_return_at_the_end_stays() {
        let mut writer = Writer::default();
        writer.write(&Record::Config { key: b"a", value: b"b\r" });
        assert_eq!(writer.into_bytes(), b"a: b\r\r\n");
    }
}
