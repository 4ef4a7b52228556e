//! Tests an archive from the point of view of a user who has just downloaded it.

use std::path::Path;
use std::process::Command;

use crate::programs::root;
use crate::project::{printed, run as succeed};

/// Unpacks an archive into a separate folder and runs the commands of its README.
pub(super) fn run(archive: &Path) -> Result<(), String> {
    succeed(Command::new("bash").arg(root().join("xtask/try-archive.sh")).arg(archive))
}

/// Checks that two archives contain the same files, except for their folder and the extension of the program.
pub(super) fn same_files(tar: &Path, zip: &Path) -> Result<(), String> {
    let names = |list: String| {
        let below = |line: &str| line.split_once('/').map(|(_, name)| name.replace(".exe", ""));
        let mut names: Vec<String> = list.lines().filter_map(below).collect();
        names.sort();
        names
    };
    let in_tar = names(printed(Command::new("tar").arg("-tzf").arg(tar))?);
    // Python is available wherever these tests run, and it shares no code with the program that wrote the archive.
    let list = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; \
                print('\\n'.join(z.namelist()))";
    let in_zip = names(printed(Command::new("python3").args(["-c", list]).arg(zip))?);
    if in_tar == in_zip && !in_tar.is_empty() {
        return Ok(());
    }
    Err(format!("the archives differ:\n{}\n\n{}", in_tar.join("\n"), in_zip.join("\n")))
}
