//! A reader that detects the format of its input.

use super::ci::{Inside, Stripper, Wrapping, tell};
use super::decode::Decoder;
use super::sight::HEAD_BYTES;
use super::{Format, Location, ReadOptions, Reader, Sink};

/// Reads an input of any of the [`FORMATS`](super::FORMATS), which it detects from the first bytes.
///
/// Text in UTF-16 with a byte-order mark is decoded, and additions of a CI runner are removed from a log. Text is held
/// back until the wrapping and the format are certain.
#[derive(Debug, Default)]
pub struct AutoReader {
    decoder: Decoder,
    unwrapper: Unwrapper,
}

impl AutoReader {
    /// Returns a reader for one input with these options.
    pub fn new(options: ReadOptions) -> AutoReader {
        let behind = Behind { options, ..Behind::default() };
        let unwrapper = Unwrapper { behind, ..Unwrapper::default() };
        AutoReader { unwrapper, ..AutoReader::default() }
    }
}

impl Reader for AutoReader {
    fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink) {
        let AutoReader { decoder, unwrapper } = self;
        decoder.feed(chunk, &mut |text| unwrapper.feed(text, sink));
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        let AutoReader { decoder, unwrapper } = self;
        decoder.finish(&mut |text| unwrapper.feed(text, sink));
        unwrapper.finish(sink);
    }

    fn position(&self) -> Location {
        self.unwrapper.position()
    }
}

/// The part of the reader after the decoder: removes the wrapping that a runner added to the text.
#[derive(Debug, Default)]
struct Unwrapper {
    state: State,
    behind: Behind,
}

#[derive(Debug)]
enum State {
    /// The first bytes, until they are enough to decide.
    Head(Vec<u8>),
    Bare,
    Wrapped(Stripper),
}

impl Default for State {
    fn default() -> State {
        State::Head(Vec::new())
    }
}

impl Unwrapper {
    fn feed(&mut self, text: &[u8], sink: &mut dyn Sink) {
        match &mut self.state {
            State::Bare => self.behind.feed(text, sink),
            State::Wrapped(stripper) => {
                let mut inside = Inside { is_of_runner: stripper.is_of_runner(), sink };
                self.behind.feed(stripper.feed(text), &mut inside);
            }
            State::Head(held) if held.is_empty() && HEAD_BYTES <= text.len() => {
                self.settle(text, sink);
            }
            State::Head(held) => {
                held.extend_from_slice(text);
                if HEAD_BYTES <= held.len() {
                    let held = std::mem::take(held);
                    self.settle(&held, sink);
                }
            }
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        if let State::Head(held) = &mut self.state {
            let held = std::mem::take(held);
            self.settle(&held, sink);
        }
        let State::Wrapped(stripper) = &mut self.state else { return self.behind.finish(sink) };
        let mut inside = Inside { is_of_runner: stripper.is_of_runner(), sink };
        self.behind.feed(stripper.finish(), &mut inside);
        self.behind.finish(&mut inside);
        tell(stripper.stripped(), sink);
    }

    /// Reads the first bytes, which are enough or all.
    fn settle(&mut self, text: &[u8], sink: &mut dyn Sink) {
        self.state = match Wrapping::of(text) {
            Some(wrapping) => State::Wrapped(Stripper::new(wrapping)),
            None => State::Bare,
        };
        self.feed(text, sink);
    }

    fn position(&self) -> Location {
        match &self.state {
            // Whole lines that came count as read.
            State::Head(held) => Location::Line(memchr::memchr_iter(b'\n', held).count() as u64),
            State::Bare | State::Wrapped(_) => self.behind.position(),
        }
    }
}

/// The part that detects the format.
#[derive(Debug, Default)]
struct Behind {
    options: ReadOptions,
    reader: Option<Box<dyn Reader>>,
    /// The first bytes, until they are enough to decide.
    held: Vec<u8>,
    /// The number of bytes at which to check again.
    next_look: usize,
}

impl Behind {
    fn feed(&mut self, text: &[u8], sink: &mut dyn Sink) {
        if let Some(reader) = &mut self.reader {
            return reader.feed(text, sink);
        }
        if self.held.is_empty()
            && let Some(format) = self.options.detect(text, false)
        {
            return self.start(format, text, sink);
        }
        self.held.extend_from_slice(text);
        // The number doubles each time, so checking takes no more than a few times as long as reading.
        if self.held.len() < self.next_look.min(HEAD_BYTES) {
            return;
        }
        self.next_look = 2 * self.held.len();
        if let Some(format) = self.options.detect(&self.held, false) {
            let held = std::mem::take(&mut self.held);
            self.start(format, &held, sink);
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        if self.reader.is_none()
            && let Some(format) = self.options.detect(&self.held, true)
        {
            let held = std::mem::take(&mut self.held);
            self.start(format, &held, sink);
        }
        if let Some(reader) = &mut self.reader {
            reader.finish(sink);
        }
    }

    fn position(&self) -> Location {
        self.reader.as_ref().map_or(Location::Line(0), |reader| reader.position())
    }

    fn start(&mut self, format: &'static Format, text: &[u8], sink: &mut dyn Sink) {
        sink.format(format);
        self.reader.insert((format.reader)(self.options.reading())).feed(text, sink);
    }
}
