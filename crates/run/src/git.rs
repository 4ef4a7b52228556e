//! Extracts revisions of a git repository, each into its own folder.
//!
//! Takes a revision in any form that git accepts; gives a folder with its files, outside the repository. Guarantees
//! that the repository is unchanged once the [`Trees`] are dropped: its files and its index are never modified. Must
//! not know what is done in the folders.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::ask::{Answer, Helper, Unready};
use crate::process::Job;
use crate::record::Stop;

/// The length of a commit's short name in messages.
const SHORT: usize = 10;

/// The repository of the current folder.
#[derive(Debug)]
pub struct Repository {
    /// The current folder, relative to the top of the repository.
    prefix: PathBuf,
    /// What asks for revisions, such as `-git`, for messages.
    asker: &'static str,
}

/// A commit in a range.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Commit {
    /// The full name.
    pub name: String,
    /// The first line of its message.
    pub subject: String,
    /// Who wrote it.
    pub author: String,
    /// When, such as `2026-03-01`.
    pub date: String,
    /// Whether it merges a branch.
    pub is_merge: bool,
    /// Its first parent.
    pub parent: String,
}

impl Repository {
    /// Finds the repository.
    ///
    /// # Errors
    ///
    /// Returns an error outside of repositories or without git.
    pub fn find(helper: &mut Helper<'_>, asker: &'static str) -> Result<Repository, Unready> {
        let answer = git(helper, &["rev-parse", "--show-prefix"].map(OsString::from))?;
        if !answer.is_started {
            let failure = answer.failure.unwrap_or_default();
            return Err(Unready::Wrong(format!("{asker} needs the program git: git {failure}")));
        }
        if answer.failure.is_some() {
            let said = said(&answer);
            return Err(Unready::Wrong(format!(
                "{asker} needs a git repository in the current folder: {said}"
            )));
        }
        let prefix = answer.printed.strip_suffix(b"\n").unwrap_or(&answer.printed);
        Ok(Repository { prefix: OsStr::from_bytes(prefix).into(), asker })
    }

    /// Describes the files in git that differ from the last commit; returns nothing if all files are the same.
    ///
    /// # Errors
    ///
    /// Returns an error if git fails.
    pub fn changed(&self, helper: &mut Helper<'_>) -> Result<Option<String>, Unready> {
        // Without locks, git does not update the index.
        let words = [
            "--no-optional-locks",
            "status",
            "--porcelain",
            "-z",
            "--no-renames",
            "--untracked-files=no",
        ];
        let answer = git(helper, &words.map(OsString::from))?;
        if answer.failure.is_some() {
            return Err(Unready::Wrong(format!("git status: {}", said(&answer))));
        }
        let mut paths = answer.printed.split(|&b| b == 0).filter_map(|entry| entry.get(3..));
        let Some(first) = paths.next() else { return Ok(None) };
        let first = String::from_utf8_lossy(first).into_owned();
        Ok(Some(match paths.count() {
            0 => first,
            more => format!("{first} and {more} more"),
        }))
    }

    /// Removes the folders of killed recorders, because git would list them forever.
    pub(crate) fn remove_abandoned(&self, helper: &mut Helper<'_>) -> Result<(), Stop> {
        let answer = git(helper, &["worktree", "list", "--porcelain", "-z"].map(OsString::from))?;
        let lines = answer.printed.split(|&byte| byte == 0);
        for folder in lines.filter_map(|line| line.strip_prefix(b"worktree ")) {
            let folder = Path::new(OsStr::from_bytes(folder));
            let Some(workshop) = folder.parent() else { continue };
            if is_named(folder, TREE) && is_named(workshop, WORKSHOP) && is_abandoned(workshop) {
                let _ = fs::remove_dir_all(workshop);
                remove(folder);
            }
        }
        Ok(())
    }

