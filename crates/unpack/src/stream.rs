//! Sources of bytes.

use std::io::{Error, ErrorKind, Read, Result, Seek};

/// A source that can be read anywhere.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// How much is read of compressed data at once.
pub(crate) const BUFFER_BYTES: usize = 1 << 16;

/// A text of bytes, on its way.
pub(crate) type Stream<'a> = Box<dyn Read + Send + 'a>;

/// Reads until the buffer is full or the source ends; says how much, and what ended it.
pub(crate) fn fill(source: &mut (impl Read + ?Sized), buffer: &mut [u8]) -> (usize, Result<()>) {
    let mut len = 0;
    while len < buffer.len() {
        match source.read(&mut buffer[len..]) {
            Ok(0) => break,
            Ok(more) => len += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return (len, Err(error)),
        }
    }
    (len, Ok(()))
}

/// An error that waits to be read.
pub(crate) struct Failing(pub(crate) Option<Error>);

impl Read for Failing {
    fn read(&mut self, _buffer: &mut [u8]) -> Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
