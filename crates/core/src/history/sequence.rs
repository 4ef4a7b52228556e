//! The order of points by texts: numbers, times or versions.
//!
//! Takes the text of each point; gives the indexes of the points that can be ordered, in that order. The kind of most
//! texts decides which of the three orders applies. Must not know keys or results.

use std::cmp::Ordering;

use crate::base::parse_float;
use crate::base::sort::{natural_order, order};

/// The kind of some texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Sequence {
    /// Numbers, such as a build number or seconds since an epoch.
    Numbers,
    /// Times: dates, or dates with a time of day, as in RFC 3339.
    Times,
    /// Versions: numbers separated by dots; a part after a hyphen marks a pre-release.
    Versions,
    /// Names whose numbers are compared by size: `run-9` comes before `run-10`. Only the points' own key is of this
    /// kind.
    Names,
}

impl Sequence {
    const ALL: [Sequence; 3] = [Sequence::Numbers, Sequence::Times, Sequence::Versions];

    /// Returns a noun for one of the texts.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Sequence::Numbers => "a number",
            Sequence::Times => "a time",
            Sequence::Versions => "a version",
            Sequence::Names => "a name",
        }
    }
}

/// Returns the indexes of `texts` in their order, with equal texts in their original order; and the indexes of the
/// texts of another kind. `None` if no text can be ordered.
pub(super) fn sequence(texts: &[&[u8]]) -> Option<(Sequence, Vec<usize>, Vec<usize>)> {
    let read = |kind: Sequence| texts.iter().map(|text| place(kind, text)).collect::<Vec<_>>();
    let found = Sequence::ALL.map(|kind| (kind, read(kind)));
    let count = |places: &[Option<Place>]| places.iter().flatten().count();
    // If counts are equal, the first kind wins, except that 1.10 is a version because numbers are not written with a
    // final zero.
    let is_version = texts.iter().any(|text| text.contains(&b'.') && text.ends_with(b"0"));
    let is_better = |best: usize, next: usize| best < next || best == next && is_version;
    let (kind, places) = found
        .into_iter()
        .reduce(|best, next| if is_better(count(&best.1), count(&next.1)) { next } else { best })?;
    if count(&places) == 0 {
        return None;
    }
    let sorted = order(places.len(), &mut |a, b| compare(places[a].as_ref(), places[b].as_ref()));
    let (known, unknown) = sorted.into_iter().partition(|&i| places[i].is_some());
    Some((kind, known, unknown))
}

/// Returns the first index at which times decrease, if all texts are times.
pub(super) fn goes_back(texts: &[&[u8]]) -> Option<usize> {
    let times: Option<Vec<Place>> = texts.iter().map(|text| place(Sequence::Times, text)).collect();
    let times = times?;
    (1..times.len()).find(|&i| times[i].cmp(&times[i - 1]) == Ordering::Less)
}

/// Returns the indexes of names in their order, with numbers by size.
pub(super) fn by_name(names: &[&[u8]]) -> Vec<usize> {
    order(names.len(), &mut |a, b| natural_order(names[a], names[b]))
}

/// Returns the index of the first name with a lower number than the previous one, if names differ only in numbers.
pub(super) fn is_out_of_order(names: &[&[u8]]) -> Option<usize> {
    let shape = |name: &[u8]| {
        let mut shape: Vec<u8> =
            name.iter().map(|byte| if byte.is_ascii_digit() { b'0' } else { *byte }).collect();
        shape.dedup_by(|a, b| *a == b'0' && *b == b'0');
        shape
    };
    let first = shape(names.first()?);
    if !names.iter().all(|name| shape(name) == first) {
        return None;
    }
    (1..names.len()).find(|&i| natural_order(names[i], names[i - 1]).is_lt())
}

fn compare(a: Option<&Place>, b: Option<&Place>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => a.cmp(b),
        (None, None) => Ordering::Equal,
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
    }
}

/// The position of a text among others of its kind.
enum Place {
    Number(f64),
    /// Seconds, and parts of a second as digits without zeros at their end.
    Time(i64, Vec<u8>),
    Version(Version),
}

impl Place {
    fn cmp(&self, other: &Place) -> Ordering {
        match (self, other) {
            (Place::Number(a), Place::Number(b)) => a.total_cmp(b),
            (Place::Time(a, more), Place::Time(b, other)) => a.cmp(b).then_with(|| more.cmp(other)),
            (Place::Version(a), Place::Version(b)) => a.cmp(b),
            _ => Ordering::Equal,
        }
    }
}

fn place(kind: Sequence, text: &[u8]) -> Option<Place> {
    match kind {
        Sequence::Numbers => {
            let value = parse_float(text).ok().filter(|value| value.is_finite())?;
            // Zeros of both signs are equal.
            Some(Place::Number(value + 0.0))
        }
        Sequence::Times => time(text).map(|(seconds, part)| Place::Time(seconds, part)),
        Sequence::Versions => Version::read(text).map(Place::Version),
        Sequence::Names => None,
    }
}

