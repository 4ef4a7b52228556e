//! Benchmarks that one side lacks although a clause of the gate forbids that.
//!
//! Takes rows that no rule matches, and the benchmarks that rules match; reports those that a side lacks in all units.
//! Guarantees that `missing: fail` and `new: fail` hold for the whole gate. Must not know columns or points.

use std::collections::BTreeSet;

use super::audit::Audit;
use super::outcome::GateStatus;
use super::rules::{Gate, MissingPolicy};
use crate::base::{Error, plural};
use crate::table::{BenchmarkKey, Cells};

/// The benchmarks that a side lacks and that no rule matches.
#[derive(Debug, Default)]
pub(crate) struct Absent {
    missing: Vec<(BenchmarkKey, String)>,
    new: Vec<(BenchmarkKey, String)>,
    /// The benchmarks that a rule matches in some unit.
    judged: BTreeSet<BenchmarkKey>,
}

impl Absent {
    /// Adds a row that no rule matches. The benchmark contains the side that lacks it.
    pub(crate) fn add(
        &mut self,
        gate: &Gate,
        is_missing: bool,
        benchmark: BenchmarkKey,
        name: impl FnOnce() -> String,
    ) {
        let (policy, found) = if is_missing {
            (gate.other_missing_rows(), &mut self.missing)
        } else {
            (gate.other_new_rows(), &mut self.new)
        };
        if policy == MissingPolicy::Fail {
            found.push((benchmark, name()));
        }
    }

    /// Records a benchmark that a rule decides, also by ignoring that a side lacks it.
    pub(crate) fn judge(&mut self, benchmark: BenchmarkKey) {
        self.judged.insert(benchmark);
    }

    /// Reports the benchmarks that a side lacks in every unit.
    pub(crate) fn check(self, cells: &Cells, audit: &mut Audit<'_>) {
        let Absent { missing, new, judged } = self;
        if missing.is_empty() && new.is_empty() {
            return;
        }
        let present = cells.benchmarks();
        for (found, clause) in [(missing, "missing: fail"), (new, "new: fail")] {
            let mut names: Vec<String> = Vec::new();
            let mut known = BTreeSet::new();
            for (benchmark, name) in found {
                let is_decided = judged.contains(&benchmark) || present.contains(&benchmark);
                if !is_decided && known.insert(benchmark) {
                    names.push(name);
                }
            }
            let Some((first, more)) = names.split_first() else { continue };
            let more = match more.len() as u64 {
                0 => String::new(),
                more => format!(" and {}", plural(more, "more benchmark")),
            };
            let side = if clause.starts_with('m') { "new side" } else { "baseline" };
            let message =
                format!("{clause}: the {side} lacks {first}{more}, which no rule matches");
            audit.report(GateStatus::Undecided, Error::of_setting("gate", message));
        }
    }
}
