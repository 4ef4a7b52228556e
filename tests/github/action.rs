//! Tests the scripts of `action.yml` that check, measure and compare, and the statements of the file about them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::github::{Step, folder, lines_of, log, run};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Runs a script of the action as a step would, in a folder that also contains the runner's files.
pub(crate) fn script(folder: &Path, name: &str, environment: &[(&str, &str)]) -> Step {
    let root = root();
    let script = root.join("action").join(name);
    let temp = folder.join("temp");
    let path = folder.join("path");
    let runner = [
        ("GITHUB_ACTION_PATH", root.to_str().unwrap()),
        ("GITHUB_ACTIONS", "true"),
        ("RUNNER_TEMP", temp.to_str().unwrap()),
        ("GITHUB_PATH", path.to_str().unwrap()),
        ("BENCHLENS", env!("CARGO_BIN_EXE_benchlens")),
    ];
    run(folder, "bash", &[script.to_str().unwrap()], &[&runner[..], environment].concat())
}

/// Returns the lines that the runner would obey: lines outside of a stopped section that begin with `::` or contain
/// `##[`.
pub(crate) fn obeyed(text: &str) -> Vec<&str> {
    let (mut mark, mut obeyed) = (None, Vec::new());
    for line in text.lines() {
        match mark {
            Some(end) if line == format!("::{end}::") => mark = None,
            Some(_) => {}
            None => match line.strip_prefix("::stop-commands::") {
                Some(begin) => mark = Some(begin),
                None if line.trim_start().starts_with("::") || line.contains("##[") => {
                    obeyed.push(line);
                }
                None => {}
            },
        }
    }
    assert!(mark.is_none(), "a fence is left open\n{text}");
    obeyed
}

fn compare(folder: &Path, environment: &[(&str, &str)]) -> Step {
    fs::write(folder.join("outputs"), "").unwrap();
    script(folder, "compare.sh", environment)
}

#[test]
fn the_action_compares() {
    let (old, new) = (log("::add-mask::a", 100.0), log("::add-mask::a", 150.0));
    let logs = [("old 1", &old[..]), ("old2", &old), ("$(new)", &new)];
    let folder = folder("action", &logs);
    let asked = [
        ("OLD", "old 1\nold2\n"),
        ("NEW", "$(new)"),
        ("GATE", "sec/op: +5%\n::add-mask::a: any\n"),
        ("FLAGS", "-alpha\n0.01\n"),
    ];
    let wrong = compare(&folder, &asked);
    assert_eq!(wrong.status, 2, "{}", wrong.stderr);
    let report = ("REPORT", "my report.md\nmarkdown=second\n");
    let asked = [asked[0], asked[1], ("GATE", "sec/op: +5%\norder: any\n"), asked[3], report];
    let step = compare(&folder, &asked);
    assert_eq!(step.status, 1, "{}", step.stderr);
    assert!(step.outputs.contains("verdict=failed\n"), "{}", step.outputs);
    for report in ["my report.md", "second"] {
        let report = fs::read_to_string(folder.join(report)).unwrap();
        assert!(report.contains("gate failed: 1 failed"), "{report}");
    }
    assert!(step.stdout.contains("n=20+10"), "{}", step.stdout);
    assert_eq!(step.stderr, "");
}

#[test]
fn patterns_name_logs_and_no_shell_reads_them() {
    let (old, new) = (log("A", 100.0), log("A", 150.0));
    let logs = [("old-1.txt", &old[..]), ("old-2.txt", &old), ("new.txt", &new)];
    let folder = folder("action-globs", &logs);
    let step = compare(&folder, &[("OLD", "old-*.txt"), ("NEW", "new.[t]xt")]);
    assert_eq!(step.status, 0, "{} {}", step.stdout, step.stderr);
    assert!(step.stdout.contains("n=20+10"), "{}", step.stdout);
    let hostile = compare(
        &folder,
        &[("OLD", "$(touch pwned) `touch pwned`;touch pwned"), ("NEW", "new.txt")],
    );
    assert_eq!(hostile.status, 3, "{} {}", hostile.stdout, hostile.stderr);
    assert!(!folder.join("pwned").exists());
}

