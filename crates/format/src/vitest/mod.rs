//! vitest's JSON of benchmarks, and tasks of tinybench as JSON.
//!
//! `task` is the common part of one benchmark. vitest 1.6 to 4 writes `files` with `groups`; earlier and later
//! versions write `testResults`, first of suites and now of files (`report`).

mod report;
mod task;

use super::json::{Cursor, Documents, Found, Out, Path, Plan, Stop, Visitor};
use super::sight::{Head, Sight};
use super::{Format, Kind};
use report::{TestFile, short_names};
use task::Task;

pub(super) const FORMAT: Format = Format {
    name: "vitest",
    about: "vitest's JSON of benchmarks",
    // It seldom contains samples, so each run gives one.
    example: "for run in 1 2 3 4 5 6 7 8 9 10; do npx vitest bench --run --reporter=json --outputFile=one.json >&2; cat one.json; done > new.json   # vitest 1.6 to 4: --outputJson one.json",
    run_command: Some(
        "npx vitest bench --run --reporter=json --outputFile=one.json >&2 && cat one.json",
    ),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: vitest,
    reader: |_| Box::new(Documents::new(Vitest::default())),
};

pub(super) const TINYBENCH: Format = Format {
    name: "tinybench",
    about: "tasks of tinybench as JSON",
    // A task itself is an empty object in JSON because its members are getters.
    example: "await bench.run(); console.log(JSON.stringify(bench.tasks.map(({ name, result }) => ({ name, result }))))   # retainSamples: true",
    run_command: None,
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: tinybench,
    reader: |_| Box::new(Documents::new(Tinybench::default())),
};

const VITEST_SAMPLES: &str =
    "benchlens run, or with several runs one after the other: see benchlens formats";
const TINYBENCH_SAMPLES: &str = "new Bench({ retainSamples: true }) of tinybench";

fn vitest(head: &Head<'_>) -> Sight {
    let all: [&[&[u8]]; 3] = [
        &[b"\"files\"", b"\"filepath\"", b"\"groups\""],
        &[b"\"testResults\"", b"\"assertionResults\"", b"\"benchmarks\""],
        &[b"\"testResults\"", b"\"numTotalTestSuites\"", b"\"rank\"", b"\"rme\""],
    ];
    let mut sight = Sight::No;
    for texts in all {
        match head.json_with(texts) {
            Sight::Yes => return Sight::Yes,
            other @ (Sight::No | Sight::Unsure) => sight = other,
        }
    }
    sight
}

/// Detects an array of objects with a name, of which one also has a result; or a single such object.
fn tinybench(head: &Head<'_>) -> Sight {
    head.json_is(|cursor| {
        if cursor.found()? == Found::Object {
            return Ok(is_task(cursor)?.0);
        }
        let mut inside = cursor.array()?;
        while cursor.element(&mut inside)? {
            let (has_result, is_bare) = is_task(cursor)?;
            if has_result || !is_bare {
                return Ok(has_result);
            }
        }
        Ok(false)
    })
}

/// Returns whether an object is a task with a result, and whether it has only a name, as a task that did not run.
fn is_task(cursor: &mut Cursor<'_>) -> Result<(bool, bool), Stop> {
    let (mut has_name, mut has_result, mut others) = (false, false, 0);
    let mut inside = cursor.object()?;
    while let Some(key) = cursor.key(&mut inside)? {
        match key.raw {
            b"name" => has_name = true,
            b"result" if cursor.found()? == Found::Object => {
                has_result = is_result(&mut cursor.clone())?;
            }
            _ => others += 1,
        }
        if has_name && has_result {
            return Ok((true, false));
        }
        cursor.skip()?;
    }
    Ok((false, has_name && others == 0))
}

/// Returns whether an object has the members that results of any version have.
fn is_result(cursor: &mut Cursor<'_>) -> Result<bool, Stop> {
    let known: [&[u8]; 5] = [b"latency", b"samples", b"mean", b"error", b"state"];
    let mut inside = cursor.object()?;
    while let Some(key) = cursor.key(&mut inside)? {
        if known.contains(&key.raw) {
            return Ok(true);
        }
        cursor.skip()?;
    }
    Ok(false)
}

