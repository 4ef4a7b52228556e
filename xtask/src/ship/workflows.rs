//! What must be true of the workflows, whatever they do: each action is one that was looked at, and all build with
//! one version of Rust.

use std::path::PathBuf;

use regex::Regex;

use super::read;
use crate::programs::root;

/// Checks all workflows, and the action that this repository is.
pub(super) fn check() -> Result<(), String> {
    let folder = root().join(".github/workflows");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("workflows: {error}"))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.push(root().join("action.yml"));
    let rust = rust_version(&read(&root().join("Cargo.toml"))?)?;
    for file in files {
        let text = read(&file)?;
        let wrong = unpinned(&text).into_iter().chain(other_rust(&text, &rust)).next();
        if let Some(wrong) = wrong {
            return Err(format!("{}: {wrong}", file.display()));
        }
    }
    for document in ["README.md", "CONTRIBUTING.md"] {
        let text = read(&root().join(document))?;
        if !text.contains(&format!("You need Rust {rust}")) {
            return Err(format!("{document} does not say that Rust {rust} is needed"));
        }
    }
    Ok(())
}

/// The version of Rust that the packages ask for.
fn rust_version(manifest: &str) -> Result<String, String> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \""));
    line.and_then(|rest| rest.split('"').next()).map(str::to_owned).ok_or("no rust-version".into())
}

/// Actions of others that are not named by a whole commit with its version behind it: a tag can be moved.
fn unpinned(text: &str) -> Vec<String> {
    let Ok(pinned) = Regex::new(r"^uses: [A-Za-z0-9_./-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+$")
    else {
        return vec!["the pattern of pins is wrong".into()];
    };
    let lines = text.lines().map(|line| line.trim().trim_start_matches("- "));
    let used = lines.filter(|line| line.starts_with("uses:") && !line.starts_with("uses: ./"));
    used.filter(|line| !pinned.is_match(line)).map(|line| format!("not pinned: {line}")).collect()
}

/// Where another version of Rust is asked for.
fn other_rust(text: &str, rust: &str) -> Vec<String> {
    let Ok(asked) =
        Regex::new(r"(?:toolchain install|override set|cargo \+|rustc \+) *([0-9][0-9.]*)")
    else {
        return vec!["the pattern of versions is wrong".into()];
    };
    let asked = asked.captures_iter(text).map(|found| found[1].to_owned());
    asked
        .filter(|asked| asked != rust)
        .map(|asked| format!("asks for Rust {asked}, not {rust}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_no_pin() {
        let sha = "0123456789abcdef0123456789abcdef01234567";
        let good = format!("  - uses: a/b@{sha} # v1.2.3\n  - uses: ./x\n");
        assert_eq!(unpinned(&good), Vec::<String>::new());
        for wrong in
            ["a/b@v4".to_owned(), format!("a/b@{sha}"), format!("a/b@{} # v1.2.3", &sha[1..])]
        {
            assert_eq!(unpinned(&format!("    uses: {wrong}\n")).len(), 1, "{wrong}");
        }
    }

    #[test]
    fn another_version_of_rust_is_told() {
        assert_eq!(other_rust("rustup toolchain install 1.95 --profile minimal", "1.95").len(), 0);
        assert_eq!(other_rust("rustup override set 1.94\ncargo +1.94 build", "1.95").len(), 2);
    }
}
