//! Generates the scripts around a module with wasm-bindgen, in the same version as the crate.

mod locations;
mod names;
mod order;
mod traps;

use std::fs;
use std::path::Path;
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::Outcome;
use crate::programs::root;
use crate::project::run;
use crate::tools::node;
use locations::clear;
use names::function_names;
use order::reorder;
use traps::trap;

/// Writes the module, the script and the declarations: `MODULE FOLDER NAME`.
pub(crate) fn bindgen(args: &[String]) -> Outcome {
    let [module, folder, name] = args else { return Err("MODULE FOLDER NAME".into()) };
    let folder = Path::new(folder);
    let compiled = fs::read(module).map_err(|error| format!("{module}: {error}"))?;
    without_parser(&compiled)?;
    let compiled = clear(&trap(&compiled)?)?;
    let mut bindgen = Bindgen::new();
    let web = bindgen.input_bytes(name, compiled).web(true);
    let web = web.map_err(|error| error.to_string())?;
    web.typescript(true).remove_name_section(true).remove_producers_section(true);
    // The script finds the module in its own folder.
    web.omit_default_module_path(false);
    web.generate(folder).map_err(|error| format!("{error:#}"))?;
    let module = folder.join(format!("{name}_bg.wasm"));
    shrink(&module)?;
    let fail = |error| format!("{}: {error}", module.display());
    let ordered = reorder(&fs::read(&module).map_err(fail)?)?;
    fs::write(&module, ordered).map_err(fail)?;
    Ok(true)
}

/// Part of the names of the functions with which the standard library parses floats. Their tables do not compress.
const PARSER: &str = "7dec2flt";

/// Returns an error if the module contains the standard library's parser of floats.
fn without_parser(module: &[u8]) -> Result<(), String> {
    let names = function_names(module).map_err(|error| error.to_string())?;
    match names.iter().find(|(_, name)| name.contains(PARSER)) {
        Some((_, name)) => Err(format!(
            "the module contains {name}, with 10 kB of tables: use base::parse_float in the core"
        )),
        None => Ok(()),
    }
}

/// The features of WebAssembly beyond its first version that the module may use: the compiler uses them anyway.
const FEATURES: &str = "--enable-bulk-memory --enable-multivalue --enable-mutable-globals \
    --enable-nontrapping-float-to-int --enable-reference-types --enable-sign-ext";

/// The passes of binaryen's optimizer. New control flow and more rounds make the module 1.5% smaller. The addresses
/// below 1 kB are the end of the stack. Only a full stack uses them, so an address plus a small constant never wraps
/// around to one of them, and the constant can be a part of the load or store.
const PASSES: &str = "-Oz --flatten --rereloop -O2 -Oz --low-memory-unused \
    --optimize-added-constants-propagate -Oz";

/// Shrinks a module with binaryen's optimizer.
fn shrink(module: &Path) -> Result<(), String> {
    let tool = root().join("tests/web/node_modules/binaryen/bin/wasm-opt");
    let mut shrink = Command::new(node()?);
    shrink.arg(tool).args(PASSES.split(' ')).args(FEATURES.split(' '));
    run(shrink.arg(module).arg("-o").arg(module))
}
