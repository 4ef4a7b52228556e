//! Options for reading inputs whose content does not determine how to read them.

use super::ci::Wrapping;
use super::csv;
use super::decode::MARKS;
use super::reading::Reading;
use super::sight::{HEAD_BYTES, Head, Sight};
use super::table::detect;
use super::{Columns, FORMATS, Format, any_text, gobench};
use benchlens_base::{Error, Span};

/// Options that are set before inputs are read. By default, the format of each input is detected.
/// `StoreBuilder::with_options` has an example.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    format: Option<&'static Format>,
    reading: Reading,
    /// The options that were set, with their values.
    settings: Vec<(&'static str, String)>,
}

impl ReadOptions {
    /// Sets the format of every input, whatever it looks like.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no format of this name.
    pub fn with_format(self, name: &str) -> Result<ReadOptions, Error> {
        match FORMATS.iter().find(|format| format.name == name) {
            Some(format) => {
                let options = ReadOptions { format: Some(format), ..self };
                Ok(options.with_setting("input-format", name))
            }
            None => {
                let known: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
                let message = format!("no such format; there are {}", known.join(", "));
                let whole = Span { start: 0, end: name.len() };
                Err(Error::unknown("input-format", name, whole, message))
            }
        }
    }

    /// Sets the columns of tables. Text that is not recognized as anything else is also read as a table.
    #[must_use]
    pub fn with_columns(self, columns: Columns) -> ReadOptions {
        let text = columns.text.clone();
        let reading = Reading { columns: Some(columns), ..self.reading };
        ReadOptions { reading, ..self }.with_setting("map", &text)
    }

    fn with_setting(mut self, name: &'static str, value: &str) -> ReadOptions {
        self.settings.retain(|(known, _)| *known != name);
        self.settings.push((name, value.to_owned()));
        self
    }

    /// Returns the options that were set, with their values.
    #[doc(hidden)]
    pub fn settings(&self) -> &[(&'static str, String)] {
        &self.settings
    }

    /// Sets the quantiles of load tests: percentages between 0 and 100, separated by commas. By default, they are
    /// `50,90,99,99.9`.
    ///
    /// # Errors
    ///
    /// Returns an error with the position of a part that is not a percentage.
    pub fn with_quantiles(mut self, quantiles: &str) -> Result<ReadOptions, Error> {
        self.reading.load.set_quantiles(quantiles)?;
        Ok(self.with_setting("quantiles", quantiles))
    }

    /// Sets the time between the beginnings of two requests, such as `10ms`, by which the latencies of load tests are
    /// corrected for coordinated omission, as HdrHistogram does.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a time.
    pub fn with_expected_interval(mut self, interval: &str) -> Result<ReadOptions, Error> {
        self.reading.load.set_expected_interval(interval)?;
        Ok(self.with_setting("expected-interval", interval))
    }

    /// Sets the length of windows, such as `10s`. The quantiles of load tests are then computed in each window of a run,
    /// and the median of the windows counts.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a time.
    pub fn with_window(mut self, window: &str) -> Result<ReadOptions, Error> {
        self.reading.load.set_window(window)?;
        Ok(self.with_setting("window", window))
    }

    /// Returns the format of an input whose lines can be read independently, from its first [`HEAD_BYTES`] or all of
    /// it, or `None` if it must be read from its beginning to its end.
    pub fn cut_at_lines(&self, head: &[u8]) -> Option<&'static Format> {
        let format = self.detect(head, true).filter(|format| format.cuts_at_lines);
        format.filter(|_| is_bare(head))
    }

    /// Returns the format of an input, once its first bytes are enough to decide.
    pub(super) fn detect(&self, bytes: &[u8], is_whole: bool) -> Option<&'static Format> {
        if self.format.is_some() {
            return self.format;
        }
        let found = detect(bytes, is_whole);
        let Some(columns) = &self.reading.columns else { return found };
        let is_whole = is_whole || HEAD_BYTES <= bytes.len();
        let head = Head { bytes: &bytes[..bytes.len().min(HEAD_BYTES)], is_whole };
        let table = const { &csv::FORMAT };
        match csv::sight(&head, columns) {
            Sight::Yes => Some(table),
            Sight::Unsure if !is_whole => None,
            Sight::Unsure | Sight::No => match found {
                // Go's text is the fallback for all inputs, but here its lines must be present.
                Some(format) if format.name == any_text().name => {
                    if head.lines().any(gobench::is_data) {
                        found
                    } else {
                        is_whole.then_some(table)
                    }
                }
                found => found,
            },
        }
    }

    /// Returns what readers need to know.
    pub(super) fn reading(&self) -> &Reading {
        &self.reading
    }
}

/// Returns the format of an input whose lines can be read independently, from its first [`HEAD_BYTES`] or all of it,
/// or `None` if it must be read from its beginning to its end.
pub fn cut_at_lines(head: &[u8]) -> Option<&'static Format> {
    ReadOptions::default().cut_at_lines(head)
}

/// Returns whether the bytes of an input are its text, from its first [`HEAD_BYTES`] or all of it.
fn is_bare(head: &[u8]) -> bool {
    let is_marked = MARKS.iter().any(|mark| head.starts_with(mark));
    !is_marked && Wrapping::of(head).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_decide_before_anything_else_and_after_it() {
        let columns = Columns::parse("name=a,value=b,unit=x").unwrap();
        let options = ReadOptions::default().with_columns(columns);
        for (input, want) in [
            ("a,b\nBenchmarkA,1\n", "csv"),
            ("c,d\n", "csv"),
            ("c,d\nname,value\n", "csv"),
            ("", "csv"),
            ("c\ngoos: linux\nBenchmarkA 1 2 ns/op\n", "go"),
            ("{\"Action\":\"start\",\"Package\":\"p\"}\n", "go-json"),
            ("test a ... bench: 1 ns/iter (+/- 0)\n", "libtest"),
        ] {
            let name = |bytes: &[u8], is_whole| options.detect(bytes, is_whole).map(|f| f.name);
            assert_eq!(name(input.as_bytes(), true), Some(want), "{input:?}");
            for end in 0..input.len() {
                let early = name(&input.as_bytes()[..end], false);
                assert!(early.is_none_or(|early| early == want), "{end} of {input:?}: {early:?}");
            }
        }
    }

    #[test]
    fn a_format_can_be_named() {
        let options = ReadOptions::default().with_format("libtest").unwrap();
        assert_eq!(options.detect(b"goos: linux\n", false).unwrap().name, "libtest");
        assert!(options.cut_at_lines(b"goos: linux\n").is_none());
        let error = ReadOptions::default().with_format("gob").unwrap_err().to_string();
        assert!(error.contains("there are go-json, ") && error.contains(", go\n"), "{error}");
    }
}
