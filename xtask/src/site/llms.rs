//! The documents for language models: `llms.txt` lists them, and `SKILL.md` is the document for agents.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::contents::{CONTENTS, document, index, write};
use crate::programs::root;
use crate::project::read;

/// The document for agents, and what it is for.
const SKILL: &str = "docs/agents.md";
const USE: &str = "Compare benchmark results, decide whether a change is real, and find the commit that caused it. Use \
                   it when the user has benchmark logs, asks whether code became slower, or needs a gate in CI.";

/// Writes the Markdown of all documents next to their pages, the list, and the skill.
pub(super) fn write_texts(
    staged: &Path,
    out: &Path,
    names: &BTreeSet<String>,
) -> Result<(), String> {
    for name in names {
        let name = index(name);
        let text =
            fs::read(staged.join("src").join(&name)).map_err(|error| format!("{name}: {error}"))?;
        write(&out.join(&name), text)?;
    }
    let list = list(&read(&root().join("README.md"))?, &read(&root().join(CONTENTS))?)?;
    write(&out.join("llms.txt"), list)?;
    let skill = read(&staged.join("src").join(SKILL))?;
    // Links of the document are relative to its folder.
    let skill = skill.replace("](../", "](/").replace("](", "](docs/").replace("](docs//", "](");
    write(
        &out.join("SKILL.md"),
        format!("---\nname: benchlens\ndescription: {USE}\n---\n\n{skill}"),
    )
}

/// Returns the list: the title and the first full paragraph of the README, and the contents with their headings.
fn list(readme: &str, contents: &str) -> Result<String, String> {
    let about = readme.split("\n\n").nth(2).ok_or("README.md has no first paragraph")?;
    let mut out = format!("# benchlens\n\n> {}\n", about.replace('\n', " "));
    for line in contents.lines() {
        if line.starts_with("## ") {
            out += &format!("\n{line}\n\n");
        } else if let Some(item) = line.strip_prefix("- [") {
            let (title, file) = document(item).ok_or(format!("no document in {line}"))?;
            let words = item.split_once(')').map_or("", |(_, words)| words);
            out += &format!("- [{title}]({}){words}\n", index(&file));
        }
    }
    Ok(out)
}
