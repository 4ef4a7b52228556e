//! The package for PyPI: checks the content of a wheel.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use zip::ZipArchive;

use super::released::VERSION;
use crate::programs::root;

/// The licenses in a wheel.
const LICENCES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.md"];

/// Checks the wheel in a folder.
pub(super) fn check_built(folder: &Path) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files = entries.map(|entry| entry.path());
    let wheel = files.find(|file| file.extension().is_some_and(|end| end == "whl"));
    match wheel {
        Some(wheel) => check_wheel(&wheel),
        None => Err(format!("{}: no wheel; run cargo xtask python", folder.display())),
    }
}

/// Checks the files that pip would install from a wheel.
pub(crate) fn check_wheel(wheel: &Path) -> Result<(), String> {
    let fail = |what: &str| format!("{}: {what}", wheel.display());
    let name = wheel.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    // One library supports all versions of Python from 3.11 on.
    if !name.starts_with(&format!("benchlens-{VERSION}-cp311-abi3-")) {
        return Err(fail(&format!("the name is not that of version {VERSION} for cp311-abi3")));
    }
    let files = files(wheel).map_err(|error| fail(&error))?;
    let info = format!("benchlens-{VERSION}.dist-info");
    let mut wanted: Vec<String> = LICENCES.map(|name| format!("{info}/licenses/{name}")).to_vec();
    wanted.extend(["METADATA", "RECORD", "WHEEL"].map(|name| format!("{info}/{name}")));
    wanted.extend(sources()?.into_iter().map(|name| format!("benchlens/{name}")));
    let is_library = |name: &&String| name.starts_with("benchlens/_native.");
    let is_known =
        |name: &&String| wanted.contains(name) || name.starts_with(&format!("{info}/sboms/"));
    let library: Vec<&String> =
        files.keys().filter(is_library).filter(|name| !name.ends_with(".pyi")).collect();
    if library.len() != 1 {
        return Err(fail(&format!("one compiled half is wanted, found {library:?}")));
    }
    if let Some(missing) = wanted.iter().find(|name| !files.contains_key(*name)) {
        return Err(fail(&format!("it has no {missing}")));
    }
    let other = files.keys().filter(|name| !library.contains(name)).find(|name| !is_known(name));
    if let Some(other) = other {
        return Err(fail(&format!("it has {other}, which is no part of the package")));
    }
    let empty = files.iter().find(|(name, text)| text.is_empty() && !name.ends_with("py.typed"));
    if let Some((empty, _)) = empty {
        return Err(fail(&format!("{empty} is empty")));
    }
    let text = |name: &str| String::from_utf8_lossy(&files[&format!("{info}/{name}")]).into_owned();
    let metadata = text("METADATA");
    for line in [
        format!("Version: {VERSION}"),
        "License-Expression: MIT OR Apache-2.0".to_owned(),
        "Requires-Python: >=3.11".to_owned(),
    ] {
        if !metadata.lines().any(|known| known == line) {
            return Err(fail(&format!("METADATA does not say {line:?}")));
        }
    }
    for licence in &LICENCES[..2] {
        let own = std::fs::read(root().join(licence)).map_err(|error| fail(&error.to_string()))?;
        if files[&format!("{info}/licenses/{licence}")] != own {
            return Err(fail(&format!("{licence} is not ours")));
        }
    }
    if !text("licenses/THIRD-PARTY.md").contains("| pyo3 ") {
        return Err(fail("THIRD-PARTY.md does not name pyo3, which is linked in"));
    }
    Ok(())
}

/// Returns the files of the Python half in the repository, all of which must be in the wheel.
fn sources() -> Result<Vec<String>, String> {
    let folder = root().join("crates/python/python/benchlens");
    let entries =
        std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let is_source = |name: &String| [".py", ".pyi", ".typed"].iter().any(|end| name.ends_with(end));
    let names: Vec<String> = names.filter(is_source).collect();
    match ["py.typed", "_native.pyi", "__init__.py"]
        .iter()
        .find(|name| !names.iter().any(|n| n == *name))
    {
        Some(missing) => Err(format!("{}: no {missing}", folder.display())),
        None => Ok(names),
    }
}

/// Returns the files in an archive with their contents.
fn files(wheel: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let file = File::open(wheel).map_err(|error| error.to_string())?;
    let mut archive = ZipArchive::new(file).map_err(|error| error.to_string())?;
    let mut files = BTreeMap::new();
    for place in 0..archive.len() {
        let mut file = archive.by_index(place).map_err(|error| error.to_string())?;
        let name = file.name().map_err(|error| error.to_string())?.into_owned();
        let mut content = Vec::new();
        file.read_to_end(&mut content).map_err(|error| format!("{name}: {error}"))?;
        if !name.ends_with('/') {
            files.insert(name, content);
        }
    }
    Ok(files)
}
