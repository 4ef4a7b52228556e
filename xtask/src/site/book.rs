//! Prepares the documents for mdBook: copies them, writes a summary, and changes links so that they lead to their
//! targets in the site.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use pulldown_cmark::{Event, Parser, Tag};
use regex::Regex;

use super::contents::{CONTENTS, document, index, write};
use super::{links, llms};
use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{copy_folder, read};

/// The web app with its example, in the document about it.
const LIVE: &str = r#"
<p class="live"><a href="../page/#src=old=examples/old.txt,new=examples/new.txt">Open the web app with its example</a></p>
<iframe class="live" title="The web app with its example" src="../page/#src=old=examples/old.txt,new=examples/new.txt" loading="lazy"></iframe>
"#;

/// Builds the site from an existing web app, and checks its links: `PAGE`.
pub(crate) fn book(args: &[String]) -> Outcome {
    let [page] = args else { return Err("expected the folder of the page".into()) };
    let out = target().join("site");
    let documents = build(&target().join("book"), &out, Path::new(page))?;
    let links = links::check(&out)?;
    println!("{}: {documents} documents, {links} links, none of them dead", out.display());
    Ok(true)
}

/// Writes all files, and the files for mdBook to the folder `staged`; returns the number of documents.
fn build(staged: &Path, out: &Path, page: &Path) -> Result<usize, String> {
    let _ = fs::remove_dir_all(staged);
    let summary = summary(&read(&root().join(CONTENTS))?)?;
    let names = names(&summary)?;
    let mut files = BTreeSet::new();
    for name in &names {
        let mut text = moved(name, &read(&root().join(name))?, &names, &mut files);
        if name == "docs/web-app.md" {
            let title = text.find('\n').unwrap_or(0);
            text.insert_str(title + 1, LIVE);
        }
        write(&staged.join("src").join(index(name)), text)?;
    }
    write(&staged.join("src/SUMMARY.md"), index(&summary))?;
    for name in files {
        let bytes = fs::read(root().join(&name)).map_err(|error| format!("{name}: {error}"))?;
        write(&staged.join("src").join(name), bytes)?;
    }
    write(&staged.join("site.css"), include_str!("site.css"))?;
    write(&staged.join("theme/header.hbs"), include_str!("header.hbs"))?;
    write(&staged.join("theme/favicon.svg"), read(&page.join("icon.svg"))?)?;
    build_book(staged, out).map_err(|error| format!("mdBook: {error:#}"))?;
    copy_folder(page, &out.join("page"))?;
    llms::write_texts(staged, out, &names)?;
    Ok(names.len())
}

fn build_book(staged: &Path, out: &Path) -> mdbook_driver::errors::Result<()> {
    let mut config = Config::from_str(include_str!("book.toml"))?;
    config.build.build_dir = out.to_owned();
    config.set("output.html.git-repository-url", repository())?;
    MDBook::load_with_config(staged, config)?.build()
}

/// mdBook's list of the documents: the README, the contents, and every document that the contents list below a heading
/// as `- [Title](file.md)`. mdBook wants paths from the root, but links in the contents are relative.
fn summary(contents: &str) -> Result<String, String> {
    let mut lines =
        vec!["[benchlens](README.md)\n".to_owned(), format!("[Contents]({CONTENTS})\n")];
    for line in contents.lines() {
        if let Some(kind) = line.strip_prefix("## ") {
            lines.push(format!("\n# {kind}\n"));
        } else if let Some(item) = line.strip_prefix("- [") {
            let (title, file) =
                document(item).ok_or(format!("{CONTENTS}: no document in {line}"))?;
            lines.push(format!("- [{title}]({file})\n"));
        }
    }
    Ok(lines.concat())
}

/// The files in a summary, which must contain all files of the folder `docs`.
fn names(summary: &str) -> Result<BTreeSet<String>, String> {
    let link = Regex::new(r"\]\(([^)]*)\)").map_err(|error| error.to_string())?;
    let names: BTreeSet<String> =
        link.captures_iter(summary).map(|found| found[1].to_owned()).collect();
    for entry in fs::read_dir(root().join("docs")).map_err(|error| format!("docs: {error}"))? {
        let name = entry.map_err(|error| error.to_string())?.file_name();
        let name = format!("docs/{}", name.to_string_lossy());
        if name.ends_with(".md") && !names.contains(&name) {
            return Err(format!("{CONTENTS} does not list {name}"));
        }
    }
    Ok(names)
}

