//! Runs that are on both sides, which cannot show a change.
//!
//! Takes the notes of a report and its inputs; reports recordings that both sides contain, wholly or in part. Must not
//! know how they were found.

use std::collections::BTreeMap;

use super::enforcer::Enforcer;
use crate::base::{Error, quoted};
use crate::gate::GateStatus;
use crate::store::InputInfo;
use crate::table::Report;

impl Enforcer<'_> {
    /// Reports recordings and inputs that are on both sides, and cells that combine different benchmarks, because one of
    /// them can hide a change of another.
    pub(super) fn check_sides(&mut self, report: &Report) {
        self.audit.check_notes(report.notes.iter());
        let inputs = self.store.inputs();
        let mut known: BTreeMap<&[u8], usize> = BTreeMap::new();
        for (other, input) in inputs.iter().enumerate() {
            // Single runs have no samples to compare, but an input with the same name and content is the same.
            let is_again = |&one: &usize| {
                inputs[one].label != input.label
                    && self.store.has_rows(one)
                    && self.store.have_same_rows(one, other)
            };
            if let Some(one) = known.insert(path(input), other).filter(is_again) {
                let [name, one, other] =
                    [&input.name, &inputs[one].label, &input.label].map(|text| quoted(text));
                let message = format!("{name} is in {one} and in {other}; remove it from one side");
                self.report(GateStatus::Undecided, Error::of_setting("gate", message));
            }
        }
    }
}

/// Returns the name of an input, in one spelling.
fn path(input: &InputInfo) -> &[u8] {
    let mut name = &input.name[..];
    while let Some(rest) = name.strip_prefix(b"./") {
        name = rest;
    }
    name
}
