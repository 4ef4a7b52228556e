//! Checks properties of all workflows: each action is pinned to a reviewed commit, every job that builds requests the
//! same version of Rust, and the released targets have the same names everywhere.

use std::path::PathBuf;

use regex::Regex;

use super::released::TARGETS;
use crate::programs::root;
use crate::project::read;

/// Checks all workflows, and the action in this repository.
pub(super) fn check() -> Result<(), String> {
    let folder = root().join(".github/workflows");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("workflows: {error}"))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.push(root().join("action.yml"));
    let rust = rust_version(&read(&root().join("Cargo.toml"))?)?;
    for file in files {
        let text = read(&file)?;
        let wrong = unpinned(&text).into_iter().chain(other_rust(&text, &rust));
        let wrong = wrong.chain(without_rust(&text)).chain(unlocked(&text));
        if let Some(wrong) = wrong.chain(exposed(&text)).next() {
            return Err(format!("{}: {wrong}", file.display()));
        }
    }
    let release = read(&folder.join("release.yml"))?;
    if let Some(wrong) = order(&release).into_iter().next() {
        return Err(format!("release.yml: {wrong}"));
    }
    for job in ["program", "try"] {
        let named = matrix(&release, job);
        if named != TARGETS {
            return Err(format!("release.yml: the job {job} is for {named:?}, not {TARGETS:?}"));
        }
    }
    for file in ["action/install.sh", "docs/install.md"] {
        let text = read(&root().join(file))?;
        if let Some(missing) = TARGETS.iter().find(|target| !text.contains(*target)) {
            return Err(format!("{file} does not know the release for {missing}"));
        }
    }
    for document in ["README.md", "CONTRIBUTING.md"] {
        let text = read(&root().join(document))?;
        if !text.contains(&format!("You need Rust {rust}")) {
            return Err(format!("{document} does not say that Rust {rust} is needed"));
        }
    }
    Ok(())
}

/// Returns the version of Rust that the packages require.
fn rust_version(manifest: &str) -> Result<String, String> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \""));
    line.and_then(|rest| rest.split('"').next()).map(str::to_owned).ok_or("no rust-version".into())
}

/// Returns the external actions that are not pinned to a full commit followed by its version, because a tag can be
/// moved.
fn unpinned(text: &str) -> Vec<String> {
    let Ok(pinned) = Regex::new(r"^uses: [A-Za-z0-9_./-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+$")
    else {
        return vec!["the pattern of pins is wrong".into()];
    };
    let lines = text.lines().map(|line| line.trim().trim_start_matches("- "));
    let used = lines.filter(|line| line.starts_with("uses:") && !line.starts_with("uses: ./"));
    used.filter(|line| !pinned.is_match(line)).map(|line| format!("not pinned: {line}")).collect()
}

/// Returns the lines that request another version of Rust.
fn other_rust(text: &str, rust: &str) -> Vec<String> {
    let Ok(asked) =
        Regex::new(r"(?:toolchain install|override set|cargo \+|rustc \+) *([0-9][0-9.]*)")
    else {
        return vec!["the pattern of versions is wrong".into()];
    };
    let asked = asked.captures_iter(text).map(|found| found[1].to_owned());
    asked
        .filter(|asked| asked != rust)
        .map(|asked| format!("asks for Rust {asked}, not {rust}"))
        .collect()
}

/// Returns the jobs of a workflow: the name and the lines of each.
fn jobs(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut jobs: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines().skip_while(|line| *line != "jobs:").skip(1) {
        let name = line.strip_prefix("  ").and_then(|line| line.strip_suffix(':'));
        match (name, jobs.last_mut()) {
            (Some(name), _) if !name.starts_with([' ', '#']) => jobs.push((name, Vec::new())),
            (_, Some((_, lines))) => lines.push(line),
            _ => {}
        }
    }
    jobs
}

/// Returns the jobs that build with the version of Rust that happens to be installed.
fn without_rust(text: &str) -> Vec<String> {
    let builds = |line: &&str| {
        let line = line.trim();
        !line.starts_with('#')
            && ["cargo ", "stand-in.sh", ".ci/run"].iter().any(|way| line.contains(way))
    };
    let asks = |line: &&str| line.contains("rustup override set ");
    let jobs = jobs(text).into_iter();
    let wrong = jobs.filter(|(_, lines)| lines.iter().any(builds) && !lines.iter().any(asks));
    wrong
        .map(|(name, _)| format!("the job {name} builds, and asks for no version of Rust"))
        .collect()
}

