//! Small numbers, packed as Parquet packs indices and levels: runs of one number, and groups of eight in as few bits each
//! as the greatest needs.
//!
//! Takes numbers with how often they come, or patterns with how often these come; so what rows have in common takes no
//! time for each of them.

/// Numbers on their way into bytes.
#[derive(Debug)]
pub(super) struct Indices {
    /// Bits of a number.
    width: u32,
    bytes: Vec<u8>,
    /// A number that came last, and how often, if it is not packed yet.
    run: (u32, usize),
    /// The pattern that came last, and how often, if it is not packed yet.
    pattern: Vec<u32>,
    times: usize,
    /// Whole groups of eight that are not in `bytes` yet.
    groups: Vec<u8>,
    /// Numbers of the group that is not whole.
    rest: [u32; 8],
    rest_len: usize,
}

/// A shorter run is packed: that takes less room.
const RUN_MIN: usize = 24;

/// So many bytes of groups have one head: no reader must hold more.
const GROUPS_MAX: usize = 1 << 16;

impl Indices {
    /// For numbers of so many bits.
    pub(super) fn new(width: u32) -> Indices {
        Indices {
            width,
            bytes: Vec::new(),
            run: (0, 0),
            pattern: Vec::new(),
            times: 0,
            groups: Vec::new(),
            rest: [0; 8],
            rest_len: 0,
        }
    }

    /// The bits that numbers below `count` need, at least one.
    pub(super) fn width_of(count: usize) -> u32 {
        let most = u32::try_from(count.saturating_sub(1)).unwrap_or(u32::MAX);
        (u32::BITS - most.leading_zeros()).max(1)
    }

    /// Adds a number so many times.
    pub(super) fn push(&mut self, number: u32, times: usize) {
        self.end_pattern();
        if self.run.0 != number {
            self.end_run();
            self.run.0 = number;
        }
        self.run.1 += times;
    }

    /// Adds numbers, one behind the other, so many times.
    pub(super) fn push_pattern(&mut self, pattern: &[u32], times: usize) {
        let Some(&first) = pattern.first() else { return };
        if pattern == self.pattern {
            self.times += times;
            return;
        }
        if pattern.iter().all(|&number| number == first) {
            return self.push(first, pattern.len() * times);
        }
        self.end_pattern();
        self.end_run();
        self.pattern.extend_from_slice(pattern);
        self.times = times;
    }

    /// Packs the pattern that came last.
    fn end_pattern(&mut self) {
        let (mut pattern, times) =
            (std::mem::take(&mut self.pattern), std::mem::take(&mut self.times));
        self.pack_pattern(&pattern, times);
        pattern.clear();
        self.pattern = pattern;
    }

    fn pack_pattern(&mut self, pattern: &[u32], times: usize) {
        if pattern.is_empty() {
            return;
        }
        let all = pattern.len() * times;
        // After so many patterns, groups are whole, and begin as the first one did.
        let period = 8 >> pattern.len().trailing_zeros().min(3);
        let mut at = 0;
        while at < all && self.rest_len != 0 {
            self.pack(pattern[at % pattern.len()]);
            at += 1;
        }
        let block = period * pattern.len();
        if at + block <= all {
            let start = self.groups.len();
            (at..at + block).for_each(|at| self.pack(pattern[at % pattern.len()]));
            at += block;
            let (end, more) = (self.groups.len(), (all - at) / block);
            // What is there is doubled, so that few copies are long.
            let wanted = (more + 1) * (end - start);
            self.groups.reserve(wanted);
            while self.groups.len() - start < wanted {
                let have = self.groups.len() - start;
                self.groups.extend_from_within(start..start + have.min(wanted - have));
            }
            at += more * block;
        }
        (at..all).for_each(|at| self.pack(pattern[at % pattern.len()]));
        if GROUPS_MAX <= self.groups.len() {
            self.end_groups();
        }
    }

