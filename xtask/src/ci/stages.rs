//! The checks: one entry for each stage. Each stage follows its dependencies, and long stages begin early.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder::folder;
use super::stage::{Stage, Takes};
use super::tools::Tool;
use crate::Outcome;
use crate::programs::target;
use crate::project::{ALL_FEATURES, cargo, does, run};
use crate::{page, parquet, python, ship, site, wasm};

/// The sources of the native programs, and the files that their tests read.
const NATIVE: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    ".cargo",
    "crates",
    "xtask",
    "fuzz",
    "tests/*.rs",
    "tests/cases",
    "tests/docs",
    "tests/formats",
    "tests/load",
    "tests/github",
    "tests/inputs",
    "tests/oracles",
    "tests/parquet",
    "tests/program",
    "tests/properties",
    "tests/publish",
    "tests/recording",
    "tests/report",
    "tests/support",
    "tests/tidy",
    "examples",
    "benches",
    "docs",
    "schema",
    "install",
    ".github",
    "action",
    "action.yml",
    "*.md",
];

/// The sources of the WebAssembly module.
const MODULE: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    ".cargo",
    "crates/base",
    "crates/format",
    "crates/stats",
    "crates/core/src",
    "crates/core/Cargo.toml",
    "crates/session/src",
    "crates/session/Cargo.toml",
    "crates/unpack",
    "crates/wasm",
    "xtask/setup-wasm.sh",
    "xtask/src/wasm",
];

/// The web app and the code that builds it.
const PAGE: &[&str] = &["web-demo", "xtask/src/wasm", "tests/web/package-lock.json", "examples"];

/// README's test command, which runs first in `.ci/run`.
pub(super) const TESTS: Stage = Stage {
    name: "cargo test --workspace",
    what: "the README's test command",
    needs: &[],
    reads: &["."],
    makes: &[],
    tools: &[],
    takes: Takes::Machine,
    run: || cargo_does(&["test", "--workspace", "--locked", "--no-fail-fast"]),
};