/// Reads a date, or a date and a time of day with its offset: RFC 3339, and the format of Git. Without an offset it is
/// UTC.
fn time(text: &[u8]) -> Option<(i64, Vec<u8>)> {
    let mut rest = text;
    let year = digits(&mut rest, 4)?;
    let month = after(&mut rest, b"-").then(|| digits(&mut rest, 2))??;
    let day = after(&mut rest, b"-").then(|| digits(&mut rest, 2))??;
    if !(1..=12).contains(&month) || !(1..=days_of(year, month)).contains(&day) {
        return None;
    }
    let days = days_since_epoch(year, month, day);
    if rest.is_empty() {
        return Some((days * 86_400, Vec::new()));
    }
    if !(after(&mut rest, b"T") || after(&mut rest, b"t") || after(&mut rest, b" ")) {
        return None;
    }
    let hour = digits(&mut rest, 2)?;
    let minute = after(&mut rest, b":").then(|| digits(&mut rest, 2))??;
    let second = if after(&mut rest, b":") { digits(&mut rest, 2)? } else { 0 };
    // A minute may have a leap second.
    if 23 < hour || 59 < minute || 60 < second {
        return None;
    }
    let mut part = Vec::new();
    if after(&mut rest, b".") {
        let len = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        part = rest[..len].to_vec();
        rest = &rest[len..];
        while part.last() == Some(&b'0') {
            part.pop();
        }
    }
    let offset = offset(rest)?;
    Some((days * 86_400 + hour * 3600 + minute * 60 + second - offset, part))
}

/// Reads the offset from UTC in seconds.
fn offset(text: &[u8]) -> Option<i64> {
    let mut rest = text.strip_prefix(b" ").unwrap_or(text);
    if matches!(rest, b"" | b"Z" | b"z") {
        return Some(0);
    }
    let sign = if after(&mut rest, b"-") {
        -1
    } else if after(&mut rest, b"+") {
        1
    } else {
        return None;
    };
    let hours = digits(&mut rest, 2)?;
    after(&mut rest, b":");
    let minutes = digits(&mut rest, 2)?;
    (rest.is_empty() && hours < 24 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

fn after(rest: &mut &[u8], prefix: &[u8]) -> bool {
    let found = rest.strip_prefix(prefix);
    found.map(|more| *rest = more).is_some()
}

/// Reads exactly `count` digits.
fn digits(rest: &mut &[u8], count: usize) -> Option<i64> {
    let (number, more) = rest.split_at_checked(count)?;
    *rest = more;
    let add =
        |sum: i64, byte: &u8| byte.is_ascii_digit().then(|| sum * 10 + i64::from(byte - b'0'));
    number.iter().try_fold(0, add)
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the days since 1 January 1970 in the Gregorian calendar.
fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let before =
        |year: i64| 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let of_months: i64 = (1..month).map(|month| days_of(year, month)).sum();
    // The years before this one, counted from the year 0.
    before(year - 1) - before(1969) + of_months + day - 1
}

/// A version as in Semantic Versioning 2.0.0, but with any number of numbers, and with or without a word before the
/// first of them: `v1.2`, `go1.22`.
#[derive(PartialEq, Eq)]
struct Version {
    numbers: Vec<Digits>,
    /// The identifiers after the hyphen; empty for a release.
    before: Vec<Identifier>,
}

/// A number of any length without leading zeros, so the longer one is greater.
#[derive(PartialEq, Eq)]
struct Digits(Vec<u8>);

#[derive(PartialEq, Eq)]
enum Identifier {
    Number(Digits),
    Text(Vec<u8>),
}

impl Digits {
    fn read(text: &[u8]) -> Option<Digits> {
        let is_number = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
        let zeros = text.iter().take_while(|&&byte| byte == b'0').count();
        is_number.then(|| Digits(text[zeros..].to_vec()))
    }

    fn cmp(&self, other: &Digits) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.cmp(&other.0))
    }
}

impl Identifier {
    fn cmp(&self, other: &Identifier) -> Ordering {
        match (self, other) {
            (Identifier::Number(a), Identifier::Number(b)) => a.cmp(b),
            (Identifier::Text(a), Identifier::Text(b)) => a.cmp(b),
            (Identifier::Number(_), Identifier::Text(_)) => Ordering::Less,
            (Identifier::Text(_), Identifier::Number(_)) => Ordering::Greater,
        }
    }
}

