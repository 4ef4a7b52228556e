//! Compressed streams.

use std::io::{Error, ErrorKind, Read, Result};
use std::sync::Arc;

use super::Container;
use super::budget::{Budget, Guarded};
use super::gzip::Gzip;
use super::{Trouble, zstandard};

/// How much is read of compressed data at once.
pub(crate) const BUFFER_BYTES: usize = 1 << 16;

/// A text of bytes, on its way.
pub(crate) type Stream<'a> = Box<dyn Read + Send + 'a>;

/// A compressed stream around something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    Gzip,
    Zstd,
}

impl Layer {
    pub(crate) fn of(container: Container) -> Option<Layer> {
        match container {
            Container::Gzip => Some(Layer::Gzip),
            Container::Zstd => Some(Layer::Zstd),
            _ => None,
        }
    }

    /// What is inside of `source`.
    pub(crate) fn open<'a>(self, source: Stream<'a>, budget: &Arc<Budget>) -> Result<Stream<'a>> {
        let budget = Arc::clone(budget);
        Ok(match self {
            Layer::Gzip => Box::new(Guarded { decoder: Gzip::new(source), budget }),
            Layer::Zstd => {
                let decoder = zstandard::decoder(source).map_err(Trouble::of_decoder)?;
                Box::new(Guarded { decoder, budget })
            }
        })
    }
}

/// What is inside of all layers, the outermost first.
pub(crate) fn peel<'a>(
    source: Stream<'a>,
    layers: &[Layer],
    budget: &Arc<Budget>,
) -> Result<Stream<'a>> {
    layers.iter().try_fold(source, |source, layer| layer.open(source, budget))
}

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