pub(super) const STAGES: &[Stage] = &[
    Stage {
        name: "formatting",
        what: "rustfmt",
        needs: &[],
        reads: &["crates", "xtask", "fuzz", "tests/**.rs", "benches", "rustfmt.toml"],
        makes: &[],
        tools: &[Tool::Rustfmt],
        takes: Takes::Lane,
        run: || cargo_does(&["fmt", "--all", "--check"]),
    },
    Stage {
        name: "released program",
        what: "the program with Parquet and PNG, and the tools of the next stages",
        needs: &[],
        reads: NATIVE,
        makes: &["ci/benchlens", "ci/xtask-with-all"],
        tools: &[],
        takes: Takes::Cargo,
        run: released_program,
    },
    Stage {
        name: "WebAssembly module",
        what: "the core compiled for browsers",
        needs: &[],
        reads: MODULE,
        makes: &["wasm32-unknown-unknown/wasm/benchlens_wasm.wasm"],
        tools: &[],
        takes: Takes::Lane,
        run: || wasm::module().map(|_| true),
    },
    Stage {
        name: "npm package",
        what: "the module with its scripts, and its size",
        needs: &["WebAssembly module", "released program"],
        reads: &["crates/wasm/npm", "xtask/src/wasm", "tests/web/package-lock.json", "LICENSE-*"],
        makes: &["npm/package.json"],
        tools: &[Tool::Node, Tool::Npm],
        takes: Takes::Lane,
        run: || wasm::assemble_and_measure(),
    },
    Stage {
        name: "page",
        what: "the static page, for any host, and its size",
        needs: &["npm package", "released program"],
        reads: PAGE,
        makes: &["web/index.html", "web/engine.bin"],
        tools: &[Tool::Node],
        takes: Takes::Lane,
        run: || wasm::page_of_package(&absolute("benchlens")?),
    },
    Stage {
        name: "wheel",
        what: "the Python package, and what is in it",
        needs: &[],
        reads: &["Cargo.toml", "Cargo.lock", ".cargo", "crates", "xtask/src/python", "LICENSE-*"],
        makes: &["python-package/wheels"],
        tools: &[Tool::Python],
        takes: Takes::Cargo,
        run: || python::build_for_tests().map(|_| true),
    },
    // These tests precede the next stage, which builds the same programs with other contents.
    Stage {
        name: "other tests",
        what: "Rust tests that need the released program, or other programs",
        needs: &["released program"],
        reads: NATIVE,
        makes: &[],
        tools: &[Tool::Python, Tool::Git, Tool::Curl, Tool::Fish, Tool::Zsh, Tool::Man],
        takes: Takes::Cargo,
        run: other_tests,
    },
    Stage {
        name: "program with the page",
        what: "the released program, whose reports contain the page",
        needs: &["page", "released program"],
        reads: &[],
        makes: &["ci/benchlens-with-page"],
        tools: &[],
        takes: Takes::Cargo,
        run: program_with_page,
    },
    Stage {
        name: "lints",
        what: "clippy for all code, fuzz targets included; warnings are errors",
        needs: &[],
        reads: &[
            "Cargo.toml",
            "Cargo.lock",
            "clippy.toml",
            "crates",
            "xtask",
            "fuzz",
            "tests/**.rs",
            "benches",
        ],
        makes: &[],
        tools: &[Tool::Clippy],
        takes: Takes::Cargo,
        run: || {
            cargo_does(&[
                "clippy",
                "--workspace",
                "--all-targets",
                "--features",
                ALL_FEATURES,
                "--locked",
                "--",
                "-D",
                "warnings",
            ])
        },
    },
    Stage {
        name: "documentation",
        what: "rustdoc of all packages; warnings are errors",
        needs: &["lints"],
        reads: &[],
        makes: &[],
        tools: &[],
        takes: Takes::Cargo,
        run: documentation,
    },
    Stage {
        name: "Python package",
        what: "tests/python in a new environment",
        needs: &["wheel", "released program"],
        reads: &["tests/python", "tests/load", "tests/cases", "docs/python.md", "examples"],
        makes: &[],
        tools: &[Tool::Python],
        takes: Takes::Lane,
        run: || does(&mut python::tests()?),
    },
    Stage {
        name: "documentation site",
        what: "all documents as one site, with its links",
        needs: &["page", "released program"],
        reads: &["xtask/src/site", "docs", "*.md", "examples/README.md", "benches"],
        makes: &["site"],
        tools: &[],
        takes: Takes::Lane,
        run: site::of_built_page,
    },
    Stage {
        name: "page in a browser",
        what: "tests/web in Chromium, two browsers side by side",
        needs: &["page", "documentation site", "program with the page"],
        reads: &["tests/web", "tests/cases", "examples"],
        makes: &[],
        tools: &[Tool::Node, Tool::Npm, Tool::Chromium],
        takes: Takes::Lane,
        run: || does(&mut page::in_browser(&product("benchlens-with-page"))?),
    },
    Stage {
        name: "Spark cluster",
        what: "tests/spark: one master, two workers, one of which is killed",
        needs: &["wheel", "released program"],
        reads: &["tests/spark", "docs/spark.md", "examples"],
        makes: &[],
        tools: &[Tool::Python, Tool::Java],
        takes: Takes::Lane,
        run: || does(&mut python::spark_tests()?),
    },
    Stage {
        name: "Parquet questions",
        what: "the questions of docs/parquet.md, asked by the programs that it names",
        needs: &["released program"],
        reads: &["tests/parquet", "docs/parquet.md", "examples"],
        makes: &[],
        tools: &[Tool::Python],
        takes: Takes::Lane,
        run: parquet::questions,
    },
    Stage {
        name: "types of scripts",
        what: "the types that the page's scripts state in comments",
        needs: &["npm package"],
        reads: &["web-demo", "tests/web/tsconfig.json", "crates/core/src/render/html/boot.js"],
        makes: &[],
        tools: &[Tool::Node],
        takes: Takes::Lane,
        run: page::check_types,
    },
    Stage {
        name: "module in Node",
        what: "each case through the module, and the package as JavaScript calls it",
        needs: &["npm package"],
        reads: &["tests/cases", "tests/web/parity.mjs", "tests/web/module.mjs", "examples"],
        makes: &[],
        tools: &[Tool::Node],
        takes: Takes::Lane,
        run: module_in_node,
    },
    Stage {
        name: "shipping",
        what: "what a release would publish, with servers on this machine, and an archive tried in a new folder",
        needs: &["npm package", "wheel", "program with the page"],
        reads: NATIVE,
        makes: &[],
        tools: &[Tool::Python, Tool::Npm, Tool::Curl, Tool::Git],
        takes: Takes::Cargo,
        run: || {
            ship::ship(&["--program".into(), product("benchlens-with-page").display().to_string()])
        },
    },
];

