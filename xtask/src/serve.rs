//! `cargo xtask serve`: serves the web app on this machine for manual testing.

use std::path::PathBuf;
use std::process::Command;

use crate::Outcome;
use crate::programs::root;
use crate::project::{check_options, option, run};
use crate::tools::node;
use crate::wasm::page_folder;

/// Serves a folder until it is stopped: `[--port N] [--folder FOLDER]`. Port 0 selects a free port. The tests of the
/// web app use the same server.
pub(crate) fn serve(args: &[String]) -> Outcome {
    check_options(args, &["--port", "--folder"])?;
    let folder = option(args, "--folder")?.map_or_else(page_folder, PathBuf::from);
    if !folder.is_dir() {
        return Err(format!("{}: no such folder: run cargo xtask web", folder.display()));
    }
    let port = option(args, "--port")?.unwrap_or("8080");
    let server = root().join("tests/web/serve.mjs");
    run(Command::new(node()?).arg(server).arg(folder).arg(port))?;
    Ok(true)
}
