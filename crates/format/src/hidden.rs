//! Results in the form of Go that are not read, because of the text before them or because of their names.
//!
//! Takes the first bytes of an input without results; gives the first such line, so that an error can name its cause.

use super::{Kind, gobench};
use benchlens_base::split_field;

/// A line that would be a result.
#[derive(Debug, PartialEq, Eq)]
pub struct Hidden {
    /// Its number, counted from 1.
    pub line: u64,
    /// [`Kind::Hidden`] or [`Kind::Unnamed`].
    pub kind: Kind,
    /// The text before the result, or its name.
    pub text: Vec<u8>,
}

impl Hidden {
    /// Finds the first such line.
    pub fn find(head: &[u8]) -> Option<Hidden> {
        (1..).zip(head.split(|&byte| byte == b'\n')).find_map(|(number, line)| {
            let (kind, text) = hidden(line)?;
            Some(Hidden { line: number, kind, text: text.to_vec() })
        })
    }
}

fn hidden(line: &[u8]) -> Option<(Kind, &[u8])> {
    let is_result = |&at: &usize| at != 0 && gobench::is_result(&line[at..]);
    if let Some(at) = memchr::memmem::find_iter(line, b"Benchmark").find(is_result) {
        return Some((Kind::Hidden, &line[..at]));
    }
    let has_unit = || memchr::memmem::find(line, b"/op").is_some();
    let (name, _) = split_field(line);
    let is_unnamed = !name.is_empty()
        && !name.starts_with(b"Benchmark")
        && has_unit()
        && gobench::is_result(&[b"Benchmark", line].concat());
    is_unnamed.then_some((Kind::Unnamed, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_and_its_cause_are_found() {
        let check = |text: &str, want: Option<(u64, Kind, &str)>| {
            let found = Hidden::find(text.as_bytes());
            let want = want.map(|(line, kind, text)| Hidden { line, kind, text: text.into() });
            assert_eq!(found, want, "{text:?}");
        };
        for before in
            ["    ", "+bench | ", "bench-go> ", "@scope/pkg:bench: ", "[CI/bench]   | ", "> "]
        {
            let line = format!("# x\n{before}BenchmarkA-8 100 12.5 ns/op\r\n");
            check(&line, Some((2, Kind::Hidden, before)));
        }
        check(
            "x\ny\nWrite     100000               730.0 ns/op\n",
            Some((3, Kind::Unnamed, "Write")),
        );
        check("Write 100000 730.0 seconds\nBenchmark started\n  BenchmarkA\n", None);
    }
}