/// Returns a file that a stage leaves for other stages.
pub(super) fn product(name: &str) -> PathBuf {
    folder().join(name)
}

fn cargo_does(arguments: &[&str]) -> Outcome {
    let mut cargo = cargo();
    does(cargo.args(arguments))
}

/// Runs cargo on the whole workspace with all features. These are the features of every native stage, so the
/// libraries are built once.
fn with_all(command: &str, rest: &[&str]) -> Outcome {
    let mut words = vec![command, "--workspace", "--features", ALL_FEATURES, "--locked"];
    words.extend(rest);
    cargo_does(&words)
}

/// The programs. `--bins` would also link the fuzz targets.
const PROGRAMS: [&str; 4] = ["--bin", "benchlens", "--bin", "xtask"];

fn released_program() -> Outcome {
    with_all("build", &[&PROGRAMS[..], &["--lib", "--test", "all", "--test", "arrow"]].concat())?;
    copy(&target().join("debug/benchlens"), "benchlens")?;
    copy(&target().join("debug/xtask"), "xtask-with-all")?;
    Ok(true)
}

fn other_tests() -> Outcome {
    let steps: [&[&str]; 4] = [
        &PROGRAMS,
        // The tests of what the plain program lacks or does differently.
        &["--test", "all", "--", "parquet::", "program::"],
        &["--test", "arrow"],
        // All ignored tests of this test program need another program.
        &["--test", "all", "--", "--ignored"],
    ];
    let failed: Vec<String> =
        steps.into_iter().filter_map(|step| with_all("test", step).err()).collect();
    if failed.is_empty() { Ok(true) } else { Err(failed.join("; ")) }
}

/// Copies a file to the folder for products.
pub(super) fn copy(from: &Path, name: &str) -> Result<(), String> {
    let to = product(name);
    // A running program cannot be written to, but its name can be removed.
    let _ = fs::remove_file(&to);
    fs::copy(from, &to).map(|_| ()).map_err(|error| format!("{}: {error}", from.display()))
}

fn absolute(name: &str) -> Result<PathBuf, String> {
    product(name).canonicalize().map_err(|error| format!("{name}: {error}"))
}

fn program_with_page() -> Outcome {
    let page = wasm::page_folder().canonicalize().map_err(|error| format!("the page: {error}"))?;
    let mut build = cargo();
    build.args([
        "build",
        "--workspace",
        "--features",
        ALL_FEATURES,
        "--locked",
        "--bin",
        "benchlens",
    ]);
    // This is a test, because only tests are built with the features that all other tests need.
    build.args(["--test", "large"]).env("BENCHLENS_PAGE", page);
    run(&mut build)?;
    copy(&target().join("debug/benchlens"), "benchlens-with-page")?;
    Ok(true)
}

/// Checks the documentation. With `--examples`, cargo uses the results of the lints.
fn documentation() -> Outcome {
    let mut doc = cargo();
    doc.args([
        "doc",
        "--workspace",
        "--no-deps",
        "--lib",
        "--bin",
        "xtask",
        "--examples",
        "--features",
        ALL_FEATURES,
        "--locked",
    ]);
    does(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

fn module_in_node() -> Outcome {
    let steps = [page::parity()?, page::module()?, page::example()?];
    let failed: Vec<String> =
        steps.into_iter().filter_map(|mut step| does(&mut step).err()).collect();
    if failed.is_empty() { Ok(true) } else { Err(failed.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::root;

    #[test]
    fn stages_read_paths_that_are_there() {
        for stage in STAGES {
            for path in stage.reads.iter().filter(|path| !path.contains('*')) {
                assert!(root().join(path).exists(), "{}: {path}", stage.name);
            }
        }
    }
}
