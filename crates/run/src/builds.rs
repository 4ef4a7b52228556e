//! Programs that are built for a recording.
//!
//! Takes a command that builds; gives the program that it wrote. A program's place in memory is drawn at its build, and
//! can move times by more than a change of its code does. Several builds, each with a seed, show by how much. Must not
//! know how a program is built.

use std::fs::File;
use std::io::Error;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::ask::{Helper, Unready};
use crate::git::{LOCK, Repository, TREE, Trees, WORKSHOP};
use crate::plan::Template;
use crate::process::Job;
use crate::record::Stop;

/// A temporary folder for what a recording needs; gone with this value.
#[derive(Debug)]
pub struct Workshop {
    // Before the folder that they are in.
    trees: Option<Trees>,
    /// Locked until the folder is gone.
    _lock: File,
    folder: TempDir,
    path: PathBuf,
}

impl Workshop {
    /// An empty one.
    ///
    /// # Errors
    ///
    /// There is no room for temporary files.
    pub fn new() -> Result<Workshop, Error> {
        let folder = tempfile::Builder::new().prefix(WORKSHOP).tempdir()?;
        let lock = File::create(folder.path().join(LOCK))?;
        // Where files have no locks, nobody can see that it is abandoned.
        let _ = lock.try_lock();
        let path = std::path::absolute(folder.path())?;
        Ok(Workshop { trees: None, _lock: lock, folder, path })
    }

    /// Says which repository revisions are of.
    ///
    /// # Errors
    ///
    /// A signal came.
    pub fn open(&mut self, helper: &mut Helper<'_>, repository: Repository) -> Result<(), Stop> {
        repository.remove_abandoned(helper)?;
        self.trees = Some(Trees::new(repository));
        Ok(())
    }

    /// Puts the files of a commit into a folder; what corresponds there to the current one.
    ///
    /// # Errors
    ///
    /// Git cannot, or the commit does not have the current folder.
    pub fn tree(
        &mut self,
        helper: &mut Helper<'_>,
        place: usize,
        label: &str,
        commit: &str,
    ) -> Result<PathBuf, Unready> {
        // Names of one length: the length of a program's path and folder moves its memory.
        let folder = self.path.join(format!("{TREE}{place:04}"));
        match &mut self.trees {
            Some(trees) => trees.add(helper, label, commit, &folder),
            None => Ok(folder),
        }
    }

    /// Builds a version's program for the `number`th time; where it is.
    ///
    /// # Errors
    ///
    /// The command failed or wrote no program.
    pub fn build(
        &self,
        helper: &mut Helper<'_>,
        place: usize,
        label: &str,
        number: usize,
        recipe: &Template,
    ) -> Result<PathBuf, Unready> {
        let folder = self.path.join(format!("out-{place:04}-{number:06}"));
        std::fs::create_dir(&folder).map_err(Stop::System)?;
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
            (!program.is_file()).then(|| missing.to_owned())
        });
        match failure {
            None => Ok(program),
            Some(failure) => {
                Err(Stop::Failed(format!("{label}: -build {failure}"), answer.tail).into())
            }
        }
    }

    /// Takes everything away.
    ///
    /// # Errors
    ///
    /// What cannot be removed.
    pub fn close(self) -> Result<(), Error> {
        drop(self.trees);
        self.folder.close()
    }
}

/// Where a build finds the path of the program that it shall write.
pub const BENCH_OUT: &str = "BENCH_OUT";

/// Seeds for builds, all different and none zero: to many linkers, zero means no seed.
pub fn build_seeds(seed: u64, count: usize) -> Vec<u32> {
    // Not the numbers that the order is drawn from.
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
    use super::build_seeds;

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
