//! The meaning of problems: the code of each, its effect on the results, and its sentence.

use std::fmt;

use benchlens_base::plural;

use super::{ConfigValue, Loss, Problem, SyntaxError, Weight};

/// Returns the sentence about an input of summaries.
pub fn summary_only(how: &[u8]) -> Vec<u8> {
    let what = b"one number for each benchmark, no samples: no difference can be tested; measure samples with ";
    [&what[..], how].concat()
}

/// Returns the message about a line that is not as expected.
fn found_line(line: &[u8], expected: &[u8]) -> Vec<u8> {
    [b"found `", line, b"`, expected ", expected].concat()
}

impl Problem {
    /// Its name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Problem::Syntax { .. } => "malformed-line",
            Problem::Unreadable { .. } => "unreadable",
            Problem::Skipped { .. } | Problem::Part { .. } => "results-missing",
            Problem::Note { .. } => "input-note",
            Problem::SummaryOnly { .. } => "summary-only",
            Problem::UnitConflict { .. } => "unit-conflict",
            Problem::NotANumber { .. } => "not-a-number",
            Problem::Wrapped { .. } => "line-prefix",
            Problem::Unterminated => "unterminated",
            Problem::Failed { .. } => "failed-benchmark",
            Problem::PartialRun { .. } => "partial-run",
            Problem::NonZeroExit { .. } => "exit-status",
            Problem::NoBlock { .. } => "no-block",
            Problem::NoLooks { .. } => "interim-checks-unknown",
            Problem::LooksConflict { .. } => "interim-checks-conflict",
            Problem::More(_) => "more-problems",
        }
    }

    /// Whether it only deserves a word: everything that can be read was read.
    pub fn is_note(&self) -> bool {
        let Problem::More(counts) = self else {
            return !matches!(self.weight(), Some(Weight::Unreadable | Weight::Malformed));
        };
        counts.unreadable == 0 && counts.malformed == 0
    }

    /// Returns whether the input is incomplete because of the problem: a part of its content was not read, or may be
    /// missing.
    pub fn is_loss(&self) -> bool {
        match self {
            Problem::Syntax { loss, .. } => *loss != Loss::Nothing,
            Problem::Unreadable { .. }
            | Problem::NotANumber { .. }
            | Problem::Skipped { .. }
            | Problem::Part { .. }
            | Problem::Unterminated => true,
            Problem::More(counts) => counts.unreadable != 0 || counts.malformed != 0,
            Problem::Note { .. }
            | Problem::SummaryOnly { .. }
            | Problem::UnitConflict { .. }
            | Problem::Wrapped { .. }
            | Problem::Failed { .. }
            | Problem::PartialRun { .. }
            | Problem::NonZeroExit { .. }
            | Problem::NoBlock { .. }
            | Problem::NoLooks { .. }
            | Problem::LooksConflict { .. } => false,
        }
    }

    /// Returns whether the problem concerns whole files of the input.
    pub fn is_about_files(&self) -> bool {
        self.is_unreadable() || matches!(self, Problem::Skipped { .. } | Problem::Part { .. })
    }

    /// Returns whether a part of the input's content cannot be read: more than a line of a log.
    pub fn is_unreadable(&self) -> bool {
        let Problem::More(counts) = self else { return matches!(self, Problem::Unreadable { .. }) };
        counts.unreadable != 0
    }

    /// Returns whether the problem is that a benchmark or a whole package failed, or that a run was cut short.
    pub fn is_failure(&self) -> bool {
        let Problem::More(counts) = self else { return self.weight() == Some(Weight::Failed) };
        counts.failed != 0
    }

    /// Returns whether this is a malformed line that may have lost a result of a benchmark.
    #[doc(hidden)]
    pub fn is_torn(&self, benchmark: &[u8]) -> bool {
        matches!(self, Problem::Syntax { name, loss: Loss::Result | Loss::Numbers, .. } if name == benchmark)
    }

    /// Returns the configuration of a result that may be lost, for a store to fill.
    #[doc(hidden)]
    pub fn lost_config(&mut self) -> Option<&mut Vec<ConfigValue>> {
        if let Problem::Syntax { config, .. } | Problem::NotANumber { config, .. } = self {
            Some(config)
        } else {
            None
        }
    }

    /// Returns whether lines contradict each other.
    #[doc(hidden)]
    pub fn is_conflict(&self) -> bool {
        matches!(self, Problem::UnitConflict { .. } | Problem::LooksConflict { .. })
    }

    /// Returns how many problems it represents: one, except for [`Problem::More`].
    pub fn count(&self) -> u64 {
        if let Problem::More(counts) = self { counts.total() } else { 1 }
    }

    /// Returns how many lines are ignored because of it, wholly or in part.
    #[doc(hidden)]
    pub fn ignored_lines(&self) -> u64 {
        match self {
            Problem::Syntax { .. }
            | Problem::Unreadable { .. }
            | Problem::UnitConflict { .. }
            | Problem::NotANumber { .. }
            | Problem::NoBlock { .. }
            | Problem::NoLooks { .. }
            | Problem::LooksConflict { .. } => 1,
            Problem::Wrapped { lines } => *lines,
            Problem::More(counts) => counts.unreadable.saturating_add(counts.malformed),
            Problem::Skipped { .. }
            | Problem::Part { .. }
            | Problem::Note { .. }
            | Problem::SummaryOnly { .. }
            | Problem::Unterminated
            | Problem::Failed { .. }
            | Problem::PartialRun { .. }
            | Problem::NonZeroExit { .. } => 0,
        }
    }

    /// Returns the effect of the problem on the results; `None` if its number is bounded, so that all are kept.
    #[doc(hidden)]
    pub fn weight(&self) -> Option<Weight> {
        Some(match self {
            // An input has at most one of these, or one for each of its benchmarks.
            Problem::More(_)
            | Problem::NonZeroExit { .. }
            | Problem::SummaryOnly { .. }
            | Problem::Wrapped { .. }
            | Problem::Skipped { .. }
            | Problem::Part { .. }
            | Problem::Unterminated => return None,
            Problem::Unreadable { .. } => Weight::Unreadable,
            Problem::Syntax { .. } | Problem::UnitConflict { .. } => Weight::Malformed,
            Problem::Failed { .. } | Problem::PartialRun { .. } => Weight::Failed,
            Problem::Note { .. }
            | Problem::NotANumber { .. }
            | Problem::NoBlock { .. }
            | Problem::NoLooks { .. }
            | Problem::LooksConflict { .. } => Weight::Note,
        })
    }

    /// Returns the message as bytes: units and keys are copied unchanged.
    #[doc(hidden)]
    pub fn message(&self) -> Vec<u8> {
        match self {
            Problem::Syntax { error: SyntaxError::Torn, name, .. } => {
                let rest =
                    b" is torn by other output, so it is skipped; keep the benchmark from printing";
                [b"Benchmark", &name[..], rest].concat()
            }
            Problem::Syntax { error, .. } => error.to_string().into_bytes(),
            Problem::Unreadable { message: text }
            | Problem::Skipped { message: text }
            | Problem::Note { text } => text.clone(),
            Problem::Part { found, all, .. } => format!(
                "{found} of {all} measurements are in the table: the others are not compared"
            )
            .into_bytes(),
            Problem::SummaryOnly { how } => summary_only(how),
            Problem::UnitConflict { unit, key, value } => {
                [b"metadata ", &key[..], b" of unit ", unit, b" already set to ", value].concat()
            }
            Problem::NotANumber { unit, .. } => {
                [b"skipped a measurement that is not a number (NaN ", &unit[..], b")"].concat()
            }
            Problem::Wrapped { lines: 1 } => {
                b"skipped a result that is not at the start of its line".to_vec()
            }
            Problem::Wrapped { lines } => format!(
                "skipped {lines} results that are not at the start of their line; this is the first"
            )
            .into_bytes(),
            Problem::Unterminated => {
                b"the last line has no line end: the input may be incomplete".to_vec()
            }
            Problem::Failed { name } if name.is_empty() => b"go test reports a failure".to_vec(),
            Problem::Failed { name } => [&name[..], b" failed"].concat(),
            Problem::PartialRun { block, .. } => format!(
                "found only a part of a run of block {block}: benchlens run was killed; \
                 measure again, or remove the part"
            )
            .into_bytes(),
            Problem::NonZeroExit { name, runs } => {
                let runs = plural(*runs, "run");
                let text =
                    format!(": {runs} did not end with exit status 0; their values are used");
                [&name[..], text.as_bytes()].concat()
            }
            Problem::NoBlock { line } => found_line(
                line,
                b"`# benchlens recording=ID block=NUMBER time=SECONDS`: the runs after it belong to no block",
            ),
            Problem::NoLooks { line, .. } => found_line(
                line,
                b"`# benchlens recording=ID looks=NUMBER,NUMBER` with at most 100 numbers of blocks, ascending: \
                  p ignores the interim checks of this recording",
            ),
            Problem::More(counts) => {
                format!("{} more problems are not listed", counts.total()).into_bytes()
            }
            Problem::LooksConflict { recording } => {
                let found: [&[u8]; 3] = [
                    b"an earlier line about the interim checks of recording ",
                    recording,
                    b" differs: p ignores the interim checks of this recording",
                ];
                found.concat()
            }
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.message()))
    }
}
