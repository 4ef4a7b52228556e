//! Numbers and byte strings to bytes and back.
//!
//! Reading trusts nothing: it never panics, and a count is believed only as far as the bytes that
//! follow could hold so many things, so that no allocation is larger than the input by more than a
//! small factor.

/// Collects bytes.
#[derive(Debug, Default)]
pub(crate) struct ByteWriter(Vec<u8>);

impl ByteWriter {
    /// Seven bits a byte, the lowest first.
    pub(crate) fn number(&mut self, mut value: u64) {
        while 0x80 <= value {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    /// The length, then the bytes.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.raw(bytes);
    }

    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// How many there are, then four bytes each.
    pub(crate) fn words(&mut self, words: &[u32]) {
        self.number(words.len() as u64);
        self.0.reserve(4 * words.len());
        words.iter().for_each(|word| self.raw(&word.to_le_bytes()));
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Reads what a [`ByteWriter`] wrote, or finds out that it did not.
#[derive(Debug)]
pub(crate) struct ByteReader<'a> {
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        ByteReader { rest: bytes }
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            let bits = u64::from(byte & 0x7f);
            if (bits << shift) >> shift != bits {
                return None;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> Option<u32> {
        let value = u32::try_from(self.number()?).ok()?;
        ((value as usize) < end).then_some(value)
    }

    /// How many things follow, each of which takes at least `size` bytes.
    pub(crate) fn count(&mut self, size: usize) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count.checked_mul(size)? <= self.rest.len()).then_some(count)
    }

    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let len = self.count(1)?;
        self.raw(len)
    }

    pub(crate) fn raw(&mut self, len: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(head)
    }

    pub(crate) fn words(&mut self) -> Option<Vec<u32>> {
        let count = self.count(4)?;
        let (words, _) = self.raw(4 * count)?.as_chunks::<4>();
        Some(words.iter().map(|&word| u32::from_le_bytes(word)).collect())
    }

    /// Nothing, if all bytes were read.
    pub(crate) fn end(&self) -> Option<()> {
        self.rest.is_empty().then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let mut out = ByteWriter::default();
        numbers.iter().for_each(|&n| out.number(n));
        out.bytes(b"text");
        out.words(&[7, u32::MAX]);
        let bytes = out.finish();
        let mut read = ByteReader::new(&bytes);
        assert!(numbers.iter().all(|&n| read.number() == Some(n)));
        assert_eq!(read.bytes(), Some(&b"text"[..]));
        assert_eq!(read.words(), Some(vec![7, u32::MAX]));
        assert_eq!(read.end(), Some(()));
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!(ByteReader::new(&[0xff; 20]).number(), None);
        assert_eq!(ByteReader::new(&[0x80]).number(), None);
        assert_eq!(ByteReader::new(&[0xff, 0xff, 0xff, 0xff, 0x0f, 1]).words(), None);
        assert_eq!(ByteReader::new(&[5, 1, 2]).bytes(), None);
        assert_eq!(ByteReader::new(&[5]).below(5), None);
    }
}