#[test]
fn nothing_that_a_log_says_is_a_command() {
    let spoof = "cpu: ##[stop-commands]x\nUnit ns/op better=higher\n::error::from a log\n";
    let name = "X##[warning]spoof::error::y";
    let (old, new) = (log(name, 100.0), spoof.to_owned() + &log(name, 150.0));
    let folder = folder("action-spoof", &[("old.txt", &old), ("::new.txt", &new)]);
    let asked = [
        ("OLD", "old.txt"),
        ("NEW", "::new.txt"),
        ("GATE", "sec/op: +5%\norder: any"),
        ("FLAGS", "-ignore\ncpu"),
    ];
    let step = compare(&folder, &asked);
    assert_eq!(step.status, 1, "{} {}", step.stdout, step.stderr);
    let obeyed = obeyed(&step.stdout);
    assert_eq!(obeyed.len(), 1, "{obeyed:?}");
    let command = "::error title=Benchmark regression::failed: X##\u{200b}[warning]spoof";
    assert!(obeyed[0].starts_with(command), "{obeyed:?}");
}

#[test]
fn there_is_a_verdict_whatever_happens() {
    let log = log("A", 100.0);
    let folder = folder("action-verdicts", &[("old", &log), ("new", &log)]);
    let check = |asked: &[(&str, &str)], status: i32, verdict: &str, told: &str| {
        let logs = [("OLD", "old"), ("NEW", "new"), ("GATE", "*: any")];
        let step = compare(&folder, &[&logs, asked].concat());
        assert_eq!(step.status, status, "{asked:?} {} {}", step.stdout, step.stderr);
        assert_eq!(lines_of(&step.outputs, "verdict="), [format!("verdict={verdict}")]);
        let obeyed = obeyed(&step.stdout);
        let is_told = obeyed.iter().any(|line| line.contains(told));
        assert!(is_told || told.is_empty() && obeyed.is_empty(), "{obeyed:?}");
    };
    check(&[], 4, "undecided", "contain the same data");
    check(&[("FLAGS", "-nonsense")], 2, "error", "no comparison (exit status 2)");
    check(&[("REPORT", "report.docx")], 2, "error", "no comparison (exit status 2)");
    check(&[("NEW", "absent")], 3, "error", "no comparison (exit status 3)");
    check(&[("OLD", "")], 2, "error", "no comparison (exit status 2)");
    check(&[("BENCHLENS", "/nowhere/benchlens")], 127, "error", "no comparison (exit status 127)");
}

#[test]
fn the_action_records() {
    let folder = folder("action-records", &[]);
    let words = "-n\n6\nold=echo BenchmarkA 1\nnew=echo Benchmark{size} 1\n\n-param\nsize=A\n--\n2\n\
                 ns/op\n";
    let step = script(&folder, "run.sh", &[("RUN", words)]);
    assert_eq!(step.status, 0, "{} {}", step.stdout, step.stderr);
    let log = fs::read_to_string(folder.join("bench-new.txt")).unwrap();
    assert!(log.contains("\nBenchmarkA 1 2 ns/op\n"), "{log}");
    assert!(folder.join("bench-old.txt").exists());
    // The next step reports that the gate fails.
    let words = "-force\n-n\n6\nold=echo BenchmarkA 1 2 ns/op\nnew=echo BenchmarkA 1 3 ns/op\n";
    let gated = script(&folder, "run.sh", &[("RUN", words), ("GATE", "sec/op: +5%")]);
    assert_eq!(gated.status, 0, "{} {}", gated.stdout, gated.stderr);
    let log = fs::read_to_string(folder.join("bench-new.txt")).unwrap();
    assert_eq!(log.matches("\nBenchmarkA 1 3 ns/op\n").count(), 30, "{log}");
    let failed = script(&folder, "run.sh", &[("RUN", "a=echo '::error::x' >&2; false")]);
    assert_eq!(failed.status, 3);
    let told = "::error title=benchlens::nothing was measured (exit status 3); see the \
                log of this step";
    assert_eq!(obeyed(&failed.stdout), [told], "{}", failed.stdout);
    assert_eq!(failed.stderr, "");
}

#[test]
fn wrong_inputs_are_told_before_anything_is_done() {
    let folder = folder("action-inputs", &[]);
    let check = |asked: &[(&str, &str)], told: &str| {
        let step = script(&folder, "check.sh", asked);
        assert_eq!(step.status == 0, told.is_empty(), "{asked:?} {}", step.stdout);
        assert!(step.stdout.contains(told), "{}", step.stdout);
    };
    check(&[("OLD", "a"), ("NEW", "b"), ("BUILD", "true"), ("COMMENT", "false")], "");
    check(&[("RUN", "a")], "");
    check(&[("COMMENT_FILE", "a")], "");
    check(
        &[],
        "::error title=benchlens::there is nothing to compare: set the inputs old and new, or run",
    );
    check(&[("OLD", "a")], "there is nothing to compare");
    check(
        &[("OLD", "a"), ("NEW", "b"), ("BUILD", "yes")],
        "the input build is \"yes\": write true or false",
    );
    check(&[("COMMENT_FILE", "a"), ("GATE", "x")], "leave out run, old,");
    check(&[("RUN", "a"), ("BUILD", "true"), ("VERSION", "1.2.3")], "leave out version, or build");
}

