//! The formats that are read, and which one an input has.

use super::ci::Wrapping;
use super::foreign::FOREIGN;
use super::json::{Cursor, Stop};
use super::lines::kept;
use super::{
    Kind, ReadOptions, Reader, action, bencher, cargo_criterion, criterion, csv, dotnet, gobench,
    gojson, google, hyperfine, jmh, libtest, pyperf, pytest, tar, vitest,
};

/// A format of benchmark results.
#[derive(Debug)]
#[non_exhaustive]
pub struct Format {
    /// A short name.
    pub name: &'static str,
    /// A description.
    pub about: &'static str,
    /// How to record an input in it.
    pub example: &'static str,
    /// Whether whole lines from the middle of an input can be read without the lines before them.
    pub cuts_at_lines: bool,
    /// What an input in it is called if it has no result.
    pub(super) without_results: Kind,
    /// Whether a line that begins with this byte can be anything but noise.
    pub(super) may_be_data: fn(u8) -> bool,
    /// Whether an input has this format, from its first bytes.
    pub(super) sight: fn(&Head<'_>) -> Sight,
    /// A reader for one input.
    pub(super) reader: fn() -> Box<dyn Reader>,
}

impl Format {
    /// A reader for one input, or for whole lines of it if the format can be cut there.
    pub fn reader(&self) -> Box<dyn Reader> {
        (self.reader)()
    }

    /// Whether its names are those of Go's benchmarks, which are written as they are.
    pub(crate) fn has_go_names(&self) -> bool {
        [gobench::FORMAT.name, gojson::FORMAT.name].contains(&self.name)
    }

    /// How many bytes from the beginning of a line are enough, where the whole line is very long.
    pub fn line_bytes(&self, line: &[u8]) -> usize {
        kept(line.first().is_none_or(|&first| (self.may_be_data)(first)))
    }
}

/// The formats that are read. An input has the first one that recognises it; the last one takes what
/// no other wants.
pub const FORMATS: &[Format] = &[
    gojson::FORMAT,
    criterion::FORMAT,
    cargo_criterion::FORMAT,
    google::FORMAT,
    jmh::FORMAT,
    pytest::FORMAT,
    hyperfine::FORMAT,
    dotnet::FORMAT,
    vitest::FORMAT,
    vitest::TINYBENCH,
    pyperf::FORMAT,
    action::HISTORY,
    action::CUSTOM,
    bencher::FORMAT,
    libtest::FORMAT,
    csv::FORMAT,
    gobench::FORMAT,
];

/// The format that takes what no other wants.
pub fn any_text() -> &'static Format {
    const { &gobench::FORMAT }
}

/// Whether a line is data of a format of lines, whatever stands around it.
pub(super) fn is_certain_data(line: &[u8]) -> bool {
    gobench::is_data(line) || gojson::is_event(line) || libtest::is_result(line)
}

/// How much of an input decides about its format.
pub const HEAD_BYTES: usize = 1 << 16;

/// The first bytes of an input.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head<'a> {
    pub(super) bytes: &'a [u8],
    /// Whether nothing follows that may be looked at.
    pub(super) is_whole: bool,
}

impl<'a> Head<'a> {
    /// The whole lines; the last one counts without its line end only if nothing follows.
    pub(super) fn lines(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let end = if self.is_whole {
            self.bytes.len()
        } else {
            memchr::memrchr(b'\n', self.bytes).map_or(0, |at| at + 1)
        };
        // Nothing split is one empty line.
        let most = if end == 0 { 0 } else { usize::MAX };
        self.bytes[..end].split(|&b| b == b'\n').take(most)
    }

    /// Where a JSON document begins, if no line before it is Go's text: at the beginning of a line.
    fn json(&self) -> Option<&'a [u8]> {
        let mut rest = self.bytes;
        loop {
            let text = rest.trim_ascii_start();
            match text.first()? {
                b'{' | b'[' => return Some(text),
                _ if gobench::is_data(text) => return None,
                _ => rest = &text[memchr::memchr(b'\n', text)?..],
            }
        }
    }

    /// Whether a JSON document begins that has these texts in its first bytes.
    pub(super) fn json_with(&self, texts: &[&[u8]]) -> Sight {
        match self.json() {
            Some(json) if texts.iter().all(|text| memchr::memmem::find(json, text).is_some()) => {
                Sight::Yes
            }
            None if self.is_text() => Sight::No,
            _ => Sight::Unsure,
        }
    }

    /// Whether a JSON document begins of which a look says that it is of some form.
    pub(super) fn json_is(&self, look: fn(&mut Cursor<'_>) -> Result<bool, Stop>) -> Sight {
        let Some(json) = self.json() else {
            return if self.is_text() { Sight::No } else { Sight::Unsure };
        };
        match look(&mut Cursor::new(json)) {
            Ok(true) => Sight::Yes,
            Ok(false) | Err(Stop::Wrong { .. } | Stop::Lacks { .. }) => Sight::No,
            Err(Stop::Cut) => Sight::Unsure,
        }
    }

    /// Whether a line that only Go's text has comes before any JSON.
    fn is_text(&self) -> bool {
        self.lines()
            .take_while(|line| !line.trim_ascii_start().starts_with(b"{"))
            .any(gobench::is_data)
    }
}

