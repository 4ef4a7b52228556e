//! Names of rows and columns: what all of them share is told once, not in each.

use super::metrics;
use crate::base::{Texts, write_label};

/// Names as they stand in a chart.
pub(super) struct Labels {
    /// Without what all share.
    pub(super) short: Vec<String>,
    /// As they are.
    pub(super) full: Vec<String>,
    /// What all share, as a sentence; empty if they share nothing.
    pub(super) note: String,
}

/// A key in one line. Nothing at all would not be seen.
pub(super) fn label(key: &Texts) -> String {
    let mut out = Vec::new();
    write_label(&mut out, key);
    match String::from_utf8_lossy(&out).into_owned() {
        label if label.is_empty() => "(none)".to_owned(),
        label => label,
    }
}

/// A beginning that is shorter than this is no burden.
const SHARED_MIN: usize = 8;

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

    /// The width of the widest.
    pub(super) fn width(&self) -> f64 {
        self.short.iter().map(|label| metrics::width(label)).fold(0.0, f64::max)
    }
}

/// How many bytes at the beginning and at the end all names share, cut where words are.
fn shared(names: &[String]) -> (usize, usize) {
    let [first, others @ ..] = names else { return (0, 0) };
    if others.is_empty() {
        return (0, 0);
    }
    let is_cut = |c: char| matches!(c, '/' | ' ' | '.' | ':' | '-' | '_' | '=');
    let equal =
        |other: &String| first.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let head = others.iter().map(equal).min().unwrap_or(0);
    // The cut is a single byte, so what stands before it is whole.
    let head =
        first.as_bytes()[..head].iter().rposition(|&b| is_cut(b.into())).map_or(0, |at| at + 1);
    let head = if head < SHARED_MIN { 0 } else { head };
    let equal = |other: &String| {
        let left = first.len().min(other.len()) - head;
        let pairs = first.bytes().rev().zip(other.bytes().rev()).take(left.saturating_sub(1));
        pairs.take_while(|(a, b)| a == b).count()
    };
    let tail = others.iter().map(equal).min().unwrap_or(0);
    let end = &first.as_bytes()[first.len() - tail..];
    let tail =
        end.iter().position(|&b| matches!(b, b'-' | b'/' | b'.' | b' ')).map_or(0, |at| tail - at);
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
        check(&["results/a-b", "results/a-b"], ("results/a-".len(), 0));
        check(&["", ""], (0, 0));
        check(&["é-8", "è-8"], (0, 2));
        check(&["A", "A/x"], (0, 0));
    }
}
