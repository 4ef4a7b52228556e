//! Tests the reports for programs and for people: they follow the schema, and all outputs contain the numbers of the
//! same report.

mod agree;
mod junit;
mod outputs;
mod schema;
mod serde;

use std::path::Path;

#[cfg(unix)]
pub(crate) use schema::follows_schema;

use crate::support::{self, Case, Printed};

/// Returns the program under test.
fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_benchlens"))
}

/// Returns all cases whose command line accepts more flags and that print something, with these flags added.
fn cases_with(flags: &[&str]) -> Vec<(Case, Printed)> {
    let cases = support::cases().unwrap().into_iter();
    let fit = cases.filter(|case| {
        let is_word = |word: &str| case.args.iter().any(|arg| arg == word);
        // An empty input does not keep the others from being printed.
        let prints = [0, 1, 4, 5].contains(&case.expected.exit)
            || case.expected.exit == 3 && !case.expected.stdout.is_empty();
        prints
            && ![
                "--",
                "-h",
                "--help",
                "-o",
                "calibrate",
                "convert",
                "history",
                "keys",
                "help",
                "version",
            ]
            .into_iter()
            .any(is_word)
    });
    let mut cases: Vec<Case> = fit.collect();
    for case in &mut cases {
        case.args.extend(flags.iter().map(|&flag| flag.into()));
    }
    let printed = support::parallel(&cases, |case| case.run(program()).unwrap());
    cases.into_iter().zip(printed).collect()
}
