//! Finds the files of a folder or an archive that belong together.
//!
//! Takes a list of paths; gives the pieces to read, each of one or two files, and counts the skipped files by reason.
//! Looks only at names, and opens nothing. A file that matches no rule is a piece: reading it shows whether it
//! contains results.
//!
//! criterion writes a folder for each benchmark. It contains a folder for each recording (`new`, `base`, or a name
//! that the user chose), and each recording contains `benchmark.json`, which describes the benchmark, and
//! `sample.json`. These two files are one piece. The files next to them repeat their data, and so do the folders
//! `report` and `change`.
//!
//! An archive of GitHub's logs contains the whole log of a job, `0_JOB.txt`, and the same lines again in
//! `JOB/1_STEP.txt`.

/// The recording of criterion that is read by default.
pub const NEW: &[u8] = b"new";

/// The pieces to read, and the numbers of skipped files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The pieces, in the order of the paths.
    pub pieces: Vec<Piece>,
    /// The number of files that belong to a system or to version control.
    pub hidden: usize,
    /// The number of files whose lines are also in another file.
    pub doubled: usize,
    /// The number of criterion's recordings that do not describe the benchmark.
    pub nameless: usize,
    /// The existing recordings of criterion, sorted.
    pub recordings: Vec<Vec<u8>>,
    /// The number of criterion's benchmarks without the selected recording.
    pub without: usize,
    /// The number of criterion's saved baselines that are not read, because no recording was selected.
    pub unread: usize,
}

/// Files whose contents, in sequence, form one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The name in messages: a path.
    pub name: Vec<u8>,
    /// The indices of the files in the list of paths.
    pub files: Vec<usize>,
    /// The folder of the benchmark, if this is a recording of criterion.
    pub benchmark: Option<Vec<u8>>,
}

/// Finds the pieces among `paths`, which are separated by `/`. If `recording` is given, this recording of criterion
/// is read instead of [`NEW`], and no other files are read.
pub fn plan<P: AsRef<[u8]>>(paths: &[P], recording: Option<&[u8]>) -> Plan {
    let paths: Vec<&[u8]> = paths.iter().map(AsRef::as_ref).collect();
    let found = Found::among(&paths);
    let mut plan = Plan { recordings: found.names(), ..Plan::default() };
    // Every folder has the last recording and the one before.
    let is_saved = |name: &&Vec<u8>| **name != NEW && **name != *b"base";
    plan.unread = match recording {
        None => plan.recordings.iter().filter(is_saved).count(),
        Some(_) => 0,
    };
    let jobs = jobs(&paths);
    let mut chosen = Vec::new();
    for (place, path) in paths.iter().enumerate() {
        let (folder, file) = split(path);
        if is_hidden(path) {
            plan.hidden += 1;
        } else if let Some(files) = found.recording(folder).filter(|_| files_of(file)) {
            let (benchmark, name) = split(folder);
            let is_chosen = name == recording.unwrap_or(NEW) || folder.is_empty();
            match files.pair() {
                Some(pair) if is_chosen && pair.contains(&place) => {
                    if pair.iter().min() == Some(&place) {
                        chosen.push(benchmark);
                        let name = if folder.is_empty() { *path } else { folder };
                        plan.pieces.push(Piece {
                            name: name.to_vec(),
                            files: pair.to_vec(),
                            benchmark: Some(benchmark.to_vec()),
                        });
                    }
                }
                Some(_) => {}
                None => plan.nameless += usize::from(file == SAMPLE),
            }
        } else if found.is_beside(path) {
            // Charts and estimates of criterion, which every folder has.
        } else if is_step(folder, file, &jobs) {
            plan.doubled += 1;
        } else if recording.is_none() {
            let (name, benchmark) = (path.to_vec(), None);
            plan.pieces.push(Piece { name, files: vec![place], benchmark });
        }
    }
    plan.without = found.benchmarks.len() - set(chosen).len();
    plan
}

/// Returns the folder that criterion wrote to, from a benchmark's folder and its `benchmark.json`.
pub fn tree<'p>(benchmark: &'p [u8], description: &[u8]) -> &'p [u8] {
    let named = directory_name(description).and_then(|name| {
        let root = benchmark.strip_suffix(name)?;
        if root.is_empty() { Some(root) } else { root.strip_suffix(b"/") }
    });
    named.unwrap_or_else(|| {
        let mut at = benchmark;
        while !at.is_empty() && split(at).1 != b"criterion" {
            at = split(at).0;
        }
        at
    })
}

/// Returns the folder of a benchmark relative to the folder of all benchmarks, as criterion writes it.
fn directory_name(description: &[u8]) -> Option<&[u8]> {
    const KEY: &[u8] = b"\"directory_name\"";
    let at = description.windows(KEY.len()).position(|part| part == KEY)?;
    let value = description[at + KEY.len()..].trim_ascii_start().strip_prefix(b":")?;
    let value = value.trim_ascii_start().strip_prefix(b"\"")?;
    let end = value.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
    (value[end] == b'"' && 0 < end).then_some(&value[..end])
}

