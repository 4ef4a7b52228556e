//! Google Benchmark's JSON (`--benchmark_out_format=json`), with a context and an entry for each repetition.

mod entry;
mod name;

use super::json::{Cursor, Documents, Out, Path, Plan, Stop, Visitor};
use super::sight::{Head, Sight};
use super::{Format, Kind, program};
use benchlens_base::Numbered;
use entry::{Entry, Role};

pub(super) const FORMAT: Format = Format {
    name: "google-benchmark",
    about: "Google Benchmark's JSON",
    example: "./bench --benchmark_repetitions=10 --benchmark_out=new.json --benchmark_out_format=json",
    run_command: Some("./bench --benchmark_format=json"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight,
    reader: |_| Box::new(Documents::new(Google::default())),
};

fn sight(head: &Head<'_>) -> Sight {
    match head.json_with(&[b"\"benchmarks\"", b"\"real_time\""]) {
        Sight::Yes => Sight::Yes,
        // Its context may be long.
        no @ (Sight::No | Sight::Unsure) => {
            match head.json_with(&[b"\"context\"", b"\"library_build_type\""]) {
                Sight::Yes => Sight::Yes,
                Sight::No | Sight::Unsure => no,
            }
        }
    }
}

#[derive(Debug, Default)]
struct Google {
    has_context: bool,
    metadata: Vec<(Vec<u8>, Vec<u8>)>,
    entry: Entry,
    /// Benchmarks whose repetitions were read, so that their aggregates add nothing.
    repeated: Numbered,
    last: Vec<u8>,
    /// The number of consecutive repetitions of the last benchmark.
    in_a_row: u32,
    /// The mean of a benchmark, which is used if no median follows.
    mean: Option<Entry>,
    /// The last benchmark of which only aggregates were read.
    summarized: Vec<u8>,
}

impl Visitor for Google {
    fn plan(&self, path: &Path) -> Plan {
        match path {
            _ if path.len() == 0 => Plan::Enter,
            _ if path.is(&["context"]) || path.len() == 2 => Plan::Take,
            _ if path.is(&["benchmarks"]) && self.has_context => Plan::Enter,
            _ if path.is(&["benchmarks"]) => Plan::Later,
            _ => Plan::Skip,
        }
    }

    fn take(&mut self, path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        if path.len() == 2 {
            return self.entry.take(value);
        }
        self.metadata.clear();
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            let key = match key.raw {
                b"host_name" => b"host".to_vec(),
                b"library_build_type" => b"build".to_vec(),
                _ => key.text().into_owned(),
            };
            let text = value.scalar()?;
            self.metadata.extend(text.map(|text| (key, text.into_owned())));
        }
        self.has_context = true;
        Ok(())
    }

    fn emit(&mut self, path: &Path, out: &mut Out<'_>) {
        if path.len() == 2 {
            self.entry(out);
        } else {
            self.context(out);
        }
    }

    fn leave(&mut self, path: &Path, out: &mut Out<'_>) {
        self.emit_mean(out);
        if path.len() == 0 {
            self.has_context = false;
        }
    }
}

const SAMPLES: &str = "--benchmark_repetitions=10 and without --benchmark_report_aggregates_only";

impl Google {
    fn context(&self, out: &mut Out<'_>) {
        out.metadata(b"harness", b"google-benchmark");
        for (key, value) in &self.metadata {
            let value = if key == b"executable" { program::name(value) } else { value };
            out.metadata(key, value);
            match (&key[..], value) {
                (b"build", b"debug") => out.note(
                    "Google Benchmark itself was built without optimization (library_build_type is debug): \
                     times may be off",
                ),
                (b"cpu_scaling_enabled", b"true") => {
                    out.note("CPU frequency scaling was on: times may be noisy");
                }
                _ => {}
            }
        }
    }

    fn entry(&mut self, out: &mut Out<'_>) {
        if self.entry.is_guessed() && !self.has_aggregate() {
            self.emit_mean(out);
            if self.entry.role == Role::Mean {
                // The next entry shows whether it is one.
                self.mean = Some(std::mem::take(&mut self.entry));
                return;
            }
            self.entry.set_repetition();
        }
        let entry = &mut self.entry;
        if entry.role == Role::Repetition {
            self.emit_mean(out);
            return self.repetition(out);
        }
        let is_known = self.repeated.find(entry.name()).is_some();
        let has_mean = self.mean.as_ref().is_some_and(|mean| mean.name() == entry.name());
        match entry.role {
            Role::Mean | Role::Median if is_known => {}
            Role::Median => {
                if has_mean {
                    self.mean = None;
                }
                self.emit_mean(out);
                self.summary(out);
            }
            Role::Mean => {
                self.emit_mean(out);
                self.mean = Some(std::mem::take(&mut self.entry));
            }
            _ if has_mean && entry.is_guessed() => {
                self.entry = self.mean.take().unwrap_or_default();
                self.summary(out);
            }
            Role::Repetition | Role::Other => {
                self.emit_mean(out);
                self.entry.emit(out);
            }
        }
    }

    /// Returns whether previous entries show that an entry whose name ends like an aggregate's is one.
    fn has_aggregate(&self) -> bool {
        let name = self.entry.name();
        let is_repeated = name == self.last && 1 < self.in_a_row;
        let is_next = self.entry.role != Role::Mean
            && self.repeated.find(name).is_none()
            && (self.mean.as_ref().is_some_and(|mean| mean.name() == name)
                || name == self.summarized);
        is_repeated || is_next
    }

    fn repetition(&mut self, out: &mut Out<'_>) {
        if self.entry.name() == self.last {
            self.in_a_row += 1;
        } else {
            self.last.clear();
            self.last.extend_from_slice(self.entry.name());
            self.repeated.number(&self.last);
            self.in_a_row = 1;
        }
        self.entry.emit(out);
    }

    fn summary(&mut self, out: &mut Out<'_>) {
        self.summarized = self.entry.name().to_vec();
        self.entry.emit(out);
        out.summary_only(SAMPLES);
    }

    fn emit_mean(&mut self, out: &mut Out<'_>) {
        let Some(mean) = self.mean.take() else { return };
        let entry = std::mem::replace(&mut self.entry, mean);
        if self.entry.is_guessed() {
            self.entry.set_repetition();
            self.repetition(out);
        } else {
            self.summary(out);
        }
        self.entry = entry;
    }
}
