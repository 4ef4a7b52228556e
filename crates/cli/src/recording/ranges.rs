//! Ranges of revisions: `-git A..B` is one version for each commit from A to B.

use std::ffi::OsString;

use benchlens_core::base::Sentence;
use benchlens_run::{Helper, Interrupts, Launcher, Repository, Unready, short};

use crate::args::{Labelled, RunArguments, ends_of_range};
use crate::output;

/// More commits are a mistake, because each runs in every block.
const COMMITS_MAX: usize = 100;

/// Returns the revisions with a revision for each commit of a range.
///
/// # Errors
///
/// Returns an error if git does not know an end, or if a range has too many commits.
pub(super) fn without_ranges(
    arguments: &RunArguments,
    launcher: &Launcher,
    interrupts: &mut Interrupts,
) -> Result<Vec<Labelled>, Unready> {
    let mut tell = |note: &Sentence| output::note(&note.flag_text());
    let mut helper = Helper::new(launcher, interrupts, &mut tell);
    let mut revisions = Vec::new();
    for (label, revision) in &arguments.git {
        let shown = revision.to_string_lossy();
        if !shown.contains("..") {
            revisions.push((label.clone(), revision.clone()));
            continue;
        }
        if label.is_some() {
            return Err(Unready::wrong(format!("-git {shown}: a range cannot have a label")));
        }
        let [first, last] = ends_of_range(revision).map_err(Unready::wrong)?;
        let repository = Repository::find(&mut helper, "-git")?;
        let first = repository.commit(&mut helper, &first)?;
        let last = repository.commit(&mut helper, &last)?;
        let commits = repository.commits(&mut helper, &first, &last)?;
        if COMMITS_MAX < commits.len() {
            return Err(Unready::wrong(format!(
                "-git {shown} has {} commits, expected at most {COMMITS_MAX}: 'benchlens bisect {shown}' measures only \
                 some of them",
                commits.len()
            )));
        }
        let named = |name: String| (Some(short(&name).to_owned()), OsString::from(name));
        revisions.extend(commits.into_iter().map(|commit| named(commit.name)));
    }
    Ok(revisions)
}
