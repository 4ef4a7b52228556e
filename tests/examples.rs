//! Tests that the example programs in `crates/core/examples` compile, and that they print the same results as the CLI.

// Their `main` functions are only for `cargo run --example`.
#[allow(dead_code, unreachable_pub)]
#[path = "../crates/core/examples/compare.rs"]
mod compare;
#[allow(dead_code, unreachable_pub)]
#[path = "../crates/core/examples/gate.rs"]
mod gate;
#[allow(dead_code, unreachable_pub)]
#[path = "../crates/core/examples/memory.rs"]
mod memory;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn logs() -> [Vec<u8>; 2] {
    ["old.txt", "new.txt"].map(|name| fs::read(examples().join(name)).unwrap())
}

#[test]
fn compare_prints_each_significant_change() {
    let [old, new] = logs();
    let lines = compare::changes(&old, &new).unwrap();
    assert!(lines.contains("Encode/readings=10-2 sec/op: -91.0% (improved)\n"), "{lines}");
    assert!(lines.contains("Validate/readings=10-2 sec/op: +37.4% (regressed)\n"), "{lines}");
    assert!(!lines.contains("Validate/readings=1000-2 sec/op"), "{lines}");
}

#[test]
fn results_from_memory_give_the_table_of_their_log() {
    let runs = [[3.0, 3.25, 3.5, 3.125], [4.0, 4.5, 4.25, 4.125]];
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples");
    fs::create_dir_all(&folder).unwrap();
    for (label, runs) in ["old", "new"].iter().zip(&runs) {
        let line = |seconds: &f64| format!("BenchmarkEncode/size=1k 1 {seconds} sec/op\n");
        let log = runs.iter().map(line).collect::<String>();
        fs::write(folder.join(label), format!("codec: gzip\n{log}")).unwrap();
    }
    let program = Command::new(env!("CARGO_BIN_EXE_benchlens"))
        .args(["old", "new"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let want = String::from_utf8(program.stdout).unwrap();
    assert_eq!(memory::table(&runs[0], &runs[1]).unwrap(), want);
    assert!(want.contains("codec: gzip"), "{want}");
}

#[test]
fn gate_says_what_the_program_says() {
    let [old, new] = logs();
    let (passed, lines) = gate::check("sec/op: +60%; allocs/op: any", &old, &new).unwrap();
    assert!(passed, "{lines}");
    let (passed, lines) = gate::check("sec/op: +3%", &old, &new).unwrap();
    assert!(!passed && lines.contains("Validate/readings=10-2"), "{lines}");
}
