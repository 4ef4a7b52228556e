//! A part of one input, which is read separately and sent as bytes.

use super::StoreBuilder;
use super::segment::{Segment, SegmentBuilder, SegmentSink, lines};
use crate::format::{Format, HEAD_BYTES, Reader};

/// Whole lines of one input, read without the lines before them.
///
/// The parts of an input, cut at line ends and appended in order between [`begin`](StoreBuilder::begin) and
/// [`end`](StoreBuilder::end), give the same store as the whole. Only an input whose format
/// [`cut_at_lines`](crate::format::cut_at_lines) returns can be cut; others must be fed as a whole.
#[derive(Debug, Clone, Default)]
pub struct Part {
    pub(super) head: Vec<u8>,
    pub(super) segments: Vec<Segment>,
}

/// Reads a [`Part`].
#[derive(Debug)]
pub struct PartBuilder {
    part: Part,
    reader: Box<dyn Reader>,
    segment: SegmentBuilder,
}

impl PartBuilder {
    /// Begins a part of an input of this format.
    pub fn new(format: &Format) -> Self {
        let (part, segment) = (Part::default(), SegmentBuilder::default());
        PartBuilder { part, reader: format.reader(), segment }
    }

    /// Returns the reader with seeded hash tables: see [`StoreBuilder::seeded`]. Call it before anything is read.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        PartBuilder { segment: SegmentBuilder::seeded(seed), ..self }
    }

    /// Reads the next bytes of the part, which may be cut anywhere.
    pub fn feed(&mut self, chunk: &[u8]) {
        let PartBuilder { part, reader, segment } = self;
        let room = HEAD_BYTES.saturating_sub(part.head.len());
        part.head.extend_from_slice(&chunk[..room.min(chunk.len())]);
        let mut full = |segment| part.segments.push(segment);
        reader.feed(chunk, &mut SegmentSink { segment, full: &mut full });
    }

    /// Returns the whole part.
    pub fn finish(self) -> Part {
        let PartBuilder { mut part, mut reader, mut segment } = self;
        let mut full = |segment| part.segments.push(segment);
        reader.finish(&mut SegmentSink { segment: &mut segment, full: &mut full });
        part.segments.push(segment.take(lines(&*reader)));
        part
    }
}

impl StoreBuilder {
    /// Appends the next part of the current input.
    pub fn append_part(&mut self, part: Part) {
        self.note_head(&part.head);
        part.segments.into_iter().for_each(|segment| self.append(segment));
    }
}
