//! The document that lists all others, and the paths of documents in the site.

use std::fs;
use std::path::Path;

use super::links;

/// The document that lists all others: it has a heading for each kind of document.
pub(super) const CONTENTS: &str = "docs/README.md";

/// The title of a document, and its path from the root, in an item of the contents: `Title](file.md): words`.
pub(super) fn document(item: &str) -> Option<(&str, String)> {
    let (title, rest) = item.split_once("](")?;
    let (link, _) = rest.split_once(')')?;
    let file = links::target(Path::new(CONTENTS), link)?;
    Some((title, file.to_str()?.to_owned()))
}

/// Returns the path of a page; the document of a folder is its index.
pub(super) fn index(path: &str) -> String {
    path.replace("README.md", "index.md")
}

pub(super) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(fail)?;
    fs::write(path, bytes).map_err(fail)
}
