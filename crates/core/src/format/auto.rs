//! A reader that finds out the format of its input.

use super::decode::Decoder;
use super::table::{HEAD_BYTES, detect};
use super::{Format, Location, Reader, Sink};

/// Reads an input of any of the [`FORMATS`](super::FORMATS), by its first bytes.
///
/// Text in UTF-16 with a byte-order mark is decoded. What comes before the format is certain is held
/// back.
#[derive(Debug, Default)]
pub struct AutoReader {
    decoder: Decoder,
    behind: Behind,
}

/// The part of the reader behind the decoder.
#[derive(Debug, Default)]
struct Behind {
    reader: Option<Box<dyn Reader>>,
    /// The first bytes, until they are enough.
    held: Vec<u8>,
    /// How many bytes are worth another look.
    next_look: usize,
}

impl Reader for AutoReader {
    fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink) {
        let AutoReader { decoder, behind } = self;
        decoder.feed(chunk, &mut |text| behind.feed(text, sink));
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        let AutoReader { decoder, behind } = self;
        decoder.finish(&mut |text| behind.feed(text, sink));
        behind.finish(sink);
    }

    fn position(&self) -> Location {
        self.behind.reader.as_ref().map_or(Location::Line(0), |reader| reader.position())
    }
}

impl Behind {
    fn feed(&mut self, text: &[u8], sink: &mut dyn Sink) {
        if let Some(reader) = &mut self.reader {
            return reader.feed(text, sink);
        }
        if self.held.is_empty()
            && let Some(format) = detect(text, false)
        {
            return self.start(format, text, sink);
        }
        self.held.extend_from_slice(text);
        // Twice as much each time: looking costs no more than a few times reading.
        if self.held.len() < self.next_look.min(HEAD_BYTES) {
            return;
        }
        self.next_look = 2 * self.held.len();
        if let Some(format) = detect(&self.held, false) {
            let held = std::mem::take(&mut self.held);
            self.start(format, &held, sink);
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        if self.reader.is_none()
            && let Some(format) = detect(&self.held, true)
        {
            let held = std::mem::take(&mut self.held);
            self.start(format, &held, sink);
        }
        if let Some(reader) = &mut self.reader {
            reader.finish(sink);
        }
    }

    fn start(&mut self, format: &'static Format, text: &[u8], sink: &mut dyn Sink) {
        sink.format(format);
        self.reader.insert(format.reader()).feed(text, sink);
    }
}
