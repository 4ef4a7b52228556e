//! zstd: frames one behind the other are one text.

use std::io::{Read, Result};

/// A decoder of all frames.
///
/// # Errors
///
/// Those of the source, and of the first frame's header.
#[cfg(feature = "c")]
pub(crate) fn decoder<'a>(source: impl Read + Send + 'a) -> Result<Box<dyn Read + Send + 'a>> {
    Ok(Box::new(zstd::stream::read::Decoder::new(source)?))
}

/// A decoder of all frames.
///
/// # Errors
///
/// None: they come when it is read.
#[cfg(not(feature = "c"))]
pub(crate) fn decoder<'a>(source: impl Read + Send + 'a) -> Result<Box<dyn Read + Send + 'a>> {
    Ok(Box::new(frames::Frames::new(source)))
}

/// The decoder in Rust, which knows only single frames; compiled always, so that both are tested.
#[cfg(any(test, not(feature = "c")))]
mod frames {
    use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result};

    use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

    use crate::layer::BUFFER_BYTES;

    /// Frame after frame.
    pub(super) struct Frames<R: Read> {
        source: BufReader<R>,
        decoder: FrameDecoder,
        is_inside: bool,
    }

    impl<R: Read> Frames<R> {
        pub(super) fn new(source: R) -> Frames<R> {
            let source = BufReader::with_capacity(BUFFER_BYTES, source);
            Frames { source, decoder: FrameDecoder::new(), is_inside: false }
        }

        /// Begins the next frame that is not to be skipped; none at the end.
        fn begin(&mut self) -> Result<bool> {
            while !self.source.fill_buf()?.is_empty() {
                match self.decoder.reset(&mut self.source) {
                    Ok(()) => return Ok(true),
                    Err(FrameDecoderError::ReadFrameHeaderError(
                        ReadFrameHeaderError::SkipFrame { length, .. },
                    )) => {
                        let mut rest = (&mut self.source).take(length.into());
                        if std::io::copy(&mut rest, &mut std::io::sink())? < length.into() {
                            return Err(ErrorKind::UnexpectedEof.into());
                        }
                    }
                    Err(error) => return Err(told(&error)),
                }
            }
            Ok(false)
        }
    }

    impl<R: Read> Read for Frames<R> {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            if buffer.is_empty() {
                return Ok(0);
            }
            loop {
                if !self.is_inside && !self.begin()? {
                    return Ok(0);
                }
                self.is_inside = true;
                while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                    let some = BlockDecodingStrategy::UptoBytes(buffer.len());
                    self.decoder
                        .decode_blocks(&mut self.source, some)
                        .map_err(|error| told(&error))?;
                }
                match self.decoder.read(buffer)? {
                    0 => self.is_inside = false,
                    len => return Ok(len),
                }
            }
        }
    }

    /// An error of the source as it is; others have its kind if the data ends too early.
    fn told(error: &FrameDecoderError) -> Error {
        let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
        let mut kind = ErrorKind::InvalidData;
        while let Some(inner) = cause {
            if let Some(io) = inner.downcast_ref::<Error>() {
                match io.raw_os_error() {
                    Some(code) => return Error::from_raw_os_error(code),
                    None => kind = io.kind(),
                }
            }
            cause = inner.source();
        }
        Error::new(kind, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpack(packed: &[u8]) -> [(Vec<u8>, bool); 2] {
        let read = |mut decoder: Box<dyn Read + '_>| {
            let mut text = Vec::new();
            let result = decoder.read_to_end(&mut text);
            (text, result.is_ok())
        };
        [read(decoder(packed).unwrap()), read(Box::new(frames::Frames::new(packed)))]
    }

    #[test]
    fn frames_are_one_text_in_both_decoders() {
        let text: Vec<u8> =
            (0..60_000).flat_map(|i| format!("BenchmarkA {i} 2 x\n").into_bytes()).collect();
        let frame = |text: &[u8]| zstd::bulk::compress(text, 3).unwrap();
        let skipped = b"\x5a\x2a\x4d\x18\x03\x00\x00\x00abc";
        let packed = [&frame(&text)[..], skipped, &frame(b""), &frame(b"end\n"), skipped].concat();
        let want = [&text[..], b"end\n"].concat();
        for (read, is_ok) in unpack(&packed) {
            assert!(is_ok && read == want, "{} of {}", read.len(), want.len());
        }
        for end in [3, 20, packed.len() / 2, packed.len() - 5] {
            for (read, is_ok) in unpack(&packed[..end]) {
                assert!(!is_ok && want.starts_with(&read), "{end}");
            }
        }
    }
}