    /// Returns the commit that a revision names.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such commit.
    pub fn commit(&self, helper: &mut Helper<'_>, revision: &OsStr) -> Result<String, Unready> {
        let (shown, asker) = (revision.to_string_lossy(), self.asker);
        // Git would parse this revision as a flag. Names of branches and tags cannot begin like this.
        if revision.is_empty() || shown.starts_with('-') {
            return Err(Unready::Wrong(format!("{asker} {shown:?}: not a revision")));
        }
        let mut commit = revision.to_owned();
        commit.push("^{commit}");
        let answer = git(helper, &["rev-parse".into(), "--verify".into(), commit])?;
        let name = String::from_utf8_lossy(answer.printed.trim_ascii()).into_owned();
        if answer.failure.is_some() || name.is_empty() {
            return Err(Unready::Wrong(format!(
                "{asker} {shown}: no such commit in this repository: {}",
                said(&answer)
            )));
        }
        Ok(name)
    }
}

/// Separates the fields of a commit. No message contains it, because git replaces it.
const FIELD: &str = "%x00";

impl Repository {
    /// Returns the commits from `good` to `bad`, both included, the oldest first. Only the first parents
    /// of merges are followed, so a merged branch counts as one commit.
    ///
    /// # Errors
    ///
    /// Returns an error if `bad` does not descend from `good`, or if git fails.
    pub fn commits(
        &self,
        helper: &mut Helper<'_>,
        good: &str,
        bad: &str,
    ) -> Result<Vec<Commit>, Unready> {
        let words = ["merge-base", "--is-ancestor", good, bad].map(OsString::from);
        if good == bad || git(helper, &words)?.failure.is_some() {
            let (good, bad) = (short(good), short(bad));
            let words = ["rev-parse", "--is-shallow-repository"].map(OsString::from);
            let is_shallow = git(helper, &words)?.printed.starts_with(b"true");
            let why = match (good == bad, is_shallow) {
                (true, _) => "both ends are this commit",
                (_, true) => "this clone is shallow: git fetch --unshallow",
                _ => "the second end does not descend from the first: are they reversed?",
            };
            return Err(Unready::Wrong(format!("{} {good}..{bad}: {why}", self.asker)));
        }
        let format = ["%H", "%s", "%an", "%as", "%P"].join(FIELD);
        let format = format!("--format={format}");
        let of = |words: &[&str]| -> Vec<OsString> { words.iter().map(OsString::from).collect() };
        let range = format!("{good}..{bad}");
        let first = of(&["log", "-1", "-z", &format, good]);
        let rest = of(&["log", "--first-parent", "--reverse", "-z", &format, &range]);
        let mut commits = Vec::new();
        for words in [first, rest] {
            let answer = git(helper, &words)?;
            if answer.failure.is_some() {
                return Err(Unready::Wrong(format!("git log: {}", said(&answer))));
            }
            let text = String::from_utf8_lossy(&answer.printed).into_owned();
            let fields: Vec<&str> = text.trim_end_matches(['\0', '\n']).split('\0').collect();
            commits.extend(fields.chunks(5).map(|fields| {
                let field = |at: usize| fields.get(at).copied().unwrap_or_default().to_owned();
                Commit {
                    name: field(0),
                    subject: field(1),
                    author: field(2),
                    date: field(3),
                    is_merge: field(4).contains(' '),
                    parent: field(4).split(' ').next().unwrap_or_default().to_owned(),
                }
            }));
        }
        if commits.get(1).is_some_and(|first: &Commit| first.parent != good) {
            return Err(Unready::Wrong(format!(
                "{} {}..{}: the first end is on a merged branch; begin at a commit that 'git log --first-parent {}' \
                 lists, or end on that branch",
                self.asker,
                short(good),
                short(bad),
                short(bad)
            )));
        }
        Ok(commits)
    }
}

/// Returns the first letters of a commit's name.
pub fn short(commit: &str) -> &str {
    commit.get(..SHORT).unwrap_or(commit)
}

