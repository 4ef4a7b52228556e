//! Helpers that cut patterns.

/// Returns the part of `from` that precedes `rest`, which must be a suffix of it.
pub(super) fn until<'p>(from: &'p str, rest: &str) -> &'p str {
    from.len().checked_sub(rest.len()).and_then(|n| from.get(..n)).unwrap_or(from)
}

/// Splits off the first character.
pub(super) fn split_first(s: &str) -> Option<(char, &str)> {
    let mut chars = s.chars();
    chars.next().map(|c| (c, chars.as_str()))
}
