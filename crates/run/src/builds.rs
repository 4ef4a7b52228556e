//! Builds programs for a measurement.
//!
//! Takes a build command; gives the program that it wrote. A build determines a program's layout in memory at random,
//! and the layout can change times by more than a change of the code does. Several builds, each with its own seed,
//! show the size of this effect. Must not know how a program is built.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Error;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use benchlens_base::Sentence;
use tempfile::TempDir;

use crate::ask::{Helper, Unready};
use crate::git::{LOCK, Repository, TREE, Trees, WORKSHOP, is_abandoned, is_named};
use crate::plan::Template;
use crate::process::Job;
use crate::record::Stop;

/// A temporary folder for the files of a measurement. Dropping the value removes it.
#[derive(Debug)]
pub struct Workshop {
    // This field precedes the folder so that it is dropped first.
    trees: Option<Trees>,
    /// Locked until the folder is removed.
    _lock: File,
    folder: TempDir,
    path: PathBuf,
}

impl Workshop {
    /// Creates an empty workshop.
    ///
    /// # Errors
    ///
    /// Returns an error if temporary files cannot be created.
    pub fn new() -> Result<Workshop, Error> {
        let folder = tempfile::Builder::new().prefix(WORKSHOP).tempdir()?;
        let new = folder.path().join("new-lock");
        let lock = File::create(&new)?;
        // On file systems without locks, no other process can detect that the folder is abandoned.
        let _ = lock.try_lock();
        // Another process that sees the file finds it locked.
        fs::rename(new, folder.path().join(LOCK))?;
        remove_abandoned(folder.path())?;
        let path = std::path::absolute(folder.path())?;
        Ok(Workshop { trees: None, _lock: lock, folder, path })
    }

    /// Sets the repository that contains the revisions.
    ///
    /// # Errors
    ///
    /// Returns an error if a signal arrives.
    pub fn open(&mut self, helper: &mut Helper<'_>, repository: Repository) -> Result<(), Stop> {
        repository.remove_abandoned(helper)?;
        self.trees = Some(Trees::new(repository));
        Ok(())
    }

    /// Extracts the files of a commit into a folder, and returns the path there that corresponds to the current
    /// folder.
    ///
    /// # Errors
    ///
    /// Returns an error if git fails, or if the commit does not contain the current folder.
    pub fn tree(
        &mut self,
        helper: &mut Helper<'_>,
        index: usize,
        label: &str,
        commit: &str,
    ) -> Result<PathBuf, Unready> {
        // All names have the same length, because the length of a program's path and folder changes its layout in
        // memory.
        let folder = self.path.join(format!("{TREE}{index:04}"));
        match &mut self.trees {
            Some(trees) => trees.add(helper, label, commit, &folder),
            None => Ok(folder),
        }
    }

    /// Builds a version's program for the `number`th time, and returns the program's path.
    ///
    /// # Errors
    ///
    /// Returns an error if the command fails or does not write a program.
    pub fn build(
        &self,
        helper: &mut Helper<'_>,
        index: usize,
        label: &str,
        number: usize,
        recipe: &Template,
    ) -> Result<PathBuf, Unready> {
        let folder = self.path.join(format!("{OUT}{index:04}-{number:06}"));
        fs::create_dir(&folder).map_err(Stop::System)?;
        let program = folder.join("bench");
        let mut environment = recipe.environment.clone();
        environment.push((BENCH_OUT.into(), program.clone().into()));
        let job = Job {
            words: recipe.words.clone(),
            folder: recipe.folder.clone(),
            environment,
            timeout: None,
        };
        let answer = helper.run(&job)?;
        let failure = answer.failure.or_else(|| {
            let missing = "ended well, but wrote no program to $BENCH_OUT";
            (!program.is_file()).then(|| missing.into())
        });
        match failure {
            None => Ok(program),
            Some(failure) => {
                let sentence = Sentence::from(format!("{label}: ")).and_setting("build").and(" ");
                Err(Stop::failed(sentence.and_sentence(failure), answer.tail).into())
            }
        }
    }

    /// Returns the folder and the number of free bytes of its disk, if it is almost full, so that builds may fail for
    /// this reason.
    #[must_use]
    pub fn shortage(&self) -> Option<(&Path, u64)> {
        let about = nix::sys::statvfs::statvfs(&self.path).ok()?;
        // The types of the numbers depend on the system.
        let free = (about.blocks_available() as f64 * about.fragment_size() as f64) as u64;
        (free < ROOM).then_some((&self.path, free))
    }

    /// Removes the workshop.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be removed.
    pub fn close(self) -> Result<(), Error> {
        drop(self.trees);
        self.folder.close()
    }
}

