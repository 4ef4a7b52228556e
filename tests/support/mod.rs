//! Code for all tests on `tests/cases/`: reading a case, running it and comparing.

pub(crate) mod archives;
pub(crate) mod compare;
pub(crate) mod documents;
pub(crate) mod pieces;
pub(crate) mod random;
pub(crate) mod sharded;
#[cfg(unix)]
pub(crate) mod terminal;
#[cfg(unix)]
pub(crate) mod tool;
pub(crate) mod words;

use benchlens_core::Query;
use benchlens_core::query::setting;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The prefixes of lines on standard error that benchstat would not print.
const NOTES: [&[u8]; 2] = [b"benchlens: note: ", b"benchlens: warning: "];

/// The three results of a program, with the notes removed from its errors.
#[derive(Debug, Clone, Default)]
pub(crate) struct Printed {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) notes: Vec<u8>,
    pub(crate) exit: i32,
}

impl Printed {
    /// Removes the notes from standard error.
    pub(crate) fn new(stdout: Vec<u8>, errors: &[u8], exit: i32) -> Self {
        let (notes, rest): (Vec<_>, Vec<_>) = errors
            .split_inclusive(|&b| b == b'\n')
            .partition(|line| NOTES.iter().any(|note| line.starts_with(note)));
        Self { stdout, stderr: rest.concat(), notes: notes.concat(), exit }
    }
}

/// The source of a case's standard input.
#[derive(Debug, Clone)]
pub(crate) enum Input {
    /// `/dev/null`.
    Nothing,
    /// The file itself.
    File(PathBuf),
    /// These bytes through a pipe.
    Pipe(Vec<u8>),
}

/// One folder of `tests/cases/`.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    /// The arguments without the program.
    pub(crate) args: Vec<OsString>,
    pub(crate) input: Input,
    pub(crate) expected: Printed,
    /// Whether to compare the notes of `expected`.
    pub(crate) has_notes: bool,
}

/// Returns the folder with the cases.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases")
}

/// Returns all cases in the order of their names; if `CASES` is set, only the cases whose names contain it.
pub(crate) fn cases() -> io::Result<Vec<Case>> {
    let wanted = std::env::var("CASES").unwrap_or_default();
    let mut names = Vec::new();
    for entry in fs::read_dir(folder())? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.retain(|name| name.contains(&wanted));
    names.sort();
    names.into_iter().map(Case::read).collect()
}

/// Returns the query of each case as the command line parses it; a unit test of the CLI writes this file.
pub(crate) fn questions() -> serde_json::Value {
    let text = fs::read_to_string(folder().join("queries.json")).expect("the file is there");
    serde_json::from_str(&text).expect("the file is JSON")
}

/// Processes each item, on as many threads as the machine has processors; returns the results in order.
pub(crate) fn parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    parallel_on(std::thread::available_parallelism().map_or(1, usize::from), items, work)
}

/// Does the same on a number of threads.
pub(crate) fn parallel_on<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, work(item)));
        }
    };
    let mut all = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect::<Vec<_>>()
    });
    all.sort_by_key(|&(index, _)| index);
    all.into_iter().map(|(_, result)| result).collect()
}

/// The flags that benchstat supports.
const FLAGS_OF_BENCHSTAT: [&str; 8] =
    ["alpha", "col", "confidence", "filter", "format", "ignore", "row", "table"];

impl Case {
    fn read(name: String) -> io::Result<Self> {
        let folder = folder().join(&name).canonicalize()?;
        let read = |file: &str| match fs::read(folder.join(file)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        };
        let wrong = |what: &str| io::Error::other(format!("{name}: {what}"));
        let cmd = read("cmd")?.ok_or_else(|| wrong("no cmd"))?;
        let mut args = words::split(cmd.trim_ascii_end()).map_err(|e| wrong(&e))?.into_iter();
        if args.next().is_none_or(|program| program != "benchlens") {
            return Err(wrong("cmd does not begin with benchlens"));
        }
        let input = match (read("stdin.pipe")?, folder.join("stdin")) {
            (Some(bytes), _) => Input::Pipe(bytes),
            (None, file) if file.exists() => Input::File(file),
            _ => Input::Nothing,
        };
        // Without a reason to differ, the case contains benchstat's own output.
        let is_whole = || ["stdout", "stderr", "why"].map(|file| folder.join(file).exists());
        let is_written = std::env::var_os("UPDATE").is_none();
        if is_written && matches!(is_whole(), [false, _, false] | [_, false, false]) {
            return Err(wrong("a case needs stdout and stderr, or a file why"));
        }
        let args: Vec<_> = args.collect();
        let is_own = |arg: &OsString| {
            let arg = arg.to_string_lossy();
            let flag = arg.split('=').next().unwrap_or_default();
            let Some(name) = flag.strip_prefix('-').map(|name| name.trim_start_matches('-')) else {
                return false;
            };
            let is_setting = setting::<Query>(name).is_some();
            !FLAGS_OF_BENCHSTAT.contains(&name)
                && (is_setting || ["gate", "gate-file", "quiet"].contains(&name))
        };
        if is_written && !folder.join("why").exists() && args.iter().any(is_own) {
            return Err(wrong("benchstat has no such flag: the case needs a file why"));
        }
        let exit = read("exit")?.unwrap_or_else(|| b"0".to_vec());
        let exit = String::from_utf8_lossy(&exit).trim().parse();
        let notes = read("notes")?;
        let expected = Printed {
            stdout: read("stdout")?.unwrap_or_default(),
            stderr: read("stderr")?.unwrap_or_default(),
            exit: exit.map_err(|_| wrong("exit is not a number"))?,
            notes: notes.clone().unwrap_or_default(),
        };
        Ok(Self { folder, args, input, expected, has_notes: notes.is_some(), name })
    }

    /// Returns whether the output is CSV, whose geomeans may differ in the last digits.
    pub(crate) fn is_csv(&self) -> bool {
        self.args.iter().any(|arg| arg.to_string_lossy().contains("csv"))
    }

    /// Runs a program on the case.
    pub(crate) fn run(&self, program: &Path) -> io::Result<Printed> {
        let stdin = match &self.input {
            Input::Nothing => Stdio::null(),
            Input::File(path) => Stdio::from(File::open(path)?),
            Input::Pipe(_) => Stdio::piped(),
        };
        let mut child = Command::new(program)
            .args(&self.args)
            // Remove the environment of the machine that runs these tests.
            .env_remove("GITHUB_ACTIONS")
            .current_dir(&self.folder)
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let (Input::Pipe(bytes), Some(mut pipe)) = (&self.input, child.stdin.take()) {
            // A program that does not read its input is checked by its output.
            let _ = pipe.write_all(bytes);
        }
        let output = child.wait_with_output()?;
        Ok(Printed::new(output.stdout, &output.stderr, output.status.code().unwrap_or(-1)))
    }
}
