//! Tests the module in Node and the web app in a browser, for the stages of `cargo xtask ci`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;
use crate::programs::{root, target};
use crate::project::run;
use crate::tools::{browser, node};
use crate::wasm::{page_folder, web};

pub(crate) use crate::tools::BROWSER;

/// The programs for testing the web app.
pub(crate) struct Tools {
    pub(crate) node: PathBuf,
    pub(crate) browser: PathBuf,
    /// The folder of its tests, with the packages that they need.
    pub(crate) tests: PathBuf,
}

/// Builds the module and the web app (`args` are the arguments of [`web`]) and fetches the programs for testing them;
/// returns nothing if they are too large.
pub(crate) fn build(args: &[String]) -> Result<Option<Tools>, String> {
    let (node, browser) = (node()?, browser()?);
    if !web(args)? {
        return Ok(None);
    }
    Ok(Some(Tools { node, browser, tests: root().join("tests/web") }))
}

/// Checks the types that the web app's scripts declare in their comments, with `tests/web/tsconfig.json`. The web app
/// must have been built, because the module's declarations are generated with it.
pub(crate) fn check_types() -> Outcome {
    let tests = root().join("tests/web");
    // The scripts import the module from a folder next to them, which exists only in the built web app.
    let types = target().join("page-types/pkg");
    let fail = |error| format!("{}: {error}", types.display());
    fs::create_dir_all(&types).map_err(fail)?;
    for name in ["benchlens.d.ts", "benchlens_bg.wasm.d.ts", "session.d.ts", "types.d.ts"] {
        fs::copy(target().join("npm").join(name), types.join(name)).map_err(fail)?;
    }
    let folders = [root().join("web-demo"), types.join("..")].map(|f| f.display().to_string());
    let project = types.join("../tsconfig.json");
    let text = format!(
        r#"{{"extends": {:?}, "compilerOptions": {{"rootDirs": {folders:?}}}, "include": [{:?}, {:?}]}}"#,
        tests.join("tsconfig.json"),
        root().join("web-demo/*.js"),
        root().join("crates/core/src/render/html/boot.js"),
    );
    fs::write(&project, text).map_err(fail)?;
    let compiler = tests.join("node_modules/typescript/bin/tsc");
    let mut check = Command::new(node()?);
    check.arg(compiler).arg("--project").arg(project);
    run(&mut check)?;
    Ok(true)
}

/// Returns the command that runs every test case through the module in Node.
pub(crate) fn parity() -> Result<Command, String> {
    let mut parity = Command::new(node()?);
    parity.arg(root().join("tests/web/parity.mjs")).arg(target().join("npm"));
    Ok(parity)
}

/// Returns the command that tests the properties of the module that only JavaScript callers see.
pub(crate) fn module() -> Result<Command, String> {
    let mut module = Command::new(node()?);
    module.arg(root().join("tests/web/module.mjs")).arg(target().join("npm"));
    Ok(module)
}

/// Returns the command that runs the package's example.
pub(crate) fn example() -> Result<Command, String> {
    let logs = ["old.txt", "new.txt"].map(|name| root().join("examples").join(name));
    let mut example = Command::new(node()?);
    example.arg(target().join("npm/examples/node.mjs")).args(logs);
    Ok(example)
}

/// Returns the command that tests the web app in a browser, and the reports of a program that contains this web app.
pub(crate) fn in_browser(program: &Path) -> Result<Command, String> {
    let mut test = Command::new(node()?);
    test.arg(root().join("tests/web/run.mjs")).arg(page_folder()).env(BROWSER, browser()?);
    test.env("BENCHLENS", program);
    Ok(test)
}
