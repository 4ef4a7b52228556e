//! The answer of a search, for people and for programs.

use std::collections::BTreeSet;
use std::fmt::Write;

use benchlens_core::grid::change_text;
use benchlens_core::stats::ChangePoint;
use benchlens_core::stats::math::exp;
use benchlens_core::table::Outcome;
use benchlens_core::{Answer, Output, render};
use benchlens_run::{Commit, short};
use serde_json::{Value, json};

use super::search::Verdict;
use crate::status::Status;

/// The result of a search.
pub(super) struct Found<'f> {
    pub(super) commits: &'f [Commit],
    pub(super) skipped: &'f BTreeSet<usize>,
    pub(super) verdict: Verdict,
    pub(super) point: &'f ChangePoint,
    /// The number of blocks of each commit next to the good end.
    pub(super) runs: &'f [u32],
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
            Verdict::Commit(_) if self.is_proven() => Status::Done,
            Verdict::Range(..) => Status::Failed,
            Verdict::Commit(_) | Verdict::None | Verdict::Undecided => Status::Undecided,
        }
    }

    /// Returns the answer as text.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let change = change_text(exp(self.point.change));
        let percent = |probability: f64| format!("{:.0}%", 100.0 * probability);
        match self.verdict {
            Verdict::Commit(commit) => {
                let probability = percent(self.point.first[commit - 1].min(0.99));
                let _ = writeln!(text, "{}", named(&self.commits[commit]));
                let _ = match self.proof.and_then(|(_, outcome)| outcome) {
                    Some(outcome) => writeln!(
                        text,
                        "is the first commit with a change, with a probability of {probability}. In fresh blocks \
                         against its parent, it {}:",
                        outcome.word()
                    ),
                    None => writeln!(
                        text,
                        "is probably the first commit with a change ({probability}), but fresh blocks of this commit \
                         and its parent do not prove it:"
                    ),
                };
                if let Some((proof, _)) = self.proof {
                    let table = render(proof, Output::Text).out;
                    let _ = write!(text, "\n{}", String::from_utf8_lossy(&table));
                }
            }
            Verdict::Range(first, last) => {
                let count = last - first + 1;
                let _ = writeln!(
                    text,
                    "One of {count} commits is the first with a change of about {change} (95%):\n"
                );
                for commit in first..=last {
                    let skipped =
                        if self.skipped.contains(&commit) { ", not measurable" } else { "" };
                    let probability = percent(self.point.first[commit - 1]);
                    let named = named(&self.commits[commit]);
                    let _ = writeln!(text, "{probability:>4} {named}{skipped}");
                }
                let open = (first..=last).filter(|commit| !self.skipped.contains(commit));
                text += if 1 < open.count() {
                    "\nMore builds (--rebuild) or more blocks (-n) can narrow this range.\n"
                } else {
                    "\nThe commits that cannot be measured stay in the range.\n"
                };
            }
            Verdict::None => {
                let none = percent(self.point.none.min(0.99));
                let _ = writeln!(text, "No change between the ends, with a probability of {none}.");
            }
            Verdict::Undecided => {
                let none = percent(self.point.none);
                let _ = writeln!(
                    text,
                    "It is not known whether anything changed (no change: {none}). More blocks can decide: see -n."
                );
            }
        }
        let blocks: u32 = self.runs.iter().sum();
        let measured = self.runs.iter().filter(|&&runs| 0 < runs).count();
        let skipped = match self.skipped.len() {
            0 => String::new(),
            count => format!(", {count} not measurable"),
        };
        let commits = self.commits.len() - 1;
        let _ = writeln!(
            text,
            "\n{commits} commits, {measured} measured in {blocks} blocks{skipped}; logs in {}",
            self.folder
        );
        text
    }

    /// Returns the answer as JSON.
    pub(super) fn json(&self) -> String {
        let commit = |index: usize| {
            let Commit { name, subject, author, date } = &self.commits[index];
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
            Verdict::Commit(at) if self.is_proven() => ("commit", Some((at, at))),
            Verdict::Commit(at) => ("unproven", Some((at, at))),
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
            "answer": answer,
            "outcome": outcome,
            "change": exp(self.point.change) - 1.0,
            "no_change_probability": self.point.none,
            "commits": (0..self.commits.len()).map(commit).collect::<Vec<_>>(),
        });
        format!("{document:#}\n")
    }
}

/// Returns `4f2a91c04d Make decoding strict (A. Author, 2026-03-01)`.
pub(super) fn named(commit: &Commit) -> String {
    let Commit { name, subject, author, date } = commit;
    format!("{} {subject} ({author}, {date})", short(name))
}
