//! Reads Parquet files as inputs.
//!
//! Takes a file, or its bytes; gives a store of its inputs. Guarantees an explanation for every file that cannot be
//! read. A program without the feature `parquet` recognizes such a file and reports that it cannot be read.

use std::fs::File;
use std::io::Read;

use benchlens_core::Store;

#[cfg(feature = "parquet")]
use super::{errors::reason, seed::seed};

/// The first bytes of a Parquet file.
const MAGIC: &[u8] = b"PAR1";

/// Returns whether these are the first bytes of a table.
pub(super) fn is_table(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

/// Returns the inputs of a file.
///
/// # Errors
///
/// Returns a sentence that explains why it cannot be read.
#[cfg(feature = "parquet")]
pub(super) fn of_file(file: &File) -> Result<Store, String> {
    let file = file.try_clone().map_err(|error| reason(&error))?;
    store(file)
}

/// Returns the inputs of a file of which `head` has already been read. The file is kept in memory because its index
/// is at its end.
///
/// # Errors
///
/// Returns a sentence that explains why it cannot be read.
#[cfg(feature = "parquet")]
pub(super) fn of_bytes(head: &[u8], rest: &mut dyn Read) -> Result<Store, String> {
    let mut bytes = head.to_vec();
    let room = benchlens_unpack::HELD_MAX.saturating_sub(bytes.len() as u64);
    let read = rest.take(room).read_to_end(&mut bytes);
    read.map_err(|error| match benchlens_unpack::Trouble::of(&error) {
        Some(trouble) => trouble.to_string(),
        None => reason(&error),
    })?;
    if benchlens_unpack::HELD_MAX <= bytes.len() as u64 {
        return Err("a Parquet file in an archive or a pipe must fit in memory".into());
    }
    store(benchlens_arrow::parquet::Bytes::from(bytes))
}

#[cfg(feature = "parquet")]
fn store(source: impl benchlens_arrow::parquet::ChunkReader + 'static) -> Result<Store, String> {
    let builder = benchlens_core::StoreBuilder::seeded(seed());
    let mut importer = benchlens_arrow::Importer::new(builder);
    let read = benchlens_arrow::parquet::read(source, &mut importer);
    let builder = read.and_then(|()| importer.finish()).map_err(|error| error.to_string())?;
    let store = builder.finish();
    if store.inputs().is_empty() {
        Err("it is a Parquet file without rows".into())
    } else {
        Ok(store)
    }
}

/// The advice for the user.
#[cfg(not(feature = "parquet"))]
const NO_PARQUET: &str = "this benchlens was built without Parquet: use a release, or run cargo install --path crates/cli --features parquet";

/// Returns the advice in a program without Parquet.
#[cfg(not(feature = "parquet"))]
pub(super) fn of_file(_file: &File) -> Result<Store, String> {
    Err(NO_PARQUET.into())
}

/// Returns the advice in a program without Parquet.
#[cfg(not(feature = "parquet"))]
pub(super) fn of_bytes(_head: &[u8], _rest: &mut dyn Read) -> Result<Store, String> {
    Err(NO_PARQUET.into())
}
