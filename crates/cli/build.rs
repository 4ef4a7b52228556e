//! Builds the web app into the CLI, so that HTML reports can be queried: BENCHLENS_PAGE names the folder that `cargo
//! xtask web` made. Without this variable, the CLI writes reports without scripts. The build script also links the
//! library that the allocator for musl needs.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The file into which `cargo xtask web` packs the web app.
const ENGINE: &str = "engine.bin";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=BENCHLENS_PAGE");
    if env::var_os("CARGO_CFG_TARGET_ENV").is_some_and(|env| env == "musl") {
        // The allocator counts bits with a function of the compiler's runtime library, which is not always linked.
        println!("cargo:rustc-link-arg-bins=-lgcc");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join(ENGINE);
    let engine = match env::var_os("BENCHLENS_PAGE").filter(|folder| !folder.is_empty()) {
        None => Vec::new(),
        Some(folder) => {
            let file = Path::new(&folder).join(ENGINE);
            println!("cargo:rerun-if-changed={}", file.display());
            fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
        }
    };
    fs::write(&out, engine).unwrap_or_else(|error| panic!("{}: {error}", out.display()));
}
