//! Sets of characters as classes, and their case foldings.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use crate::base::unicode;

/// Returns the set with a number.
pub(super) fn set(number: usize) -> Option<ClassUnicode> {
    let ranges = unicode::set(number)?.into_iter();
    Some(ClassUnicode::new(ranges.map(|(low, high)| ClassUnicodeRange::new(low, high))))
}

/// Returns a class with all characters that fold to a character of the class.
pub(super) fn fold(mut class: ClassUnicode) -> ClassUnicode {
    let has = |&c: &char| {
        let ranges = class.ranges();
        let at = ranges.partition_point(|range| range.end() < c);
        ranges.get(at).is_some_and(|range| range.start() <= c)
    };
    let orbits = unicode::foldings().unwrap_or_default().into_iter();
    let met = orbits.filter(|orbit| orbit.iter().any(has));
    let more: Vec<ClassUnicodeRange> =
        met.flatten().map(|c| ClassUnicodeRange::new(c, c)).collect();
    class.union(&ClassUnicode::new(more));
    class
}

#[cfg(test)]
mod tests;
