//! Runs every case on Parquet files: the output for a case's logs must also be the output for the file to which they
//! were exported.

use std::ffi::OsString;
use std::path::Path;

use crate::parquet::{Folder, PROGRAM};
use crate::support::{self, Case, compare};

/// Returns whether a word names a log of the case; `before` is the previous word.
fn is_input(case: &Case, before: Option<&OsString>, word: &OsString) -> bool {
    // A label may be equal to the name of a file.
    if before.is_some_and(|before| before == "-base") {
        return false;
    }
    let word = word.to_string_lossy();
    let is_file = |path: &str| !path.is_empty() && case.folder.join(path).is_file();
    !word.starts_with('-')
        && (is_file(&word) || word.split_once('=').is_some_and(|(_, path)| is_file(path)))
}

/// Commands that read logs; a command line with another first word is a comparison, and so is `compare`.
const COMMANDS: [&str; 9] =
    ["compare", "run", "calibrate", "formats", "completions", "help", "man", "version", "convert"];

/// Flags that name other files, or say how to read formats other than Parquet.
const ELSEWHERE: [&str; 8] =
    ["gate-file", "o", "input-format", "map", "quantiles", "expected-interval", "window", "accept"];

/// Cases that stop at a missing input, or whose output depends on the order in which inputs are read.
const UNREAD: [&str; 2] = ["missing-after-malformed", "stdin-pipe-dash"];

#[test]
fn cases_print_the_same_from_parquet() {
    let (mut done, mut left_out, mut failed) = (0, 0, Vec::new());
    for case in support::cases().unwrap() {
        let first = case.args.first().map(|word| word.to_string_lossy().into_owned());
        let is_flag = |word: &OsString| {
            let word = word.to_string_lossy();
            let name = word.trim_start_matches('-').split('=').next().unwrap_or_default();
            word.starts_with('-') && ELSEWHERE.contains(&name)
        };
        let befores = std::iter::once(None).chain(case.args.iter().map(Some));
        let marked: Vec<(&OsString, bool)> = (case.args.iter().zip(befores))
            .map(|(word, before)| (word, is_input(&case, before, word)))
            .collect();
        let inputs: Vec<&OsString> =
            marked.iter().filter(|(_, is_input)| *is_input).map(|(word, _)| *word).collect();
        let is_apart = first.is_some_and(|first| COMMANDS.contains(&&first[..]))
            || case.args.iter().any(is_flag)
            || case.args.iter().any(|word| word == "-" || word.to_string_lossy().ends_with("=-"))
            || UNREAD.contains(&&case.name[..])
            || inputs.is_empty();
        if is_apart {
            left_out += 1;
            continue;
        }
        let folder = Folder::new(&format!("case-{}", case.name));
        let file = folder.path("all.parquet");
        let words = ["export".into(), "-quiet".into(), "-o".into(), file.clone().into_os_string()];
        let export = Case {
            args: words.into_iter().chain(inputs.into_iter().cloned()).collect(),
            ..read_again(&case)
        };
        let exported = export.run(Path::new(PROGRAM)).unwrap();
        if exported.exit != 0 {
            // Logs that are not UTF-8, and files that are not logs: the case itself contains the expected message.
            left_out += 1;
            continue;
        }
        let mut is_first = true;
        let args = marked.iter().filter_map(|(word, is_input)| {
            if *is_input {
                std::mem::take(&mut is_first).then(|| file.clone().into_os_string())
            } else {
                Some((*word).clone())
            }
        });
        let again = Case { args: args.collect(), ..read_again(&case) };
        let printed = again.run(Path::new(PROGRAM)).unwrap();
        let logs = case.run(Path::new(PROGRAM)).unwrap();
        let same = printed.exit == logs.exit
            && compare::same(&logs.stdout, &printed.stdout, false)
            && compare::same(&logs.stderr, &printed.stderr, false)
            && compare::same(&logs.notes, &printed.notes, false);
        if !same {
            eprintln!(
                "{}\n{}",
                case.name,
                compare::difference("stdout", &logs.stdout, &printed.stdout)
            );
            eprintln!("{}", compare::difference("stderr", &logs.stderr, &printed.stderr));
            eprintln!("{}", compare::difference("notes", &logs.notes, &printed.notes));
            failed.push(case.name.clone());
        }
        done += 1;
    }
    eprintln!("{done} cases from Parquet, {left_out} left out");
    assert!(failed.is_empty(), "{} of {done} cases differ: {}", failed.len(), failed.join(" "));
    assert!(left_out < done, "{left_out} cases left out, {done} done");
}

/// Returns a copy of the case, to be changed.
fn read_again(case: &Case) -> Case {
    Case {
        name: case.name.clone(),
        folder: case.folder.clone(),
        args: Vec::new(),
        input: support::Input::Nothing,
        expected: support::Printed::default(),
        has_notes: false,
    }
}