const BENCHMARK: &[u8] = b"benchmark.json";
const SAMPLE: &[u8] = b"sample.json";
const ESTIMATES: &[u8] = b"estimates.json";

/// Returns whether this is a file of a recording.
fn files_of(file: &[u8]) -> bool {
    [BENCHMARK, SAMPLE, ESTIMATES, b"tukey.json", b"raw.csv"].contains(&file)
}

/// The files of a recording that a folder contains.
#[derive(Default)]
struct Files {
    benchmark: Option<usize>,
    sample: Option<usize>,
    estimates: Option<usize>,
}

impl Files {
    fn pair(&self) -> Option<[usize; 2]> {
        Some([self.benchmark?, self.sample.or(self.estimates)?])
    }
}

/// The files that criterion wrote.
struct Found<'p> {
    /// The recordings, sorted by their folders.
    recordings: Vec<(&'p [u8], Files)>,
    /// The folders of the benchmarks, sorted and unique.
    benchmarks: Vec<&'p [u8]>,
    /// The folders of the benchmarks and all folders above them, sorted and unique.
    above: Vec<&'p [u8]>,
}

impl<'p> Found<'p> {
    fn among(paths: &[&'p [u8]]) -> Found<'p> {
        let folders = paths.iter().map(|path| split(path));
        let folders = folders.filter(|(_, file)| [BENCHMARK, SAMPLE, ESTIMATES].contains(file));
        let folders = set(folders.map(|(folder, _)| folder).collect());
        let mut recordings: Vec<(&[u8], Files)> =
            folders.into_iter().map(|folder| (folder, Files::default())).collect();
        for (place, path) in paths.iter().enumerate() {
            let (folder, file) = split(path);
            let Ok(at) = place_of(&recordings, folder) else { continue };
            let files = &mut recordings[at].1;
            if file == BENCHMARK {
                files.benchmark = Some(place);
            } else if file == SAMPLE {
                files.sample = Some(place);
            } else if file == ESTIMATES {
                files.estimates = Some(place);
            }
        }
        // A single file with one of these names may be anything. Estimates are stored next to samples and in
        // `change`.
        recordings.retain(|(_, files)| {
            files.pair().is_some() || (files.sample.is_some() && files.estimates.is_some())
        });
        let named = recordings.iter().filter(|(_, files)| files.pair().is_some());
        let benchmarks = set(named.map(|(folder, _)| split(folder).0).collect());
        let mut above = Vec::new();
        for &benchmark in &benchmarks {
            let mut at = benchmark;
            above.push(at);
            while !at.is_empty() {
                at = split(at).0;
                above.push(at);
            }
        }
        Found { recordings, benchmarks, above: set(above) }
    }

    /// Returns the recording in a folder.
    fn recording(&self, folder: &[u8]) -> Option<&Files> {
        place_of(&self.recordings, folder).ok().map(|at| &self.recordings[at].1)
    }

    fn names(&self) -> Vec<Vec<u8>> {
        let named = self.recordings.iter().filter(|(_, files)| files.pair().is_some());
        let names = set(named.map(|(folder, _)| split(folder).1).collect());
        names.into_iter().filter(|name| !name.is_empty()).map(<[u8]>::to_vec).collect()
    }

    /// Returns whether a file is next to recordings, or in a report about them.
    fn is_beside(&self, path: &[u8]) -> bool {
        let (mut at, file) = split(path);
        let (benchmark, name) = split(at);
        let is_of_benchmark = !at.is_empty() && has(&self.benchmarks, benchmark);
        if is_of_benchmark && (name == b"change" || files_of(file)) {
            return true;
        }
        while !at.is_empty() {
            let (above, name) = split(at);
            if name == b"report" && has(&self.above, above) {
                return true;
            }
            at = above;
        }
        false
    }
}

/// Returns the unique paths, sorted. A tree of the paths would add more code to the web app than its uses.
fn set(mut paths: Vec<&[u8]>) -> Vec<&[u8]> {
    paths.sort_unstable();
    paths.dedup();
    paths
}

fn has(set: &[&[u8]], path: &[u8]) -> bool {
    set.binary_search(&path).is_ok()
}

fn place_of(recordings: &[(&[u8], Files)], folder: &[u8]) -> Result<usize, usize> {
    recordings.binary_search_by(|(known, _)| (*known).cmp(folder))
}

/// Returns the sorted folders with the steps of a job whose whole log also exists.
fn jobs<'p>(paths: &[&'p [u8]]) -> Vec<(&'p [u8], &'p [u8])> {
    let whole = |path: &&'p [u8]| {
        let (folder, file) = split(path);
        Some((folder, numbered(file)?))
    };
    let mut jobs: Vec<_> = paths.iter().filter_map(whole).collect();
    jobs.sort_unstable();
    jobs
}

fn is_step(folder: &[u8], file: &[u8], jobs: &[(&[u8], &[u8])]) -> bool {
    !folder.is_empty()
        && (numbered(file).is_some() || file == b"system.txt")
        && jobs.binary_search(&split(folder)).is_ok()
}