/// What the first bytes of an input say about a format. More bytes never change a yes or a no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    Yes,
    No,
    /// More bytes may tell. A no if there are none.
    Unsure,
}

/// The format of an input, once its first bytes are enough to tell.
pub(super) fn detect(bytes: &[u8], is_whole: bool) -> Option<&'static Format> {
    let is_whole = is_whole || HEAD_BYTES <= bytes.len();
    let head = Head { bytes: &bytes[..bytes.len().min(HEAD_BYTES)], is_whole };
    let (any, others) = FORMATS.split_last()?;
    let foreign = const { &FOREIGN };
    let known = std::iter::once(const { &tar::FORMAT }).chain(others).chain(foreign);
    for format in known.chain([any]) {
        match (format.sight)(&head) {
            Sight::Yes => return Some(format),
            Sight::Unsure if !is_whole => return None,
            Sight::Unsure | Sight::No => {}
        }
    }
    Some(any_text())
}

/// Whether the bytes of an input are its text, by its first [`HEAD_BYTES`] or all of it.
pub(super) fn is_bare(head: &[u8]) -> bool {
    let is_marked = super::decode::MARKS.iter().any(|mark| head.starts_with(mark));
    !is_marked && Wrapping::of(head).is_none()
}

/// Whether a text is one that can be put behind others of its kind, as logs are: Go's, or events of
/// `go test -json`. Its first [`HEAD_BYTES`] or all of it tell.
pub fn is_log(head: &[u8]) -> bool {
    detect(head, true).is_none_or(|format| ["go", "go-json"].contains(&format.name))
}

/// The format of an input whose lines can be read apart from each other, from its first
/// [`HEAD_BYTES`] or all of it. None if it must be read from its beginning to its end.
pub fn cut_at_lines(head: &[u8]) -> Option<&'static Format> {
    ReadOptions::default().cut_at_lines(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(bytes: &[u8], is_whole: bool) -> Option<&'static str> {
        detect(bytes, is_whole).map(|format| format.name)
    }

    #[test]
    fn more_bytes_never_change_an_answer() {
        let tar = [&b"logs/old.txt"[..], &[0; 245], b"ustar\x0000rest"].concat();
        let inputs: [(&[u8], &str); 14] = [
            (b"goos: linux\nBenchmarkA 1 2 x\n{\"Action\":\"output\"}\n", "go"),
            (b"\n{\"Action\":\"start\",\"Package\":\"p\"}\n", "go-json"),
            (
                b"# p\np.go:1: x\n{\"Time\":\"t\",\"Action\":\"output\",\"Output\":\"x\"}\n",
                "go-json",
            ),
            (b"{\"level\":\"info\"}\nBenchmarkA 1 2 x\n", "go"),
            (b"{\"a\":1", "go"),
            (b"", "go"),
            (
                b"running 1 test\ntest a ... bench: 1 ns/iter (+/- 0)\nBenchmarking b: x\n",
                "libtest",
            ),
            (b"test a ... bench: 1 ns/iter (+/- 0)\nBenchmarkA 1 2 x\n", "go"),
            (b"test a ... ok\ntest b ... bench: x\n", "go"),
            (b"# x\n\nrun;name;value;unit\n1;A;2;x\n", "csv"),
            (b"\"value\",\"name\"\n", "csv"),
            (b"x\nname,value\n", "go"),
            (b"name: value\n", "go"),
            (&tar, "tar"),
        ];
        for (input, want) in inputs {
            assert_eq!(name(input, true), Some(want), "{:?}", input.escape_ascii().to_string());
            for end in 0..=input.len() {
                let early = name(&input[..end], false);
                assert!(early.is_none_or(|early| early == want), "{end} of {want}: {early:?}");
            }
        }
    }
}
