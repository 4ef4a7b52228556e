//! Runs the CLI on every case of `tests/cases/`; see the README there.

use std::fs;
use std::io;
use std::path::Path;

use crate::support::{self, Case, Printed, compare};

#[test]
fn every_case_prints_what_is_expected() {
    let cases = support::cases().expect("the cases can be read");
    assert!(!cases.is_empty(), "no case of that name");
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    let mut failed = Vec::new();
    let program = Path::new(env!("CARGO_BIN_EXE_benchlens"));
    let printed = support::parallel(&cases, |case| case.run(program).expect("it runs"));
    for (case, printed) in cases.iter().zip(printed) {
        let differences = differences(case, &printed);
        if differences.is_empty() {
            continue;
        }
        eprint!("{}: {}\n{differences}", case.name, command(case));
        if update {
            write(case, &printed).expect("the case can be written");
        } else {
            failed.push(case.name.as_str());
        }
    }
    let count = failed.len();
    assert!(count == 0, "{count} of {} cases failed: {}", cases.len(), failed.join(" "));
}

fn command(case: &Case) -> String {
    fs::read_to_string(case.folder.join("cmd")).unwrap_or_default().trim_end().to_owned()
}

/// Returns the streams of a case that must be compared: file, expected, printed.
fn streams<'a>(case: &'a Case, printed: &'a Printed) -> Vec<(&'static str, &'a [u8], &'a [u8])> {
    let expected = &case.expected;
    let mut streams = vec![
        ("stdout", &*expected.stdout, &*printed.stdout),
        ("stderr", &*expected.stderr, &*printed.stderr),
    ];
    if case.has_notes {
        streams.push(("notes", &expected.notes, &printed.notes));
    }
    streams.retain(|(_, wanted, printed)| !compare::same(wanted, printed, case.is_csv()));
    streams
}

fn differences(case: &Case, printed: &Printed) -> String {
    let mut text = String::new();
    for (what, expected, actual) in streams(case, printed) {
        text += &compare::difference(what, expected, actual);
    }
    if case.expected.exit != printed.exit {
        text += &format!("  exit: - {} + {}\n", case.expected.exit, printed.exit);
    }
    text
}

/// Writes the streams that differ; a stream that still matches keeps its placeholders.
fn write(case: &Case, printed: &Printed) -> io::Result<()> {
    for (file, _, actual) in streams(case, printed) {
        fs::write(case.folder.join(file), actual)?;
    }
    if case.expected.exit != printed.exit {
        fs::write(case.folder.join("exit"), format!("{}\n", printed.exit))?;
    }
    Ok(())
}
