//! Names of rows and columns: the parts that all names share are printed once.

use super::metrics;
use crate::base::{Texts, write_label};

/// Names in the form that a chart prints.
pub(super) struct Labels {
    /// The names without the shared parts.
    pub(super) short: Vec<String>,
    /// The full names.
    pub(super) full: Vec<String>,
    /// The shared parts, as a sentence; empty if nothing is shared.
    pub(super) note: String,
}

/// Returns a key in one line. An empty key gets a visible text.
pub(super) fn label(key: &Texts) -> String {
    let mut out = Vec::new();
    write_label(&mut out, key);
    match String::from_utf8_lossy(&out).into_owned() {
        label if label.is_empty() => "(none)".to_owned(),
        label => label,
    }
}

impl Labels {
    pub(super) fn new<'t>(keys: impl Iterator<Item = &'t Texts>) -> Labels {
        let full: Vec<String> = keys.map(label).collect();
        let (head, tail) = shared(&full);
        let short = full.iter().map(|label| label[head..label.len() - tail].to_owned()).collect();
        let [begin, end] =
            full.first().map_or(["", ""], |label| [&label[..head], &label[label.len() - tail..]]);
        let note = match (begin, end) {
            ("", "") => String::new(),
            ("", end) => format!("all names end in {end}"),
            (begin, "") => format!("all names begin with {begin}"),
            (begin, end) => format!("all names begin with {begin} and end in {end}"),
        };
        Labels { short, full, note }
    }

    /// Returns the names shortened to this width, still distinguishable.
    pub(super) fn fit(&self, room: f64) -> Vec<String> {
        metrics::shortened_apart(&self.short.iter().map(String::as_str).collect::<Vec<_>>(), room)
    }

    /// Returns the width of the widest name.
    pub(super) fn width(&self) -> f64 {
        self.short.iter().map(|label| metrics::width(label)).fold(0.0, f64::max)
    }
}

/// Returns how many bytes all names share at the beginning and at the end, in whole parts: a value is never cut, and
/// never separated from its key. Parts end at a slash, or at a space between two keys; a final `-8` is also a part.
fn shared(names: &[String]) -> (usize, usize) {
    let [first, others @ ..] = names else { return (0, 0) };
    if others.is_empty() {
        return (0, 0);
    }
    let is_cut = |b: &u8| matches!(b, b'/' | b' ');
    // At least one byte of each name remains. Cuts are at single-byte characters, so the text on both sides stays
    // valid.
    let shortest = names.iter().map(String::len).min().unwrap_or(0);
    let most = shortest.saturating_sub(1);
    let equal = |other: &String| {
        first.bytes().zip(other.bytes()).take(most).take_while(|(a, b)| a == b).count()
    };
    let head = others.iter().map(equal).min().unwrap_or(0);
    let head = first.as_bytes()[..head].iter().rposition(is_cut).map_or(0, |at| at + 1);
    let most = most.saturating_sub(head);
    let equal = |other: &String| {
        let pairs = first.bytes().rev().zip(other.bytes().rev());
        pairs.take(most).take_while(|(a, b)| a == b).count()
    };
    let tail = others.iter().map(equal).min().unwrap_or(0);
    let end = &first.as_bytes()[first.len() - tail..];
    let number = end.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let threads = (0 < number && end[..end.len() - number].ends_with(b"-")).then_some(number + 1);
    let tail = end.iter().position(is_cut).map(|at| tail - at).or(threads).unwrap_or(0);
    (head, tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_share_is_told_once() {
        let check = |names: &[&str], want: (usize, usize)| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            assert_eq!(shared(&names), want, "{names:?}");
        };
        check(&["Encode/n=1-8", "Decode/n=1-8"], (0, "/n=1-8".len()));
        check(&["github.com/x/y A-8", "github.com/x/y B-8"], ("github.com/x/y ".len(), 2));
        check(&["A-8"], (0, 0));
        check(&["results/a-b", "results/a-b"], ("results/".len(), 0));
        check(&["", ""], (0, 0));
        check(&["é-8", "è-8"], (0, 2));
        check(&["A", "A/x"], (0, 0));
        check(&["A/", "A/x"], (0, 0));
        check(&["A/x", "A/y/x"], (2, 0));
    }

    #[test]
    fn values_stay_whole_and_keep_their_keys() {
        let check = |names: [&str; 2], want: [&str; 2]| {
            let names = names.map(str::to_owned);
            let (head, tail) = shared(&names);
            assert_eq!(names.each_ref().map(|name| &name[head..name.len() - tail]), want);
        };
        check(
            ["Work/size=10/codec=none-8", "Work/size=100/codec=zstd-8"],
            ["size=10/codec=none", "size=100/codec=zstd"],
        );
        check(["Work/size=10/codec=none-8", "Work/size=100/codec=none-8"], ["size=10", "size=100"]);
        check(["A/n=1.5", "A/n=2.5"], ["n=1.5", "n=2.5"]);
        check(["A/on=pre-fast-8", "A/on=post-fast-8"], ["on=pre-fast", "on=post-fast"]);
        check(["com.acme.One", "com.acme.Two"], ["com.acme.One", "com.acme.Two"]);
    }
}
