//! Mutates bytes, numbers, lines, pieces of other inputs, prefixes of runners, containers.

use crate::archives::{Zipped, gzip, tar, zip, zipped};

/// A sequence of random numbers (splitmix64) that is determined by a target and the number of an execution.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(target: &str, number: u64) -> Random {
        let name =
            target.bytes().fold(7, |hash: u64, byte| hash.wrapping_mul(31) + u64::from(byte));
        Random(
            name.wrapping_mul(0xD134_2543_DE82_EF95) ^ number.wrapping_mul(0x5851_F42D_4C95_7F2D),
        )
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Returns a number below `end`, or 0 if `end` is 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn pick<'a>(&mut self, all: &[&'a [u8]]) -> &'a [u8] {
        all[self.below(all.len())]
    }

    /// Returns a range of at most `most` bytes.
    fn range(&mut self, len: usize, most: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        let end = start + self.below((len - start).min(most) + 1);
        start..end
    }
}

/// The replacements of numbers and values.
const NUMBERS: [&[u8]; 14] = [
    b"0",
    b"-0",
    b"-1",
    b"NaN",
    b"Inf",
    b"-Inf",
    b"1e999",
    b"1e-999",
    b"1e308",
    b"0.1",
    b"99999999999999999999",
    b"9223372036854775807",
    b"null",
    b"",
];

/// The insertions.
const TOKENS: [&[u8]; 27] = [
    b"BenchmarkA-8 1 2 ns/op\n",
    b"Unit ns/op better=higher\n",
    b"goos: linux\n",
    b"pkg:\n",
    b"\r\n",
    b"\n\n",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\0",
    b"\x1b[31m",
    b"# benchlens recording=r block=1 time=2\n",
    b"# benchlens recording=r looks=1,2\n",
    b"FAIL\n",
    b"--- FAIL: BenchmarkA\n",
    b"{\"",
    b"\":[",
    b"]}",
    b"/n=1",
    b"-8",
    b"@num",
    b":(a OR b)",
    b" -(",
    b".unit:",
    b"+5%",
    b"; ",
    b"any",
    b"\"\"",
];

/// Returns an input with some mutations.
pub(crate) fn mutate(seed: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..1 + random.below(4) {
        step(&mut bytes, other, random);
    }
    bytes
}

fn step(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let at = random.below(bytes.len());
    match random.below(12) {
        0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
        1 if !bytes.is_empty() => bytes[at] = random.next() as u8,
        2 => {
            let range = random.range(bytes.len(), 60);
            bytes.drain(range);
        }
        3 => {
            let range = random.range(bytes.len(), 200);
            let piece = bytes[range].to_vec();
            bytes.splice(at..at, piece);
        }
        4 => {
            let piece = other[random.range(other.len(), 400)].to_vec();
            bytes.splice(at..at, piece);
        }
        5 => bytes.truncate(at),
        6 => {
            let token = random.pick(&TOKENS).to_vec();
            bytes.splice(at..at, token);
        }
        7 => number(bytes, at, random),
        8 | 9 => lines(bytes, random),
        10 => wrap(bytes, random),
        _ => {
            let range = random.range(bytes.len(), 8);
            let token = random.pick(&TOKENS).to_vec();
            bytes.splice(range, token);
        }
    }
}

/// Replaces the next number.
fn number(bytes: &mut Vec<u8>, from: usize, random: &mut Random) {
    let Some(start) = bytes[from.min(bytes.len())..].iter().position(u8::is_ascii_digit) else {
        return;
    };
    let start = from + start;
    let is_part = |byte: &u8| byte.is_ascii_digit() || b".eE+-".contains(byte);
    let len = bytes[start..].iter().take_while(|byte| is_part(byte)).count();
    let number = random.pick(&NUMBERS).to_vec();
    bytes.splice(start..start + len, number);
}

/// Swaps, repeats or removes a line.
fn lines(bytes: &mut Vec<u8>, random: &mut Random) {
    let mut lines: Vec<Vec<u8>> =
        bytes.split_inclusive(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
    if lines.is_empty() {
        return;
    }
    let (a, b) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(4) {
        0 => lines.swap(a, b),
        1 => lines.insert(a, lines[b].clone()),
        2 => {
            lines.remove(a);
        }
        _ => {
            let line = lines[b].clone();
            let copies = std::iter::repeat_n(line, 1 + random.below(20));
            lines.splice(a..a, copies);
        }
    }
    *bytes = lines.concat();
}

/// Adds the prefix of a runner to each line.
fn wrap(bytes: &mut Vec<u8>, random: &mut Random) {
    let heads: [&[u8]; 5] = [
        b"2026-01-02T03:04:05.0000000Z ",
        b"job\tstep\t2026-01-02T03:04:05.0000000Z ",
        b"[12:34:56] ",
        b"    ",
        b"#12 3.456 ",
    ];
    let head = random.pick(&heads);
    let lines = bytes.split_inclusive(|&b| b == b'\n');
    *bytes = lines.flat_map(|line| [head, line].concat()).collect();
}

/// Packs an input into a container, and sometimes damages the container.
pub(crate) fn pack(bytes: Vec<u8>, other: &[u8], random: &mut Random) -> Vec<u8> {
    let member = zipped("dir/a.txt", &bytes);
    let mut packed = match random.below(8) {
        0 => gzip(&bytes),
        1 => tar(&[("a.txt", &bytes), ("b.txt", other)]),
        2 => gzip(&tar(&[("a.txt", &bytes), ("b.txt", other)])),
        3 => zip(&[member, zipped("b.txt", other)]),
        4 => {
            zip(&[Zipped { is_encrypted: random.below(2) == 0, ..member }, zipped("b.txt", other)])
        }
        5 => zip(&[zipped("in.tar", &tar(&[("a.txt", &bytes)])), zipped("in.gz", &gzip(other))]),
        6 => tar(&[("in.zip", &zip(&[member])), ("b.txt", other)]),
        _ => bytes,
    };
    for _ in 0..random.below(3) {
        let at = random.below(packed.len());
        match random.below(3) {
            0 if !packed.is_empty() => packed[at] ^= 1 << random.below(8),
            1 => packed.truncate(at),
            _ => {
                let range = random.range(packed.len(), 16);
                packed.drain(range);
            }
        }
    }
    packed
}
