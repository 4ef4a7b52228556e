//! Encodes numbers and byte strings as bytes, and decodes them.
//!
//! Reading trusts nothing: it never panics, and it accepts a count only if the remaining bytes could contain that
//! number of items, so no allocation is larger than the input by more than a small factor.

/// Collects bytes.
#[derive(Debug, Default)]
pub struct ByteWriter(Vec<u8>);

impl ByteWriter {
    /// Appends a number, seven bits in each byte, lowest first.
    pub fn number(&mut self, mut value: u64) {
        while 0x80 <= value {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    /// Appends the length, then the bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.raw(bytes);
    }

    /// Appends bytes without their length.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Returns all bytes.
    pub fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Reads the output of a [`ByteWriter`], or detects that the bytes are something else.
#[derive(Debug)]
pub struct ByteReader<'a> {
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    /// Returns a reader of bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        ByteReader { rest: bytes }
    }

    /// Returns the next number.
    pub fn number(&mut self) -> Option<u64> {
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

    /// Reads a number below `end`.
    pub fn below(&mut self, end: usize) -> Option<u32> {
        let value = u32::try_from(self.number()?).ok()?;
        ((value as usize) < end).then_some(value)
    }

    /// Reads the number of items that follow, each of which takes at least `size` bytes.
    pub fn count(&mut self, size: usize) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count.checked_mul(size)? <= self.rest.len()).then_some(count)
    }

    /// Returns the next bytes, which follow their length.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let len = self.count(1)?;
        self.raw(len)
    }

    /// Returns this number of bytes.
    pub fn raw(&mut self, len: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(head)
    }

    /// Returns `Some` only if all bytes were read.
    pub fn end(&self) -> Option<()> {
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
        let bytes = out.finish();
        let mut read = ByteReader::new(&bytes);
        assert!(numbers.iter().all(|&n| read.number() == Some(n)));
        assert_eq!(read.bytes(), Some(&b"text"[..]));
        assert_eq!(read.end(), Some(()));
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!(ByteReader::new(&[0xff; 20]).number(), None);
        assert_eq!(ByteReader::new(&[0x80]).number(), None);
        assert_eq!(ByteReader::new(&[0xff, 0xff, 0xff, 0xff, 0x0f, 1]).bytes(), None);
        assert_eq!(ByteReader::new(&[5, 1, 2]).bytes(), None);
        assert_eq!(ByteReader::new(&[5]).below(5), None);
    }
}
