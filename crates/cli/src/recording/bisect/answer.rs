//! The answer of a search, for people and for programs.

use std::collections::BTreeSet;
use std::fmt::Write;

use benchlens_core::grid::change_text;
use benchlens_core::stats::math::exp;
use benchlens_core::stats::{ChangePoint, Verdict};
use benchlens_core::table::Outcome;
use benchlens_core::{Answer, Output, render};
use benchlens_run::{Commit, short};
use serde_json::{Value, json};

use crate::status::Status;

/// The result of a search.
pub(super) struct Found<'f> {
    pub(super) commits: &'f [Commit],
    pub(super) skipped: &'f BTreeSet<usize>,
    pub(super) verdict: Verdict,
    pub(super) point: &'f ChangePoint,
    /// The part of the change that the commit does not explain: the logarithm of new/old.
    pub(super) rest: Option<f64>,
    /// The largest change between the ends that the blocks do not exclude: the logarithm of new/old.
    pub(super) largest: Option<f64>,
    /// The unit that is judged, if it is not the default.
    pub(super) unit: Option<&'f str>,
    /// The number of blocks of each commit next to the good end.
    pub(super) runs: &'f [u32],
    pub(super) proof_blocks: usize,
    /// The maximum number of blocks.
    pub(super) most: u32,
    /// Whether commits are built.
    pub(super) is_built: bool,
    /// The maximum number of builds of each commit.
    pub(super) builds: u32,
    /// The comparison of the commit with its parent, and the outcome that it proves.
    pub(super) proof: Option<(&'f Answer, Option<Outcome>)>,
    pub(super) folder: String,
}

