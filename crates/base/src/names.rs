//! Names of benchmarks as a store encodes them.
//!
//! In a name of Go, the `-8` at the end is the number of processors (GOMAXPROCS). In a name of another tool it is a
//! part of the name, such as the `-256` of `sha-256`. A store keeps such a name with a zero byte after it, so code that
//! stores, sends and joins names does not need to distinguish them.

use std::borrow::Cow;

/// Returns the start of the `-N` at the end of an encoded name, if it is a number of processors.
pub fn processors(encoded: &[u8]) -> Option<usize> {
    let digits = encoded.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let dash = encoded.len().checked_sub(digits + 1)?;
    (0 < digits && encoded[dash] == b'-').then_some(dash)
}

/// Encodes a name; `has_processors` is whether a `-N` at its end is a number of processors.
pub fn encode(name: &[u8], has_processors: bool) -> Cow<'_, [u8]> {
    let is_mistakable = !has_processors && processors(name).is_some();
    if is_mistakable || name.ends_with(b"\0") {
        return Cow::Owned([name, b"\0"].concat());
    }
    Cow::Borrowed(name)
}

/// Returns the name without its mark.
pub fn text(encoded: &[u8]) -> &[u8] {
    encoded.strip_suffix(b"\0").unwrap_or(encoded)
}

/// Appends bytes in percent-encoding, as URLs have it.
pub fn encode_percent(out: &mut Vec<u8>, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for byte in bytes {
        out.extend([b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_go_end_in_processors() {
        let check = |name: &str, of_go: Option<usize>| {
            let own = encode(name.as_bytes(), true);
            assert_eq!((&own[..], processors(&own)), (name.as_bytes(), of_go), "{name}");
            let other = encode(name.as_bytes(), false);
            assert_eq!((text(&other), processors(&other)), (name.as_bytes(), None), "{name}");
        };
        check("Sum-256", Some(3));
        check("Sum/n=-1", Some(6));
        check("Sum-", None);
        check("Sum256", None);
        check("", None);
        assert_eq!(text(&encode(b"Sum-8\0", true)), b"Sum-8\0");
    }
}
