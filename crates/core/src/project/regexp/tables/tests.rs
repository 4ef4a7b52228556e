use std::path::Path;

use regex_syntax::hir::{Class, HirKind};

use super::super::unicode;
use super::*;
use crate::base::ByteWriter;
use crate::base::unicode::{LOWER, TABLES, UPPER, foldings};

/// Returns a property from `regex-syntax`.
fn reference(property: &str) -> ClassUnicode {
    match regex_syntax::parse(&format!("\\p{{{property}}}")).unwrap().into_kind() {
        HirKind::Class(Class::Unicode(class)) => class,
        // A set of one character is parsed as a literal.
        HirKind::Literal(literal) => {
            let only = std::str::from_utf8(&literal.0).unwrap().chars();
            ClassUnicode::new(only.map(|c| ClassUnicodeRange::new(c, c)))
        }
        other => panic!("{property}: {other:?}"),
    }
}

fn references() -> Vec<ClassUnicode> {
    unicode::all().map(|(kind, name)| reference(&format!("{kind}{name}"))).collect()
}

/// Returns the groups of characters that fold to each other, by their first character.
fn reference_orbits() -> Vec<Vec<char>> {
    let orbit = |c: char| {
        let mut class = ClassUnicode::new([ClassUnicodeRange::new(c, c)]);
        class.try_case_fold_simple().unwrap();
        let chars: Vec<char> = class.ranges().iter().flat_map(|r| r.start()..=r.end()).collect();
        (1 < chars.len() && chars[0] == c).then_some(chars)
    };
    (char::MIN..=char::MAX).filter_map(orbit).collect()
}

fn is_part(part: &ClassUnicode, whole: &ClassUnicode) -> bool {
    let mut both = part.clone();
    both.intersect(whole);
    both == *part && !part.ranges().is_empty()
}

/// Returns the parts of a set among the general categories that have no parts.
fn parts(set: &ClassUnicode, sets: &[ClassUnicode], leaves: &[usize]) -> Option<Vec<usize>> {
    let parts: Vec<usize> = leaves.iter().copied().filter(|&l| is_part(&sets[l], set)).collect();
    let mut union = ClassUnicode::empty();
    parts.iter().for_each(|&part| union.union(&sets[part]));
    (union == *set && !parts.is_empty()).then_some(parts)
}

fn written() -> Vec<u8> {
    let sets = references();
    let is_leaf = |(_, (kind, name)): &(usize, (&str, &str))| {
        *kind == "gc=" && name.len() == 2 && *name != "LC"
    };
    let leaves: Vec<usize> = unicode::all().enumerate().filter(is_leaf).map(|(i, _)| i).collect();
    let mut out = ByteWriter::default();
    out.number(sets.len() as u64);
    for (i, set) in sets.iter().enumerate() {
        match parts(set, &sets, &leaves).filter(|_| !leaves.contains(&i)) {
            Some(parts) => {
                out.number(parts.len() as u64);
                parts.iter().for_each(|&part| out.number(part as u64));
            }
            None => {
                out.number(0);
                out.number(set.ranges().len() as u64);
                let mut last = 0;
                for range in set.ranges() {
                    let (low, high) = (u32::from(range.start()), u32::from(range.end()));
                    out.number(u64::from(low - last));
                    out.number(u64::from(high - low));
                    last = high;
                }
            }
        }
    }
    let orbits = reference_orbits();
    out.number(orbits.len() as u64);
    let mut first = 0;
    for orbit in &orbits {
        out.number(orbit.len() as u64 - 1);
        let mut last = first;
        for &c in orbit {
            out.number(u64::from(u32::from(c) - last));
            last = c.into();
        }
        first = orbit[0].into();
    }
    out.finish()
}

#[test]
fn the_file_is_what_the_crate_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../base/src/unicode.bin");
    let wanted = written();
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(&path, &wanted).unwrap();
    }
    assert!(
        TABLES == wanted,
        "out of date: UPDATE=1 cargo test -p benchlens-core tables writes it"
    );
}

#[test]
fn numbers_that_are_used_are_the_right_ones() {
    assert_eq!(set(LOWER), Some(reference("Ll")));
    assert_eq!(set(UPPER), Some(reference("Lu")));
}

#[test]
fn sets_and_foldings_are_those_of_the_crate() {
    for (number, wanted) in references().iter().enumerate() {
        assert_eq!(set(number).as_ref(), Some(wanted), "{:?}", unicode::all().nth(number));
    }
    assert_eq!(foldings().unwrap(), reference_orbits());
    for (low, high) in [('a', 'z'), ('K', 'K'), ('\u{212a}', '\u{212a}'), ('0', 'ß'), ('α', '𐐀')]
    {
        let class = ClassUnicode::new([ClassUnicodeRange::new(low, high)]);
        let mut wanted = class.clone();
        wanted.try_case_fold_simple().unwrap();
        assert_eq!(fold(class), wanted, "{low}-{high}");
    }
}
