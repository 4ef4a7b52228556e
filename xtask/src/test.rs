//! `cargo xtask test`: everything that must hold before a change lands.
//!
//! Formatting, lints, the tests of the workspace, the documentation, and module and page in Node and in
//! a browser. Takes no option: what a machine lacks is an error, not a test less.

use std::process::Command;

/// A step: its name, cargo's arguments and environment.
type Step = (&'static str, &'static [&'static str], &'static [(&'static str, &'static str)]);

/// What is run, in the order in which failures are cheapest to find.
const STEPS: &[Step] = &[
    ("formatting", &["fmt", "--all", "--check"], &[]),
    ("lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"], &[]),
    ("tests", &["test", "--workspace", "--locked"], &[]),
    (
        "documentation",
        &["doc", "--workspace", "--no-deps", "--locked"],
        &[("RUSTDOCFLAGS", "-D warnings")],
    ),
];

pub(crate) fn run(options: &[String]) -> crate::Outcome {
    if let [option, ..] = options {
        return Err(format!("{option}: test takes no options"));
    }
    for (name, arguments, variables) in STEPS {
        eprintln!("xtask test: {name}");
        let mut cargo = Command::new(env!("CARGO"));
        let status = cargo.args(*arguments).envs(variables.iter().copied()).status();
        if !status.map_err(|error| format!("cannot run cargo: {error}"))?.success() {
            eprintln!("xtask test: {name}: failed");
            return Ok(false);
        }
    }
    eprintln!("xtask test: module and page");
    crate::page::test()
}
