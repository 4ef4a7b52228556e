//! The scripts around a module: wasm-bindgen's work, of the same version as the crate.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use wasm_bindgen_cli_support::Bindgen;

use super::order::reorder;
use super::split::split;
use super::traps::trap;
use crate::Outcome;
use crate::programs::root;
use crate::project::run;
use crate::tools::node;

/// Writes module, script and declarations, and the module in two parts into another folder:
/// `MODULE FOLDER NAME PARTS`.
pub(crate) fn bindgen(args: &[String]) -> Outcome {
    let [module, folder, name, parts] = args else { return Err("MODULE FOLDER NAME PARTS".into()) };
    let (folder, parts) = (Path::new(folder), Path::new(parts));
    let shorter = trap(&read(Path::new(module))?)?;
    let mut bindgen = Bindgen::new();
    let web = bindgen.input_bytes(name, shorter).web(true);
    let web = web.map_err(|error| error.to_string())?;
    // The names of functions say which come later; what is written has none.
    web.typescript(true).remove_name_section(false).remove_producers_section(true);
    // The script finds the module beside itself.
    web.omit_default_module_path(false);
    web.generate(folder).map_err(|error| format!("{error:#}"))?;
    let module = folder.join(format!("{name}_bg.wasm"));
    shrink(&module)?;
    let whole = read(&module)?;
    let [first, later] = split(&whole)?;
    // Looking for a good order takes half a minute.
    thread::scope(|scope| {
        let in_parts = scope.spawn(|| {
            write(&parts.join(format!("{name}_bg.wasm")), &reorder(&first)?)?;
            write(&parts.join(format!("{name}_later.wasm")), &reorder(&later)?)
        });
        write(&module, &reorder(&whole)?)?;
        in_parts.join().unwrap_or_else(|_| Err("the parts could not be written".into()))
    })?;
    Ok(true)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, module: &[u8]) -> Result<(), String> {
    fs::write(path, module).map_err(|error| format!("{}: {error}", path.display()))
}

/// What the module may use besides the first version of WebAssembly: what the compiler uses anyway.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Makes a module smaller with binaryen's optimizer.
fn shrink(module: &Path) -> Result<(), String> {
    let tool = root().join("tests/web/node_modules/binaryen/bin/wasm-opt");
    let mut shrink = Command::new(node()?);
    shrink.arg(tool).args(["-Oz", "--debuginfo"]).args(FEATURES).arg(module).arg("-o").arg(module);
    run(&mut shrink)
}
