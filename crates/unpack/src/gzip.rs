//! gzip: consecutive streams form one text.

use std::io::{BufRead, BufReader, Read, Result};

use flate2::bufread::GzDecoder;

use super::Trouble;
use super::stream::BUFFER_BYTES;

/// Unpacks all streams of a gzip file; contains nothing once they have ended.
pub(crate) struct Gzip<R: Read>(Option<GzDecoder<BufReader<R>>>);

impl<R: Read> Gzip<R> {
    pub(crate) fn new(source: R) -> Gzip<R> {
        let source = BufReader::with_capacity(BUFFER_BYTES, source);
        Gzip(Some(GzDecoder::new(source)))
    }
}

impl<R: Read> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        loop {
            let Some(decoder) = &mut self.0 else { return Ok(0) };
            let len = decoder.read(buffer)?;
            if len != 0 || buffer.is_empty() {
                return Ok(len);
            }
            let Some(decoder) = self.0.take() else { return Ok(0) };
            let mut source = decoder.into_inner();
            match source.fill_buf()?.first() {
                Some(0x1f) => self.0 = Some(GzDecoder::new(source)),
                Some(0) => return only_zeros(&mut source),
                Some(_) => return Err(Trouble::Corrupt("data after its end").into()),
                None => {}
            }
        }
    }
}

/// Reads zeros to the end, because tapes and disks pad with them.
fn only_zeros(source: &mut impl BufRead) -> Result<usize> {
    loop {
        let rest = source.fill_buf()?;
        if rest.iter().any(|&byte| byte != 0) {
            return Err(Trouble::Corrupt("data after its end").into());
        }
        match rest.len() {
            0 => return Ok(0),
            len => source.consume(len),
        }
    }
}