impl Found<'_> {
    fn is_proven(&self) -> bool {
        self.proof.is_some_and(|(_, outcome)| outcome.is_some())
    }

    pub(super) fn status(&self) -> Status {
        match self.verdict {
            Verdict::Version(_) if self.is_proven() => Status::Done,
            Verdict::Range(..) => Status::Failed,
            Verdict::Version(_) | Verdict::None | Verdict::Undecided => Status::Undecided,
        }
    }

    /// Returns the answer as text, or as Markdown for an issue or a comment.
    pub(super) fn text(&self, form: Output) -> String {
        let mut text = match self.verdict {
            Verdict::Version(commit) => self.one_commit(commit, form),
            Verdict::Range(first, last) => self.range(first, last, form),
            Verdict::None => format!("{}\n", self.no_change()),
            Verdict::Undecided => {
                let none = percent(self.point.none);
                let advice = self.advice("decide");
                format!(
                    "It is not known whether anything changed (no change: {none}). {}{advice}\n",
                    self.largest()
                )
            }
        };
        let blocks: u32 = self.runs.iter().sum();
        let measured = self.runs.iter().filter(|&&runs| 0 < runs).count();
        let skipped = match self.skipped.len() {
            0 => String::new(),
            count => format!(", {count} not measurable"),
        };
        let proof = match self.proof_blocks {
            0 => String::new(),
            blocks => format!(", and the proof in {blocks}"),
        };
        let good = short(&self.commits[0].name);
        let commits = match self.commits.len() - 1 {
            1 => format!("1 commit after {good}"),
            count => format!("{count} commits after {good}"),
        };
        if let Verdict::Version(_) | Verdict::Range(..) = self.verdict {
            let _ = writeln!(
                text,
                "\nThe ends differ by about {}{}.",
                change_text(exp(self.point.change)),
                self.in_unit()
            );
        }
        let _ = writeln!(
            text,
            "\n{commits}, {measured} measured in {blocks} blocks{proof}{skipped}; logs in {}",
            self.folder
        );
        text
    }

    fn one_commit(&self, commit: usize, form: Output) -> String {
        let mut text = format!("{}\n", self.named(commit, form));
        let probability = percent(self.point.first[commit - 1].min(0.99));
        let first = if self.rest.is_some() { "a commit" } else { "the first commit" };
        let _ = match self.proof.and_then(|(_, outcome)| outcome) {
            Some(outcome) => writeln!(
                text,
                "is {first} with a change, with a probability of {probability}. In fresh blocks against its parent, it \
                 {}:",
                outcome.word()
            ),
            None if self.proof.is_none() => writeln!(
                text,
                "is probably {first} with a change ({probability}), but its parent cannot be measured, so this is not \
                 proven."
            ),
            None => writeln!(
                text,
                "is probably {first} with a change ({probability}), but fresh blocks of this commit and its parent do \
                 not prove it:"
            ),
        };
        if let Some((proof, outcome)) = self.proof {
            let table = render(proof, form).out;
            let _ = write!(text, "\n{}", String::from_utf8_lossy(&table));
            if outcome.is_none() {
                let _ = writeln!(text, "\n{}", self.advice("prove it"));
            }
        }
        if self.commits[commit].is_merge {
            let name = short(&self.commits[commit].name);
            let _ = writeln!(
                text,
                "\nIt merges a branch, whose commits are in $(git merge-base {name}^1 {name}^2)..{name}^2."
            );
        }
        if let Some(rest) = self.rest.filter(|_| self.is_proven()) {
            let rest = change_text(exp(rest));
            let name = |commit: usize| short(&self.commits[commit].name);
            let last = self.commits.len() - 1;
            let mut ranges = Vec::new();
            if 1 < commit {
                ranges.push(format!("{}..{}", name(0), name(commit - 1)));
            }
            if commit < last {
                ranges.push(format!("{}..{}", name(commit), name(last)));
            }
            let _ = writeln!(
                text,
                "\nOther commits between the ends changed it as well, by about {rest} in all: search in {}.",
                ranges.join(" and ")
            );
        }
        text
    }

    fn range(&self, first: usize, last: usize, form: Output) -> String {
        let (count, change) = (last - first + 1, change_text(exp(self.point.change)));
        let mut text = format!(
            "One of {count} commits is the first with a change of about {change} (95%):\n\n"
        );
        let bullet = if form == Output::Markdown { "- " } else { "" };
        for commit in first..=last {
            let skipped = if self.skipped.contains(&commit) { ", not measurable" } else { "" };
            let probability = percent(self.point.first[commit - 1]);
            let named = self.named(commit, form);
            let _ = writeln!(text, "{bullet}{probability:>4} {named}{skipped}");
        }
        let open = (first..=last).filter(|commit| !self.skipped.contains(commit));
        let _ = match open.count() {
            0 | 1 => writeln!(text, "\nThe commits that cannot be measured stay in the range."),
            _ => writeln!(text, "\n{}", self.advice("narrow this range")),
        };
        text
    }

    /// Says how another search could do better.
    fn advice(&self, what: &str) -> String {
        let blocks: u32 = self.runs.iter().sum();
        if self.most > blocks && NEW_BUILDS <= self.builds {
            format!("A quieter machine or longer runs can {what}: see -pin.")
        } else if self.most <= blocks {
            format!("More blocks can {what}: see -n.")
        } else if self.builds != 1 {
            format!("More builds of each commit can {what}: see -rebuild.")
        } else if self.is_built {
            format!(
                "More runs of one build cannot {what}, but builds with other layouts can: use $BENCH_SEED in -build."
            )
        } else {
            format!(
                "More runs of one build cannot {what}, but several builds of each commit can: see -build."
            )
        }
    }

    fn named(&self, commit: usize, form: Output) -> String {
        let commit = &self.commits[commit];
        if form != Output::Markdown {
            return named(commit);
        }
        let Commit { name, subject, author, date, .. } = commit;
        format!("{name} {} ({}, {date})", code(subject), code(author))
    }

    fn in_unit(&self) -> String {
        self.unit.map_or(String::new(), |unit| format!(" in {unit}"))
    }

    /// Says how large a change may be.
    fn largest(&self) -> String {
        let largest = self.largest.map(|largest| change_text(exp(largest)).replace('+', ""));
        largest.map_or(String::new(), |largest| {
            format!("The ends differ by less than {largest}{} (95%). ", self.in_unit())
        })
    }

    fn no_change(&self) -> String {
        format!("No change between the ends was found. {}", self.largest()).trim_end().to_owned()
    }

    /// Returns the answer in a sentence.
    fn sentence(&self) -> String {
        let change = change_text(exp(self.point.change));
        match self.verdict {
            Verdict::Version(at) => {
                let name = short(&self.commits[at].name);
                if self.is_proven() {
                    format!("{name} is the first commit with a change of about {change}.")
                } else {
                    format!("{name} is probably the first commit with a change, but not proven.")
                }
            }
            Verdict::Range(first, last) => {
                let count = last - first + 1;
                format!("One of {count} commits is the first with a change of about {change}.")
            }
            Verdict::None => self.no_change(),
            Verdict::Undecided => "It is not known whether anything changed.".into(),
        }
    }

    /// Returns the command that shows the commits in question.
    fn next(&self) -> Option<String> {
        let name = |commit: usize| short(&self.commits[commit].name);
        match self.verdict {
            Verdict::Version(at) => Some(format!("git show {}", name(at))),
            Verdict::Range(first, last) => {
                Some(format!("git log {}..{}", name(first - 1), name(last)))
            }
            Verdict::None | Verdict::Undecided => None,
        }
    }

    /// Returns the answer as JSON.
    pub(super) fn json(&self) -> String {
        let commit = |index: usize| {
            let Commit { name, subject, author, date, .. } = &self.commits[index];
            json!({
                "commit": name,
                "subject": subject,
                "author": author,
                "date": date,
                "probability": index.checked_sub(1).map(|at| self.point.first[at]),
                "blocks": self.runs[index],
                "skipped": self.skipped.contains(&index),
            })
        };
        let (status, range) = match self.verdict {
            Verdict::Version(at) if self.is_proven() => ("commit", Some((at, at))),
            Verdict::Version(at) => ("unproven", Some((at, at))),
            Verdict::Range(first, last) => ("range", Some((first, last))),
            Verdict::None => ("none", None),
            Verdict::Undecided => ("undecided", None),
        };
        let outcome = self.proof.and_then(|(_, outcome)| outcome).map(Outcome::word);
        let answer: Vec<Value> =
            range.map(|(first, last)| (first..=last).map(commit).collect()).unwrap_or_default();
        let document = json!({
            "schema": "urn:benchlens:bisect-1",
            "tool": {"name": "benchlens", "version": env!("CARGO_PKG_VERSION")},
            "status": status,
            "sentence": self.sentence(),
            "next": self.next(),
            "answer": answer,
            "outcome": outcome,
            "unit": self.unit,
            "change": exp(self.point.change) - 1.0,
            "other_changes": self.rest.filter(|_| self.is_proven()).map(|rest| exp(rest) - 1.0),
            "no_change_probability": self.point.none,
            "largest_possible_change": self.largest.map(|largest| exp(largest) - 1.0),
            "commits": (0..self.commits.len()).map(commit).collect::<Vec<_>>(),
        });
        format!("{document:#}\n")
    }
}

/// With this number of builds of each commit, more builds change nothing.
const NEW_BUILDS: u32 = 60;

fn percent(probability: f64) -> String {
    format!("{:.0}%", 100.0 * probability)
}

/// Returns a text as code in Markdown. A subject may contain anything, such as names that notify people, or control
/// characters that a terminal obeys.
fn code(text: &str) -> String {
    let character = |c: char| match c {
        '`' => '\'',
        '\t' | '\r' | '\n' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    format!("`{}`", text.chars().map(character).collect::<String>())
}

/// Returns `4f2a91c04d Make decoding strict (A. Author, 2026-03-01)`.
pub(super) fn named(commit: &Commit) -> String {
    let Commit { name, subject, author, date, .. } = commit;
    format!("{} {subject} ({author}, {date})", short(name))
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn control_characters_are_not_code() {
        assert_eq!(code("`a`\t@b\x1b]0;x\x07\u{9b}é"), "`'a' @b\u{fffd}]0;x\u{fffd}\u{fffd}é`");
    }
}
