//! github-action-benchmark: its custom JSON, and `data.js`, in which it stores the results of all commits.

mod rows;

use super::json::{Cursor, Documents, Found, Out, Path, Plan, Stop, Visitor};
use super::sight::{Head, Sight};
use super::{Format, Kind};
use rows::Rows;

/// A JSON array of names, values and units.
pub(super) const CUSTOM: Format = Format {
    name: "github-action-benchmark",
    about: "github-action-benchmark's custom JSON",
    example: "one value for each benchmark: repeat an entry for each sample",
    run_command: None,
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: custom,
    reader: |_| Box::new(Documents::new(Custom::default())),
};

/// The history in `data.js`.
pub(super) const HISTORY: Format = Format {
    name: "data-js",
    about: "github-action-benchmark's data.js",
    example: "one value for each benchmark and commit: compare by commit",
    run_command: None,
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight: history,
    reader: |_| Box::new(Documents::new(History::default())),
};

const SAMPLES: &str = "the harness itself, whose file benchlens reads: see benchlens formats";

const COMMITS: &str = "the harness itself, whose file benchlens reads: see benchlens formats; \
                       -col commit shows each commit as a column";

fn custom(head: &Head<'_>) -> Sight {
    head.json_is(|cursor| {
        let mut inside = cursor.array()?;
        if !cursor.element(&mut inside)? || cursor.found()? != Found::Object {
            return Ok(false);
        }
        let mut found = [false; 3];
        let mut inside = cursor.object()?;
        while let Some(key) = cursor.key(&mut inside)? {
            for (found, wanted) in found.iter_mut().zip([&b"name"[..], b"value", b"unit"]) {
                *found |= key.raw == wanted;
            }
            if found == [true; 3] {
                return Ok(true);
            }
            cursor.skip()?;
        }
        Ok(false)
    })
}

/// The assignment as the tool writes it, and as minifiers shorten it.
const ASSIGNMENTS: [&[u8]; 2] = [b"window.BENCHMARK_DATA =", b"window.BENCHMARK_DATA="];

fn history(head: &Head<'_>) -> Sight {
    let text = head.bytes.trim_ascii_start();
    match () {
        () if ASSIGNMENTS.iter().any(|before| text.starts_with(before)) => Sight::Yes,
        () if ASSIGNMENTS.iter().any(|before| before.starts_with(text)) => Sight::Unsure,
        () => head.json_with(&[b"\"lastUpdate\"", b"\"repoUrl\"", b"\"entries\""]),
    }
}

#[derive(Debug, Default)]
struct Custom {
    rows: Rows,
}

impl Visitor for Custom {
    fn plan(&self, path: &Path) -> Plan {
        if path.len() == 0 { Plan::Enter } else { Plan::Take }
    }

    fn take(&mut self, _path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        self.rows.take(value)
    }

    fn emit(&mut self, _path: &Path, _out: &mut Out<'_>) {
        self.rows.keep();
    }

    fn leave(&mut self, path: &Path, out: &mut Out<'_>) {
        if path.len() == 0 {
            self.end(out);
        }
    }

    fn end(&mut self, out: &mut Out<'_>) {
        out.metadata(b"harness", b"github-action-benchmark");
        // Repeated entries are samples.
        let is_repeated = self.rows.is_first_repeated();
        if self.rows.emit(b"", b"", out) && !is_repeated {
            out.summaries(SAMPLES);
        }
    }
}

#[derive(Debug, Default)]
struct History {
    commit: Vec<u8>,
    time: Vec<u8>,
    tool: Vec<u8>,
    rows: Rows,
}

impl Visitor for History {
    fn plan(&self, path: &Path) -> Plan {
        match path.len() {
            0 => Plan::Enter,
            1 | 2 if path.key(0) == b"entries" => Plan::Enter,
            3 if path.key(0) == b"entries" => Plan::Take,
            _ => Plan::Skip,
        }
    }

    fn take(&mut self, _path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        self.rows.clear();
        let (mut commit, mut time, mut tool) = (None, None, None);
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"commit" if value.found()? == Found::Object => {
                    let mut inside = value.object()?;
                    while let Some(key) = value.key(&mut inside)? {
                        match key.raw {
                            b"id" => commit = value.scalar()?,
                            b"timestamp" => time = value.scalar()?,
                            _ => value.skip()?,
                        }
                    }
                }
                b"tool" => tool = value.scalar()?,
                b"benches" => {
                    let mut benches = value.array()?;
                    while value.element(&mut benches)? {
                        self.rows.take(value)?;
                        self.rows.keep();
                    }
                }
                _ => value.skip()?,
            }
        }
        self.commit = commit.unwrap_or_default().into_owned();
        self.time = time.unwrap_or_default().into_owned();
        self.tool = tool.unwrap_or_default().into_owned();
        Ok(())
    }

    fn emit(&mut self, path: &Path, out: &mut Out<'_>) {
        out.metadata(b"harness", b"github-action-benchmark");
        out.metadata(b"tool", &self.tool);
        out.metadata(b"commit", &self.commit);
        out.metadata(b"commit-time", &self.time);
        if self.rows.emit(&self.tool, path.key(1), out) {
            out.summaries(COMMITS);
        }
    }

    fn before(&self) -> &'static [&'static [u8]] {
        &ASSIGNMENTS
    }
}
