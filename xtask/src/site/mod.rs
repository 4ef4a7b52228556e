//! `cargo xtask site`: the documents and the page as one site, for any static host under any path.
//!
//! Takes the Markdown of the repository and the page that `cargo xtask web` puts together; gives `target/site`:
//! README as its index, every document with a list of the others beside it, and the page below `page/`. It
//! fails on a link that leads nowhere. Nothing of a document runs: there is no script but the page's own.

mod document;
mod links;
mod list;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{check_options, copy_folder, option};
use crate::wasm::{page_folder, web};
use document::{Document, address};
use list::List;

/// What a browser looks at besides documents.
const STYLE: &str = include_str!("site.css");
const TEMPLATE: &str = include_str!("template.html");

/// The documents, besides those that the guide lists: their files.
const DOCUMENTS: [&str; 9] = [
    "README.md",
    "GUIDE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    "DESIGN.md",
    "examples/README.md",
    "benches/README.md",
    "crates/wasm/npm/README.md",
];

/// The page with its example, as the document about it shows it.
const LIVE: &str = r#"<p class="live"><a href="../page/#src=old=examples/old.txt,new=examples/new.txt">Open the page with its example</a></p>
<iframe class="live" title="The page with its example" src="../page/#src=old=examples/old.txt,new=examples/new.txt" loading="lazy"></iframe>
"#;

/// Builds the site: `[--page FOLDER]` takes a page that was built before; without it the page is built, with
/// these options of `web`.
pub(crate) fn site(args: &[String]) -> Outcome {
    check_options(args, &["--page"])?;
    let page = match option(args, "--page")? {
        Some(folder) => PathBuf::from(folder),
        None if web(&[])? => page_folder(),
        None => return Ok(false),
    };
    let out = target().join("site");
    let pages = build(&out, &page)?;
    let links = links::check(&out)?;
    println!("{}: {pages} documents, {links} links, none of them dead", out.display());
    Ok(true)
}

/// Builds the site of the page that is there: a stage of the tests, behind the one that builds the page.
pub(crate) fn of_built_page() -> Outcome {
    site(&["--page".into(), page_folder().display().to_string()])
}

/// Writes all files; gives how many documents there are.
fn build(out: &Path, page: &Path) -> Result<usize, String> {
    if out.exists() {
        fs::remove_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    }
    if !page.join("index.html").is_file() {
        return Err(format!("{}: no page is there: run cargo xtask web", page.display()));
    }
    copy_folder(page, &out.join("page"))?;
    let list = List::read(&read("GUIDE.md")?)?;
    let mut names: BTreeSet<String> = DOCUMENTS.map(str::to_owned).into();
    names.extend(chapters()?);
    list.check(&names)?;
    let mut files = BTreeSet::new();
    for name in &names {
        let document = Document::new(name, &read(name)?, &names, &repository())?;
        files.extend(document.files.iter().cloned());
        let extra = if name == "docs/page.md" { LIVE } else { "" };
        write(&out.join(address(name)), &whole(&document, &list, extra))?;
    }
    for file in files {
        let bytes = fs::read(root().join(&file)).map_err(|error| format!("{file}: {error}"))?;
        let place = out.join(&file);
        fs::create_dir_all(place.parent().unwrap_or(out)).map_err(|error| error.to_string())?;
        fs::write(&place, bytes).map_err(|error| format!("{}: {error}", place.display()))?;
    }
    write(&out.join("site.css"), STYLE)?;
    // Pages would leave out what begins with an underscore.
    write(&out.join(".nojekyll"), "")?;
    Ok(names.len())
}

/// A document within the frame of the site.
fn whole(document: &Document, list: &List, extra: &str) -> String {
    let up = "../".repeat(document.name.matches('/').count());
    let (head, rest) = document.body.split_once("</h1>\n").unwrap_or(("", &document.body));
    TEMPLATE
        .replace("{title}", &document.title)
        .replace("{list}", &list.html(&document.name, &up))
        .replace("{body}", &format!("{head}</h1>\n{extra}{rest}"))
        .replace("{repository}", &repository())
        .replace("{up}", &up)
}

/// Where the files are that are no part of the site: the repository that CI builds, or the one that Cargo.toml names.
fn repository() -> String {
    match (std::env::var("GITHUB_SERVER_URL"), std::env::var("GITHUB_REPOSITORY")) {
        (Ok(server), Ok(repository)) => format!("{server}/{repository}"),
        _ => env!("CARGO_PKG_REPOSITORY").to_owned(),
    }
}

fn chapters() -> Result<Vec<String>, String> {
    let folder = fs::read_dir(root().join("docs")).map_err(|error| format!("docs: {error}"))?;
    let mut names = Vec::new();
    for entry in folder {
        let name = entry.map_err(|error| error.to_string())?.file_name();
        let name = name.to_string_lossy();
        if name.ends_with(".md") {
            names.push(format!("docs/{name}"));
        }
    }
    Ok(names)
}

fn read(name: &str) -> Result<String, String> {
    fs::read_to_string(root().join(name)).map_err(|error| format!("{name}: {error}"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(fail)?;
    fs::write(path, text).map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = target().join("tmp/site-tests").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn addresses_keep_the_folders_of_the_repository() {
        let found = ["README.md", "docs/ci.md", "examples/README.md"].map(address);
        assert_eq!(found, ["index.html", "docs/ci.html", "examples/index.html"]);
    }

    #[test]
    fn the_documents_of_this_repository_have_no_dead_link() {
        let folder = folder("whole");
        let page = folder.join("built");
        // What the page is made of is for its own tests.
        write(&page.join("index.html"), "<!doctype html>").unwrap();
        for file in ["icon.svg", "examples/old.txt", "examples/new.txt"] {
            write(&page.join(file), "").unwrap();
        }
        let out = folder.join("site");
        assert!(20 < build(&out, &page).unwrap());
        assert!(300 < links::check(&out).unwrap());
        let index = fs::read_to_string(out.join("index.html")).unwrap();
        assert!(index.contains("<a href=\"docs/ci.html\">"), "{index}");
        fs::remove_file(out.join("docs/ci.html")).unwrap();
        let error = links::check(&out).unwrap_err();
        assert!(error.contains("index.html: docs/ci.html leads nowhere"), "{error}");
    }
}
