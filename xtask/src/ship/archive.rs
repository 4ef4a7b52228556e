//! `cargo xtask archive`: the download for one target.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::pack::{Entry, tar_gz, zip};
use super::third_party::third_party;
use serde_json::Value;

use super::released::{TARGETS, VERSION, file_name, stem};
use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{cargo, check_options, option, printed, read};

/// The documents in every archive.
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// The scripts that complete the command line: the shell, and the file name that it expects.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "benchlens.bash"),
    ("elvish", "benchlens.elv"),
    ("fish", "benchlens.fish"),
    ("powershell", "_benchlens.ps1"),
    ("zsh", "_benchlens"),
];

/// Builds an archive: `TARGET --program FILE [--here FILE] [--out FOLDER]`. `--here` names a program of the same
/// version that runs on this machine, if the program for the target does not.
pub(crate) fn archive(args: &[String]) -> Outcome {
    let Some((target_name, options)) = args.split_first() else {
        return Err(format!("archive takes a target: {}", TARGETS.join(", ")));
    };
    check_options(options, &["--program", "--here", "--out"])?;
    let program = option(options, "--program")?.ok_or("archive needs --program FILE")?;
    let here = option(options, "--here")?.unwrap_or(program);
    let out =
        option(options, "--out")?.map_or_else(|| target().join("release-archives"), PathBuf::from);
    let path = make(target_name, Path::new(program), Path::new(here), &out)?;
    println!("{}", path.display());
    Ok(true)
}

/// Writes the archive for a target into a folder and prints its path.
pub(super) fn make(
    target: &str,
    program: &Path,
    here: &Path,
    out: &Path,
) -> Result<PathBuf, String> {
    if !TARGETS.contains(&target) {
        return Err(format!("{target:?} is not released: there are {}", TARGETS.join(", ")));
    }
    let version = printed(Command::new(here).arg("version"))?;
    if version != format!("benchlens {VERSION}\n") {
        return Err(format!("{} is {}, not version {VERSION}", here.display(), version.trim()));
    }
    let mut entries = entries(target, program, here)?;
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let path = out.join(file_name(target));
    let bytes = if target.contains("windows") {
        zip(&stem(target), &entries)
    } else {
        tar_gz(&stem(target), &entries)
    };
    let bytes = bytes.map_err(|error| format!("{}: {error}", path.display()))?;
    fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

/// Returns all files of an archive.
fn entries(target: &str, program: &Path, here: &Path) -> Result<Vec<Entry>, String> {
    let from = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let name = if target.contains("windows") { "benchlens.exe" } else { "benchlens" };
    let mut entries = vec![Entry::program(name, from(program)?)];
    for document in DOCUMENTS {
        entries.push(Entry::new(document, from(&root().join(document))?));
    }
    entries.push(Entry::new("THIRD-PARTY.md", third_party(target)?.into_bytes()));
    for log in examples()? {
        entries.push(Entry::new(&log, from(&root().join(&log))?));
    }
    for (shell, name) in SHELLS {
        let script = printed(Command::new(here).args(["completions", shell]))?;
        entries.push(Entry::new(&format!("complete/{name}"), script.into_bytes()));
    }
    let mut commands = vec![None];
    let help = printed(Command::new(here).arg("help"))?;
    commands.extend(commands_of(&help).into_iter().map(Some));
    for command in commands {
        let page = printed(Command::new(here).arg("man").args(command))?;
        let name = command.map_or("benchlens".to_owned(), |command| format!("benchlens-{command}"));
        entries.push(Entry::new(&format!("man/{name}.1"), page.into_bytes()));
    }
    Ok(entries)
}

/// Returns the logs that the README's commands read, as the README names them.
fn examples() -> Result<Vec<String>, String> {
    let readme = read(&root().join("README.md"))?;
    let is_end = |c: char| !c.is_ascii_alphanumeric() && !"/._-".contains(c);
    let names = readme.match_indices("examples/");
    let mut logs = Vec::new();
    for name in names.filter_map(|(at, _)| readme[at..].split(is_end).next()) {
        // A pattern stands for all logs in its folder.
        if let Some(folder) = name.strip_suffix('/') {
            let entries = fs::read_dir(root().join(folder)).map_err(|e| format!("{name}: {e}"))?;
            let files = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
            logs.extend(files.map(|file| format!("{name}{file}")));
        } else {
            logs.push(name.to_owned());
        }
    }
    logs.retain(|name| name.ends_with(".txt"));
    logs.sort();
    logs.dedup();
    if logs.is_empty() { Err("README.md names no log".into()) } else { Ok(logs) }
}

/// Returns the commands that the help lists.
fn commands_of(help: &str) -> Vec<&str> {
    let list = help.split("Commands:\n").nth(1).unwrap_or_default().split("\n\n").next();
    let lines = list.unwrap_or_default().lines();
    // Continuation lines have a larger indentation.
    let lines =
        lines.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    lines.filter_map(|line| line.split(' ').next()).collect()
}

/// Checks that cargo binstall finds each archive, and the program in it, at the locations in
/// `[package.metadata.binstall]`.
pub(super) fn check_binstall() -> Result<(), String> {
    let mut metadata = cargo();
    metadata.args(["metadata", "--locked", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&printed(&mut metadata)?)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let mut packages = metadata["packages"].as_array().into_iter().flatten();
    let package = packages.find(|package| package["name"] == "benchlens").ok_or("no benchlens")?;
    let repository = package["repository"].as_str().unwrap_or_default();
    for target in TARGETS {
        let exe = if target.contains("windows") { ".exe" } else { "" };
        let filled = |key| filled(&package["metadata"]["binstall"], key, repository, target);
        let url = format!("{repository}/releases/download/v{VERSION}/{}", file_name(target));
        let program = format!("{}/benchlens{exe}", stem(target));
        for (is, wanted) in [(filled("pkg-url")?, url), (filled("bin-dir")?, program)] {
            if is != wanted {
                return Err(format!("binstall looks for {is}, but there is {wanted}"));
            }
        }
    }
    Ok(())
}

/// Returns a text of binstall's section for a target, with its variables replaced in the same way as binstall does.
fn filled(section: &Value, key: &str, repository: &str, target: &str) -> Result<String, String> {
    let one = |key: &str| {
        let overridden = section["overrides"][target][key].as_str();
        overridden.or(section[key].as_str()).ok_or(format!("binstall: no {key} for {target}"))
    };
    let (suffix, exe) = match one("pkg-fmt")? {
        "tgz" => (".tar.gz", ""),
        "zip" => (".zip", ".exe"),
        other => return Err(format!("binstall: {other} is no format of an archive")),
    };
    let values = [
        ("repo", repository),
        ("version", VERSION),
        ("target", target),
        ("archive-suffix", suffix),
        ("bin", "benchlens"),
        ("binary-ext", exe),
    ];
    let text = one(key)?.to_owned();
    Ok(values
        .iter()
        .fold(text, |text, (name, value)| text.replace(&format!("{{ {name} }}"), value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_of_the_help() {
        let help = "usage: x\n\nCommands:\n  run   Record\n          and compare\n  keys  List\n\nOutput:\n  -o X\n";
        assert_eq!(commands_of(help), ["run", "keys"]);
    }

    #[test]
    fn binstall_finds_the_archives() {
        check_binstall().unwrap();
    }
}