/// The inputs, each with the scripts that read it.
const INPUTS: [(&str, &[&str]); 15] = [
    ("run", &["check", "run"]),
    ("old", &["check", "compare"]),
    ("new", &["check", "compare"]),
    ("gate", &["check", "compare"]),
    ("gate-file", &["check", "compare"]),
    ("report", &["check", "compare"]),
    ("flags", &["check", "compare"]),
    ("comment", &["check", "compare"]),
    ("comment-file", &["check", "comment"]),
    ("title", &["comment"]),
    ("token", &["comment"]),
    ("version", &["check", "install"]),
    ("checksum", &["install"]),
    ("releases", &["install"]),
    ("build", &["check"]),
];

#[test]
fn the_action_says_what_its_scripts_read() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let (action, guide) = (read("action.yml"), read("docs/ci.md"));
    let steps: Vec<&str> = action.split("\n    - name: ").collect();
    let head = action.split("\noutputs:").next().unwrap();
    assert_eq!(head.matches("\n    description:").count(), INPUTS.len());
    for (input, scripts) in INPUTS {
        let variable = match input {
            "token" => "GH_TOKEN".to_owned(),
            input => input.to_uppercase().replace('-', "_"),
        };
        assert!(head.contains(&format!("\n  {input}:\n")), "{input}");
        assert!(guide.contains(&format!("| `{input}` |")), "docs/ci.md lacks {input}");
        for script in scripts {
            let step =
                steps.iter().find(|step| step.contains(&format!("action/{script}.sh"))).unwrap();
            assert!(
                step.contains(&format!("\n        {variable}: ${{{{ inputs.{input} ")),
                "{script}: {input}"
            );
            assert!(
                read(&format!("action/{script}.sh")).contains(&format!("${{{variable}:")),
                "{script}: {input}"
            );
        }
    }
    // Text of a workflow never becomes a part of a script.
    for step in steps.iter().filter(|step| step.contains("\n      run: ")) {
        let line = step.lines().find(|line| line.starts_with("      run: ")).unwrap();
        assert!(
            line.starts_with("      run: bash \"$GITHUB_ACTION_PATH/action/")
                && !line.contains("${{"),
            "{line}"
        );
    }
}

#[test]
fn every_promised_output_is_declared_and_written() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let (action, guide) = (read("action.yml"), read("docs/ci.md"));
    let log = log("A", 100.0);
    let folder = folder("action-outputs", &[("old", &log), ("new", &(log.clone() + "\n"))]);
    let step = compare(&folder, &[("OLD", "old"), ("NEW", "new")]);
    let outputs: Vec<&str> = step
        .outputs
        .lines()
        .filter_map(|line| line.split_once(['=', '<']))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(outputs.len(), 10, "{}", step.outputs);
    let declared = action.split("\noutputs:").nth(1).unwrap();
    assert_eq!(declared.matches("\n    description:").count(), outputs.len());
    for output in outputs {
        assert!(declared.contains(&format!("steps.compare.outputs.{output} ")), "{output}");
        assert!(guide.contains(&format!("`{output}`")), "{output}");
    }
}

#[test]
fn other_actions_are_named_by_commit() {
    let root = root();
    let files = ["action.yml", "docs/ci.md", ".github/workflows/action.yml"];
    let files = files.map(|file| root.join(file));
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for line in text.lines().filter_map(|line| line.split_once("uses: ").map(|(_, rest)| rest))
        {
            if line.starts_with("./") || line.starts_with("OWNER/benchlens@") {
                continue;
            }
            let (_, version) = line.split_once('@').unwrap();
            let (commit, comment) = version.split_once(" # v").unwrap_or((version, ""));
            let is_commit =
                commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
            assert!(is_commit && !comment.is_empty(), "{}: {line}", file.display());
            count += 1;
        }
    }
    assert!(8 <= count, "only {count} actions found");
}