/// Returns a document whose links lead to their targets in the site. Collects the other files that it shows and links
/// to.
fn moved(name: &str, text: &str, names: &BTreeSet<String>, files: &mut BTreeSet<String>) -> String {
    let (mut out, mut end) = (String::new(), 0);
    for (event, range) in
        Parser::new_ext(text, pulldown_cmark::Options::ENABLE_TABLES).into_offset_iter()
    {
        let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else {
            continue;
        };
        let place = text[range.clone()].rfind(&*dest_url).map(|at| range.start + at);
        if let Some((at, to)) = place.zip(destination(name, &dest_url, names, files)) {
            out += &text[end..at];
            out += &to;
            end = at + dest_url.len();
        }
    }
    out + &text[end..]
}

/// Returns the target of a link in the site, if it differs from the target in the repository.
fn destination(
    name: &str,
    link: &str,
    names: &BTreeSet<String>,
    files: &mut BTreeSet<String>,
) -> Option<String> {
    if let Some(rest) = link.strip_prefix(env!("CARGO_PKG_REPOSITORY")) {
        return Some(repository() + rest);
    }
    let file = links::target(Path::new(name), link.split('#').next()?)?;
    let file = file.to_str()?.to_owned();
    if names.contains(&file) {
        return Some(index(link));
    }
    let there = root().join(&file);
    if there.is_dir() || there.is_file() && file.ends_with(".md") {
        return Some(format!("{}/tree/main/{file}", repository()));
    }
    if there.is_file() {
        files.insert(file);
    }
    None
}

/// Returns the address of files that are not a part of the site: the repository that CI builds, or the repository in
/// Cargo.toml.
fn repository() -> String {
    match (std::env::var("GITHUB_SERVER_URL"), std::env::var("GITHUB_REPOSITORY")) {
        (Ok(server), Ok(repository)) => format!("{server}/{repository}"),
        _ => env!("CARGO_PKG_REPOSITORY").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_where_the_site_has_their_targets() {
        let names = ["README.md", "docs/ci.md", "docs/gates.md"].map(str::to_owned).into();
        let check = |name: &str, link: &str, want: &str| {
            let mut files = BTreeSet::new();
            let found = moved(name, &format!("`[x]({link})` [{link}]({link})"), &names, &mut files);
            assert_eq!(found, format!("`[x]({link})` [{link}]({want})"));
            files
        };
        check("docs/ci.md", "gates.md#rules", "gates.md#rules");
        check("docs/ci.md", "../README.md", "../index.md");
        check("docs/ci.md", "#here", "#here");
        let files = check("docs/ci.md", "../examples/old.txt", "../examples/old.txt");
        assert_eq!(files, ["examples/old.txt".to_owned()].into());
        let tree = format!("{}/tree/main", repository());
        check("README.md", "benches/runs", &format!("{tree}/benches/runs"));
        check("README.md", "tests/cases/README.md", &format!("{tree}/tests/cases/README.md"));
        check("README.md", "https://a.b/c", "https://a.b/c");
    }

    #[test]
    fn the_contents_make_the_summary() {
        let text = "# All\n\n## How to\n\nWords.\n\n- [Gates](gates.md): see [b](b.md)\n\n\
                    ## More\n\n- [Guide](../GUIDE.md)\n";
        let want = "[benchlens](README.md)\n[Contents](docs/README.md)\n\n# How to\n- [Gates](docs/gates.md)\n\n\
                    # More\n- [Guide](GUIDE.md)\n";
        assert_eq!(summary(text).unwrap(), want);
        let error = summary("- [Gates]\n").unwrap_err();
        assert_eq!(error, "docs/README.md: no document in - [Gates]");
    }

    #[test]
    fn the_documents_of_this_repository_have_no_dead_link() {
        let folder = target().join("tmp/site-tests");
        let (page, out) = (folder.join("built"), folder.join("site"));
        // The web app's other files have their own tests.
        for file in ["index.html", "icon.svg", "examples/old.txt", "examples/new.txt"] {
            write(&page.join(file), "").unwrap();
        }
        assert!(20 < build(&folder.join("book"), &out, &page).unwrap());
        assert!(300 < links::check(&out).unwrap());
        let list = read(&out.join("llms.txt")).unwrap();
        assert!(list.starts_with("# benchlens\n\n> "), "{list}");
        let links: Vec<_> =
            list.split("](").skip(1).filter_map(|rest| rest.split_once(')')).collect();
        assert!(20 < links.len());
        for (link, _) in links {
            assert!(out.join(link).is_file(), "{link}");
        }
        let skill = read(&out.join("SKILL.md")).unwrap();
        assert!(skill.starts_with("---\nname: benchlens\n"), "{skill}");
        fs::remove_file(out.join("docs/ci.html")).unwrap();
        let error = links::check(&out).unwrap_err();
        assert!(error.contains("index.html: docs/ci.html leads nowhere"), "{error}");
    }
}
