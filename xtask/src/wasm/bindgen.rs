//! The scripts around a module: wasm-bindgen's work, of the same version as the crate.

use std::fs;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use super::order::reorder;
use crate::Outcome;

/// Writes module, script and declarations: `MODULE FOLDER NAME`.
pub(crate) fn bindgen(args: &[String]) -> Outcome {
    let [module, folder, name] = args else { return Err("MODULE FOLDER NAME".into()) };
    let mut bindgen = Bindgen::new();
    let web = bindgen.input_path(module).out_name(name).web(true);
    let web = web.map_err(|error| error.to_string())?;
    web.typescript(true).remove_name_section(true).remove_producers_section(true);
    // The script finds the module beside itself.
    web.omit_default_module_path(false);
    web.generate(Path::new(folder)).map_err(|error| format!("{error:#}"))?;
    let module = Path::new(folder).join(format!("{name}_bg.wasm"));
    let fail = |error| format!("{}: {error}", module.display());
    let moved = reorder(&fs::read(&module).map_err(fail)?)?;
    fs::write(&module, moved).map_err(fail)?;
    Ok(true)
}
