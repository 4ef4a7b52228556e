//! Keys, and how to extract the value of a key from a benchmark.

use super::syntax::{ParseError, Word};
use crate::base::{metadata, names};

/// A key of a filter or a projection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Key {
    /// `.name`: the name up to its first `/`.
    BaseName,
    /// `.fullname`: the whole name.
    FullName,
    /// `.file`: the label of the input.
    File,
    /// `.config`: all configuration keys that the query does not name elsewhere.
    Config,
    /// `.unit`: the unit, in filters only.
    Unit,
    /// `/gomaxprocs`: the number at the end of the name.
    GoMaxProcs,
    /// `/key`: the text after `/key=` in the name; stored as `/key=`. If no part has such a text, a number is the
    /// index of a part without a key: `/1` is `small` in `Parse/small`.
    NamePart(Vec<u8>),
    /// Any other key: a line of the configuration.
    FileConfig(Vec<u8>),
}

impl Key {
    pub(super) fn parse(word: &Word) -> Result<Key, ParseError> {
        Ok(match &word.bytes[..] {
            b"" => return Err(ParseError::new(word.span, "key must not be empty")),
            b".name" => Key::BaseName,
            b".fullname" => Key::FullName,
            b".file" => Key::File,
            b".config" => Key::Config,
            b".unit" => Key::Unit,
            b"/gomaxprocs" => Key::GoMaxProcs,
            [b'/', ..] => Key::NamePart([&word.bytes[..], b"="].concat()),
            other => Key::FileConfig(other.to_vec()),
        })
    }

    /// Returns whether this is a metadata key as a store encodes it.
    pub(crate) fn is_metadata(&self) -> bool {
        matches!(self, Key::FileConfig(text) if metadata::is(text))
    }

    /// Returns the key for a text that distinguishes machines: `/gomaxprocs` or a line of the configuration.
    pub(crate) fn of_machine(text: &str) -> Key {
        match text {
            "/gomaxprocs" => Key::GoMaxProcs,
            text => Key::FileConfig(text.as_bytes().to_vec()),
        }
    }

    /// Returns the key as it is written in a query.
    pub(crate) fn text(&self) -> Vec<u8> {
        match self {
            Key::BaseName => b".name".to_vec(),
            Key::FullName => b".fullname".to_vec(),
            Key::File => b".file".to_vec(),
            Key::Config => b".config".to_vec(),
            Key::Unit => b".unit".to_vec(),
            Key::GoMaxProcs => b"/gomaxprocs".to_vec(),
            Key::NamePart(prefix) => prefix[..prefix.len() - 1].to_vec(),
            Key::FileConfig(text) => text.clone(),
        }
    }

    /// Returns whether the value depends on the name; otherwise it depends on the configuration.
    pub(super) fn is_of_name(&self) -> bool {
        match self {
            Key::BaseName | Key::FullName | Key::GoMaxProcs | Key::NamePart(_) => true,
            Key::File | Key::Config | Key::Unit | Key::FileConfig(_) => false,
        }
    }

    /// Returns the value of a key that depends on the name as a store encodes it, or an empty value if the name lacks
    /// it.
    pub(crate) fn of_name<'n>(&self, name: &'n [u8]) -> &'n [u8] {
        match self {
            Key::BaseName => base_name(name),
            Key::FullName => names::text(name),
            Key::GoMaxProcs => match names::processors(name) {
                Some(start) => &name[start + 1..],
                None => part(name, b"/gomaxprocs="),
            },
            Key::NamePart(prefix) => part(name, prefix),
            Key::File | Key::Config | Key::Unit | Key::FileConfig(_) => b"",
        }
    }
}

/// Returns the number of processors for a value of `/gomaxprocs`: an empty value means 1, because `go test -cpu 1,2`
/// writes no `-N` for one processor.
pub(crate) fn processors(value: &[u8]) -> &[u8] {
    if value.is_empty() { b"1" } else { value }
}

/// Returns the name up to its first `/`, or without its `-N`.
fn base_name(name: &[u8]) -> &[u8] {
    let end = memchr::memchr(b'/', name).or_else(|| names::processors(name));
    &name[..end.unwrap_or(names::text(name).len())]
}

/// Splits a name into the base, the parts, each with its `/`, and the `-N` that follows them.
pub(crate) fn split(name: &[u8]) -> (&[u8], impl Iterator<Item = &[u8]>, &[u8]) {
    let text = names::text(name);
    let (body, suffix) = text.split_at(names::processors(name).unwrap_or(text.len()));
    let (base, mut rest) = body.split_at(memchr::memchr(b'/', body).unwrap_or(body.len()));
    let parts = std::iter::from_fn(move || {
        let end = 1 + memchr::memchr(b'/', rest.get(1..)?).unwrap_or(rest.len() - 1);
        let (part, tail) = rest.split_at(end);
        rest = tail;
        Some(part)
    });
    (base, parts, suffix)
}

