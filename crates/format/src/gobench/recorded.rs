//! Parses how a log was measured.
//!
//! Takes a comment; gives the block that begins there. `# benchlens recording=ID block=K time=T` precedes the results
//! of a block: its recording, its number in the recording, and the seconds since 1970. If ` end=expected` follows, `#
//! benchlens recording=ID end=K` comes after the results, unless the recorder was killed. `# benchlens recording=ID
//! looks=N,N` lists the numbers of blocks at which a recording checks whether it may stop. Other readers of the format
//! skip these lines as comments. Must not know the purpose of blocks.

use crate::line_limits::NOISE_KEPT;
use crate::lines::without_return;
use crate::{Notice, Problem};

/// The beginning of a line about a recording.
pub(super) const RECORDING: &[u8] = b"# benchlens recording=";

/// Parses a comment about the following results, if it is about a recording.
pub fn recorded(line: &[u8]) -> Option<Notice> {
    // A line buffer keeps only this part of a line of noise, and the answer must not depend on how the line came.
    let is_whole = line.len() < NOISE_KEPT;
    let line = without_return(&line[..line.len().min(NOISE_KEPT)]);
    let rest = line.strip_prefix(RECORDING)?;
    if let Some((recording, looks)) = looks(rest) {
        let looks = look_numbers(looks).filter(|_| is_whole && !recording.is_empty());
        let recording = recording.to_vec();
        return Some(match looks {
            Some(looks) => Notice::Looks { recording, looks },
            None => Notice::Problem(Problem::NoLooks { recording, line: line.to_vec() }),
        });
    }
    let [mut recording, mut block, mut time, mut end] = [&b""[..], b"", b"time=0", b""];
    let words = rest.split(|&byte| byte == b' ');
    [&mut recording, &mut block, &mut time, &mut end]
        .into_iter()
        .zip(words)
        .for_each(|(to, word)| *to = word);
    let ended = block.strip_prefix(b"end=").and_then(number);
    if let Some(block) = ended.filter(|_| is_whole && !recording.is_empty()) {
        return Some(Notice::RunEnd { recording: recording.to_vec(), block });
    }
    let has_end = end == b"end=expected";
    let block = block.strip_prefix(b"block=").and_then(number);
    let time = time.strip_prefix(b"time=");
    let is_time = time.is_some_and(|time| time.iter().all(|&b| b.is_ascii_digit() || b == b'.'));
    Some(match block.filter(|_| is_time && !recording.is_empty()) {
        Some(block) => Notice::Block { recording: recording.to_vec(), block, has_end },
        None => Notice::Problem(Problem::NoBlock { line: line.to_vec() }),
    })
}

/// Returns the recording and its interim checks, if they follow.
fn looks(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    let space = rest.iter().position(|&byte| byte == b' ')?;
    let (recording, rest) = rest.split_at(space);
    Some((recording, rest.strip_prefix(b" looks=")?))
}

/// What precedes the number of blocks in the name of a confirming recording.
const CONFIRMS: &str = "+confirm";

/// Returns the name of the recording that measures rows of a recording again, because they exceeded the limit of a gate,
/// in this number of blocks.
#[must_use]
pub fn confirming_name(recording: &str, blocks: u32) -> String {
    format!("{recording}{CONFIRMS}{blocks}")
}

/// Returns the recording that a recording confirms, and how many blocks confirm it.
pub fn confirmed(recording: &[u8]) -> Option<(&[u8], u32)> {
    numbered(recording, CONFIRMS)
}

/// Splits a name that ends in this word and a number.
fn numbered<'a>(name: &'a [u8], word: &str) -> Option<(&'a [u8], u32)> {
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (rest, count) = name.split_at(name.len() - digits);
    let first = rest.strip_suffix(word.as_bytes())?;
    Some((first, number(count)?)).filter(|_| !first.is_empty())
}

/// What precedes the number of builds in the name of a recording whose blocks use several builds in rotation.
const BUILDS: &str = "+builds";

/// Returns the name of a recording whose blocks use this number of builds in rotation.
#[must_use]
pub fn rebuilding_name(recording: &str, builds: u32) -> String {
    format!("{recording}{BUILDS}{builds}")
}

/// Returns the build that a block of a recording uses, counted from 1; `None` if all blocks use one build.
#[must_use]
pub fn build_of(recording: &[u8], block: u32) -> Option<u32> {
    let first = confirmed(recording).map_or(recording, |(first, _)| first);
    let (_, builds) = numbered(first, BUILDS)?;
    (1 < builds).then(|| block.wrapping_sub(1) % builds + 1)
}

/// The maximum number of interim checks of a recording, because correcting for each takes time.
pub(crate) const LOOKS_MAX: usize = 100;

/// Parses numbers of blocks, if they are ascending and above 0.
fn look_numbers(text: &[u8]) -> Option<Vec<u32>> {
    let looks: Option<Vec<u32>> = text.split(|&byte| byte == b',').map(number).collect();
    looks.filter(|looks| are_looks(looks))
}

