//! Compressed streams.

use std::io::Result;
use std::sync::Arc;

use super::budget::{Budget, Guarded};
use super::container::Container;
use super::gzip::Gzip;
use super::stream::{Stream, boxed};
use super::trouble::Trouble;
use super::zstandard;

/// A compressed stream that contains another stream.
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

    /// Returns the content of `source`.
    pub(crate) fn open<'a>(self, source: Stream<'a>, budget: &Arc<Budget>) -> Result<Stream<'a>> {
        let budget = Arc::clone(budget);
        Ok(match self {
            Layer::Gzip => boxed(Guarded { decoder: Gzip::new(source), budget }),
            Layer::Zstd => {
                let decoder = zstandard::decoder(source).map_err(Trouble::of_decoder)?;
                boxed(Guarded { decoder, budget })
            }
        })
    }
}

/// Returns the content inside all layers, which are ordered from the outermost.
pub(crate) fn peel<'a>(
    source: Stream<'a>,
    layers: &[Layer],
    budget: &Arc<Budget>,
) -> Result<Stream<'a>> {
    layers.iter().try_fold(source, |source, layer| layer.open(source, budget))
}
