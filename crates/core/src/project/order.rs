//! Sort orders of values.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::base::parse_float;
use crate::base::sort::{order, sort_copies};

/// How the values of a field sort. Values that compare equal sort as bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Order {
    /// By first appearance among the results that are kept.
    First,
    /// As bytes.
    Alpha,
    /// Numbers by size, then everything else.
    Num,
    /// By index in a list; only results with listed values are kept.
    Fixed(Listed),
}

/// An ordered list of values. Several values can be grouped under one name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) groups: Vec<Group>,
    /// The index of the group of each value; for a repeated value, the last index. A map, because a query can list
    /// thousands of values.
    indices: BTreeMap<Vec<u8>, usize>,
    /// The index of each group name.
    names: BTreeMap<Vec<u8>, usize>,
}

/// An item of a list: a single value, or several values that are grouped under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) name: Vec<u8>,
    /// The values of the group; `None` for a single value.
    pub(super) values: Option<Vec<Vec<u8>>>,
}

impl Group {
    fn values(&self) -> &[Vec<u8>] {
        self.values.as_deref().unwrap_or(std::slice::from_ref(&self.name))
    }
}

impl Listed {
    pub(super) fn new(groups: Vec<Group>) -> Listed {
        let values = |(group, index): (&Group, usize)| {
            group.values().iter().map(move |value| (value.clone(), index)).collect::<Vec<_>>()
        };
        // To collect them would sort them first, with code that a browser would load.
        let (mut indices, mut names) = (BTreeMap::new(), BTreeMap::new());
        indices.extend(groups.iter().zip(0..).flat_map(values));
        names.extend(groups.iter().zip(0..).map(|(group, index)| (group.name.clone(), index)));
        Listed { groups, indices, names }
    }

    /// Returns a list of single values.
    pub(super) fn of_values(values: Vec<Vec<u8>>) -> Listed {
        Listed::new(values.into_iter().map(|name| Group { name, values: None }).collect())
    }

    /// Returns the index of a value, or `None` if the list does not contain it.
    pub(super) fn index(&self, value: &[u8]) -> Option<usize> {
        self.indices.get(value).copied()
    }

    /// Returns the name of the group to which a value belongs.
    fn name(&self, value: &[u8]) -> Option<&[u8]> {
        let group = &self.groups[self.index(value)?];
        group.values.is_some().then_some(&group.name)
    }
}

impl Order {
    /// Returns the name of the group to which a value belongs; `None` for a single value.
    pub(super) fn name(&self, value: &[u8]) -> Option<&[u8]> {
        match self {
            Order::Fixed(list) => list.name(value),
            Order::First | Order::Alpha | Order::Num => None,
        }
    }

    /// Sorts the distinct `values` of a field, given by first appearance.
    ///
    /// `keeps_first` is whether first appearance means anything for this field.
    pub(super) fn sort(&self, values: &mut [(u32, &[u8])], keeps_first: bool) {
        match self {
            Order::First if keeps_first => {}
            Order::First | Order::Alpha => sort_copies(values, &mut |a, b| a.1.cmp(b.1)),
            Order::Num => {
                let keys: Vec<NumKey<'_>> =
                    values.iter().map(|&(_, text)| NumKey(number(text), text)).collect();
                arrange(values, &order(keys.len(), &mut |a, b| keys[a].cmp(&keys[b])));
            }
            Order::Fixed(list) => {
                // A value that is not listed gets the first index.
                let index = |text: &[u8]| list.names.get(text).copied().unwrap_or(0);
                let keys: Vec<(usize, &[u8])> =
                    values.iter().map(|&(_, text)| (index(text), text)).collect();
                arrange(values, &order(keys.len(), &mut |a, b| keys[a].cmp(&keys[b])));
            }
        }
    }
}

/// Reorders values by a list of indexes.
fn arrange(values: &mut [(u32, &[u8])], order: &[usize]) {
    let old = values.to_vec();
    values.iter_mut().zip(order).for_each(|(value, &index)| *value = old[index]);
}

/// Numbers come first, NaN after the other numbers, then texts; ties sort as bytes.
#[derive(PartialEq)]
struct NumKey<'t>(Option<f64>, &'t [u8]);

