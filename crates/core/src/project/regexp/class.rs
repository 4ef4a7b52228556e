//! Character classes: brackets, `\d` and its kin, `[:alpha:]`, `\p{…}`.
//!
//! Takes text that starts with the class; gives the set of its characters and the rest of the text. Case folding is
//! applied to each member *before* the member is negated, so `\W` under `(?i)` excludes the long s and the Kelvin
//! sign, which fold to letters.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::error::{RegexpError, code};
use super::text::{split_first, until};
use super::{escape, tables, unicode};

const DIGIT: &[(char, char)] = &[('0', '9')];
const SPACE: &[(char, char)] = &[('\t', '\n'), ('\x0C', '\r'), (' ', ' ')];
const WORD: &[(char, char)] = &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];

/// The names of `[:name:]`, which contain only ASCII. `space` contains the vertical tab, but `\s` does not.
const NAMED: [(&str, &[(char, char)]); 14] = [
    ("alnum", &[('0', '9'), ('A', 'Z'), ('a', 'z')]),
    ("alpha", &[('A', 'Z'), ('a', 'z')]),
    ("ascii", &[('\0', '\x7F')]),
    ("blank", &[('\t', '\t'), (' ', ' ')]),
    ("cntrl", &[('\0', '\x1F'), ('\x7F', '\x7F')]),
    ("digit", DIGIT),
    ("graph", &[('!', '~')]),
    ("lower", &[('a', 'z')]),
    ("print", &[(' ', '~')]),
    ("punct", &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')]),
    ("space", &[('\t', '\r'), (' ', ' ')]),
    ("upper", &[('A', 'Z')]),
    ("word", WORD),
    ("xdigit", &[('0', '9'), ('A', 'F'), ('a', 'f')]),
];

/// Returns the characters that `c` matches: itself, the characters that it folds to, or no characters for a surrogate.
pub(super) fn single(c: u32, fold: bool) -> ClassUnicode {
    folded(ClassUnicode::new(range(c, c)), fold)
}

/// Returns all characters, without the newline if `newline` is false.
pub(super) fn any(newline: bool) -> ClassUnicode {
    let mut class = ClassUnicode::empty();
    if !newline {
        class.push(ClassUnicodeRange::new('\n', '\n'));
    }
    class.negate();
    class
}

/// Reads `\d`, `\D`, `\s`, `\S`, `\w` or `\W`.
pub(super) fn perl(s: &str, fold: bool) -> Option<(ClassUnicode, &str)> {
    let (letter, rest) = s.strip_prefix('\\').and_then(split_first)?;
    let ranges = match letter.to_ascii_lowercase() {
        'd' => DIGIT,
        's' => SPACE,
        'w' => WORD,
        _ => return None,
    };
    Some((table(ranges, fold, letter.is_ascii_uppercase()), rest))
}

/// Reads `\pL`, `\PL`, `\p{Greek}`, `\p{^Greek}`.
pub(super) fn property(s: &str, fold: bool) -> Result<Option<(ClassUnicode, &str)>, RegexpError> {
    let (body, mut negated) = match (s.strip_prefix("\\p"), s.strip_prefix("\\P")) {
        (Some(body), _) => (body, false),
        (_, Some(body)) => (body, true),
        _ => return Ok(None),
    };
    let (mut name, rest) = if let Some(braced) = body.strip_prefix('{') {
        braced.split_once('}').ok_or_else(|| RegexpError::new(code::BAD_RANGE, s))?
    } else {
        let rest = split_first(body).map_or(body, |(_, rest)| rest);
        (until(body, rest), rest)
    };
    if let Some(positive) = name.strip_prefix('^') {
        name = positive;
        negated = !negated;
    }
    let Some(class) = unicode::lookup(name) else {
        return Err(RegexpError::new(code::BAD_RANGE, until(s, rest)));
    };
    let mut class = folded(class, fold);
    if negated {
        class.negate();
    }
    Ok(Some((class, rest)))
}

/// Reads `[:alpha:]` or `[:^alpha:]`, inside brackets.
fn named(s: &str, fold: bool) -> Result<Option<(ClassUnicode, &str)>, RegexpError> {
    let Some((name, rest)) = s.strip_prefix("[:").and_then(|body| body.split_once(":]")) else {
        return Ok(None);
    };
    let (plain, negated) = name.strip_prefix('^').map_or((name, false), |plain| (plain, true));
    match NAMED.iter().find(|(known, _)| *known == plain) {
        Some((_, ranges)) => Ok(Some((table(ranges, fold, negated), rest))),
        None => Err(RegexpError::new(code::BAD_RANGE, until(s, rest))),
    }
}

/// Reads a bracketed class, from its `[` to its `]`.
pub(super) fn bracket(s: &str, fold: bool) -> Result<(ClassUnicode, &str), RegexpError> {
    let mut rest = s.strip_prefix('[').unwrap_or(s);
    let negated = rest.strip_prefix('^');
    rest = negated.unwrap_or(rest);
    // Put in order once at the end: a union per member would be quadratic.
    let mut ranges: Vec<ClassUnicodeRange> = Vec::new();
    let mut first = true; // A `]` right after the bracket is a character.
    loop {
        match rest.strip_prefix(']') {
            Some(after) if !first => {
                rest = after;
                break;
            }
            _ => first = false,
        }
        let member = match named(rest, fold)? {
            None => property(rest, fold)?.or_else(|| perl(rest, fold)),
            found => found,
        };
        let (class, after) = match member {
            Some(found) => found,
            None => span(rest, s, fold)?,
        };
        ranges.extend_from_slice(class.ranges());
        rest = after;
    }
    let mut class = ClassUnicode::new(ranges);
    if negated.is_some() {
        class.negate();
    }
    Ok((class, rest))
}

/// Reads one character or a range of them. A `-` just before the `]` is a character.
fn span<'p>(
    s: &'p str,
    whole: &'p str,
    fold: bool,
) -> Result<(ClassUnicode, &'p str), RegexpError> {
    let (low, mut rest) = member(s, whole)?;
    let mut high = low;
    if let Some(after) = rest.strip_prefix('-').filter(|r| !r.is_empty() && !r.starts_with(']')) {
        (high, rest) = member(after, whole)?;
        if high < low {
            return Err(RegexpError::new(code::BAD_RANGE, until(s, rest)));
        }
    }
    Ok((folded(ClassUnicode::new(range(low, high)), fold), rest))
}

fn member<'p>(s: &'p str, whole: &'p str) -> Result<(u32, &'p str), RegexpError> {
    match split_first(s) {
        None => Err(RegexpError::new(code::MISSING_BRACKET, whole)),
        Some(('\\', _)) => escape::parse(s),
        Some((c, rest)) => Ok((u32::from(c), rest)),
    }
}

fn table(ranges: &[(char, char)], fold: bool, negated: bool) -> ClassUnicode {
    let ranges = ranges.iter().map(|&(low, high)| ClassUnicodeRange::new(low, high));
    let mut class = folded(ClassUnicode::new(ranges), fold);
    if negated {
        class.negate();
    }
    class
}

/// Returns a range of code points as a range of characters, without surrogates because no text contains them.
fn range(low: u32, high: u32) -> Option<ClassUnicodeRange> {
    let low = char::from_u32(low).unwrap_or('\u{E000}');
    let high = char::from_u32(high).unwrap_or('\u{D7FF}');
    (low <= high).then(|| ClassUnicodeRange::new(low, high))
}

fn folded(class: ClassUnicode, fold: bool) -> ClassUnicode {
    if fold { tables::fold(class) } else { class }
}
