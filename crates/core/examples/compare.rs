//! Compares two logs and prints what changed.
//!
//! `cargo run -p benchlens-core --example compare -- examples/old.txt examples/new.txt`

#![allow(clippy::print_stdout)]

use std::error::Error;

use benchlens_core::{Input, Query, Store, run};

/// A line for each significant change.
pub fn changes(old: &[u8], new: &[u8]) -> Result<String, benchlens_core::Error> {
    let old = Input::new("old.txt", old).labelled("old");
    let new = Input::new("new.txt", new).labelled("new");
    let answer = run(&Store::read([old, new]), &Query::default())?;

    let mut lines = String::new();
    for compared in
        answer.report().comparisons().filter(|compared| compared.comparison.is_significant())
    {
        // There is no ratio if the baseline is zero.
        let Some(ratio) = compared.comparison.sides().and_then(|sides| sides.ratio()) else {
            continue;
        };
        let (name, unit) = (&compared.row.key[0], &compared.table.unit);
        let outcome = compared.comparison.outcome.word();
        lines += &format!("{name} {unit}: {:+.1}% ({outcome})\n", 100.0 * (ratio - 1.0));
    }
    Ok(lines)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = std::env::args_os().skip(1);
    let (Some(old), Some(new)) = (paths.next(), paths.next()) else {
        return Err("usage: compare OLD NEW".into());
    };
    print!("{}", changes(&std::fs::read(old)?, &std::fs::read(new)?)?);
    Ok(())
}
