//! `cargo xtask wasm`: builds the core as a WebAssembly module in an npm package folder.

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
use crate::tools::{node, packages};
pub(crate) use site::NAME;

#[cfg(feature = "bindgen")]
pub(crate) mod bindgen;
mod preview;
mod site;

/// The maximum size of the download before the first answer: the bytes of module and scripts, gzipped. A phone with slow
/// 4G (1.6 Mbit/s) downloads them in six seconds; the web app loads once per version and then works offline.
const SIZE_MAX: u64 = 1_200_000;

/// Builds the package: `[--cache FOLDER] [--out FOLDER]`.
pub(crate) fn wasm(args: &[String]) -> Outcome {
    check_options(args, &["--cache", "--out"])?;
    let out = option(args, "--out")?.map_or_else(|| target().join("npm"), PathBuf::from);
    package(&out, option(args, "--cache")?)?;
    let is_small = is_small(&out)?;
    println!("the package is in {}", out.display());
    Ok(is_small)
}

/// Builds the web app: `[--cache FOLDER] [--out FOLDER]`.
pub(crate) fn web(args: &[String]) -> Outcome {
    check_options(args, &["--cache", "--out"])?;
    let out = option(args, "--out")?.map_or_else(page_folder, PathBuf::from);
    package(&package_folder(), option(args, "--cache")?)?;
    build_program(&[])?;
    page_from_package(&target().join("release/benchlens"), &out)
}

/// Builds the web app from the existing package, with the pictures of this CLI.
pub(crate) fn page_of_package(program: &Path) -> Outcome {
    page_from_package(program, &page_folder())
}

fn page_from_package(program: &Path, out: &Path) -> Outcome {
    site::build(&package_folder(), program, out)?;
    let is_small = is_small(out)?;
    println!("the page is in {}", out.display());
    Ok(is_small)
}

/// Returns the folder of the npm package.
fn package_folder() -> PathBuf {
    target().join("npm")
}

/// Builds the CLI with the web app in it, for reports that can be queried: `[--cache FOLDER]`.
pub(crate) fn program(args: &[String]) -> Outcome {
    if !web(args)? {
        return Ok(false);
    }
    build_program(&[(PAGE, page_folder())])?;
    println!("the program is {}", target().join("release/benchlens").display());
    Ok(true)
}

/// Builds the CLI with all features.
fn build_program(environment: &[(&str, PathBuf)]) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let build =
        ["build", "--release", "--locked", "--package", "benchlens", "--features", FEATURES];
    let environment = environment.iter().map(|(name, value)| (name, value));
    run(Command::new(cargo).args(build).envs(environment).current_dir(root()))
}

/// The features of a release that a plain build does not have.
const FEATURES: &str = "parquet,png";

/// The environment variable with the web app's folder for the build of the CLI.
const PAGE: &str = "BENCHLENS_PAGE";

/// Returns the folder in which the web app is built.
pub(crate) fn page_folder() -> PathBuf {
    target().join("web")
}

/// The environment variable in which cargo looks for the compiler's flags for the module.
const FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// Fewer copies of the same code make the module a seventh smaller, and hardly slower in `tests/web/speed.mjs`. The
/// second threshold is for functions that are marked `#[inline]`, for example those of iterators.
const SMALLER: &str = "-Cllvm-args=-inline-threshold=10 -Cllvm-args=-inlinehint-threshold=40";

/// Returns a flag that removes the folder of packages from the locations in panics, because this folder differs
/// between machines and would be a part of the download.
fn without_machine_paths() -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let sources = home.map(|home| home.join("registry/src")).into_iter();
    let folders = sources.filter_map(|sources| fs::read_dir(sources).ok()).flatten().flatten();
    // A flag cannot contain a space.
    let paths = folders.map(|folder| folder.path().display().to_string());
    let paths = paths.filter(|path| !path.contains(' '));
    paths.map(|path| format!(" --remap-path-prefix={path}=")).collect()
}

fn package(out: &Path, cache: Option<&str>) -> Result<(), String> {
    let cache = cache.map_or_else(|| target().join("wasm-toolchain"), PathBuf::from);
    assemble(&build(&cache)?, out)
}

/// Compiles the module; returns its file.
pub(crate) fn module() -> Result<PathBuf, String> {
    build(&target().join("wasm-toolchain"))
}

/// Builds the npm package from the existing module, and prints its size.
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
    let build = ["build", "--locked", "--package", "benchlens-wasm", "--lib", "--profile", "wasm"];
    let mut build_module = Command::new(cargo);
    build_module.args(build).args(["--target", TRIPLE]).current_dir(root());
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
    minify_scripts(out)?;
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

/// Minifies the scripts of a folder. Their declarations contain the comments.
fn minify_scripts(folder: &Path) -> Result<(), String> {
    let mut esbuild = Command::new(node()?);
    esbuild.arg(root().join("tests/web/node_modules/esbuild/bin/esbuild"));
    esbuild.arg(folder.join("*.js")).args(["--minify", "--log-level=warning", "--allow-overwrite"]);
    run(esbuild.arg(format!("--outdir={}", folder.display())))
}

/// Prints the size of the module and of each script in a folder; returns whether they are within the limit.
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
