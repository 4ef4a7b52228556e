//! zstd: consecutive frames form one text.

use std::io::{Read, Result};

use super::stream::{Stream, boxed};

/// Returns a decoder of all frames.
///
/// # Errors
///
/// Returns errors of the source, and of the first frame's header.
#[cfg(feature = "c")]
pub(crate) fn decoder<'a>(source: impl Read + Send + 'a) -> Result<Stream<'a>> {
    Ok(boxed(zstd::stream::read::Decoder::new(source)?))
}

/// Returns a decoder of all frames.
///
/// # Errors
///
/// Never fails: errors appear when it is read.
#[cfg(not(feature = "c"))]
pub(crate) fn decoder<'a>(source: impl Read + Send + 'a) -> Result<Stream<'a>> {
    Ok(boxed(frames::Frames::new(source)))
}

/// The decoder in Rust reads only single frames; it is always compiled, so that both decoders are tested.
#[cfg(any(test, not(feature = "c")))]
mod frames {
    use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result};

    use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

    use crate::stream::BUFFER_BYTES;

    /// Frame after frame.
    pub(super) struct Frames<R: Read> {
        source: BufReader<Watched<R>>,
        decoder: FrameDecoder,
        is_inside: bool,
    }

    impl<R: Read> Frames<R> {
        pub(super) fn new(source: R) -> Frames<R> {
            let source = Watched { source, is_at_end: false, error: None };
            let source = BufReader::with_capacity(BUFFER_BYTES, source);
            Frames { source, decoder: FrameDecoder::new(), is_inside: false }
        }

        /// Begins the next frame that is not skippable; returns false at the end.
        fn begin(&mut self) -> Result<bool> {
            loop {
                match self.source.fill_buf() {
                    Ok([]) => return Ok(false),
                    Ok(_) => {}
                    Err(_) => return Err(self.source.get_mut().why()),
                }
                match self.decoder.reset(&mut self.source) {
                    Ok(()) => return Ok(true),
                    Err(FrameDecoderError::ReadFrameHeaderError(
                        ReadFrameHeaderError::SkipFrame { length, .. },
                    )) => {
                        let mut rest = (&mut self.source).take(length.into());
                        let skipped = std::io::copy(&mut rest, &mut std::io::sink());
                        if !skipped.is_ok_and(|skipped| skipped == length.into()) {
                            return Err(self.source.get_mut().why());
                        }
                    }
                    Err(_) => return Err(self.source.get_mut().why()),
                }
            }
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
                    if self.decoder.decode_blocks(&mut self.source, some).is_err() {
                        return Err(self.source.get_mut().why());
                    }
                }
                match self.decoder.read(buffer)? {
                    0 => self.is_inside = false,
                    len => return Ok(len),
                }
            }
        }
    }

    /// A source that records why it ended. The decoder's own errors also contain the reason, but in a text for
    /// developers.
    struct Watched<R> {
        source: R,
        is_at_end: bool,
        error: Option<Error>,
    }

    impl<R: Read> Read for Watched<R> {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            self.error = None;
            match self.source.read(buffer) {
                Ok(length) => {
                    self.is_at_end = length == 0 && !buffer.is_empty();
                    Ok(length)
                }
                Err(error) => {
                    let kind = error.kind();
                    self.error = Some(error);
                    Err(kind.into())
                }
            }
        }
    }

    impl<R: Read> Watched<R> {
        /// Returns why decoding failed: an error of the source, an early end, or invalid data.
        fn why(&mut self) -> Error {
            let kind =
                if self.is_at_end { ErrorKind::UnexpectedEof } else { ErrorKind::InvalidData };
            self.error.take().unwrap_or_else(|| kind.into())
        }
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

    /// A text, followed by a disk error.
    struct Failing<'a>(&'a [u8]);

    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(std::io::Error::from_raw_os_error(5)),
                length => Ok(length),
            }
        }
    }

    #[test]
    fn an_error_of_the_source_stays_what_it_is() {
        let text: Vec<u8> = (0..60_000_u32).flat_map(u32::to_le_bytes).collect();
        let frame = zstd::bulk::compress(&text, 3).unwrap();
        let skipped = b"\x5a\x2a\x4d\x18\x03\x00\x00\x00a";
        for packed in
            [&frame[..frame.len() / 2], &frame, b"", skipped, &[&frame, &skipped[..]].concat()]
        {
            let decoders: [Box<dyn Read>; 2] =
                [decoder(Failing(packed)).unwrap(), Box::new(frames::Frames::new(Failing(packed)))];
            for mut decoder in decoders {
                let error = decoder.read_to_end(&mut Vec::new()).unwrap_err();
                assert_eq!(error.raw_os_error(), Some(5), "{} bytes: {error}", packed.len());
            }
        }
    }
}
