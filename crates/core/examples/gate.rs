//! Fails if the new log is too slow.
//!
//! `cargo run -p benchlens-core --example gate -- examples/old.txt examples/new.txt`

#![allow(clippy::print_stdout)]

use std::error::Error;

use benchlens_core::gate::{Gate, GateStatus};
use benchlens_core::{Input, Query, Store, render};

/// Whether the new log passes these rules, and a line for each result that you should see.
pub fn check(rules: &str, old: &[u8], new: &[u8]) -> Result<(bool, String), benchlens_core::Error> {
    let old = Input::new("old.txt", old).labelled("old");
    let new = Input::new("new.txt", new).labelled("new");
    let plan = Query::default().compile()?.with_gate(Gate::parse(rules)?);
    let report = plan.run(&Store::read([old, new]))?;

    let mut lines = String::new();
    for line in render::gate_messages(&report, 10) {
        lines += &format!("{line}\n");
    }
    let passed = report.gate().is_some_and(|gate| gate.status == GateStatus::Passed);
    Ok((passed, lines))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = std::env::args_os().skip(1);
    let (Some(old), Some(new)) = (paths.next(), paths.next()) else {
        return Err("usage: gate OLD NEW".into());
    };
    let rules = "sec/op: +5%; allocs/op: any";
    let (passed, lines) = check(rules, &std::fs::read(old)?, &std::fs::read(new)?)?;
    print!("{lines}");
    if passed { Ok(()) } else { Err("the gate failed".into()) }
}
