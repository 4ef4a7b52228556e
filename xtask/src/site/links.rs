//! Checks every link of a built site: its file exists and contains its fragment.
//!
//! Checks the written files, not their sources. Addresses of other hosts are not requested, because a build must not
//! depend on them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// The links and fragments of an HTML file.
struct Page {
    ids: BTreeSet<String>,
    links: Vec<String>,
    /// The files that a browser would load from other hosts.
    foreign: Vec<String>,
}

/// Checks all links; returns their number.
///
/// # Errors
///
/// Returns the broken links, one on each line.
pub(super) fn check(site: &Path) -> Result<usize, String> {
    let mut files = Vec::new();
    list(site, Path::new(""), &mut files)?;
    let mut pages = BTreeMap::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "html"))
    {
        let text = fs::read_to_string(site.join(file)).map_err(|error| error.to_string())?;
        pages.insert(file.clone(), page(&text)?);
    }
    let files: BTreeSet<PathBuf> = files.into_iter().collect();
    let (mut count, mut dead) = (0, Vec::new());
    for (name, page) in &pages {
        let foreign = page.foreign.iter();
        dead.extend(foreign.map(|link| format!("{}: {link} is loaded", name.display())));
        for link in &page.links {
            count += 1;
            if let Some(why) = wrong(name, link, &files, &pages) {
                dead.push(format!("{}: {link} {why}", name.display()));
            }
        }
    }
    if dead.is_empty() { Ok(count) } else { Err(dead.join("\n")) }
}

fn list(site: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(site.join(folder)).map_err(fail)? {
        let path = folder.join(entry.map_err(fail)?.file_name());
        if site.join(&path).is_dir() {
            list(site, &path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn page(text: &str) -> Result<Page, String> {
    let regex = |pattern: &str| Regex::new(pattern).map_err(|error| error.to_string());
    let found = |regex: &Regex| -> Vec<String> {
        let plain = |text: &str| text.replace("&quot;", "\"").replace("&amp;", "&");
        regex.captures_iter(text).map(|found| plain(&found[1])).collect()
    };
    let tag = |attribute: &str| format!("<[a-zA-Z][^<>]*[ \n]{attribute}=\"([^\"]*)\"");
    let ids = found(&regex(&tag("id"))?).into_iter().collect();
    let mut links = found(&regex(&tag("href"))?);
    links.extend(found(&regex(&tag("src"))?));
    let foreign = "<(?:audio|iframe|img|link|script|source|video)[^<>]*[ \n](?:href|src)=\"([a-z]+:?//[^\"]*)\"";
    let foreign = found(&regex(foreign)?);
    Ok(Page { ids, links, foreign })
}

/// Returns why a link is broken, if it is.
fn wrong(
    name: &Path,
    link: &str,
    files: &BTreeSet<PathBuf>,
    pages: &BTreeMap<PathBuf, Page>,
) -> Option<String> {
    if link.starts_with("https://") || link.starts_with("data:") {
        return None;
    }
    if link.starts_with('/') || link.contains("://") {
        return Some("is no relative address: the site must work under any path".into());
    }
    let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
    let Some(file) = target(name, path) else { return Some("leaves the site".into()) };
    let file = if path.is_empty() || !path.ends_with('/') { file } else { file.join("index.html") };
    if !files.contains(&file) {
        return Some("leads nowhere".into());
    }
    // The web app reads the logs that its fragment names.
    if let Some(logs) = fragment.strip_prefix("src=") {
        let missing = logs.split(',').find(|log| {
            let log = log.split_once('=').map_or(*log, |(_, log)| log);
            target(&file, log).is_none_or(|log| !files.contains(&log))
        });
        return missing.map(|log| format!("names the log {log}, which is not there"));
    }
    // The fragment can also name the example.
    let is_there = matches!(fragment, "" | "example=1") || pages.get(&file)?.ids.contains(fragment);
    (!is_there).then(|| "names no heading there".into())
}

/// Returns the file that a relative path names.
pub(super) fn target(name: &Path, path: &str) -> Option<PathBuf> {
    if path.is_empty() {
        return Some(name.to_owned());
    }
    let mut file = name.parent().unwrap_or(Path::new("")).to_owned();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            if !file.pop() {
                return None;
            }
        } else {
            file.push(part);
        }
    }
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_links_are_named() {
        let files =
            ["index.html", "docs/a.html", "page/index.html", "page/x.txt"].map(PathBuf::from);
        let (files, mut pages) = (BTreeSet::from(files), BTreeMap::new());
        let text = "<h2 id=\"b-c\"></h2><a href=\"#b-c\">x</a><img alt='' src=\"y.svg\">\
                    <a href=\"https://a\">y</a><script src=\"https://b\">";
        pages.insert(PathBuf::from("docs/a.html"), page(text).unwrap());
        assert_eq!(
            pages[Path::new("docs/a.html")].links,
            ["#b-c", "https://a", "y.svg", "https://b"]
        );
        assert_eq!(pages[Path::new("docs/a.html")].foreign, ["https://b"]);
        let check = |link: &str, want: Option<&str>| {
            let found = wrong(Path::new("docs/a.html"), link, &files, &pages);
            assert_eq!(found.as_deref(), want, "{link}");
        };
        check("#b-c", None);
        check("../index.html", None);
        check("a.html#b-c", None);
        check("../page/#src=old=x.txt", None);
        check("../page/#example=1", None);
        check("https://elsewhere/", None);
        check("#b", Some("names no heading there"));
        check("b.html", Some("leads nowhere"));
        check("../page/#src=old=y.txt", Some("names the log old=y.txt, which is not there"));
        check("../../x", Some("leaves the site"));
        check("/docs/a.html", Some("is no relative address: the site must work under any path"));
    }
}