impl Version {
    fn read(text: &[u8]) -> Option<Version> {
        let word = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        // The text after a plus sign describes the build and is not compared.
        let is_v = &text[..word] == b"v";
        let text = text[word..].split(|&byte| byte == b'+').next()?;
        let mut parts = text.splitn(2, |&byte| byte == b'-');
        let numbers = parts.next()?.split(|&byte| byte == b'.').map(Digits::read);
        let mut numbers: Vec<Digits> = numbers.collect::<Option<_>>()?;
        // A single number followed by a hyphen is more likely a date.
        if numbers.len() < 2 && !is_v {
            return None;
        }
        while numbers.last().is_some_and(|number| number.0.is_empty()) {
            numbers.pop();
        }
        let identifier = |text: &[u8]| match Digits::read(text) {
            Some(number) => Identifier::Number(number),
            None => Identifier::Text(text.to_vec()),
        };
        let before = parts.next().map(|text| text.split(|&byte| byte == b'.').map(identifier));
        Some(Version { numbers, before: before.into_iter().flatten().collect() })
    }

    fn cmp(&self, other: &Version) -> Ordering {
        let release = lists(&self.numbers, &other.numbers, Digits::cmp);
        release.then_with(|| match (self.before.is_empty(), other.before.is_empty()) {
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            _ => lists(&self.before, &other.before, Identifier::cmp),
        })
    }
}

/// Compares lists: the first difference decides, and a list precedes its own extensions.
fn lists<T>(a: &[T], b: &[T], cmp: impl Fn(&T, &T) -> Ordering) -> Ordering {
    let pairs = a.iter().zip(b).map(|(a, b)| cmp(a, b));
    let differing = pairs.into_iter().find(|order| order.is_ne());
    differing.unwrap_or_else(|| a.len().cmp(&b.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(texts: &[&str]) -> (Sequence, Vec<String>, usize) {
        let bytes: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
        let (kind, known, unknown) = sequence(&bytes).unwrap();
        (kind, known.into_iter().map(|i| texts[i].to_owned()).collect(), unknown.len())
    }

    #[test]
    fn most_texts_decide_what_they_are() {
        assert_eq!(
            sorted(&["10", "9", "x", "1e3"]),
            (Sequence::Numbers, vec!["9".into(), "10".into(), "1e3".into()], 1)
        );
        let times = [
            "2024-03-01T00:00:00+01:00",
            "2024-02-29T23:30:00Z",
            "2024-02-30",
            "2024-02-29 22:59:59.5 +0000",
        ];
        let (kind, order, left) = sorted(&times);
        assert_eq!((kind, left), (Sequence::Times, 1));
        assert_eq!(order, [times[3], times[0], times[1]]);
        let versions =
            ["v1.10.0", "1.9", "v1.10.0-rc.2", "v1.10.0-rc.10", "2.0.0+build", "1.10.0-rc"];
        let want = ["1.9", "1.10.0-rc", "v1.10.0-rc.2", "v1.10.0-rc.10", "v1.10.0", "2.0.0+build"];
        assert_eq!(sorted(&versions), (Sequence::Versions, want.map(String::from).to_vec(), 0));
        assert_eq!(sorted(&["1.10", "1.9"]).1, ["1.9", "1.10"]);
        assert_eq!(sorted(&["1.5", "1.25"]).1, ["1.25", "1.5"]);
        assert!(sequence(&[b"abc", b""]).is_none());
        assert!(sequence(&[]).is_none());
    }

    #[test]
    fn days_are_counted() {
        assert_eq!(time(b"1970-01-01"), Some((0, vec![])));
        assert_eq!(time(b"2000-03-01T00:00:00Z"), Some((951_868_800, vec![])));
        assert_eq!(time(b"1969-12-31T23:59:59Z"), Some((-1, vec![])));
        assert_eq!(time(b"0000-01-01"), Some((-62_167_219_200, vec![])));
        for wrong in [
            "2024-13-01",
            "2024-00-10",
            "2023-02-29",
            "2024-01-01T24:00",
            "2024-1-1",
            "2024-01-01T10:00+1",
            "2024-01-01x",
            "",
        ] {
            assert_eq!(time(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn names_that_differ_in_numbers_have_an_order() {
        assert_eq!(is_out_of_order(&[b"run-1", b"run-10", b"run-2"]), Some(2));
        assert_eq!(is_out_of_order(&[b"run-1", b"run-2", b"run-10"]), None);
        assert_eq!(is_out_of_order(&[b"new", b"2old", b"1old"]), None);
        assert_eq!(is_out_of_order(&[]), None);
        assert_eq!(by_name(&[b"r10", b"r9", b"r09"]), [2, 1, 0]);
    }

    #[test]
    fn times_that_go_back_are_found() {
        assert_eq!(goes_back(&[b"2024-01-01", b"2024-01-02", b"2024-01-02"]), None);
        assert_eq!(goes_back(&[b"2024-01-03", b"2024-01-02"]), Some(1));
        assert_eq!(goes_back(&[b"x", b"2024-01-02"]), None);
    }
}
