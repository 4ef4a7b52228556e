//! The list beside each document: README, the guide with its chapters as GUIDE.md lists them, and what the project
//! says of itself.

use std::collections::BTreeSet;

use super::document::{address, escaped};

/// What stands above the chapters, and below them: the text of an entry and its document.
const FIRST: [(&str, &str); 2] = [("benchlens", "README.md"), ("Guide", "GUIDE.md")];
const LAST: [(&str, &str); 7] = [
    ("Examples", "examples/README.md"),
    ("npm package", "crates/wasm/npm/README.md"),
    ("Speed", "benches/README.md"),
    ("Changes", "CHANGELOG.md"),
    ("Contributing", "CONTRIBUTING.md"),
    ("Architecture", "ARCHITECTURE.md"),
    ("Design", "DESIGN.md"),
];

/// A heading of the list, and its entries.
type Group = (String, Vec<(String, String)>);

pub(super) struct List {
    groups: Vec<Group>,
}

impl List {
    /// Reads the chapters: items of the form `- [Text](docs/file.md)`, below lines that end with a colon.
    ///
    /// # Errors
    ///
    /// The guide has no list of chapters.
    pub(super) fn read(guide: &str) -> Result<List, String> {
        let owned = |(text, file): (&str, &str)| (text.to_owned(), file.to_owned());
        let mut groups: Vec<Group> = vec![(String::new(), FIRST.map(owned).into())];
        let chapters = guide.split("\n## Chapters\n").nth(1);
        for line in chapters.ok_or("GUIDE.md has no list of chapters")?.lines() {
            if let Some(item) = line.strip_prefix("- [") {
                let (text, rest) = item.split_once("](").unwrap_or((item, ""));
                let file = rest.split(')').next().unwrap_or_default();
                groups.last_mut().into_iter().for_each(|group| group.1.push(owned((text, file))));
            } else if let Some(heading) = line.strip_suffix(':') {
                groups.push((heading.to_owned(), Vec::new()));
            }
        }
        groups.push(("The project".into(), LAST.map(owned).into()));
        Ok(List { groups })
    }

    /// Whether each document is in the list, and nothing else.
    ///
    /// # Errors
    ///
    /// What is missing, or too much.
    pub(super) fn check(&self, names: &BTreeSet<String>) -> Result<(), String> {
        let listed: BTreeSet<String> = self
            .groups
            .iter()
            .flat_map(|(_, entries)| entries)
            .map(|(_, file)| file.clone())
            .collect();
        match listed.symmetric_difference(names).next() {
            Some(name) => {
                Err(format!("{name}: in the list of the site, or a document, but not both"))
            }
            None => Ok(()),
        }
    }

    /// The list of a document, which it shows as the one that is read.
    pub(super) fn html(&self, current: &str, up: &str) -> String {
        let mut out = String::new();
        for (heading, entries) in &self.groups {
            if !heading.is_empty() {
                out += &format!("<h2>{}</h2>\n", escaped(heading));
            }
            out += "<ul>\n";
            for (text, file) in entries {
                let here = if file == current { " aria-current=\"page\"" } else { "" };
                out += &format!(
                    "<li><a href=\"{up}{}\"{here}>{}</a></li>\n",
                    address(file),
                    escaped(text)
                );
            }
            out += "</ul>\n";
        }
        out
    }
}
