//! The scripts around a module: wasm-bindgen's work, of the same version as the crate.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::Outcome;

/// Writes module, script and declarations: `MODULE FOLDER NAME`.
pub(crate) fn bindgen(args: &[String]) -> Outcome {
    let [module, folder, name] = args else { return Err("MODULE FOLDER NAME".into()) };
    let mut bindgen = Bindgen::new();
    let web = bindgen.input_path(module).out_name(name).web(true);
    let web = web.map_err(|error| error.to_string())?;
    web.typescript(true).remove_name_section(true).remove_producers_section(true);
    web.generate(Path::new(folder)).map_err(|error| format!("{error:#}"))?;
    Ok(true)
}
