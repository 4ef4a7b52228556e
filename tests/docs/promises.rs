//! Checks commands that are meant for the reader's own machine.

use std::fs;
use std::path::Path;

use crate::docs::shell::Shell;

/// Checks one line of a block marked `sh`. A command of an unknown kind is an error.
pub(crate) fn check(line: &str, root: &Path, shell: &mut Shell) -> Result<(), String> {
    let text = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
    let holds =
        |condition: bool, why: &str| condition.then_some(()).ok_or(format!("{line}: {why}"));
    let exists = |path: &str| holds(root.join(path).exists(), "no such path");
    let is_test = |name: &str| {
        let entry = format!("[[test]]\nname = \"{name}\"\n");
        holds(text("crates/cli/Cargo.toml").contains(&entry), "no such test")
    };
    let command = line.split(" #").next().unwrap_or_default().trim_end();
    let words: Vec<&str> = command.split(' ').skip_while(|word| is_variable(word)).collect();
    match words[..] {
        [""] => Ok(()),
        // The CLI itself runs; here it has already been built.
        ["cargo", "run", "--release", "-p", "benchlens", "--", ..] => {
            let arguments = command.split_once(" -- ").map(|(_, arguments)| arguments);
            let (printed, status) = shell.run(&format!("benchlens {}", arguments.unwrap_or("")));
            holds(status == 0 && printed.contains("vs base"), &printed)
        }
        ["cargo", "xtask", name, ..] => {
            holds(text("xtask/src/main.rs").contains(&format!("(\"{name}\", ")), "no such command")
        }
        // `tests/examples.rs` runs these examples.
        ["cargo", "run", "-p", "benchlens-core", ref options @ ..] => {
            let name = options.iter().skip_while(|word| **word != "--example").nth(1);
            let file =
                name.map(|name| format!("crates/core/examples/{name}.rs")).unwrap_or_default();
            let tested = text("tests/examples.rs").contains(&format!("../{file}\""));
            holds(tested && root.join(&file).is_file(), "no such example")
        }
        // A filter is a module of the tests, or the beginning of its name.
        ["cargo", "test", "--test", name, filter] => is_test(name).and_then(|()| {
            let module = filter.trim_end_matches("::");
            let files = [format!("tests/{module}.rs"), format!("tests/program/{module}.rs")];
            let is_there = files.iter().any(|file| root.join(file).is_file());
            holds(is_there, "no such tests")
        }),
        ["cargo", "test", "--workspace"] => Ok(()),
        ["cargo", "check" | "test", "-p", package] => {
            exists(&format!("{}/Cargo.toml", package.replace("benchlens-", "crates/")))
        }
        // The package must have a documented library, because the page of the CLI itself would be empty.
        ["cargo", "doc", "-p", package, "--open"] => {
            let folder = package.replace("benchlens-", "crates/");
            let manifest = text(&format!("{folder}/Cargo.toml"));
            let named = manifest.contains(&format!("name = \"{package}\""));
            holds(named && !manifest.contains("doc = false"), "no such page")
        }
        ["cargo", "add", "--path", path] => exists(&format!("{path}/Cargo.toml")),
        ["curl", .., address, "|", "sh"] => exists(
            &address
                .replace("https://github.com/OWNER/benchlens/releases/latest/download", "install"),
        ),
        ["bash", path] | ["python3", path, ..] => exists(path),
        ["cd", path] => exists(path).or_else(|_| exists(&format!("examples/{path}"))),
        // A loop over recordings must be valid in the shell.
        ["for", ..] => {
            fs::write(shell.folder().join("loop"), command).unwrap();
            holds(shell.run("sh -n loop").1 == 0, "no shell reads it")
        }
        // The benchmarks that it measures must exist.
        ["go", "test", ..] => match command.split_once(" > ") {
            Some((_, file)) => exists(&format!("examples/codec/{file}")),
            None => Ok(()),
        },
        // A gate may fail.
        ["benchlens", "-gate", ..] => {
            shell.run("cp examples/old.txt examples/new.txt .");
            let (printed, status) = shell.run(command);
            holds(status <= 1, &printed)
        }
        // The programs or files that it uses are not here, but the command line must be valid.
        ["benchlens", "run" | "bisect" | "calibrate", ..] => {
            let (printed, _) = shell.run(&format!("{command} < /dev/null 2>&1"));
            holds(!printed.contains("usage: benchlens"), &printed)
        }
        // This program does not support Parquet: `cargo xtask ci` runs the chapter with a program that does.
        ["benchlens", "export", "-o", ..] | ["benchlens", "runs/*.parquet" | "all.parquet"] => {
            holds(text("tests/parquet/questions.py").contains("docs/parquet.md"), "not run")
        }
        ["benchlens", "completions" | "man", ..] => {
            let command = command.split(['>', '|']).next().unwrap_or_default();
            holds(shell.run(command).1 == 0, "it fails")
        }
        _ => match is_installed(&words, root) {
            Some(is_so) => holds(is_so, "nothing like that is installed"),
            None => Err(format!("{line}: nothing checks a command of this kind")),
        },
    }
}

/// Returns whether a command that installs the program or inspects a release refers to things that exist; returns
/// nothing for another command.
fn is_installed(words: &[&str], root: &Path) -> Option<bool> {
    let text = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
    let has_feature = |manifest: &str, wanted: &str| {
        let (_, features) = manifest.split_once("[features]\n").unwrap_or_default();
        wanted.split(',').all(|feature| features.contains(&format!("\n{feature} = [")))
    };
    Some(match *words {
        ["cargo", "install", "--path", path] => root.join(path).join("Cargo.toml").exists(),
        ["cargo", "install", "--path", path, "--features", feature] => {
            has_feature(&text(&format!("{path}/Cargo.toml")), feature)
        }
        ["cargo", "install", package, "--features", feature] => {
            let manifest = text("crates/cli/Cargo.toml");
            let is_named = manifest.contains(&format!("name = \"{package}\""));
            is_named && has_feature(&manifest, feature)
        }
        ["cargo", "binstall", "benchlens"] => {
            text("crates/cli/Cargo.toml").contains("[package.metadata.binstall]")
        }
        ["npm", "install", package] => {
            let manifest = text("crates/wasm/npm/package.json");
            manifest.contains(&format!("\"name\": \"{package}\""))
        }
        ["pip", "install", "benchlens"] => {
            text("crates/python/pyproject.toml").contains("\nname = \"benchlens\"\n")
        }
        // The folder in which `cargo xtask python` places its builds.
        ["pip", "install", "target/python-package/wheels/benchlens-*.whl"] => {
            let built = text("xtask/src/python/folders.rs");
            built.contains("target().join(\"python-package\")")
                && built.contains("join(\"wheels\")")
        }
        // The command from `benchlens formats`.
        ["pytest", "--benchmark-only", json] => {
            let known = text("crates/format/src/pytest.rs");
            known.contains("pytest --benchmark-only --benchmark-json=")
                && json.starts_with("--benchmark-json=")
        }
        // There are no release archives here: `cargo xtask ship` builds and checks some.
        ["sha256sum", "--check", "--ignore-missing", "SHA256SUMS"] => {
            text("xtask/src/ship/sums.rs").contains("\"SHA256SUMS\"")
        }
        ["gh", "attestation", "verify", _, "--repo", "OWNER/benchlens"] => {
            let release = text(".github/workflows/release.yml");
            release.contains("actions/attest-build-provenance@")
        }
        _ => return None,
    })
}

/// Returns whether a word sets an environment variable for the command after it.
fn is_variable(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase()))
}
