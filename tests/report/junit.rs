//! Tests JUnit XML with a script that knows the schema and shares no code with benchlens.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::report::{cases_with, program};
use crate::support::pieces::PIECES;

/// Checks all documents in a folder, each next to its JSON report; returns the number of cases in them.
fn check(folder: &Path) -> usize {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/report/junit.py");
    let run = Command::new("python3").arg(script).arg(folder).output().unwrap();
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{text}{}", String::from_utf8_lossy(&run.stderr));
    text.trim().parse().unwrap()
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
#[ignore = "needs Python: cargo xtask ci"]
fn every_gate_of_the_cases_is_said_as_tests() {
    let folder = folder("junit-cases");
    let json = cases_with(&["-format", "json"]);
    let mut count = 0;
    // Without a gate there is no JUnit report: the CLI ends with 2, and such a case has another status.
    for ((case, json), (_, junit)) in json.iter().zip(cases_with(&["-format", "junit"])) {
        let has_gate = case.args.iter().any(|arg| arg.to_string_lossy().contains("-gate"));
        assert_eq!(has_gate, !junit.stdout.is_empty(), "{}", case.name);
        if !has_gate {
            assert_eq!(junit.exit, 2, "{}", case.name);
            continue;
        }
        assert_eq!(junit.exit, json.exit, "{}", case.name);
        fs::write(folder.join(format!("{}.xml", case.name)), junit.stdout).unwrap();
        fs::write(folder.join(format!("{}.json", case.name)), &json.stdout).unwrap();
        count += 1;
    }
    assert!(60 < count, "only {count} gates were checked");
    assert!(200 < check(&folder));
}

#[test]
#[ignore = "needs Python: cargo xtask ci"]
fn names_are_text_whatever_they_hold() {
    let folder = folder("junit-names");
    let log = |time: f64| -> Vec<u8> {
        let mut log = b"pkg: ]]><x>&\"'\x00\x1b\xff\n".to_vec();
        for run in 0..6 {
            for (index, piece) in PIECES.iter().enumerate() {
                let line = format!(" 1 {} ns/op\n", time + f64::from(run));
                log.extend(format!("Benchmark{index}{piece}").into_bytes());
                log.extend(b"]]>\"'\x00\x08\xff\xed\xa0\x80\xef\xbf\xbf");
                log.extend(line.into_bytes());
            }
        }
        log
    };
    fs::write(folder.join("old"), log(100.0)).unwrap();
    fs::write(folder.join("new"), log(200.0)).unwrap();
    let run = Command::new(program())
        .args(["-gate", "sec/op: +5%", "-o", "junit=x.xml", "-o", "x.json", "old", "new"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(PIECES.len() < check(&folder));
}

#[test]
fn without_a_gate_there_is_a_clear_error() {
    let folder = folder("junit-none");
    fs::write(folder.join("log"), "BenchmarkA 1 1 ns/op\n").unwrap();
    for flags in [&["-format", "junit"][..], &["-o", "gate.xml"], &["-o", "junit=x"]] {
        let run = Command::new(program()).args(flags).arg("log").current_dir(&folder).output();
        let run = run.unwrap();
        assert_eq!(run.status.code(), Some(2));
        let said = "junit requires a gate: add -gate or -gate-file\n";
        assert!(String::from_utf8_lossy(&run.stderr).starts_with(said));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
