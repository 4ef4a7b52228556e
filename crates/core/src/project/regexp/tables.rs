//! Unicode's sets and case foldings, in 20 kilobytes.
//!
//! They are `regex-syntax`'s, which has them in ten times as many bytes: too many for a module that a
//! browser waits for. A test makes the file and holds it to them. The file is the sets in the order
//! of their names, then the foldings. A set is its ranges, or the numbers of the sets that it is made
//! of. Code points are distances from the one before.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use crate::base::ByteReader;

/// A part of the program: reading it does not fail.
const TABLES: &[u8] = include_bytes!("tables/unicode.bin");

/// A set as it is written.
enum Set {
    Ranges(Vec<ClassUnicodeRange>),
    /// The numbers of the sets that it is made of, which have ranges.
    Union(Vec<usize>),
}

/// The set with a number.
pub(super) fn set(number: usize) -> Option<ClassUnicode> {
    let sets = sets(&mut ByteReader::new(TABLES))?;
    let parts = match sets.get(number)? {
        Set::Ranges(_) => vec![number],
        Set::Union(parts) => parts.clone(),
    };
    let ranges = |part: usize| match sets.get(part) {
        Some(Set::Ranges(ranges)) => ranges.clone(),
        _ => Vec::new(),
    };
    Some(ClassUnicode::new(parts.into_iter().flat_map(ranges)))
}

/// A class with all characters that fold to one of its own.
pub(super) fn fold(mut class: ClassUnicode) -> ClassUnicode {
    let has = |&c: &char| {
        let ranges = class.ranges();
        let at = ranges.partition_point(|range| range.end() < c);
        ranges.get(at).is_some_and(|range| range.start() <= c)
    };
    let orbits = foldings().unwrap_or_default().into_iter();
    let met = orbits.filter(|orbit| orbit.iter().any(has));
    let more: Vec<ClassUnicodeRange> =
        met.flatten().map(|c| ClassUnicodeRange::new(c, c)).collect();
    class.union(&ClassUnicode::new(more));
    class
}

fn sets(read: &mut ByteReader<'_>) -> Option<Vec<Set>> {
    let mut sets = Vec::new();
    for _ in 0..read.count(1)? {
        let parts = read.count(1)?;
        if parts != 0 {
            let parts = (0..parts).map(|_| Some(read.number()? as usize));
            sets.push(Set::Union(parts.collect::<Option<_>>()?));
            continue;
        }
        let (mut last, mut ranges) = (0, Vec::new());
        for _ in 0..read.count(2)? {
            let low = next_char(read, last)?;
            let high = next_char(read, low.into())?;
            last = high.into();
            ranges.push(ClassUnicodeRange::new(low, high));
        }
        sets.push(Set::Ranges(ranges));
    }
    Some(sets)
}

/// The characters that fold to each other.
fn foldings() -> Option<Vec<Vec<char>>> {
    let mut read = ByteReader::new(TABLES);
    sets(&mut read)?;
    let mut first = 0;
    let mut orbits = Vec::new();
    for _ in 0..read.count(3)? {
        let mut orbit = Vec::new();
        let others = read.count(1)?;
        let mut last = first;
        for _ in 0..=others {
            let c = next_char(&mut read, last)?;
            last = c.into();
            orbit.push(c);
        }
        first = orbit.first().map_or(0, |&c| c.into());
        orbits.push(orbit);
    }
    read.end()?;
    Some(orbits)
}

fn next_char(read: &mut ByteReader<'_>, last: u32) -> Option<char> {
    char::from_u32(last.checked_add(u32::try_from(read.number()?).ok()?)?)
}

#[cfg(test)]
mod tests;
