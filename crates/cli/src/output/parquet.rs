//! Writes measurements as Parquet files.

use std::path::Path;

use benchlens_core::Store;

use crate::status::Status;

/// Whether this program can write and read Parquet.
pub(crate) const HAS_PARQUET: bool = cfg!(feature = "parquet");

/// The advice if this program cannot.
pub(crate) const NO_PARQUET: &str = "this program was built without Parquet: use a release, or run cargo install --path crates/cli --features parquet";

/// A file that can be written: its content has been checked.
#[cfg(feature = "parquet")]
#[derive(Debug)]
pub(crate) struct Parquet<'s>(benchlens_arrow::parquet::Prepared<'s>);

#[cfg(feature = "parquet")]
impl<'s> Parquet<'s> {
    /// Prepares one file with all inputs of a store.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains which content the file cannot contain.
    pub(crate) fn new(store: &'s Store) -> Result<Parquet<'s>, String> {
        let table = benchlens_arrow::Table::default();
        let prepared = benchlens_arrow::parquet::Prepared::new(store, &table);
        prepared.map(Parquet).map_err(|error| error.to_string())
    }

    /// Prepares a file for each input, which keeps its number among all inputs.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains which content a file cannot contain.
    pub(crate) fn each(store: &'s Store) -> Result<Vec<Parquet<'s>>, String> {
        let prepared = benchlens_arrow::parquet::Prepared::each(store);
        let prepared = prepared.map_err(|error| error.to_string())?;
        Ok(prepared.into_iter().map(Parquet).collect())
    }

    /// Writes the file.
    pub(crate) fn write(&self, path: &Path) -> Status {
        super::files::write_file(path, |out| self.0.write(out).map_err(std::io::Error::other))
    }
}

/// The stand-in for a program without Parquet, which cannot be constructed.
#[cfg(not(feature = "parquet"))]
#[derive(Debug)]
pub(crate) struct Parquet<'s>(std::convert::Infallible, std::marker::PhantomData<&'s Store>);

#[cfg(not(feature = "parquet"))]
impl<'s> Parquet<'s> {
    /// Returns the advice.
    ///
    /// # Errors
    ///
    /// Always returns an error.
    pub(crate) fn new(_store: &'s Store) -> Result<Parquet<'s>, String> {
        Err(NO_PARQUET.into())
    }

    /// Returns the advice.
    ///
    /// # Errors
    ///
    /// Always returns an error.
    pub(crate) fn each(_store: &'s Store) -> Result<Vec<Parquet<'s>>, String> {
        Err(NO_PARQUET.into())
    }

    /// Is never called.
    pub(crate) fn write(&self, _path: &Path) -> Status {
        match self.0 {}
    }
}
