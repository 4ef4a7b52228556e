//! `cargo xtask wasm`: the core as a WebAssembly module in an npm package folder.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{check_options, copy_folder, option, run};
use crate::ship::of_module;
use crate::tools::packages;

#[cfg(feature = "bindgen")]
pub(crate) mod bindgen;
#[cfg(feature = "bindgen")]
mod order;
mod site;
#[cfg(feature = "bindgen")]
mod traps;

/// The name of module and scripts.
pub(crate) const NAME: &str = "benchlens";

/// More than this is too much to download before the first answer: bytes, gzipped.
const GZIPPED_MAX: u64 = 765_000;

/// Builds the package: `[--cache FOLDER] [--out FOLDER]`.
pub(crate) fn wasm(args: &[String]) -> Outcome {
    check_options(args, &["--cache", "--out"])?;
    let out = option(args, "--out")?.map_or_else(|| target().join("npm"), PathBuf::from);
    package(&out, option(args, "--cache")?)?;
    let size = print_sizes(&out)?;
    println!("the package is in {}", out.display());
    if GZIPPED_MAX < size {
        println!("that is more than {GZIPPED_MAX} bytes");
    }
    Ok(size <= GZIPPED_MAX)
}

/// Puts together the web page: `[--cache FOLDER] [--out FOLDER]`.
pub(crate) fn web(args: &[String]) -> Outcome {
    check_options(args, &["--cache", "--out"])?;
    let out = option(args, "--out")?.map_or_else(page_folder, PathBuf::from);
    let built = target().join("npm");
    package(&built, option(args, "--cache")?)?;
    site::build(&built, &out)?;
    let size = print_sizes(&out)?;
    println!("the page is in {}", out.display());
    if GZIPPED_MAX < size {
        println!("that is more than {GZIPPED_MAX} bytes");
    }
    Ok(size <= GZIPPED_MAX)
}

/// Builds the program with the page in it, for reports that can be asked on: `[--cache FOLDER]`.
pub(crate) fn program(args: &[String]) -> Outcome {
    if !web(args)? {
        return Ok(false);
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let build = ["build", "--release", "--locked", "--package", "benchlens", "--features", "png"];
    run(Command::new(cargo).args(build).env(PAGE, page_folder()).current_dir(root()))?;
    println!("the program is {}", target().join("release/benchlens").display());
    Ok(true)
}

/// Tells the build of the program where the page is.
const PAGE: &str = "BENCHLENS_PAGE";

/// Where the page is put together.
pub(crate) fn page_folder() -> PathBuf {
    target().join("web")
}

/// Where cargo looks for the compiler's flags for the module.
const FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// Fewer copies of the same code: a tenth smaller, and hardly slower in `tests/web/speed.mjs`.
const SMALLER: &str = "-Cllvm-args=-inline-threshold=10";

/// A flag that keeps the folder of packages out of the places that panics tell: it is another one on each
/// machine, and a page would load it.
fn without_machine_paths() -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let sources = home.map(|home| home.join("registry/src")).into_iter();
    let folders = sources.filter_map(|sources| fs::read_dir(sources).ok()).flatten().flatten();
    // A flag cannot hold a space.
    let paths = folders.map(|folder| folder.path().display().to_string());
    let paths = paths.filter(|path| !path.contains(' '));
    paths.map(|path| format!(" --remap-path-prefix={path}=")).collect()
}

fn package(out: &Path, cache: Option<&str>) -> Result<(), String> {
    let cache = cache.map_or_else(|| target().join("wasm-toolchain"), PathBuf::from);
    run(Command::new("bash").arg(root().join("xtask/setup-wasm.sh")).arg(&cache))?;
    let triple = "wasm32-unknown-unknown";
    let cargo = fs::canonicalize(cache.join("cargo-wasm")).map_err(|error| error.to_string())?;
    let build = ["build", "--package", "benchlens-wasm", "--lib", "--profile", "wasm", "--target"];
    let mut build_module = Command::new(cargo);
    build_module.args(build).arg(triple).current_dir(root());
    if std::env::var_os(FLAGS).is_none() {
        build_module.env(FLAGS, format!("{SMALLER}{}", without_machine_paths()));
    }
    run(&mut build_module)?;
    let module = target().join(triple).join("wasm/benchlens_wasm.wasm");
    if out.exists() {
        fs::remove_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    }
    copy_folder(&root().join("crates/wasm/npm"), out)?;
    packages()?;
    // The tool that writes the scripts is a part of this program that is only built when needed.
    let tool = ["run", "--quiet", "--package", "xtask", "--features", "bindgen", "--", "bindgen"];
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Command::new(cargo).args(tool).arg(&module).arg(out).arg(NAME).current_dir(root()))?;
    let version = env!("CARGO_PKG_VERSION");
    let manifest = out.join("package.json");
    let text = fs::read_to_string(&manifest).map_err(|error| format!("package.json: {error}"))?;
    fs::write(&manifest, text.replace("VERSION", version)).map_err(|error| error.to_string())?;
    for log in ["old.txt", "new.txt"] {
        let (from, to) = (root().join("examples").join(log), out.join("examples").join(log));
        fs::copy(from, to).map_err(|error| format!("{log}: {error}"))?;
    }
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root().join(licence), out.join(licence)).map_err(|error| error.to_string())?;
    }
    fs::write(out.join("THIRD-PARTY.md"), of_module()?).map_err(|error| error.to_string())?;
    Ok(())
}

/// Prints the size of each module and script below a folder; returns what they take gzipped.
fn print_sizes(folder: &Path) -> Result<u64, String> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| error.to_string())? {
            let path = entry.map_err(|error| error.to_string())?.path();
            let wanted = path.extension().is_some_and(|e| e == "js" || e == "wasm");
            if path.is_dir() && !path.ends_with("examples") {
                open.push(path);
            } else if wanted {
                files.push(path);
            }
        }
    }
    files.sort();
    let (mut whole, mut packed) = (0, 0);
    for file in &files {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let gzipped = gzipped(&bytes).map_err(|error| error.to_string())?;
        let name = file.strip_prefix(folder).unwrap_or(file).display();
        println!("{:>9} {gzipped:>8} gzipped  {name}", bytes.len());
        whole += bytes.len();
        packed += gzipped;
    }
    println!("{whole:>9} {packed:>8} gzipped  module and scripts");
    Ok(packed)
}

fn gzipped(bytes: &[u8]) -> std::io::Result<u64> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes)?;
    Ok(packed.finish()?.len() as u64)
}
