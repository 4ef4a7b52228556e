//! What a log says of how it was recorded.
//!
//! Takes a comment; gives the recording that it names. `# benchlens recording=ID block=K time=T` stands where
//! a block begins; other readers of the format skip it as a comment.

use crate::format::lines::NOISE_KEPT;

/// The recording of which a block begins here.
pub(in crate::format) fn recording(line: &[u8]) -> Option<&[u8]> {
    // What a line buffer keeps of a line of noise: the answer must not depend on how it came.
    let line = &line[..line.len().min(NOISE_KEPT)];
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    if (words.next(), words.next()) != (Some(b"#"), Some(b"benchlens")) {
        return None;
    }
    let mut values = [b"recording=".as_slice(), b"block="].map(|key| {
        let value = words.clone().find_map(|word| word.strip_prefix(key));
        value.filter(|value| !value.is_empty())
    });
    // A line that is cut before its block does not say that one began.
    values[1].take().and(values[0])
}

#[cfg(test)]
mod tests {
    use super::recording;

    #[test]
    fn only_whole_lines_name_a_recording() {
        let check = |line: &str, want: Option<&str>| {
            assert_eq!(recording(line.as_bytes()), want.map(str::as_bytes), "{line:?}");
        };
        check("# benchlens recording=a1 block=3 time=2026-01-02T03:04:05Z", Some("a1"));
        check("# benchlens recording=a1 block=3\r", Some("a1"));
        check("#  benchlens\tblock=3 recording=a1", Some("a1"));
        check("# benchlens recording=a1", None);
        check("# benchlens recording= block=1", None);
        check("# benchlens block=1", None);
        check("# other recording=a1 block=1", None);
        check("#benchlens recording=a1 block=1", None);
        check("#", None);
    }
}
