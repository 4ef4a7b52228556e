//! The total number of executions of each target.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

const HEAD: &str = "# Executions of each fuzz target so far: `cargo xtask fuzz` adds to them.\n";

/// The number of executions by target.
pub(crate) struct Totals(BTreeMap<String, u64>);

impl Totals {
    /// Reads `name = number` lines; returns an empty map if the file does not exist.
    pub(crate) fn read(path: &Path) -> Totals {
        let text = fs::read_to_string(path).unwrap_or_default();
        let of_line = |line: &str| {
            let (name, count) = line.split_once(" = ")?;
            Some((name.to_owned(), count.trim().parse().ok()?))
        };
        Totals(text.lines().filter_map(of_line).collect())
    }

    pub(crate) fn of(&self, target: &str) -> u64 {
        self.0.get(target).copied().unwrap_or_default()
    }

    pub(crate) fn add(&mut self, target: &str, executions: u64) {
        *self.0.entry(target.to_owned()).or_default() += executions;
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// Returns errors of the file system.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let lines = self.0.iter().map(|(name, count)| format!("{name} = {count}\n"));
        fs::write(path, [HEAD.to_owned(), lines.collect()].concat())
    }
}
