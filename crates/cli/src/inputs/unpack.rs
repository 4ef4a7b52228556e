//! Compressed inputs, known by their first bytes.

use std::io::{Cursor, Read, Result};

/// A stream of text, and what was read of it already.
pub(super) type Opened<'a> = (Box<dyn Read + Send + 'a>, Vec<u8>);

/// The text behind `source`, of which `head` was read already: unpacked if it is a gzip or zstd
/// stream, else as it is.
pub(super) fn unpack<'a>(head: Vec<u8>, source: &'a mut (dyn Read + Send)) -> Result<Opened<'a>> {
    Ok(match head[..] {
        [0x1f, 0x8b, ..] => {
            let packed = Cursor::new(head).chain(source);
            (Box::new(flate2::read::MultiGzDecoder::new(packed)), Vec::new())
        }
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            let packed = Cursor::new(head).chain(source);
            (Box::new(zstd::stream::read::Decoder::new(packed)?), Vec::new())
        }
        _ => (Box::new(source), head),
    })
}
