//! HdrHistogram's encoding of a histogram, in versions 0, 1 and 2.
//!
//! A header says which values the counters have. Version 2 writes counters in bytes of seven bits, and runs of empty
//! counters as one negative number; the others write all counters with the same width. Each may be compressed.

use std::io::Read as _;

use super::values::LATENCY_MAX;

/// The maximum length of a histogram: 8 bytes for each counter of five digits.
const PLAIN_MAX: u64 = 1 << 26;

/// Reads encoded histograms, in buffers that keep their memory.
#[derive(Default)]
pub(super) struct Decoder {
    plain: Vec<u8>,
    latencies: Vec<(u64, u64)>,
}

/// What a histogram should have been.
type Expected = &'static str;

const HISTOGRAM: Expected = "a compressed histogram";

impl Decoder {
    /// Returns the latencies that represent the counters of a histogram in base64, with their counts, ascending.
    ///
    /// # Errors
    ///
    /// Returns what was expected.
    pub(super) fn decode(&mut self, text: &[u8]) -> Result<&[(u64, u64)], Expected> {
        use base64::Engine as _;
        let bytes = base64::engine::general_purpose::STANDARD.decode(text.trim_ascii());
        let bytes = bytes.map_err(|_| HISTOGRAM)?;
        let Decoder { plain, latencies } = self;
        plain.clear();
        latencies.clear();
        match Kind::of(&bytes)? {
            Kind::Compressed => {
                let mut unpacked = bytes.get(8..).map(flate2::read::ZlibDecoder::new);
                let unpacked = unpacked.as_mut().ok_or(HISTOGRAM)?;
                unpacked.take(PLAIN_MAX).read_to_end(plain).map_err(|_| HISTOGRAM)?;
            }
            Kind::Varying | Kind::Fixed { .. } | Kind::FixedOld { .. } => {
                plain.extend_from_slice(&bytes);
            }
        }
        let mut push = |latency, count| latencies.push((latency, count));
        match Kind::of(plain)? {
            Kind::Compressed => return Err(HISTOGRAM),
            Kind::Varying => {
                let header = Header::of_counters(plain).ok_or(HISTOGRAM)?;
                header.scale.varying(header.counters, &mut push)?;
            }
            Kind::Fixed { width } => {
                let header = Header::of_counters(plain).ok_or(HISTOGRAM)?;
                header.scale.fixed(header.counters, width, &mut push)?;
            }
            Kind::FixedOld { width } => {
                let header = Header::of_old_counters(plain).ok_or(HISTOGRAM)?;
                header.scale.fixed(header.counters, width, &mut push)?;
            }
        }
        Ok(latencies)
    }
}

/// How the bytes of a histogram continue.
enum Kind {
    Compressed,
    /// Version 2.
    Varying,
    /// Version 1, with the number of bytes of each counter.
    Fixed {
        width: usize,
    },
    /// Version 0, whose header is shorter.
    FixedOld {
        width: usize,
    },
}

impl Kind {
    fn of(bytes: &[u8]) -> Result<Kind, Expected> {
        let cookie = number(bytes, 0).ok_or(HISTOGRAM)?;
        let width = (cookie >> 4 & 0xf) as usize;
        let known = match cookie & !0xf0 {
            0x1c84_9302 | 0x1c84_9304 | 0x1c84_9309 => Kind::Compressed,
            0x1c84_9303 => Kind::Varying,
            0x1c84_9301 => Kind::Fixed { width },
            0x1c84_9308 => Kind::FixedOld { width },
            0x0c72_120e | 0x0c72_120f => return Err("a histogram of integers, not of doubles"),
            0x1c84_9300..=0x1c84_930f => {
                return Err("HdrHistogram's encoding of version 0, 1 or 2");
            }
            _ => return Err(HISTOGRAM),
        };
        Ok(known)
    }
}

/// Returns 4 bytes at a position as a number.
fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

struct Header<'a> {
    scale: Scale,
    counters: &'a [u8],
}

impl Header<'_> {
    /// Reads the header of versions 1 and 2: a cookie, the length of the counters, an offset, the digits, the lowest and
    /// the highest value, and a ratio.
    fn of_counters(bytes: &[u8]) -> Option<Header<'_>> {
        let length = number(bytes, 4)? as usize;
        // Only histograms of doubles use the offset.
        let scale = Scale::new(number(bytes, 12)?, bytes.get(16..24)?)
            .filter(|_| bytes[8..12] == [0; 4])?;
        let counters = bytes.get(40..)?.get(..length)?;
        Some(Header { scale, counters })
    }

    /// Reads the header of version 0: a cookie, the digits, the lowest and the highest value, and the sum of the
    /// counters.
    fn of_old_counters(bytes: &[u8]) -> Option<Header<'_>> {
        let scale = Scale::new(number(bytes, 4)?, bytes.get(8..16)?)?;
        Some(Header { scale, counters: bytes.get(32..)? })
    }
}

/// The values of counters.
struct Scale {
    /// The logarithm of the lowest value that differs from 0.
    unit_bits: u32,
    /// The logarithm of the number of counters for each power of two.
    half_bits: u32,
}

impl Scale {
    fn new(digits: u32, lowest: &[u8]) -> Option<Scale> {
        let lowest = u64::from_be_bytes(lowest.try_into().ok()?);
        let distinct = (digits <= 5).then(|| 2 * 10_u64.pow(digits))?;
        let half_bits = distinct.next_power_of_two().ilog2() - 1;
        Some(Scale { unit_bits: lowest.checked_ilog2()?, half_bits })
    }

