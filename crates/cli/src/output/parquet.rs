//! Tables of measurements as Parquet files.

use std::path::Path;

use benchlens_core::Store;

use crate::status::Status;

/// Whether this program can write and read Parquet.
pub(crate) const HAS_PARQUET: bool = cfg!(feature = "parquet");

/// What to do without.
pub(crate) const NO_PARQUET: &str = "this program was built without Parquet: use a release, or run cargo install --path crates/cli --features parquet";

/// A file that can be written: nothing is wrong with what it is to hold.
#[cfg(feature = "parquet")]
#[derive(Debug)]
pub(crate) struct Parquet<'s>(benchlens_arrow::parquet::Prepared<'s>);

#[cfg(feature = "parquet")]
impl<'s> Parquet<'s> {
    /// A file of all inputs of a store.
    ///
    /// # Errors
    ///
    /// What cannot be in it, as a sentence.
    pub(crate) fn new(store: &'s Store) -> Result<Parquet<'s>, String> {
        let table = benchlens_arrow::Table::default();
        let prepared = benchlens_arrow::parquet::Prepared::new(store, &table);
        prepared.map(Parquet).map_err(|error| error.to_string())
    }

    /// A file of each input, which has the number that it had among all.
    ///
    /// # Errors
    ///
    /// What cannot be in one of them, as a sentence.
    pub(crate) fn each(store: &'s Store) -> Result<Vec<Parquet<'s>>, String> {
        let prepared = benchlens_arrow::parquet::Prepared::each(store);
        let prepared = prepared.map_err(|error| error.to_string())?;
        Ok(prepared.into_iter().map(Parquet).collect())
    }

    /// Writes it.
    pub(crate) fn write(&self, path: &Path) -> Status {
        super::files::write_file(path, |out| self.0.write(out).map_err(std::io::Error::other))
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
    pub(crate) fn new(_store: &'s Store) -> Result<Parquet<'s>, String> {
        Err(NO_PARQUET.into())
    }

    /// None.
    ///
    /// # Errors
    ///
    /// Always.
    pub(crate) fn each(_store: &'s Store) -> Result<Vec<Parquet<'s>>, String> {
        Err(NO_PARQUET.into())
    }

    /// Never.
    pub(crate) fn write(&self, _path: &Path) -> Status {
        match self.0 {}
    }
}
