//! The project's own commands: `cargo xtask COMMAND`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod ci;
mod fuzz;
mod mutants;
mod oracle;
mod outcome;
mod page;
mod parquet;
mod programs;
mod project;
mod python;
mod serve;
mod ship;
mod site;
mod tools;
mod versus;
mod vet;
mod wasm;

use std::process::ExitCode;

use outcome::Outcome;

/// A command: its name, its description, and its function.
type Command = (&'static str, &'static str, fn(&[String]) -> Outcome);

const COMMANDS: &[Command] = &[
    ("ci", "all checks besides cargo test --workspace, in stages", ci::ci),
    ("stage", "one stage of ci, with all that it prints", ci::stage),
    ("fuzz", "run the fuzz targets on mutated inputs, and count the executions", fuzz::run),
    ("mutants", "change the code in a sample of places, and see which tests notice", mutants::run),
    ("oracle", "compare benchlens with the real benchstat, byte for byte", oracle::run),
    ("wasm", "build the WebAssembly module into an npm package folder", wasm::wasm),
    ("web", "put the page and its module together, for any static host", wasm::web),
    (
        "program",
        "build the program with the page in it, Parquet and PNG, as it is released",
        wasm::program,
    ),
    ("python", "build the Python package, and try it out in a new environment", python::python),
    ("spark", "try the Python package out on a cluster of Spark on this machine", python::spark),
    ("wheel", "build a wheel of the Python package, as it is released", python::wheel),
    ("site", "the documents and the page as one site, with its links checked", site::site),
    ("action", "lint action.yml's scripts and run its steps on this machine", vet::action),
    ("archive", "make what users download for one target", ship::archive),
    ("sums", "write the checksums of the archives of a release", ship::sums),
    ("formula", "write the Homebrew formula of a release", ship::formula),
    ("sboms", "write the bills of materials of a release", ship::sboms),
    ("release", "check a tag, and print the notes of its release", ship::release),
    ("ship", "try out all that a release does, but for publishing", ship::ship),
    ("rehearse", "ship, and lint the workflows with actionlint", ship::rehearse_all),
    ("vet", "check workflows, packages and the public interface", vet::vet),
    ("serve", "serve the page on this machine", serve::serve),
    ("versus", "compare the speed of benchlens and benchstat", versus::run),
    (versus::MEASURE, "what one process uses (for versus)", versus::measure_here),
    (versus::BARE, "read logs and sort numbers, nothing else (for versus)", versus::bare),
    #[cfg(feature = "book")]
    ("book", "build the documents and check the links (what `site` calls)", site::book::book),
    #[cfg(feature = "bindgen")]
    ("bindgen", "write the scripts around a module (what `wasm` calls)", wasm::bindgen::bindgen),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let command = args.first().and_then(|name| COMMANDS.iter().find(|(n, ..)| n == name));
    let Some((name, _, run)) = command else {
        eprintln!("usage: cargo xtask COMMAND [options]\n");
        for (name, what, _) in COMMANDS {
            eprintln!("  {name:10} {what}");
        }
        return ExitCode::from(2);
    };
    match run(&args[1..]) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("xtask {name}: {message}");
            ExitCode::from(2)
        }
    }
}