/// Removes the workshops of killed recorders of this user next to a new one.
fn remove_abandoned(own: &Path) -> Result<(), Error> {
    let about = fs::symlink_metadata(own)?;
    let Some(folders) = own.parent().and_then(|parent| fs::read_dir(parent).ok()) else {
        return Ok(());
    };
    for folder in folders.flatten() {
        let path = folder.path();
        let is_alike = folder.metadata().is_ok_and(|other| {
            // A link is not a folder here, so other users cannot direct the removal to other folders.
            other.is_dir() && other.uid() == about.uid() && other.mode() == about.mode()
        });
        let has_lock = fs::symlink_metadata(path.join(LOCK)).is_ok_and(|lock| lock.is_file());
        if is_alike && has_lock && is_workshop(&path) && is_abandoned(&path) {
            remove_workshop(&path);
        }
    }
    Ok(())
}

/// Returns whether a folder has the name and the content of a workshop.
fn is_workshop(folder: &Path) -> bool {
    let is_own = |name: &OsStr| {
        let name = name.to_string_lossy();
        name == LOCK || name.starts_with(TREE) || name.starts_with(OUT)
    };
    let mut entries = fs::read_dir(folder).into_iter().flatten();
    is_named(folder, WORKSHOP)
        && entries.all(|entry| entry.is_ok_and(|entry| is_own(&entry.file_name())))
}

/// Removes the lock last, so that the next process continues if this one is killed. A folder that cannot be removed
/// disturbs nothing.
fn remove_workshop(folder: &Path) {
    let others = fs::read_dir(folder).into_iter().flatten().flatten();
    for other in others.filter(|other| other.file_name() != LOCK) {
        let _ = fs::remove_dir_all(other.path());
    }
    if fs::read_dir(folder).is_ok_and(|rest| rest.count() == 1) {
        let _ = fs::remove_dir_all(folder);
    }
}

/// The prefix of the names of folders with programs.
const OUT: &str = "out-";

/// The number of bytes that a build needs, about.
const ROOM: u64 = 16 << 20;

/// The environment variable with the path to which a build writes its program.
pub const BENCH_OUT: &str = "BENCH_OUT";

/// The environment variable with the seed of a build.
pub const BENCH_SEED: &str = "BENCH_SEED";

/// Returns seeds for builds. They are all different, and none of them is zero because many linkers treat zero as no
/// seed.
pub fn build_seeds(seed: u64, count: usize) -> Vec<u32> {
    // The random numbers differ from those that determine the run order.
    let mut random = fastrand::Rng::with_seed(!seed);
    let mut seeds = std::collections::BTreeSet::new();
    let mut drawn = Vec::new();
    while drawn.len() < count {
        // Many programs read a signed number.
        let next = random.u32(1..1 << 31);
        if seeds.insert(next) {
            drawn.push(next);
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::os::unix::fs::PermissionsExt;

    use super::{LOCK, build_seeds, remove_abandoned};

    #[test]
    fn only_abandoned_workshops_are_removed() {
        let parent = tempfile::tempdir().unwrap();
        let names = ["own", "abandoned", "locked", "without-lock", "fork", "open", "lock-folder"];
        let path = |name: &str| parent.path().join(format!("benchlens-{name}"));
        for name in names {
            fs::create_dir(path(name)).unwrap();
            let mode = if name == "open" { 0o755 } else { 0o700 };
            fs::set_permissions(path(name), fs::Permissions::from_mode(mode)).unwrap();
            fs::create_dir_all(path(name).join("tree-0001/inner")).unwrap();
            if name == "lock-folder" {
                fs::create_dir(path(name).join(LOCK)).unwrap();
            } else if name != "without-lock" {
                fs::write(path(name).join(LOCK), "").unwrap();
            }
        }
        fs::write(path("fork").join("README.md"), "").unwrap();
        let lock = ["own", "locked"].map(|name| File::open(path(name).join(LOCK)).unwrap());
        lock.iter().for_each(|lock| lock.try_lock().unwrap());
        std::os::unix::fs::symlink(path("fork"), path("link")).unwrap();
        remove_abandoned(&path("own")).unwrap();
        let left: Vec<&str> = names.into_iter().filter(|name| path(name).exists()).collect();
        assert_eq!(left, ["own", "locked", "without-lock", "fork", "open", "lock-folder"]);
        assert!(path("fork").join("README.md").exists() && path("link").exists());
    }

    #[test]
    fn seeds_differ_and_come_again() {
        let mut seeds = build_seeds(7, 1000);
        assert_eq!(seeds, build_seeds(7, 1000));
        assert_ne!(seeds, build_seeds(8, 1000));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 1000);
        assert!(!seeds.contains(&0));
    }
}
