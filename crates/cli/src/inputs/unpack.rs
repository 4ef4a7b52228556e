//! Compressed inputs, known by their first bytes.

use std::io::{Cursor, Read, Result};

/// Unpacks `source`, of which `head` was read already, if it is a gzip or zstd stream. The text then
/// comes from its beginning, which the first answer says; else it is the rest of `source`.
pub(super) fn unpack<'a>(
    head: &'a [u8],
    source: &'a mut (dyn Read + Send),
) -> Result<(bool, Box<dyn Read + Send + 'a>)> {
    let whole = |source| Cursor::new(head).chain(source);
    Ok(match head {
        [0x1f, 0x8b, ..] => (true, Box::new(flate2::read::MultiGzDecoder::new(whole(source)))),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            (true, Box::new(zstd::stream::read::Decoder::new(whole(source))?))
        }
        _ => (false, Box::new(source)),
    })
}
