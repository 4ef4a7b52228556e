//! Unicode's character sets and case foldings, in 20 kilobytes.
//!
//! The data is `regex-syntax`'s, which needs ten times as many bytes: too many for a module that a browser loads. A
//! test of `project/regexp` generates the file and compares it with the crate. The file contains the sets in the order
//! of their names, then the foldings. A set is its ranges, or the numbers of the sets that it consists of. Code points
//! are stored as distances from the previous one.
//!
//! A lookup takes some microseconds because the file is read each time, so callers should check for ASCII first.

use super::ByteReader;

/// The file is part of the program, so reading it does not fail.
pub const TABLES: &[u8] = include_bytes!("unicode.bin");

/// Ranges of characters, ascending, both ends included.
pub(crate) type Ranges = Vec<(char, char)>;

/// The numbers of some general categories.
pub const LOWER: usize = 10;
pub const UPPER: usize = 14;
/// The categories of letters, marks, numbers, punctuation, symbols and spaces.
const GRAPHIC: [usize; 6] = [8, 15, 19, 23, 31, 39];

/// A set as the file contains it.
enum Set {
    Ranges(Ranges),
    /// The numbers of the sets that it consists of, which have ranges.
    Union(Vec<usize>),
}

/// Returns the set with a number; its parts are concatenated.
pub fn set(number: usize) -> Option<Ranges> {
    let sets = sets(&mut ByteReader::new(TABLES))?;
    let parts = match sets.get(number)? {
        Set::Ranges(_) => vec![number],
        Set::Union(parts) => parts.clone(),
    };
    let ranges = |part: usize| match sets.get(part) {
        Some(Set::Ranges(ranges)) => ranges.clone(),
        _ => Vec::new(),
    };
    Some(parts.into_iter().flat_map(ranges).collect())
}

/// Returns whether a character is in a set.
pub fn is_in(c: char, number: usize) -> bool {
    set(number).is_some_and(|ranges| ranges.iter().any(|&(low, high)| low <= c && c <= high))
}

/// Returns whether a character is graphic: letters, marks, numbers, punctuation, symbols and spaces are, tabs and
/// other controls are not.
pub(super) fn is_graphic(c: char) -> bool {
    match c {
        ' '..='~' => true,
        '\0'..='\x7f' => false,
        _ => GRAPHIC.into_iter().any(|set| is_in(c, set)),
    }
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
            ranges.push((low, high));
        }
        sets.push(Set::Ranges(ranges));
    }
    Some(sets)
}

/// Returns the groups of characters that fold to each other.
pub fn foldings() -> Option<Vec<Vec<char>>> {
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
mod tests {
    use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

    use super::*;

    /// Compares with the tables of another crate, whose version of Unicode is newer; characters that are new there are
    /// ignored.
    #[test]
    fn sets_agree_with_another_crate() {
        use GeneralCategoryGroup as Group;
        let contains =
            |ranges: &Ranges, c: char| ranges.iter().any(|&(low, high)| (low..=high).contains(&c));
        let (lower, upper) = (set(LOWER).unwrap(), set(UPPER).unwrap());
        let mut graphic: Ranges = GRAPHIC.into_iter().flat_map(|s| set(s).unwrap()).collect();
        graphic.sort_unstable();
        let mut newer = 0;
        for c in (char::MIN..=char::MAX).filter(|c| !c.is_ascii()) {
            let category = c.general_category();
            let known = match c.general_category_group() {
                Group::Other => false,
                Group::Separator => category == GeneralCategory::SpaceSeparator,
                _ => true,
            };
            let at = graphic.partition_point(|&(_, high)| high < c);
            let is_known = graphic.get(at).is_some_and(|&(low, _)| low <= c);
            if known != is_known {
                assert!(known, "{c:?}");
                newer += 1;
                continue;
            }
            if category == GeneralCategory::LowercaseLetter {
                assert!(contains(&lower, c), "{c:?}");
            }
            if category == GeneralCategory::UppercaseLetter {
                assert!(contains(&upper, c), "{c:?}");
            }
        }
        assert!(newer < 20_000, "{newer}");
        assert_eq!(
            ['\t', ' ', '~', '\x7f', 'é', '\u{200b}'].map(is_graphic),
            [false, true, true, false, true, false]
        );
    }
}
