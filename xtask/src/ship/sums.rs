//! `cargo xtask sums`: the SHA-256 of each file of a release, in the format of `sha256sum -c`.

use std::fs;
use std::path::Path;
use std::process::Command;

use sha2::{Digest, Sha256};

use super::released::{TARGETS, file_name};
use crate::Outcome;
use crate::project::printed;

/// The file with the sums, in the same folder as the archives.
const NAME: &str = "SHA256SUMS";

/// Writes the file: `FOLDER`. The folder must contain an archive for each target.
pub(crate) fn sums(args: &[String]) -> Outcome {
    let [folder] = args else { return Err("sums takes the folder of the archives".into()) };
    let folder = Path::new(folder);
    if let Some(missing) = TARGETS.map(file_name).iter().find(|name| !folder.join(name).is_file()) {
        return Err(format!("{}: there is no {missing}", folder.display()));
    }
    print!("{}", write(folder)?);
    Ok(true)
}

/// Writes the sums of the files in a folder, sorted by name, except for the formula, which contains sums itself.
pub(super) fn write(folder: &Path) -> Result<String, String> {
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(fail)?.flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|name| name != NAME && !name.ends_with(".rb"));
    names.sort();
    let mut text = String::new();
    for name in names {
        text += &line(&fs::read(folder.join(&name)).map_err(fail)?, &name);
    }
    let path = folder.join(NAME);
    fs::write(&path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text)
}

fn line(bytes: &[u8], name: &str) -> String {
    let digits: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{digits}  {name}\n")
}

/// Checks the sums with the system's own program.
pub(super) fn check_with_system(folder: &Path) -> Result<(), String> {
    let mut check = Command::new("sha256sum");
    printed(check.args(["--check", "--strict", "--quiet", NAME]).current_dir(folder)).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_what_sha256sum_writes() {
        // The value for "abc" from FIPS 180.
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(line(b"abc", "a.tar.gz"), format!("{sum}  a.tar.gz\n"));
    }
}