    /// Returns the latency in the middle of those that a counter counts.
    fn latency(&self, counter: usize) -> Result<u64, Expected> {
        let power = (counter >> self.half_bits).saturating_sub(1);
        let step = counter - (power << self.half_bits);
        let shift = power.saturating_add(self.unit_bits as usize);
        // The steps have at most 18 bits, so this cannot overflow.
        let latency = if shift < 50 { ((2 * step as u128 + 1) << shift) / 2 } else { u128::MAX };
        u64::try_from(latency)
            .ok()
            .filter(|latency| *latency as f64 <= LATENCY_MAX)
            .ok_or("latencies of less than 11 days")
    }

    fn fixed(
        &self,
        counters: &[u8],
        width: usize,
        push: &mut dyn FnMut(u64, u64),
    ) -> Result<(), Expected> {
        if ![2, 4, 8].contains(&width) {
            return Err("counters of 2, 4 or 8 bytes");
        }
        for (index, bytes) in counters.chunks_exact(width).enumerate() {
            if bytes.iter().any(|byte| *byte != 0) {
                let count = bytes.iter().fold(0, |sum: u64, byte| sum << 8 | u64::from(*byte));
                push(self.latency(index)?, count);
            }
        }
        Ok(())
    }

    fn varying(&self, counters: &[u8], push: &mut dyn FnMut(u64, u64)) -> Result<(), Expected> {
        let (mut index, mut rest) = (0_usize, counters);
        while !rest.is_empty() {
            // The ninth byte has eight bits.
            let length = rest.iter().take(8).take_while(|byte| **byte & 0x80 != 0).count() + 1;
            let (bytes, after) = rest.split_at_checked(length).ok_or(HISTOGRAM)?;
            rest = after;
            let bits = |byte: &u8, at: usize| u64::from(if at == 8 { *byte } else { *byte & 0x7f });
            let join = |sum, (at, byte)| sum | bits(byte, at) << (7 * at);
            let number: u64 = bytes.iter().enumerate().fold(0, join);
            let half = number >> 1;
            match number & 1 {
                0 if half == 0 => index += 1,
                0 => {
                    push(self.latency(index)?, half);
                    index += 1;
                }
                // Negative numbers are one less than their bits say.
                _ => index = index.saturating_add(half as usize).saturating_add(1),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(plain: &[u8]) -> Result<Vec<(u64, u64)>, Expected> {
        use base64::Engine as _;
        let text = base64::engine::general_purpose::STANDARD.encode(plain);
        Decoder::default().decode(text.as_bytes()).map(<[(u64, u64)]>::to_vec)
    }

    /// Returns a histogram of three digits with a lowest value of 1.
    fn encoded(cookie: u32, counters: &[u8]) -> Vec<u8> {
        let mut all = cookie.to_be_bytes().to_vec();
        all.extend((counters.len() as u32).to_be_bytes());
        all.extend([0, 0, 0, 0, 0, 0, 0, 3]);
        all.extend(1_u64.to_be_bytes());
        all.extend(u64::MAX.to_be_bytes());
        all.extend(1_f64.to_be_bytes());
        all.extend(counters);
        all
    }

    #[test]
    fn all_versions_are_read() {
        let want = Ok(vec![(1, 5), (3, 300), (2049, 1)]);
        let mut words = vec![0_u16; 2049];
        (words[1], words[3], words[2048]) = (5, 300, 1);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        assert_eq!(decoded(&encoded(0x1c84_9321, &bytes)), want);
        let wide: Vec<u8> = words.iter().flat_map(|word| u64::from(*word).to_be_bytes()).collect();
        assert_eq!(decoded(&encoded(0x1c84_9381, &wide)), want);
        let mut old = 0x1c84_9328_u32.to_be_bytes().to_vec();
        old.extend([0, 0, 0, 3]);
        old.extend([1_u64, u64::MAX, 306].iter().flat_map(|number| number.to_be_bytes()));
        old.extend(&bytes);
        assert_eq!(decoded(&old), want);
        // 0, 5, 0, 300, 2044 zeros, 1, as the writer encodes them.
        let varying = [1, 10, 0, 0xd8, 0x04, 0xf7, 0x1f, 2];
        assert_eq!(decoded(&encoded(0x1c84_9313, &varying)), want);
    }

    #[test]
    fn compressed_histograms_are_read() {
        use std::io::Write as _;
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(&encoded(0x1c84_9321, &[0, 0, 0, 7])).unwrap();
        let mut all = 0x1c84_9322_u32.to_be_bytes().to_vec();
        all.extend([0; 4]);
        all.extend(packed.finish().unwrap());
        assert_eq!(decoded(&all), Ok(vec![(1, 7)]));
    }

    #[test]
    fn damage_is_reported() {
        let whole = encoded(0x1c84_9321, &[0, 0, 0, 7]);
        for end in 0..whole.len() {
            assert_eq!(decoded(&whole[..end]), Err(HISTOGRAM), "{end}");
        }
        let far = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 2];
        assert!(decoded(&encoded(0x1c84_9313, &far)).is_err());
        assert!(decoded(&encoded(0x1c84_9331, &[0; 6])).is_err());
        assert_eq!(
            decoded(&0x0c72_124e_u32.to_be_bytes()),
            Err("a histogram of integers, not of doubles")
        );
        assert_eq!(
            decoded(&0x1c84_9315_u32.to_be_bytes()),
            Err("HdrHistogram's encoding of version 0, 1 or 2")
        );
    }
}