/// Returns the text after `prefix` (`/key=`) in the first part that begins with it, or else the part at the index that
/// the key names.
fn part<'n>(name: &'n [u8], prefix: &[u8]) -> &'n [u8] {
    let at_index = || {
        let (_, mut parts, _) = split(name);
        parts.nth(index(prefix)?).filter(|part| !part.contains(&b'='))?.get(1..)
    };
    keyed(name, prefix).or_else(at_index).unwrap_or_default()
}

/// Returns the text after `/key=` in the first part that begins with it.
fn keyed<'n>(name: &'n [u8], prefix: &[u8]) -> Option<&'n [u8]> {
    let (_, mut parts, _) = split(name);
    parts.find_map(|part| part.strip_prefix(prefix))
}

/// The keys of parts by index, each followed by `=`.
static PLACES: [[u8; 4]; 99] = {
    let mut all = [*b"/0=="; 99];
    let mut i = 0;
    while i < all.len() {
        let number = i as u8 + 1;
        if number < 10 {
            all[i][1] = b'0' + number;
        } else {
            all[i][1] = b'0' + number / 10;
            all[i][2] = b'0' + number % 10;
        }
        i += 1;
    }
    all
};

/// Returns the key, with its `=`, of the part at an index from 0. Later parts get no key, because no name has that
/// many parts.
fn index_prefix(index: usize) -> Option<&'static [u8]> {
    PLACES.get(index).map(|text| if index < 9 { &text[..3] } else { &text[..] })
}

/// Returns the index, from 0, that a key with its `=` names.
fn index(prefix: &[u8]) -> Option<usize> {
    let number = match prefix {
        [b'/', one @ b'1'..=b'9', b'='] => one - b'0',
        [b'/', ten @ b'1'..=b'9', one @ b'0'..=b'9', b'='] => 10 * (ten - b'0') + (one - b'0'),
        _ => return None,
    };
    Some(usize::from(number) - 1)
}

/// Returns the keys and values of all parts of a name: `/key` for `/key=value`, and the index for a part without a
/// key. The key of a part has precedence over an equal index.
pub(super) fn parts(name: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let (_, parts, _) = split(name);
    let taken = taken_indices(name);
    parts.enumerate().filter_map(move |(index, part)| {
        if let Some(at) = memchr::memchr(b'=', part) {
            return Some((&part[..at], &part[at + 1..]));
        }
        let prefix = index_prefix(index).filter(|_| taken & (1 << index) == 0)?;
        Some((&prefix[..prefix.len() - 1], &part[1..]))
    })
}

/// Returns the indexes that keys of parts use, one bit each.
fn taken_indices(name: &[u8]) -> u128 {
    if memchr::memchr(b'=', name).is_none() {
        return 0;
    }
    let (_, parts, _) = split(name);
    let named = parts.filter_map(|part| index(&part[..=memchr::memchr(b'=', part)?]));
    named.fold(0, |taken, index| taken | 1 << index)
}

/// Returns all keys of a name, as a store encodes it, with their values, in the order of the name: `.name`, the parts of the form
/// `/key=value`, `/1`, `/2`, … for parts without a key by their index, and `/gomaxprocs` for the `-N` at its end.
///
/// ```
/// let keys = benchlens_core::project::name_keys(b"Parse/size=1k/warm-8");
/// assert_eq!(keys, [(&b".name"[..], &b"Parse"[..]), (b"/size", b"1k"), (b"/2", b"warm"), (b"/gomaxprocs", b"8")]);
/// ```
pub fn name_keys(name: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut keys: Vec<(&[u8], &[u8])> = vec![(b".name", base_name(name))];
    let own = names::processors(name).map(|at| (&b"/gomaxprocs"[..], &name[at + 1..]));
    for (key, value) in parts(name) {
        let is_known = keys.iter().any(|(known, _)| *known == key);
        if !is_known && (own.is_none() || key != b"/gomaxprocs") {
            keys.push((key, value));
        }
    }
    keys.extend(own);
    keys
}

/// Returns a name without the text that gives `/gomaxprocs` its value.
pub(crate) fn without_gomaxprocs(name: &[u8]) -> Vec<u8> {
    let (mut excluded, mut out) = (Excluded::default(), Vec::with_capacity(name.len()));
    excluded.add(&Key::GoMaxProcs);
    excluded.write_full_name(name, &mut out);
    out
}

/// The keys that other projections have removed from `.fullname`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Excluded {
    base: bool,
    gomaxprocs: bool,
    prefixes: Vec<Vec<u8>>,
}

