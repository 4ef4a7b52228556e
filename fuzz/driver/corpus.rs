//! The initial inputs: the files of each format, and the inputs and the queries of the test cases.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::mutate::Random;

/// Larger files would only make fuzzing slow.
const BYTES_MAX: u64 = 16 << 10;

/// The inputs of all targets.
pub(crate) struct Corpus {
    /// Logs and documents.
    logs: Vec<Vec<u8>>,
    /// The values of flags, by the target that reads them.
    texts: BTreeMap<&'static str, Vec<Vec<u8>>>,
}

/// The flags whose values are inputs for each target.
const FLAGS: [(&str, &[&str]); 3] = [
    ("filter", &["-filter"]),
    ("projection", &["-row", "-col", "-table", "-ignore"]),
    ("gate", &["-gate"]),
];

impl Corpus {
    /// Reads the test data of the repository.
    ///
    /// # Panics
    ///
    /// Panics if there is no test data, because this is not the repository then.
    pub(crate) fn read(fuzz: &Path) -> Corpus {
        let tests = fuzz.join("../tests");
        let mut corpus = Corpus { logs: Vec::new(), texts: BTreeMap::new() };
        corpus.add_files(&tests.join("formats/data"));
        corpus.add_files(&tests.join("cases"));
        assert!(!corpus.logs.is_empty() && corpus.texts.len() == FLAGS.len(), "no data of tests");
        corpus
    }

    fn add_files(&mut self, folder: &Path) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                self.add_files(&path);
            } else if name == "cmd" {
                self.add_flags(&fs::read_to_string(&path).unwrap_or_default());
            } else if !["stdout", "stderr", "exit", "why", "notes"].contains(&&name[..])
                && fs::metadata(&path).is_ok_and(|meta| meta.len() <= BYTES_MAX)
            {
                self.logs.extend(fs::read(&path).ok().filter(|bytes| !bytes.is_empty()));
            }
        }
    }

    /// Adds the values of flags in a command line.
    fn add_flags(&mut self, command: &str) {
        for (target, flags) in FLAGS {
            for flag in flags {
                let Some((_, rest)) = command.split_once(&format!("{flag} ")) else { continue };
                let mut quoted = rest.trim_start().chars();
                let value = match quoted.next() {
                    Some(quote @ ('\'' | '"')) => rest.split(quote).nth(1),
                    _ => rest.split_whitespace().next(),
                };
                let texts = self.texts.entry(target).or_default();
                texts.extend(value.map(|value| value.as_bytes().to_vec()));
            }
        }
    }

    /// Returns one input for a target.
    pub(crate) fn pick(&self, target: &str, random: &mut Random) -> &[u8] {
        let all = self.texts.get(target).unwrap_or(&self.logs);
        &all[random.below(all.len())]
    }
}
