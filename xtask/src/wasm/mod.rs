//! `cargo xtask wasm`: the core as a WebAssembly module in an npm package folder.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{check_options, copy_folder, option, run, with_feature};
use crate::ship::of_module;
use crate::tools::packages;
pub(crate) use site::NAME;

#[cfg(feature = "bindgen")]
pub(crate) mod bindgen;
#[cfg(feature = "bindgen")]
mod order;
mod site;

/// The limit of what is downloaded before the first answer: bytes of module and scripts, gzipped.
const SIZE_MAX: u64 = 950_000;

/// Builds the package: `[--cache FOLDER] [--out FOLDER]`.
pub(crate) fn wasm(args: &[String]) -> Outcome {
    check_options(args, &["--cache", "--out"])?;
    let out = option(args, "--out")?.map_or_else(|| target().join("npm"), PathBuf::from);
    package(&out, option(args, "--cache")?)?;
    let is_small = is_small(&out)?;
    println!("the package is in {}", out.display());
    Ok(is_small)
}

/// Puts together the web page: `[--cache FOLDER] [--out FOLDER]`.
pub(crate) fn web(args: &[String]) -> Outcome {
    check_options(args, &["--cache", "--out"])?;
    let out = option(args, "--out")?.map_or_else(page_folder, PathBuf::from);
    package(&package_folder(), option(args, "--cache")?)?;
    page_from_package(&out)
}

/// Puts together the web page from the package that is there.
pub(crate) fn page_of_package() -> Outcome {
    page_from_package(&page_folder())
}

fn page_from_package(out: &Path) -> Outcome {
    site::build(&package_folder(), out)?;
    let is_small = is_small(out)?;
    println!("the page is in {}", out.display());
    Ok(is_small)
}

/// Where the npm package is.
fn package_folder() -> PathBuf {
    target().join("npm")
}

/// Builds the program with the page in it, for reports that can be asked on: `[--cache FOLDER]`.
pub(crate) fn program(args: &[String]) -> Outcome {
    if !web(args)? {
        return Ok(false);
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let build =
        ["build", "--release", "--locked", "--package", "benchlens", "--features", FEATURES];
    run(Command::new(cargo).args(build).env(PAGE, page_folder()).current_dir(root()))?;
    println!("the program is {}", target().join("release/benchlens").display());
    Ok(true)
}

/// What a released program has, and a plain build does without.
const FEATURES: &str = "parquet,png";

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
    assemble(&build(&cache)?, out)
}

/// Compiles the module; gives its file.
pub(crate) fn module() -> Result<PathBuf, String> {
    build(&target().join("wasm-toolchain"))
}

/// Puts the npm package together from the module that is there, and says how large it is.
pub(crate) fn assemble_and_measure() -> Outcome {
    let out = package_folder();
    assemble(&module_file(), &out)?;
    is_small(&out)
}

const TRIPLE: &str = "wasm32-unknown-unknown";

fn module_file() -> PathBuf {
    target().join(TRIPLE).join("wasm/benchlens_wasm.wasm")
}

fn build(cache: &Path) -> Result<PathBuf, String> {
    run(Command::new("bash").arg(root().join("xtask/setup-wasm.sh")).arg(cache))?;
    let cargo = fs::canonicalize(cache.join("cargo-wasm")).map_err(|error| error.to_string())?;
    let build = ["build", "--package", "benchlens-wasm", "--lib", "--profile", "wasm", "--target"];
    let mut build_module = Command::new(cargo);
    build_module.args(build).arg(TRIPLE).current_dir(root());
    if std::env::var_os(FLAGS).is_none() {
        build_module.env(FLAGS, format!("{SMALLER}{}", without_machine_paths()));
    }
    run(&mut build_module)?;
    Ok(module_file())
}

fn assemble(module: &Path, out: &Path) -> Result<(), String> {
    if out.exists() {
        fs::remove_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    }
    copy_folder(&root().join("crates/wasm/npm"), out)?;
    packages()?;
    run(with_feature("bindgen").arg("bindgen").arg(module).arg(out).arg(NAME))?;
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

/// Prints the size of the module and of each script in a folder, and whether they are within the limit.
fn is_small(folder: &Path) -> Outcome {
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
    let (mut whole, mut all) = (0, 0);
    for file in &files {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let gzipped = gzipped(&bytes).map_err(|error| error.to_string())?;
        let name = file.strip_prefix(folder).unwrap_or(file).display();
        println!("{:>9} {gzipped:>8} gzipped  {name}", bytes.len());
        whole += bytes.len();
        all += gzipped;
    }
    println!("{whole:>9} {all:>8} gzipped  module and scripts");
    if SIZE_MAX < all {
        println!("module and scripts: {all} bytes, the limit is {SIZE_MAX}");
    }
    Ok(all <= SIZE_MAX)
}

fn gzipped(bytes: &[u8]) -> std::io::Result<u64> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes)?;
    Ok(packed.finish()?.len() as u64)
}