/// The folders with revisions. Dropping the value removes them.
#[derive(Debug)]
pub(crate) struct Trees {
    repository: Repository,
    added: Vec<PathBuf>,
    /// Whether a note says that submodules are empty.
    has_note: bool,
}

impl Trees {
    /// Returns a value without folders.
    pub(crate) fn new(repository: Repository) -> Trees {
        Trees { repository, added: Vec::new(), has_note: false }
    }

    /// Extracts a commit's files into `folder`, which must not exist yet. Returns the path there that corresponds to
    /// the current folder.
    ///
    /// # Errors
    ///
    /// Returns an error if git fails, or if the commit does not contain the current folder.
    pub(crate) fn add(
        &mut self,
        helper: &mut Helper<'_>,
        label: &str,
        commit: &str,
        folder: &Path,
    ) -> Result<PathBuf, Unready> {
        // A folder is also removed if git could not complete it.
        self.added.push(folder.to_owned());
        let words = ["worktree", "add", "--detach"].map(OsString::from);
        let words = [&words[..], &[folder.into(), commit.into()]].concat();
        let answer = git(helper, &words)?;
        if let Some(failure) = &answer.failure {
            let sentence = format!("the files of {label}: git worktree add {failure}");
            return Err(Stop::Failed(sentence, answer.tail).into());
        }
        let prefix = &self.repository.prefix;
        let current = folder.join(prefix);
        if !current.is_dir() {
            return Err(Unready::Wrong(format!(
                "{label} ({}) has no folder {}: run benchlens in one that all revisions have",
                short(commit),
                prefix.display()
            )));
        }
        if !self.has_note && folder.join(".gitmodules").exists() {
            self.has_note = true;
            helper.tell(&format!(
                "{label} has submodules, which are left empty: 'git submodule update --init' in -build fills them"
            ));
        }
        Ok(current)
    }
}

impl Drop for Trees {
    fn drop(&mut self) {
        for folder in &self.added {
            if !remove(folder) {
                // Files from a build may prevent git from removing the folder, so remove it directly. Git then
                // forgets the missing folder.
                let _ = fs::remove_dir_all(folder);
                remove(folder);
            }
        }
    }
}

/// Returns whether a folder's name has a prefix.
pub(crate) fn is_named(folder: &Path, prefix: &str) -> bool {
    let name = folder.file_name().map(OsStr::as_bytes).unwrap_or_default();
    name.starts_with(prefix.as_bytes())
}

/// Returns whether a workshop is abandoned: it is removed, or no process holds its lock.
pub(crate) fn is_abandoned(workshop: &Path) -> bool {
    match File::open(workshop.join(LOCK)) {
        Ok(lock) => lock.try_lock().is_ok(),
        Err(_) => !workshop.exists(),
    }
}

/// Removes a folder from the repository. This runs without a keeper, because after a signal no keeper starts
/// commands.
fn remove(folder: &Path) -> bool {
    let mut command = Command::new("git");
    command.args(["worktree", "remove", "--force"]).arg(folder);
    // The separate process group is not reached by Ctrl-C at a terminal.
    command.stdin(Stdio::null()).process_group(0);
    command.output().is_ok_and(|output| output.status.success())
}

fn git(helper: &mut Helper<'_>, words: &[OsString]) -> Result<Answer, Stop> {
    let words = [&["git".into()], words].concat();
    helper.run(&Job { words, ..Job::default() })
}

/// Returns the last line of git's output.
fn said(answer: &Answer) -> String {
    let text = String::from_utf8_lossy(&answer.tail);
    let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("git says nothing");
    last.strip_prefix("fatal: ").unwrap_or(last).to_owned()
}

/// The prefix of workshop names.
pub(crate) const WORKSHOP: &str = "benchlens-";

/// The prefix of the names of folders with revisions.
pub(crate) const TREE: &str = "tree-";

/// A file in a workshop that is locked while the workshop is in use.
pub(crate) const LOCK: &str = "lock";
