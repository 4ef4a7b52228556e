//! Tables of measurements as Parquet files.

use std::ops::Range;
use std::path::Path;

use benchlens::Store;

use crate::status::Status;

/// Whether this program can write and read Parquet.
pub(crate) const HAS_PARQUET: bool = cfg!(feature = "parquet");

/// What to do without.
pub(crate) const NO_PARQUET: &str = "this program was built without Parquet: take a released program, \
     or install it with cargo install --path crates/cli --features parquet";

/// A file that can be written: nothing is wrong with what it is to hold.
#[cfg(feature = "parquet")]
#[derive(Debug)]
pub(crate) struct Parquet<'s>(benchlens_arrow::parquet::Prepared<'s>);

#[cfg(feature = "parquet")]
impl<'s> Parquet<'s> {
    /// A file of some inputs of a store.
    ///
    /// # Errors
    ///
    /// What cannot be in it, as a sentence.
    pub(crate) fn new(store: &'s Store, inputs: Range<usize>) -> Result<Parquet<'s>, String> {
        use benchlens_arrow::Table;
        // An input has the number that it had among all.
        let first_input = u32::try_from(inputs.start).unwrap_or(u32::MAX);
        let table = Table { first_input, inputs: Some(inputs), ..Table::default() };
        let prepared = benchlens_arrow::parquet::Prepared::new(store, &table);
        prepared.map(Parquet).map_err(|error| error.to_string())
    }

    /// Writes it.
    pub(crate) fn write(&self, path: &Path, threads: usize) -> Status {
        super::files::write_file(path, |out| {
            self.0.write(out, threads).map_err(std::io::Error::other)
        })
    }
}

/// The same in a program without Parquet: there is none.
#[cfg(not(feature = "parquet"))]
#[derive(Debug)]
pub(crate) struct Parquet<'s>(std::convert::Infallible, std::marker::PhantomData<&'s Store>);

#[cfg(not(feature = "parquet"))]
impl<'s> Parquet<'s> {
    /// None.
    ///
    /// # Errors
    ///
    /// Always.
    pub(crate) fn new(_store: &'s Store, _inputs: Range<usize>) -> Result<Parquet<'s>, String> {
        Err(NO_PARQUET.into())
    }

    /// Never.
    pub(crate) fn write(&self, _path: &Path, _threads: usize) -> Status {
        match self.0 {}
    }
}
