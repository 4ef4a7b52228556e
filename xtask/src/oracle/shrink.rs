//! Shrinks a failing trial while it still fails.

use super::judge::{Failure, Verdict};
use super::trial::Trial;
use crate::programs::Programs;
use std::path::Path;

/// The maximum number of attempts.
const ATTEMPTS: usize = 300;

/// Returns the smallest failing trial that was found, with its failure.
pub(crate) fn shrink(trial: &Trial, programs: &Programs, work: &Path) -> (Trial, Failure) {
    let (best, kind) = ((trial.clone(), None), None);
    let mut search = Search { programs, work, left: ATTEMPTS, best, kind };
    search.attempt(trial.clone());
    search.without(|trial| trial.flags.len(), |trial, k| drop(trial.flags.remove(k)));
    search.without(|trial| trial.inputs.len(), |trial, k| drop(trial.inputs.remove(k)));
    let mut files: Vec<String> =
        search.best.0.inputs.iter().map(|input| input.file.clone()).collect();
    files.dedup();
    for file in files {
        search.lines(&file);
    }
    let (trial, failure) = search.best;
    let difference = String::from("  (fails only now and then)\n");
    (trial, failure.unwrap_or(Failure::vague(difference)))
}

struct Search<'a> {
    programs: &'a Programs,
    work: &'a Path,
    left: usize,
    best: (Trial, Option<Failure>),
    /// The beginning of the difference, because a smaller trial must fail in the same way.
    kind: Option<String>,
}

impl Search<'_> {
    /// Uses a smaller trial if it also fails.
    fn attempt(&mut self, trial: Trial) -> bool {
        if self.left == 0 || trial.inputs.is_empty() {
            return false;
        }
        self.left -= 1;
        match trial.judge(self.programs, self.work) {
            Verdict::Fail(failure) => {
                let kind = failure.difference.lines().next().unwrap_or("").to_owned();
                let same = *self.kind.get_or_insert_with(|| kind.clone()) == kind;
                if same {
                    self.best = (trial, Some(failure));
                }
                same
            }
            _ => false,
        }
    }

    /// Removes everything that is not necessary, from the last item to the first.
    fn without(&mut self, count: impl Fn(&Trial) -> usize, remove: impl Fn(&mut Trial, usize)) {
        for k in (0..count(&self.best.0)).rev() {
            let mut trial = self.best.0.clone();
            remove(&mut trial, k);
            self.attempt(trial);
        }
    }

    /// Removes lines of a file: first half of them, then smaller and smaller pieces.
    fn lines(&mut self, file: &str) {
        let lines = |trial: &Trial| -> Vec<Vec<u8>> {
            let input = trial.inputs.iter().find(|input| input.file == file);
            let bytes = input.map_or(&[][..], |input| &input.bytes);
            bytes.split_inclusive(|&b| b == b'\n').map(<[u8]>::to_vec).collect()
        };
        let mut size = lines(&self.best.0).len().div_ceil(2);
        while size > 0 && self.left > 0 {
            let mut at = 0;
            loop {
                let mut all = lines(&self.best.0);
                if at >= all.len() {
                    break;
                }
                all.drain(at..(at + size).min(all.len()));
                let mut trial = self.best.0.clone();
                for input in trial.inputs.iter_mut().filter(|input| input.file == file) {
                    input.bytes = all.concat().into();
                }
                if !self.attempt(trial) {
                    at += size;
                }
            }
            size /= 2;
        }
    }
}