/// Returns `NAME` for `12_NAME.txt`.
fn numbered(file: &[u8]) -> Option<&[u8]> {
    let name = file.strip_suffix(b".txt")?;
    let digits = name.iter().take_while(|byte| byte.is_ascii_digit()).count();
    name[digits..].strip_prefix(b"_").filter(|_| 0 < digits)
}

/// Returns whether a path belongs to a system or to version control, or to a report that was never completed.
pub fn is_hidden(path: &[u8]) -> bool {
    path.split(|&byte| byte == b'/').any(|part| {
        let names: [&[u8]; 5] = [b".git", b".hg", b".svn", b".DS_Store", b"__MACOSX"];
        let is_incomplete = part.starts_with(b".benchlens-") && part.ends_with(b".part");
        names.contains(&part) || part.starts_with(b"._") || is_incomplete
    })
}

/// Returns the folder and the name of a path.
fn split(path: &[u8]) -> (&[u8], &[u8]) {
    match path.iter().rposition(|&byte| byte == b'/') {
        Some(at) => (&path[..at], &path[at + 1..]),
        None => (b"", path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pieces as words: their names, followed by the indices of their files.
    fn pieces(paths: &[&str], recording: Option<&str>) -> (Vec<String>, Plan) {
        let plan = plan(paths, recording.map(str::as_bytes));
        let word = |piece: &Piece| {
            let name = String::from_utf8_lossy(&piece.name);
            format!("{name} {:?}", piece.files)
        };
        (plan.pieces.iter().map(word).collect(), plan)
    }

    const TREE: [&str; 13] = [
        "a.txt",
        "fib/20/base/benchmark.json",
        "fib/20/base/estimates.json",
        "fib/20/base/sample.json",
        "fib/20/change/estimates.json",
        "fib/20/new/benchmark.json",
        "fib/20/new/estimates.json",
        "fib/20/new/sample.json",
        "fib/20/new/tukey.json",
        "fib/20/report/index.html",
        "fib/report/violin.svg",
        "report/index.html",
        "fib/old/before/benchmark.json",
    ];

    #[test]
    fn a_recording_of_criterion_is_one_piece() {
        let (words, plan) = pieces(&TREE, None);
        assert_eq!(words, ["a.txt [0]", "fib/20/new [5, 7]", "fib/old/before/benchmark.json [12]"]);
        assert_eq!((plan.without, plan.unread), (0, 0));
        assert_eq!(plan.recordings, [&b"base"[..], b"new"]);
        let (words, _) = pieces(&TREE, Some("base"));
        assert_eq!(words, ["fib/20/base [1, 3]"]);
        let (words, plan) = pieces(&TREE, Some("main"));
        assert_eq!((words.len(), plan.without), (0, 1));
    }

    #[test]
    fn a_recording_may_be_what_was_named_and_may_lack_its_samples() {
        let (words, _) = pieces(&["estimates.json", "benchmark.json", "tukey.json"], None);
        assert_eq!(words, ["estimates.json [1, 0]"]);
        let (words, _) = pieces(&["new/estimates.json", "new/benchmark.json"], None);
        assert_eq!(words, ["new [1, 0]"]);
    }

    #[test]
    fn what_has_no_name_is_counted() {
        let (words, plan) = pieces(&["x/new/sample.json", "x/new/estimates.json"], None);
        assert_eq!((words.len(), plan.nameless), (0, 1));
        let (words, plan) = pieces(&["x/benchmark.json", "y/sample.json", "estimates.json"], None);
        assert_eq!((words.len(), plan.nameless), (3, 0));
    }

    #[test]
    fn lines_of_a_job_are_read_once() {
        let paths =
            ["0_build _ x.txt", "build _ x/1_Set up.txt", "build _ x/system.txt", "lint/1_a.txt"];
        let (words, plan) = pieces(&paths, None);
        assert_eq!(words, ["0_build _ x.txt [0]", "lint/1_a.txt [3]"]);
        assert_eq!(plan.doubled, 2);
    }

    #[test]
    fn files_of_systems_are_no_logs() {
        let paths = ["._a", "__MACOSX/a", ".git/x/y", ".benchmarks/a.json", "d/.benchlens-Xy.part"];
        let (words, plan) = pieces(&paths, None);
        assert_eq!((words, plan.hidden), (vec![".benchmarks/a.json [3]".to_owned()], 4));
    }

    #[test]
    fn benchmarks_know_where_they_are_written() {
        let json = br#"{"group_id":"g","directory_name":"g/f/20","title":"g/f/20"}"#;
        assert_eq!(tree(b"a/before/g/f/20", json), b"a/before");
        assert_eq!(tree(b"g/f/20", json), b"");
        assert_eq!(tree(b"xg/f/20", json), b"");
        assert_eq!(tree(b"target/criterion/g/f", b"{}"), b"target/criterion");
        assert_eq!(tree(b"g/f", b"{}"), b"");
    }
}
