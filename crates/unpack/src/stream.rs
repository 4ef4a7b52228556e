//! Sources of bytes.

use std::io::{Error, ErrorKind, Read, Result, Seek};

/// A source that can be read at any position.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// The number of compressed bytes to read at once.
pub(crate) const BUFFER_BYTES: usize = 1 << 16;

/// A stream of bytes.
pub(crate) type Stream<'a> = Box<dyn Read + Send + 'a>;

/// Boxes a reader. A box of its own type would need each method of [`Read`] for this type, and a browser would load
/// them all.
pub(crate) fn boxed<'a>(mut reader: impl Read + Send + 'a) -> Stream<'a> {
    Box::new(Calls(Box::new(move |buffer| reader.read(buffer))))
}

/// Reads the next bytes.
type Next<'a> = Box<dyn FnMut(&mut [u8]) -> Result<usize> + Send + 'a>;

/// A reader that calls a function.
struct Calls<'a>(Next<'a>);

impl Read for Calls<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        (self.0)(buffer)
    }
}

/// Reads until the buffer is full or the source ends; returns the number of bytes, and the error that ended the
/// source.
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

/// A reader that returns a stored error.
pub(crate) struct Failing(pub(crate) Option<Error>);

impl Read for Failing {
    fn read(&mut self, _buffer: &mut [u8]) -> Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
