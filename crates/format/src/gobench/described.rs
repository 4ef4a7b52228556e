//! Parses what ran, as conversions to Go text write it: `# benchlens executable: map_bench`.
//!
//! Other readers of the format skip these lines as comments.

use crate::line_limits::NOISE_KEPT;
use crate::lines::without_return;
use benchlens_base::metadata::IDENTITY;

/// The text before the key.
pub const DESCRIBED: &[u8] = b"# benchlens ";

/// Returns the key and the value of a comment that says what ran; an empty value deletes the key.
pub(super) fn described(line: &[u8]) -> Option<(&[u8], &[u8])> {
    // A line buffer keeps only this part of a line of noise, and the answer must not depend on how the line came.
    let line = Some(line).filter(|line| line.len() < NOISE_KEPT)?;
    let rest = without_return(line).strip_prefix(DESCRIBED)?;
    let (key, value) = rest.split_at(memchr::memchr(b':', rest)?);
    let is_known = IDENTITY.iter().any(|own| own.as_bytes() == key);
    is_known.then(|| (key, value[1..].trim_ascii()))
}

#[cfg(test)]
mod tests {
    use super::described;

    #[test]
    fn comments_say_what_ran() {
        let check = |line: &str, want: Option<(&str, &str)>| {
            let want = want.map(|(key, value)| (key.as_bytes(), value.as_bytes()));
            assert_eq!(described(line.as_bytes()), want, "{line}");
        };
        check("# benchlens executable: a b\r", Some(("executable", "a b")));
        check("# benchlens python:", Some(("python", "")));
        for other in ["# benchlens host: x", "# benchlens recording=x block=1", "# python: 3", "#"]
        {
            check(other, None);
        }
        check(&format!("# benchlens python: {}", "3".repeat(2000)), None);
    }
}
