//! `testResults` of vitest 5, with an object for each file that contains its tests and their benchmarks.

use std::collections::BTreeMap;

use super::task::Task;
use crate::json::{Cursor, Found, Out, Stop};

/// A file of tests.
#[derive(Debug, Default)]
pub(super) struct TestFile {
    pub(super) path: Vec<u8>,
    is_failed: bool,
    tests: Vec<Test>,
}

#[derive(Debug, Default)]
struct Test {
    name: Vec<u8>,
    is_failed: bool,
    /// The name of each group of tasks, which is the name of the test.
    tasks: Vec<(Vec<u8>, Task)>,
}

impl TestFile {
    pub(super) fn take(value: &mut Cursor<'_>) -> Result<TestFile, Stop> {
        let mut file = TestFile::default();
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"name" => file.path = value.scalar()?.unwrap_or_default().into_owned(),
                b"status" => file.is_failed = value.scalar()?.as_deref() == Some(b"failed"),
                b"assertionResults" if value.found()? == Found::Array => {
                    let mut all = value.array()?;
                    while value.element(&mut all)? {
                        file.tests.push(Test::take(value)?);
                    }
                }
                _ => value.skip()?,
            }
        }
        Ok(file)
    }

    /// Pushes its results. The file has a shorter name in messages and as a package.
    pub(super) fn emit(&self, name: &[u8], how: &'static str, out: &mut Out<'_>) {
        if self.is_failed && self.tests.iter().all(|test| !test.is_failed) {
            out.failed(name);
        }
        for test in &self.tests {
            if test.is_failed {
                out.failed(&test.name);
            }
            for (group, task) in &test.tasks {
                let group = String::from_utf8_lossy(group).replace(" > ", "/");
                out.config(b"pkg", &[name, b"/", group.as_bytes()].concat());
                task.emit(how, out);
            }
        }
    }
}

impl Test {
    fn take(value: &mut Cursor<'_>) -> Result<Test, Stop> {
        let mut test = Test::default();
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"fullName" => test.name = value.scalar()?.unwrap_or_default().into_owned(),
                b"status" => test.is_failed = value.scalar()?.as_deref() == Some(b"failed"),
                b"benchmarks" if value.found()? == Found::Array => {
                    let mut all = value.array()?;
                    while value.element(&mut all)? {
                        test.take_group(value)?;
                    }
                }
                _ => value.skip()?,
            }
        }
        Ok(test)
    }

    fn take_group(&mut self, value: &mut Cursor<'_>) -> Result<(), Stop> {
        let (mut name, mut tasks) = (Vec::new(), Vec::new());
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"name" => name = value.scalar()?.unwrap_or_default().into_owned(),
                b"tasks" if value.found()? == Found::Array => {
                    let mut all = value.array()?;
                    while value.element(&mut all)? {
                        tasks.push(Task::read(value)?);
                    }
                }
                _ => value.skip()?,
            }
        }
        self.tasks.extend(tasks.into_iter().map(|task| (name.clone(), task)));
        Ok(())
    }
}

/// Returns the short names of files, without folders because those differ between checkouts. If several files have the
/// same name, it includes the folders that not all files share.
pub(super) fn short_names(files: &[TestFile]) -> Vec<&[u8]> {
    let name = |path: &[u8]| path.iter().rposition(|byte| *byte == b'/').map_or(0, |at| at + 1);
    let mut counts: BTreeMap<&[u8], u32> = BTreeMap::new();
    let mut common = files.first().map_or(&b""[..], |file| &file.path);
    for TestFile { path, .. } in files {
        *counts.entry(&path[name(path)..]).or_default() += 1;
        let equal = common.iter().zip(path).take_while(|(a, b)| a == b).count();
        common = &common[..equal];
    }
    let common = name(common);
    let mut short = Vec::with_capacity(files.len());
    for TestFile { path, .. } in files {
        let start = name(path);
        let is_only = counts.get(&path[start..]) == Some(&1);
        short.push(if is_only { &path[start..] } else { &path[common..] });
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_short_names_that_differ() {
        let check = |paths: &[&str], want: &[&str]| {
            let file =
                |path: &&str| TestFile { path: path.as_bytes().into(), ..TestFile::default() };
            let files: Vec<TestFile> = paths.iter().map(file).collect();
            let want: Vec<&[u8]> = want.iter().map(|want| want.as_bytes()).collect();
            assert_eq!(short_names(&files), want);
        };
        check(&[], &[]);
        check(&["/r/src/a.bench.js"], &["a.bench.js"]);
        check(&["/r/x/a.js", "/r/x/b/a.js", "/r/x/c.js"], &["a.js", "b/a.js", "c.js"]);
        check(&["/r/xa/i.js", "/r/xb/i.js"], &["xa/i.js", "xb/i.js"]);
    }
}
