//! Tests the scripts of `action.yml` that build the program on request, and the steps that build it only once.

use crate::support::tool::write_program;
use std::fs;
use std::process::Command;

use crate::github::action::{root, script};
use crate::github::{folder, lines_of};

/// A stand-in for rustup and cargo that records its calls.
const TOOL: &str = "#!/bin/sh\necho \"${0##*/} $*\" >> \"$CALLS\"\n";

#[test]
fn the_sources_are_built_as_they_are_locked() {
    let folder = folder("build", &[]);
    let tools = folder.join("tools");
    fs::create_dir_all(&tools).unwrap();
    let calls = folder.join("calls");
    // No other tools are available, not even the rustup of this machine.
    let link = "for tool in bash sed head; do ln -s \"$(command -v $tool)\" .; done";
    let linked = Command::new("sh").args(["-c", link]).current_dir(&tools).status();
    assert!(linked.unwrap().success());
    let asked = [("PATH", tools.to_str().unwrap()), ("CALLS", calls.to_str().unwrap())];
    let without = script(&folder, "build.sh", &asked);
    assert_eq!(without.status, 1, "{}", without.stdout);
    let told =
        "::error title=benchlens::build: true needs rustup, and this runner does not have it";
    assert_eq!(lines_of(&without.stdout, "::"), [told]);
    for tool in ["rustup", "cargo"] {
        write_program(&tools.join(tool), TOOL);
    }
    let step = script(&folder, "build.sh", &asked);
    assert_eq!(step.status, 0, "{}", step.stderr);
    let rust = env!("CARGO_PKG_RUST_VERSION");
    let (sources, work) = (root().join("crates/cli"), folder.join("temp/benchlens"));
    let wanted = format!(
        "rustup toolchain install {rust} --profile minimal\n\
         cargo +{rust} install --locked --path {} --root {}\n",
        sources.display(),
        work.display()
    );
    assert_eq!(fs::read_to_string(calls).unwrap(), wanted);
}

#[test]
fn a_build_is_known_by_its_sources() {
    let folder = folder("key", &[("Cargo.toml", "a"), ("Cargo.lock", "b"), ("notes", "c")]);
    let source = folder.join("crates/one/lib.rs");
    fs::create_dir_all(source.parent().unwrap()).unwrap();
    let key = |text: &str| {
        fs::write(&source, text).unwrap();
        fs::write(folder.join("outputs"), "").unwrap();
        let here = [("GITHUB_ACTION_PATH", folder.to_str().unwrap())];
        let step = script(&folder, "key.sh", &here);
        assert_eq!(step.status, 0, "{}", step.stderr);
        let key = step.outputs.strip_prefix("sources=").unwrap().trim_end().to_owned();
        assert!(key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
        key
    };
    let (one, other) = (key("1"), key("2"));
    assert_ne!(one, other);
    assert_eq!(one, key("1"));
    // A file that is not a source does not cause a build.
    fs::write(folder.join("notes"), "d").unwrap();
    assert_eq!(one, key("1"));
    fs::write(folder.join("Cargo.lock"), "c").unwrap();
    assert_ne!(one, key("1"));
}

#[test]
fn a_build_is_kept_before_a_gate_can_fail() {
    let action = fs::read_to_string(root().join("action.yml")).unwrap();
    let steps: Vec<&str> = action.split("\n    - name: ").skip(1).collect();
    let index = |name: &str| steps.iter().position(|step| step.starts_with(name)).unwrap();
    let (find, build, keep) = (index("Find an earlier"), index("Build"), index("Keep the build"));
    assert!(find < build && keep == build + 1 && keep < index("Compare"), "{steps:#?}");
    // A single action for restoring and saving would save nothing if the job fails.
    assert!(steps[find].contains("uses: actions/cache/restore@"), "{}", steps[find]);
    assert!(steps[keep].contains("uses: actions/cache/save@"), "{}", steps[keep]);
    let value = |step: usize, name: &str| {
        let line = steps[step].lines().find(|line| line.trim().starts_with(name)).map(str::trim);
        line.unwrap_or_else(|| panic!("no {name} in {}", steps[step])).to_owned()
    };
    for name in ["path:", "key:"] {
        assert_eq!(value(find, name), value(keep, name));
    }
    // A user who does not request a build does not wait for one.
    for step in [find, build, keep] {
        assert!(value(step, "if:").contains("inputs.build == 'true'"), "{}", steps[step]);
    }
    let input = action.split("\n  build:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    assert!(input.contains("    default: \"false\""), "{input}");
}