/// Returns the text of numbers of blocks.
pub fn look_text(looks: &[u32]) -> String {
    looks.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Returns whether numbers are ascending, above 0, and not too many.
pub fn are_looks(looks: &[u32]) -> bool {
    let ascend = looks.windows(2).all(|pair| pair[0] < pair[1]);
    ascend && looks.len() <= LOOKS_MAX && looks.first().is_some_and(|&first| 0 < first)
}

/// Parses an integer.
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
    use super::{build_of, confirmed, confirming_name, rebuilding_name, recorded};
    use crate::{Notice, Problem};

    #[test]
    fn whole_lines_begin_a_block() {
        let check = |line: &str, want: Option<(&str, u32)>| {
            let want = want.map(|(id, block): (&str, u32)| (id.as_bytes().to_vec(), block));
            for (has_end, more) in [(false, ""), (true, " end=expected")] {
                // All lines that expect an end contain a time.
                let line = if has_end { line.replace('\r', "") + more } else { line.to_owned() };
                if has_end && !line.contains("time=") {
                    continue;
                }
                let want = want.clone().map(|(recording, block)| Notice::Block {
                    recording,
                    block,
                    has_end,
                });
                assert_eq!(recorded(line.as_bytes()), want, "{line:?}");
            }
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
    fn names_say_what_they_confirm() {
        let name = confirming_name("a1", 24);
        assert_eq!(name, "a1+confirm24");
        assert_eq!(confirmed(name.as_bytes()), Some((&b"a1"[..], 24)));
        for other in ["a1", "a1+confirm", "+confirm24", "a1+confirm4294967296", "a1+confirm24x", ""]
        {
            assert_eq!(confirmed(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn names_say_how_many_builds_there_are() {
        let name = rebuilding_name("a1", 3);
        assert_eq!(name, "a1+builds3");
        for name in [&name, &confirming_name(&name, 24)] {
            let builds: Vec<_> = (1..6).map(|block| build_of(name.as_bytes(), block)).collect();
            assert_eq!(builds, [Some(1), Some(2), Some(3), Some(1), Some(2)], "{name}");
            assert!(build_of(name.as_bytes(), 0).is_some());
        }
        for other in ["a1", "a1+builds", "a1+builds0", "a1+builds1", "+builds3", "a1+builds3x"] {
            assert_eq!(build_of(other.as_bytes(), 5), None, "{other}");
        }
    }

    #[test]
    fn a_run_ends() {
        let end = |block| Some(Notice::RunEnd { recording: b"a1".to_vec(), block });
        assert_eq!(recorded(b"# benchlens recording=a1 end=3"), end(3));
        assert_eq!(recorded(b"# benchlens recording=a1 end=3\r"), end(3));
        for line in ["# benchlens recording=a1 end=", "# benchlens recording= end=3"] {
            let want = Some(Notice::Problem(Problem::NoBlock { line: line.into() }));
            assert_eq!(recorded(line.as_bytes()), want, "{line:?}");
        }
    }

    #[test]
    fn looks_ascend() {
        let check = |looks: &str, is_known: bool| {
            for end in ["", "\r"] {
                let line = format!("# benchlens recording=a1 looks={looks}{end}");
                let (recording, line) = (b"a1".to_vec(), line.as_bytes());
                let want = if is_known {
                    let looks = looks.split(',').map(|look| look.parse().unwrap()).collect();
                    Notice::Looks { recording, looks }
                } else {
                    let line = line.trim_ascii_end().to_vec();
                    Notice::Problem(Problem::NoLooks { recording, line })
                };
                assert_eq!(recorded(line), Some(want), "{looks}");
            }
        };
        for looks in ["10,20,30,40,50", "1", "7,4294967295"] {
            check(looks, true);
        }
        let many: Vec<String> = (1..=101).map(|look| look.to_string()).collect();
        check(&many[..100].join(","), true);
        for looks in
            ["", ",", "10,", ",10", "10,10", "20,10", "0,10", "10, 20", "10;20", "-1", "4294967296"]
        {
            check(looks, false);
        }
        check(&many.join(","), false);
        let line = b"# benchlens recording= looks=10";
        let none = Problem::NoLooks { recording: Vec::new(), line: line.to_vec() };
        assert_eq!(recorded(line), Some(Notice::Problem(none)));
        // If only the beginning of a line is kept, the rest is unknown.
        let long = format!("# benchlens recording={} looks=10,20", "a".repeat(2000));
        let none = Problem::NoBlock { line: long.as_bytes()[..1024].to_vec() };
        assert_eq!(recorded(long.as_bytes()), Some(Notice::Problem(none)));
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
            let want = Some(Notice::Problem(Problem::NoBlock { line: line.into() }));
            assert_eq!(recorded(line.as_bytes()), want, "{line:?}");
        }
    }
}