impl Excluded {
    pub(super) fn add(&mut self, key: &Key) {
        match key {
            Key::BaseName => self.base = true,
            Key::GoMaxProcs => {
                self.gomaxprocs = true;
                self.prefixes.push(b"/gomaxprocs=".to_vec());
            }
            Key::NamePart(prefix) => self.prefixes.push(prefix.clone()),
            Key::FullName | Key::File | Key::Config | Key::Unit | Key::FileConfig(_) => {}
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.base && !self.gomaxprocs && self.prefixes.is_empty()
    }

    /// Appends the rest of a name.
    pub(super) fn write_full_name(&self, name: &[u8], out: &mut Vec<u8>) {
        let (base, parts, suffix) = split(name);
        out.extend_from_slice(if self.base { b"*" } else { base });
        let is_at =
            |at: usize, prefix: &[u8]| index(prefix) == Some(at) && keyed(name, prefix).is_none();
        for (at, part) in parts.enumerate() {
            let has_key = part.contains(&b'=');
            let is_named =
                |prefix: &Vec<u8>| part.starts_with(prefix) || (!has_key && is_at(at, prefix));
            if !self.prefixes.iter().any(is_named) {
                out.extend_from_slice(part);
            }
        }
        if !self.gomaxprocs {
            out.extend_from_slice(suffix);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;

    fn key(text: &str) -> Key {
        Key::parse(&Word { bytes: text.into(), span: Span { start: 0, end: 0 } }).unwrap()
    }

    #[test]
    fn values_of_names() {
        let check = |name: &str, k: &str, want: &str| {
            let got = key(k).of_name(name.as_bytes());
            assert_eq!(String::from_utf8_lossy(got), want, "{k} of {name}");
        };
        check("A/n=1/k=x-8", ".name", "A");
        check("A/n=1/k=x-8", "/k", "x");
        check("A/n=1/k=x-8", "/gomaxprocs", "8");
        check("A/n=1/k=x-8", ".fullname", "A/n=1/k=x-8");
        check("A-8", ".name", "A");
        check("A-8/b", ".name", "A-8");
        check("A-8/b", "/gomaxprocs", "");
        check("X/n=-5", "/n", "");
        check("X/n=-5", "/gomaxprocs", "5");
        check("A/gomaxprocs=4", "/gomaxprocs", "4");
        check("A//k/=x", "/", "x");
        check("A/k=1/k=2", "/k", "1");
        check("8", "/gomaxprocs", "");
        check("-8", ".name", "");
        check("A/x", "/0", "");
        check("A/x/n=1/y-8", "/1", "x");
        check("A/x/n=1/y-8", "/2", "");
        check("A/x/n=1/y-8", "/3", "y");
        check("A/x/n=1/y-8", "/4", "");
        check("A/x", "/01", "");
        // A key of the name has precedence over an index.
        check("A/x/1=y", "/1", "y");
        let long = format!("A{}", "/x".repeat(98) + "/y");
        check(&long, "/99", "y");
        check(&format!("{long}/z"), "/100", "");
    }

    #[test]
    fn the_keys_of_a_name_are_those_of_queries() {
        for name in [
            "A/n=1/k=x-8",
            "A-8",
            "A",
            "A/n=1/n=2/x/=3//=4-16",
            "A/gomaxprocs=4-8",
            "",
            "-8",
            "A/x/1=y/z/3",
        ] {
            let keys = name_keys(name.as_bytes());
            for (text, value) in &keys {
                let text = std::str::from_utf8(text).unwrap();
                assert_eq!(key(text).of_name(name.as_bytes()), *value, "{text} of {name}");
            }
            let mut texts: Vec<_> = keys.iter().map(|(key, _)| key).collect();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), keys.len(), "{name}");
        }
    }

    #[test]
    fn excluded_parts_leave_the_full_name() {
        let check = |name: &str, keys: &[&str], want: &str| {
            let (mut excluded, mut out) = (Excluded::default(), Vec::new());
            keys.iter().for_each(|k| excluded.add(&key(k)));
            excluded.write_full_name(name.as_bytes(), &mut out);
            assert_eq!(String::from_utf8_lossy(&out), want, "{name} without {keys:?}");
        };
        check("A/n=1/k=x-8", &[], "A/n=1/k=x-8");
        check("A/n=1/k=x-8", &["/n"], "A/k=x-8");
        check("A/n=1/k=x-8", &[".name", "/gomaxprocs", "/k"], "*/n=1");
        check("A/n=1/n=2//b", &["/n"], "A//b");
        check("A/gomaxprocs=4-8", &["/gomaxprocs"], "A");
        check("A-8/b", &[".name"], "*/b");
        check("A/x/n=1/y-8", &["/1", "/n"], "A/y-8");
        check("A/x/n=1/y-8", &["/2"], "A/x/n=1/y-8");
        check("A/x/1=y", &["/1"], "A/x");
    }
}