#[derive(Debug, Default)]
struct Vitest {
    /// The names of the enclosing groups, the file first.
    group: Vec<u8>,
    task: Task,
    /// All files of vitest 5, because their short names depend on all of them.
    files: Vec<TestFile>,
    file: TestFile,
}

/// The paths of the names of a group and its enclosing groups, and the path of its benchmarks.
const GROUP_NAME: [&str; 5] = ["files", "*", "groups", "*", "fullName"];
const GROUP_TASK: [&str; 6] = ["files", "*", "groups", "*", "benchmarks", "*"];
/// The paths in vitest up to 1.5, where the key is the name.
const SUITE_TASK: [&str; 3] = ["testResults", "*", "*"];
const TEST_FILE: [&str; 2] = ["testResults", "*"];

impl Visitor for Vitest {
    fn plan(&self, path: &Path) -> Plan {
        match path.len() {
            _ if path.is(&GROUP_TASK) || path.is(&GROUP_NAME) || path.is(&SUITE_TASK) => Plan::Take,
            // An element is a file, a member is a suite.
            2 if path.is(&TEST_FILE) && path.key(1).is_empty() => Plan::Take,
            2 if path.is(&TEST_FILE) => Plan::Enter,
            1 if path.key(0) == b"testResults" => Plan::Enter,
            len if len < GROUP_TASK.len() && path.is(&GROUP_TASK[..len]) => Plan::Enter,
            _ => Plan::Skip,
        }
    }

    fn take(&mut self, path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        if path.is(&GROUP_NAME) {
            self.group = value.string()?.text().into_owned();
        } else if path.is(&TEST_FILE) {
            self.file = TestFile::take(value)?;
        } else {
            self.task = Task::read(value)?;
            self.task.fail_if_empty();
        }
        Ok(())
    }

    fn emit(&mut self, path: &Path, out: &mut Out<'_>) {
        if path.is(&TEST_FILE) {
            return self.files.push(std::mem::take(&mut self.file));
        }
        if path.is(&GROUP_NAME) {
            return;
        }
        out.metadata(b"harness", b"vitest");
        if path.is(&SUITE_TASK) {
            out.config(b"pkg", path.key(1));
        } else {
            let group = String::from_utf8_lossy(&self.group).replace(" > ", "/");
            out.config(b"pkg", group.as_bytes());
        }
        self.task.emit(VITEST_SAMPLES, out);
    }

    fn leave(&mut self, path: &Path, out: &mut Out<'_>) {
        if path.len() == 0 {
            self.end(out);
        }
    }

    fn end(&mut self, out: &mut Out<'_>) {
        let files = std::mem::take(&mut self.files);
        for (file, name) in files.iter().zip(short_names(&files)) {
            out.metadata(b"harness", b"vitest");
            file.emit(name, VITEST_SAMPLES, out);
        }
    }
}

#[derive(Debug, Default)]
struct Tinybench {
    task: Task,
}

impl Visitor for Tinybench {
    fn plan(&self, path: &Path) -> Plan {
        match path.len() {
            0 => Plan::Enter,
            // An element is a task; otherwise the document is one.
            1 if [&b""[..], b"name", b"result"].contains(&path.key(0)) => Plan::Take,
            _ => Plan::Skip,
        }
    }

    fn take(&mut self, path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        match path.key(0) {
            b"" => self.task = Task::read(value)?,
            b"name" => self.task.name = value.scalar()?.unwrap_or_default().into_owned(),
            _ if value.found()? == Found::Object => self.task.take(value, 1)?,
            _ => value.skip()?,
        }
        Ok(())
    }

    fn emit(&mut self, path: &Path, out: &mut Out<'_>) {
        if path.key(0).is_empty() {
            self.emit_task(out);
        }
    }

    fn leave(&mut self, path: &Path, out: &mut Out<'_>) {
        if path.len() == 0 && !self.task.name.is_empty() {
            self.emit_task(out);
        }
    }
}

impl Tinybench {
    fn emit_task(&mut self, out: &mut Out<'_>) {
        out.metadata(b"harness", b"tinybench");
        std::mem::take(&mut self.task).emit(TINYBENCH_SAMPLES, out);
    }
}
