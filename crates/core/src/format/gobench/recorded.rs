//! What a log says of how it was recorded.
//!
//! Takes a comment; gives the block that begins there. `# benchlens recording=ID block=K time=T` stands before the
//! results of a block: the recording that it is of, its number in there, and the seconds since 1970. Other
//! readers of the format skip it as a comment. Must not know what a block is for.

use crate::format::Notice;
use crate::format::lines::{NOISE_KEPT, without_return};

/// What a comment says of the results behind it, if it is about a recording.
pub(in crate::format) fn recorded(line: &[u8]) -> Option<Notice<'_>> {
    // What a line buffer keeps of a line of noise: the answer must not depend on how it came.
    let line = without_return(&line[..line.len().min(NOISE_KEPT)]);
    let rest = line.strip_prefix(b"# benchlens recording=")?;
    let [mut recording, mut block, mut time] = [&b""[..], b"", b"time=0"];
    let words = rest.split(|&byte| byte == b' ');
    [&mut recording, &mut block, &mut time]
        .into_iter()
        .zip(words)
        .for_each(|(to, word)| *to = word);
    let block = block.strip_prefix(b"block=").and_then(number);
    let time = time.strip_prefix(b"time=");
    let is_time = time.is_some_and(|time| time.iter().all(|&b| b.is_ascii_digit() || b == b'.'));
    Some(match block.filter(|_| is_time && !recording.is_empty()) {
        Some(block) => Notice::Block { recording, block },
        None => Notice::NoBlock { line },
    })
}

/// A whole number.
fn number(digits: &[u8]) -> Option<u32> {
    let mut number = None;
    for digit in digits {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit < 10)?;
        number = Some(number.unwrap_or(0_u32).checked_mul(10)?.checked_add(digit.into())?);
    }
    number
}

#[cfg(test)]
mod tests {
    use super::recorded;
    use crate::format::Notice;

    #[test]
    fn whole_lines_begin_a_block() {
        let check = |line: &str, want: Option<(&str, u32)>| {
            let want = want.map(|(id, block)| Notice::Block { recording: id.as_bytes(), block });
            assert_eq!(recorded(line.as_bytes()), want, "{line:?}");
        };
        check("# benchlens recording=a1 block=3 time=1767322985.25", Some(("a1", 3)));
        check("# benchlens recording=a1 block=3\r", Some(("a1", 3)));
        check("# benchlens recording=a1 block=4294967295", Some(("a1", u32::MAX)));
        check("# benchlens is a comment", None);
        check("# benchlens block=1 recording=a1", None);
        check("# other recording=a1 block=1", None);
        check("#benchlens recording=a1 block=1", None);
        check("#", None);
    }

    #[test]
    fn other_lines_say_that_no_block_is_known() {
        for line in [
            "# benchlens recording=a1",
            "# benchlens recording= block=1",
            "# benchlens recording=a1 block=",
            "# benchlens recording=a1  block=1",
            "# benchlens recording=a1 block=1 tim=1",
            "# benchlens recording=a1 block=-1",
            "# benchlens recording=a1 block=1.5",
            "# benchlens recording=a1 block=4294967296",
            "# benchlens recording=a1 block=1 time=2026-01-02T03:04:05Z",
        ] {
            let want = Some(Notice::NoBlock { line: line.as_bytes() });
            assert_eq!(recorded(line.as_bytes()), want, "{line:?}");
        }
    }
}