    /// All numbers as bytes. The last group may hold more than there are.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.end_pattern();
        self.end_run();
        while self.rest_len != 0 {
            self.pack(0);
        }
        self.end_groups();
        self.bytes
    }

    fn end_run(&mut self) {
        let (number, mut times) = std::mem::take(&mut self.run);
        while times != 0 && (self.rest_len != 0 || times < RUN_MIN) {
            self.pack(number);
            times -= 1;
        }
        if times != 0 {
            self.end_groups();
            self.head((times as u64) << 1);
            let bytes = self.width.div_ceil(8) as usize;
            self.bytes.extend_from_slice(&number.to_le_bytes()[..bytes]);
        }
    }

    /// Adds a number to the group.
    fn pack(&mut self, number: u32) {
        self.rest[self.rest_len] = number;
        self.rest_len += 1;
        if self.rest_len == 8 {
            self.rest_len = 0;
            let (mut bits, mut filled) = (0_u64, 0);
            for number in self.rest {
                bits |= u64::from(number) << filled;
                filled += self.width;
                while 8 <= filled {
                    self.groups.push(bits as u8);
                    bits >>= 8;
                    filled -= 8;
                }
            }
        }
    }

    /// Writes whole groups.
    fn end_groups(&mut self) {
        let groups = std::mem::take(&mut self.groups);
        // A group has a byte for each bit of a number.
        let size = self.width as usize;
        let most = (GROUPS_MAX / size).max(1) * size;
        for part in groups.chunks(most) {
            self.head(((part.len() / size) as u64) << 1 | 1);
            self.bytes.extend_from_slice(part);
        }
        self.groups = groups;
        self.groups.clear();
    }

    fn head(&mut self, head: u64) {
        varint(head, &mut self.bytes);
    }
}

/// Seven bits a byte, the lowest first.
pub(super) fn varint(mut number: u64, out: &mut Vec<u8>) {
    while 0x7f < number {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads back, by the letter of the format.
    fn read(bytes: &[u8], width: u32, count: usize) -> Vec<u32> {
        let (mut numbers, mut at) = (Vec::new(), 0);
        while numbers.len() < count {
            let (mut head, mut shift) = (0_u64, 0);
            loop {
                let byte = bytes[at];
                at += 1;
                head |= u64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            if head & 1 == 0 {
                let mut number = [0; 4];
                let len = width.div_ceil(8) as usize;
                number[..len].copy_from_slice(&bytes[at..at + len]);
                at += len;
                numbers.extend((0..head >> 1).map(|_| u32::from_le_bytes(number)));
            } else {
                let bits = (head >> 1) as usize * 8 * width as usize;
                let bit = |i: usize| u32::from(bytes[at + i / 8] >> (i % 8) & 1);
                for start in (0..bits).step_by(width as usize) {
                    numbers.push((0..width as usize).map(|i| bit(start + i) << i).sum());
                }
                at += bits / 8;
            }
        }
        assert_eq!(at, bytes.len());
        numbers.truncate(count);
        numbers
    }

    #[test]
    fn numbers_come_back() {
        let mut random = 3_u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % below
        };
        for width in [1, 2, 3, 7, 8, 9, 17, 31, 32] {
            for _ in 0..200 {
                let (mut indices, mut want) = (Indices::new(width), Vec::new());
                for _ in 0..next(6) {
                    let len = next(13) as usize;
                    let pattern: Vec<u32> =
                        (0..len).map(|_| next(1 << width.min(31)) as u32).collect();
                    let times = [0, 1, 2, 7, 100, 3000][next(6) as usize];
                    indices.push_pattern(&pattern, times);
                    (0..times).for_each(|_| want.extend_from_slice(&pattern));
                    let (number, times) = (next(2) as u32, next(40) as usize);
                    indices.push(number, times);
                    want.extend((0..times).map(|_| number));
                }
                assert_eq!(read(&indices.finish(), width, want.len()), want);
            }
        }
    }

    #[test]
    fn widths_hold_what_is_below() {
        let widths = [0, 1, 2, 3, 4, 5, 256, 257].map(Indices::width_of);
        assert_eq!(widths, [1, 1, 1, 2, 2, 3, 8, 9]);
    }
}