impl Eq for NumKey<'_> {}

impl PartialOrd for NumKey<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for NumKey<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let kind = |n: Option<f64>| n.map_or(2, |v| u8::from(v.is_nan()));
        let size = self.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal);
        kind(self.0).cmp(&kind(other.0)).then(size).then_with(|| self.1.cmp(other.1))
    }
}

/// Parses a number as names contain it: a float, or digits with a size prefix such as `4k`, `1.5MiB`.
pub(crate) fn number(text: &[u8]) -> Option<f64> {
    if let Ok(value) = parse_float(text) {
        return Some(value);
    }
    let text = text.strip_suffix(b"b").or_else(|| text.strip_suffix(b"B")).unwrap_or(text);
    let (text, base) = match text.strip_suffix(b"i") {
        Some(text) => (text, Some(1024.0)),
        None => (text, None),
    };
    let (&last, head) = text.split_last()?;
    let power = match last {
        b'k' | b'K' => 1,
        b'M' => 2,
        b'G' => 3,
        b'T' => 4,
        b'P' => 5,
        b'E' => 6,
        b'Z' => 7,
        b'Y' => 8,
        // Without a prefix, there is no `i` either.
        _ if base.is_none() => 0,
        _ => return None,
    };
    let digits = if power == 0 { text } else { head };
    let plain = |b: &u8| b.is_ascii_digit() || *b == b'.';
    let unsigned = digits.strip_prefix(b"+").or_else(|| digits.strip_prefix(b"-"));
    if !unsigned.unwrap_or(digits).iter().all(plain) {
        return None;
    }
    let value = parse_float(digits).ok()?;
    Some((0..power).fold(1.0, |factor, _| factor * base.unwrap_or(1000.0)) * value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(order: &Order, values: &[&'static str]) -> Vec<&'static str> {
        let mut numbered: Vec<(u32, &[u8])> =
            (0..).zip(values.iter().map(|v| v.as_bytes())).collect();
        order.sort(&mut numbered, true);
        numbered.into_iter().map(|(i, _)| values[i as usize]).collect()
    }

    #[test]
    fn numbers() {
        let check =
            |text: &str, want: Option<f64>| assert_eq!(number(text.as_bytes()), want, "{text}");
        check("1k", Some(1e3));
        check("1Ki", Some(1024.0));
        check("-2.5MiB", Some(-2.5 * 1024.0 * 1024.0));
        check("10b", Some(10.0));
        check("1e3", Some(1e3));
        check("1Y", Some(1e24));
        for text in ["1kB/s", "", "1..5", "b", "i", "1i", "k", "1kk", "x1", "1mB", "1e3k"] {
            check(text, None);
        }
    }

    #[test]
    fn orders() {
        assert_eq!(sorted(&Order::First, &["b", "a"]), ["b", "a"]);
        assert_eq!(sorted(&Order::Alpha, &["b", "a", "B"]), ["B", "a", "b"]);
        let values = ["x", "1k", "NaN", "999", "1e3", "1000", "", "1Ki"];
        let want = ["999", "1000", "1e3", "1k", "1Ki", "NaN", "", "x"];
        assert_eq!(sorted(&Order::Num, &values), want);
        let list = Order::Fixed(Listed::of_values(["b", "a", "c", "b"].map(Vec::from).to_vec()));
        assert_eq!(sorted(&list, &["c", "b", "a"]), ["a", "c", "b"]);
    }

    #[test]
    fn values_that_are_one_sort_by_their_name() {
        let group = |name: &str, values: Option<[&str; 2]>| Group {
            name: name.into(),
            values: values.map(|values| values.map(Vec::from).to_vec()),
        };
        // The name of a group may be a value of another group.
        let groups = [group("c", Some(["a", "b"])), group("a", Some(["c", "d"])), group("e", None)];
        let list = Order::Fixed(Listed::new(groups.to_vec()));
        assert_eq!(sorted(&list, &["e", "a", "c"]), ["c", "a", "e"]);
        let name = |value: &str| list.name(value.as_bytes()).map(String::from_utf8_lossy);
        assert_eq!(
            ["a", "d", "e", "f"].map(name),
            [Some("c".into()), Some("a".into()), None, None]
        );
    }
}
