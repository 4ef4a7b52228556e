//! Compares results that were never text.
//!
//! `cargo run -p benchlens-core --example memory`

#![allow(clippy::print_stdout)]

use benchlens_core::{Error, Output, Query, StoreBuilder, render, run};

/// The table of two versions. Each has the seconds of its runs.
pub fn table(old: &[f64], new: &[f64]) -> Result<String, Error> {
    let mut builder = StoreBuilder::default();
    for (label, runs) in [("old", old), ("new", new)] {
        builder.begin(label.as_bytes(), label.as_bytes());
        builder.configure("codec", "gzip")?;
        for &seconds in runs {
            builder.add("Encode/size=1k", &[("sec/op", seconds)])?;
        }
        builder.end();
    }
    let report = run(&builder.finish(), &Query::default())?;
    Ok(String::from_utf8_lossy(&render(&report, Output::Text).out).into_owned())
}

fn main() -> Result<(), Error> {
    let old = [1.20e-6, 1.22e-6, 1.19e-6, 1.21e-6, 1.23e-6, 1.18e-6];
    let new = [1.02e-6, 1.01e-6, 1.04e-6, 1.03e-6, 1.00e-6, 1.05e-6];
    print!("{}", table(&old, &new)?);
    Ok(())
}
