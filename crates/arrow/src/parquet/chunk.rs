//! One column of one row group: pages of bytes, compressed.
//!
//! Takes the bodies of pages as the format has them; gives the bytes of the column, with what a file says of it. Must not
//! know what a column says.

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter as _};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use zstd::bulk::Compressor;

/// The level that files name. Which one it was makes no difference to readers.
const LEVEL: i32 = 3;

/// A column that is being written.
pub(super) struct Chunk {
    column: ColumnDescPtr,
    sink: TrackedWrite<Vec<u8>>,
    zstd: Compressor<'static>,
    encodings: Vec<Encoding>,
    /// Where the first page of rows is, once there is one.
    data: Option<u64>,
    has_dictionary: bool,
    values: i64,
    compressed: usize,
    uncompressed: usize,
}

/// How compressed pages are written.
pub(super) fn compression() -> Result<Compression> {
    Ok(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
}

impl Chunk {
    /// A column that is compressed at a level of zstd.
    pub(super) fn new(column: ColumnDescPtr, level: i32) -> Result<Chunk> {
        Ok(Chunk {
            column,
            sink: TrackedWrite::new(Vec::new()),
            zstd: Compressor::new(level).map_err(ParquetError::from)?,
            // Levels are packed so.
            encodings: vec![Encoding::RLE],
            data: None,
            has_dictionary: false,
            values: 0,
            compressed: 0,
            uncompressed: 0,
        })
    }

    /// Writes the dictionary, before any page.
    pub(super) fn dictionary(&mut self, plain: &[u8], entries: usize) -> Result<()> {
        let num_values = count(entries)?;
        self.has_dictionary = true;
        self.write(plain, Encoding::PLAIN, |buf| Page::DictionaryPage {
            buf,
            num_values,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        })
    }

    /// Writes a page with so many values, of which some may be null.
    pub(super) fn page(&mut self, body: &[u8], values: usize, encoding: Encoding) -> Result<()> {
        let num_values = count(values)?;
        self.values += values as i64;
        self.data.get_or_insert(self.sink.bytes_written() as u64);
        self.write(body, encoding, |buf| Page::DataPage {
            buf,
            num_values,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        })
    }

    fn write(
        &mut self,
        body: &[u8],
        encoding: Encoding,
        page: impl FnOnce(Bytes) -> Page,
    ) -> Result<()> {
        if !self.encodings.contains(&encoding) {
            self.encodings.push(encoding);
        }
        let bytes = self.zstd.compress(body).map_err(ParquetError::from)?;
        let page = CompressedPage::new(page(bytes.into()), body.len());
        let written = SerializedPageWriter::new(&mut self.sink).write_page(page)?;
        self.compressed += written.compressed_size;
        self.uncompressed += written.uncompressed_size;
        Ok(())
    }

    /// The bytes of the column, and what is said of them.
    pub(super) fn finish(self, rows: usize) -> Result<(Bytes, ColumnCloseResult)> {
        let metadata = ColumnChunkMetaData::builder(self.column)
            .set_compression(compression()?)
            .set_encodings(self.encodings)
            .set_num_values(self.values)
            .set_total_compressed_size(self.compressed as i64)
            .set_total_uncompressed_size(self.uncompressed as i64)
            .set_data_page_offset(self.data.unwrap_or_default() as i64)
            .set_dictionary_page_offset(self.has_dictionary.then_some(0))
            .build()?;
        let close = ColumnCloseResult {
            bytes_written: self.compressed as u64,
            rows_written: rows as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok((self.sink.into_inner()?.into(), close))
    }
}

fn count(values: usize) -> Result<u32> {
    let count = u32::try_from(values).ok().filter(|&count| count <= i32::MAX as u32);
    count.ok_or_else(|| ParquetError::General("too many values in a page".into()))
}
