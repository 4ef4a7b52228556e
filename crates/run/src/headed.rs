//! A log in which benchlens adds lines before a run, in the format of the run's output.
//!
//! Text logs contain the lines unchanged. In events of `go test -json`, each line is the output of an event. The
//! first byte of the run's output shows which format it is, so the lines are held back until then.

use std::io::{Result, Write};
use std::time::Instant;

use crate::logs::Log;

pub(crate) struct Headed<'l> {
    log: &'l mut Log,
    /// The lines that are not written yet.
    head: String,
    is_of_events: bool,
    /// The length of the lines as they were written.
    head_len: u64,
    /// When the run printed something for the first time.
    printed: Option<Instant>,
}

impl<'l> Headed<'l> {
    pub(crate) fn new(log: &'l mut Log, head: String) -> Headed<'l> {
        Headed { log, head, is_of_events: false, head_len: 0, printed: None }
    }

    /// Returns when the run printed something for the first time.
    pub(crate) fn printed(&self) -> Option<Instant> {
        self.printed
    }

    /// Returns the number of bytes that benchlens wrote before the run's output.
    pub(crate) fn head_len(&self) -> u64 {
        self.head_len
    }

    /// Returns whether the run printed events, or another kind of JSON.
    pub(crate) fn is_of_events(&self) -> bool {
        self.is_of_events
    }
}

impl Write for Headed<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.printed.get_or_insert_with(Instant::now);
        if let Some(first) = bytes.first()
            && !self.head.is_empty()
        {
            let head = std::mem::take(&mut self.head);
            self.is_of_events = *first == b'{';
            let head = if self.is_of_events { events(&head) } else { head };
            self.head_len = head.len() as u64;
            self.log.write_all(head.as_bytes())?;
        }
        self.log.write(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        self.log.flush()
    }
}

/// Formats lines as events.
pub(crate) fn events(lines: &str) -> String {
    let event = |line: &str| {
        let text = line.replace('\\', "\\\\").replace('"', "\\\"");
        format!("{{\"Action\":\"output\",\"Output\":\"{text}\\n\"}}\n")
    };
    lines.lines().map(event).collect()
}

#[cfg(test)]
mod tests {
    use super::events;

    #[test]
    fn lines_become_events() {
        let event = r##"{"Action":"output","Output":"# a \"b\" \\c\n"}"##;
        assert_eq!(events("# a \"b\" \\c\n"), format!("{event}\n"));
    }
}