/// Returns the commands that could build with other versions of dependencies than the tested ones. `cargo xtask` is an
/// alias that is locked.
fn unlocked(text: &str) -> Vec<String> {
    let words = ["build", "check", "clippy", "install", "package", "publish", "run", "test"];
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    let is_command = |line: &&str| words.iter().any(|word| line.contains(&format!("cargo {word}")));
    let wrong = lines.filter(is_command).filter(|line| !line.contains("--locked"));
    wrong.map(|line| format!("not --locked: {line}")).collect()
}

/// The jobs that publish to registries.
const REGISTRIES: [&str; 3] = ["crates", "npm", "pypi"];

/// Returns the errors in the order of the release's jobs: everything is built and tried first, then the release is
/// drafted, then all registries accept it, and then it becomes public. No job uses a stored secret.
fn order(release: &str) -> Vec<String> {
    let jobs: Vec<(&str, String)> =
        jobs(release).into_iter().map(|(name, lines)| (name, lines.join("\n"))).collect();
    let text = |name: &str| {
        jobs.iter().find(|(job, _)| *job == name).map_or("", |(_, text)| text).to_owned()
    };
    let mut wrong = Vec::new();
    let public: [(&str, &[&str]); 2] =
        [("public", &REGISTRIES), ("draft", &["archives", "try", "packages", "wheel"])];
    let registries = REGISTRIES.map(|name| (name, &["draft"][..]));
    for (name, wanted) in public.into_iter().chain(registries) {
        let needed = needs(&text(name));
        let missing = wanted.iter().find(|job| !needed.iter().any(|needed| needed == *job));
        wrong.extend(missing.map(|missing| format!("the job {name} does not wait for {missing}")));
    }
    for (name, text) in &jobs {
        if name != &"public" && text.contains("--draft=false") {
            wrong.push(format!("the job {name} makes the release public"));
        }
        if text.contains("gh release create") && !text.contains("--draft ") {
            wrong.push(format!("the job {name} creates a public release"));
        }
        if text.contains("secrets.") {
            wrong.push(format!("the job {name} uses a stored secret"));
        }
    }
    for name in REGISTRIES {
        if !text(name).contains("id-token: write") {
            wrong.push(format!("the job {name} cannot prove its identity to the registry"));
        }
    }
    wrong
}

/// Returns the jobs that a job waits for.
fn needs(job: &str) -> Vec<String> {
    let line = job.lines().find_map(|line| line.trim().strip_prefix("needs: "));
    let names = line.unwrap_or_default().trim_matches(['[', ']']).split(", ");
    names.map(str::to_owned).collect()
}

/// Returns the jobs in which external code could read a secret: dependencies run code when they are built, and a
/// checkout stores the token.
fn exposed(text: &str) -> Vec<String> {
    let is_write = |line: &&str| line.trim().ends_with(": write");
    let mut wrong = Vec::new();
    if text.lines().take_while(|line| *line != "jobs:").any(|line| is_write(&line)) {
        wrong.push("all jobs may write: give each job its permissions".to_owned());
    }
    for (name, lines) in jobs(text) {
        let lines = || lines.iter().copied().filter(|line| !line.trim().starts_with('#'));
        let is_trusted =
            lines().any(|line| is_write(&line) || line.trim().starts_with("environment:"));
        let builds = |line: &str| {
            let builds = ["cargo ", ".ci/run"].iter().any(|way| line.contains(way));
            builds && !line.contains("--no-verify")
        };
        if is_trusted && lines().any(builds) {
            wrong.push(format!("the job {name} may write or has secrets, and builds"));
        }
        let count = |part: &str| lines().filter(|line| line.contains(part)).count();
        if count("uses: actions/checkout@") != count("persist-credentials: false") {
            wrong.push(format!("the job {name} keeps the token of a checkout"));
        }
    }
    wrong
}

