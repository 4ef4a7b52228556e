//! Extracts revisions of a git repository, each into its own folder.
//!
//! Takes a revision in any form that git accepts; gives a folder with its files, outside the repository. Guarantees
//! that the repository is unchanged once the [`Trees`] are dropped: its files, index, configuration and references are
//! never modified, and its hooks do not run. Only commands whose output no configuration changes are parsed. Must not
//! know what is done in the folders.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use benchlens_base::Sentence;

use crate::ask::{Answer, Helper, Unready};
use crate::inherited::hide_git;
use crate::process::Job;
use crate::record::Stop;

/// The length of a commit's short name in messages.
const SHORT: usize = 10;

/// The repository of the current folder.
#[derive(Debug)]
pub struct Repository {
    /// The current folder, relative to the top of the repository.
    prefix: PathBuf,
    /// Whether the current folder can have files that differ from a commit. A bare repository has none.
    has_files: bool,
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
        let asked = ["rev-parse", "--is-bare-repository", "--is-inside-git-dir", "--show-prefix"];
        let answer = git(helper, &asked.map(OsString::from))?;
        if !answer.is_started {
            let failure = answer.failure.unwrap_or_default();
            return Err(Unready::wrong(format!("{asker} needs the program git: git {failure}")));
        }
        if answer.failure.is_some() {
            let said = said(&answer);
            return Err(Unready::wrong(format!(
                "{asker} needs a git repository in the current folder: {said}"
            )));
        }
        let printed = answer.printed.strip_suffix(b"\n").unwrap_or(&answer.printed);
        // The prefix is the last line, and can contain further line ends.
        let mut lines = printed.splitn(3, |&byte| byte == b'\n');
        let has_files = [lines.next(), lines.next()].iter().all(|line| *line == Some(b"false"));
        let prefix = OsStr::from_bytes(lines.next().unwrap_or_default()).into();
        Ok(Repository { prefix, has_files, asker })
    }

    /// Describes the files in git that differ from the last commit; returns nothing if all files are the same.
    ///
    /// # Errors
    ///
    /// Returns an error if git fails.
    pub fn changed(&self, helper: &mut Helper<'_>) -> Result<Option<String>, Unready> {
        if !self.has_files {
            return Ok(None);
        }
        let words = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=no"];
        let answer = git(helper, &words.map(OsString::from))?;
        if answer.failure.is_some() {
            return Err(Unready::wrong(format!("git status: {}", said(&answer))));
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
            return Err(Unready::wrong(format!("{asker} {shown:?}: not a revision")));
        }
        let mut commit = revision.to_owned();
        commit.push("^{commit}");
        let answer = git(helper, &["rev-parse".into(), "--verify".into(), commit])?;
        let name = String::from_utf8_lossy(answer.printed.trim_ascii()).into_owned();
        if answer.failure.is_some() || name.is_empty() {
            return Err(Unready::wrong(format!(
                "{asker} {shown}: no such commit in this repository: {}",
                said(&answer)
            )));
        }
        Ok(name)
    }
}

/// The fields of a commit, each with a null byte before or behind it, which no field contains. `git rev-list` prints a
/// line before each commit and ends it with a line end.
const FIELDS: &str = "--pretty=tformat:%x00%H%x00%s%x00%an%x00%as%x00%P%x00";

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
            return Err(Unready::wrong(format!("{} {good}..{bad}: {why}", self.asker)));
        }
        let range = format!("{good}..{bad}");
        let mut commits = Vec::new();
        for of in [&["--max-count=1", good][..], &["--first-parent", "--reverse", &range]] {
            let words = [&["rev-list", "--encoding=UTF-8", FIELDS], of, &["--"]].concat();
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            let answer = git(helper, &words)?;
            if answer.failure.is_some() {
                return Err(Unready::wrong(format!("git rev-list: {}", said(&answer))));
            }
            let text = String::from_utf8_lossy(&answer.printed).into_owned();
            let fields: Vec<&str> = text.split('\0').collect();
            commits.extend(fields.chunks_exact(6).map(|fields| Commit {
                name: fields[1].to_owned(),
                subject: fields[2].to_owned(),
                author: fields[3].to_owned(),
                date: fields[4].to_owned(),
                is_merge: fields[5].contains(' '),
                parent: fields[5].split(' ').next().unwrap_or_default().to_owned(),
            }));
        }
        if commits.get(1).is_some_and(|first: &Commit| first.parent != good) {
            return Err(Unready::wrong(format!(
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
            return Err(Stop::failed(sentence, answer.tail).into());
        }
        let prefix = &self.repository.prefix;
        let current = folder.join(prefix);
        if !current.is_dir() {
            return Err(Unready::wrong(format!(
                "{label} ({}) has no folder {}: run benchlens in one that all revisions have",
                short(commit),
                prefix.display()
            )));
        }
        if !self.has_note && folder.join(".gitmodules").exists() {
            self.has_note = true;
            helper.tell(
                Sentence::from(format!("{label} has submodules, which are left empty: "))
                    .and("'git -c submodule.active=. submodule update' in ")
                    .and_setting("build")
                    .and(" fills them"),
            );
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
    let [program, arguments @ ..] = &git_words(&["worktree", "remove", "-f"])[..] else {
        return false;
    };
    let mut command = Command::new(program);
    hide_git(&mut command);
    command.args(arguments).arg(folder);
    // The separate process group is not reached by Ctrl-C at a terminal.
    command.stdin(Stdio::null()).process_group(0);
    command.output().is_ok_and(|output| output.status.success())
}

fn git(helper: &mut Helper<'_>, words: &[OsString]) -> Result<Answer, Stop> {
    helper.run(&Job { words: git_words(words), ..Job::default() })
}

/// Returns the words of a git command.
fn git_words(words: &[impl AsRef<OsStr>]) -> Vec<OsString> {
    GIT.iter().map(OsStr::new).chain(words.iter().map(AsRef::as_ref)).map(OsString::from).collect()
}

/// The first words of each git command. Without locks, git does not update the index of the user. Hooks and file
/// monitors are programs of the user for other purposes, and one would run for each folder. Relative paths would change
/// the configuration of the repository.
const GIT: [&str; 8] = [
    "git",
    "--no-optional-locks",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "worktree.useRelativePaths=false",
];

/// Returns the last error of git in one line, with the advice that follows it, or else the last line.
fn said(answer: &Answer) -> String {
    let text = String::from_utf8_lossy(&answer.tail);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let error = lines.iter().rposition(|line| line.starts_with("fatal: "));
    let lines = &lines[error.unwrap_or(lines.len().saturating_sub(1))..];
    let said = lines.join(" ");
    if said.is_empty() { "git says nothing" } else { said.trim_start_matches("fatal: ") }.to_owned()
}

/// The prefix of workshop names.
pub(crate) const WORKSHOP: &str = "benchlens-";

/// The prefix of the names of folders with revisions.
pub(crate) const TREE: &str = "tree-";

/// A file in a workshop that is locked while the workshop is in use.
pub(crate) const LOCK: &str = "lock";