/// Returns the targets in the matrix of a job, sorted.
fn matrix(text: &str, job: &str) -> Vec<String> {
    let lines =
        jobs(text).into_iter().filter(|(name, _)| *name == job).flat_map(|(_, lines)| lines);
    let named = lines.filter_map(|line| line.trim().strip_prefix("- { target: ")?.split_once(','));
    let mut named: Vec<String> = named.map(|(target, _)| target.to_owned()).collect();
    named.sort();
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOBS: &str = "on: push\njobs:\n  # One.\n  a:\n    steps:\n      - run: rustup override set 1.95\n      \
        - run: cargo build\n  b-c:\n    strategy:\n      matrix:\n        include:\n          \
        - { target: y, on: linux }\n          - { target: x, on: linux }\n    steps:\n      # cargo x\n";

    #[test]
    fn a_job_that_builds_asks_for_its_rust() {
        assert_eq!(without_rust(JOBS), Vec::<String>::new());
        let wrong = JOBS.replace("# cargo x", "- run: bash action/stand-in.sh x");
        assert_eq!(without_rust(&wrong), ["the job b-c builds, and asks for no version of Rust"]);
    }

    #[test]
    fn code_of_others_reaches_no_secret() {
        assert_eq!(exposed(JOBS), Vec::<String>::new());
        let check = |more: &str, wrong: &[&str]| {
            let text = JOBS
                .replace("    steps:\n      - run: rustup", &format!("{more}      - run: rustup"));
            assert_ne!(text, JOBS);
            assert_eq!(exposed(&text), wrong, "{more}");
        };
        let builds = ["the job a may write or has secrets, and builds"];
        check("    environment: release\n    steps:\n", &builds);
        check("    permissions:\n      contents: write\n    steps:\n", &builds);
        let checkout = "    steps:\n      - uses: actions/checkout@x\n";
        check(checkout, &["the job a keeps the token of a checkout"]);
        check(&format!("{checkout}        with:\n          persist-credentials: false\n"), &[]);
        let publishes = JOBS.replace("cargo build", "cargo publish --no-verify");
        assert_eq!(
            exposed(&publishes.replace("    steps", "    environment: x\n    steps")),
            Vec::<String>::new()
        );
        let all = format!("permissions:\n  pages: write\n{JOBS}");
        assert_eq!(exposed(&all), ["all jobs may write: give each job its permissions"]);
    }

    #[test]
    fn the_release_is_public_only_after_all_registries() {
        let release = read(&root().join(".github/workflows/release.yml")).unwrap();
        assert_eq!(order(&release), Vec::<String>::new());
        let check = |from: &str, to: &str, wrong: &str| {
            assert_eq!(release.matches(from).count(), 1, "{from}");
            assert_eq!(order(&release.replace(from, to)), [wrong], "{to}");
        };
        let registries = "needs: [crates, npm, pypi]";
        check(registries, "needs: [crates, npm]", "the job public does not wait for pypi");
        let built = "needs: [archives, try, packages, wheel]";
        check(built, "needs: [archives, packages]", "the job draft does not wait for try");
        check(
            "create \"$TAG\" --draft ",
            "create \"$TAG\" ",
            "the job draft creates a public release",
        );
        let token = "steps.crates-io.outputs.token";
        check(token, "secrets.TOKEN", "the job crates uses a stored secret");
        let npm = "python3 xtask/publish.py npm";
        let wrong = "the job npm makes the release public";
        check(npm, &format!("gh release edit --draft=false; {npm}"), wrong);
    }

    #[test]
    fn builds_are_locked() {
        assert_eq!(
            unlocked("- run: cargo build\n  # cargo test x"),
            ["not --locked: - run: cargo build"]
        );
        assert_eq!(unlocked("- run: cargo build --locked --package x").len(), 0);
    }

    #[test]
    fn targets_are_those_of_one_job() {
        assert_eq!(matrix(JOBS, "b-c"), ["x", "y"]);
        assert_eq!(matrix(JOBS, "a"), Vec::<String>::new());
    }

    #[test]
    fn a_tag_is_no_pin() {
        let sha = "0123456789abcdef0123456789abcdef01234567";
        let good = format!("  - uses: a/b@{sha} # v1.2.3\n  - uses: ./x\n");
        assert_eq!(unpinned(&good), Vec::<String>::new());
        for wrong in
            ["a/b@v4".to_owned(), format!("a/b@{sha}"), format!("a/b@{} # v1.2.3", &sha[1..])]
        {
            assert_eq!(unpinned(&format!("    uses: {wrong}\n")).len(), 1, "{wrong}");
        }
    }

    #[test]
    fn another_version_of_rust_is_told() {
        assert_eq!(other_rust("rustup toolchain install 1.95 --profile minimal", "1.95").len(), 0);
        assert_eq!(other_rust("rustup override set 1.94\ncargo +1.94 build", "1.95").len(), 2);
    }
}
