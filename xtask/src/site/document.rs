//! A document of the repository as HTML: its Markdown, with the headings' anchors of GitHub, and links that lead to
//! where their targets are in the site.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::programs::root;

/// A document, ready for its frame.
pub(super) struct Document {
    /// Its file in the repository.
    pub(super) name: String,
    /// Its first heading, as text.
    pub(super) title: String,
    pub(super) body: String,
    /// The files that it links to and shows, which the site has, too.
    pub(super) files: BTreeSet<String>,
}

impl Document {
    /// Reads a document. `names` are all documents, `repository` is where other files are.
    ///
    /// # Errors
    ///
    /// A link to a file that does not exist.
    pub(super) fn new(
        name: &str,
        text: &str,
        names: &BTreeSet<String>,
        repository: &str,
    ) -> Result<Document, String> {
        let mut files = BTreeSet::new();
        let mut title = String::new();
        let mut anchors = Anchors::default();
        let mut events: Vec<Event<'_>> = Vec::new();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
            let event = match event {
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    let dest_url = moved(name, &dest_url, names, repository, &mut files)?.into();
                    Event::Start(Tag::Link { link_type, dest_url, title, id })
                }
                Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                    let dest_url = moved(name, &dest_url, names, repository, &mut files)?.into();
                    Event::Start(Tag::Image { link_type, dest_url, title, id })
                }
                // A wide table scrolls by itself, and not the document.
                Event::Start(Tag::Table(alignments)) => {
                    events.push(Event::Html("<div class=\"wide\">".into()));
                    Event::Start(Tag::Table(alignments))
                }
                Event::End(TagEnd::Table) => {
                    events.push(Event::End(TagEnd::Table));
                    Event::Html("</div>\n".into())
                }
                Event::End(TagEnd::Heading(level)) => {
                    let words = name_heading(&mut events, &mut anchors);
                    title = if title.is_empty() { words } else { title };
                    Event::End(TagEnd::Heading(level))
                }
                other => other,
            };
            events.push(event);
        }
        let mut body = String::new();
        html::push_html(&mut body, commands(events).into_iter());
        Ok(Document { name: name.to_owned(), title: escaped(&title), body, files })
    }
}

/// Gives the heading that ends here its anchor; returns its text.
fn name_heading(events: &mut [Event<'_>], anchors: &mut Anchors) -> String {
    let is_start = |event: &Event<'_>| matches!(event, Event::Start(Tag::Heading { .. }));
    let start = events.iter().rposition(is_start).unwrap_or(0);
    let words: String = events[start..]
        .iter()
        .filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(&text[..]),
            _ => None,
        })
        .collect();
    if let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(start) {
        *id = Some(CowStr::from(anchors.of(&words)));
    }
    words
}

/// The anchors that GitHub gives to headings: two of one text differ.
#[derive(Default)]
struct Anchors {
    seen: BTreeMap<String, usize>,
}

impl Anchors {
    fn of(&mut self, words: &str) -> String {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let anchor: String = words.trim().to_lowercase().chars().filter(kept).collect();
        let anchor = anchor.replace(' ', "-");
        let before = self.seen.entry(anchor.clone()).or_default();
        *before += 1;
        if *before == 1 { anchor } else { format!("{anchor}-{}", *before - 1) }
    }
}

/// Blocks of commands and what they print: the commands stand out.
fn commands(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut is_console = false;
    let shown = |event| match event {
        Event::Start(Tag::CodeBlock(kind)) => {
            let kind_of = match &kind {
                pulldown_cmark::CodeBlockKind::Fenced(mark) => &mark[..],
                pulldown_cmark::CodeBlockKind::Indented => "",
            };
            is_console = kind_of == "console";
            Event::Start(Tag::CodeBlock(kind))
        }
        Event::End(TagEnd::CodeBlock) => {
            is_console = false;
            Event::End(TagEnd::CodeBlock)
        }
        Event::Text(text) if is_console => {
            let lines = text.split_inclusive('\n').map(|line| match line.strip_prefix("$ ") {
                Some(command) => format!("<b>$ {}</b>", escaped(command)),
                None => escaped(line),
            });
            Event::Html(lines.collect::<String>().into())
        }
        other => other,
    };
    events.into_iter().map(shown).collect()
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Where a link of a document leads in the site.
fn moved(
    name: &str,
    link: &str,
    names: &BTreeSet<String>,
    repository: &str,
    files: &mut BTreeSet<String>,
) -> Result<String, String> {
    if link.starts_with('#') {
        return Ok(link.to_owned());
    }
    if let Some(rest) = link.strip_prefix(env!("CARGO_PKG_REPOSITORY")) {
        return Ok(format!("{repository}{rest}"));
    }
    if link.starts_with("https://") {
        return Ok(link.to_owned());
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, at)| (path, Some(at)));
    let file = joined(name, path).ok_or_else(|| format!("{name}: {link} leaves the repository"))?;
    let there = root().join(&file);
    if !there.exists() {
        return Err(format!("{name}: {link} leads nowhere"));
    }
    let up = "../".repeat(name.matches('/').count());
    let to = if names.contains(&file) {
        address(&file)
    } else if there.is_file() {
        files.insert(file.clone());
        file
    } else {
        // A list of files is for a host of repositories.
        return Ok(format!("{repository}/tree/main/{file}"));
    };
    // The index of a folder has no name of its own: a host may serve it without.
    Ok(format!("{up}{to}{}", anchor.map_or(String::new(), |anchor| format!("#{anchor}"))))
}

/// A path that is relative to a file, from the root; nothing if it leaves it.
fn joined(name: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = name.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Where a document is in the site: `docs/ci.html`. README of a folder is its index.
pub(super) fn address(name: &str) -> String {
    match name.strip_suffix("README.md") {
        Some(folder) => format!("{folder}index.html"),
        None => format!("{}.html", name.trim_end_matches(".md")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(name: &str, text: &str) -> Result<String, String> {
        let names = ["README.md", "docs/ci.md", "docs/gates.md"].map(str::to_owned).into();
        Document::new(name, text, &names, "https://host/o/r").map(|document| document.body)
    }

    #[test]
    fn links_lead_to_where_the_site_has_their_targets() {
        let check = |name: &str, link: &str, want: &str| {
            let found = html(name, &format!("[x]({link})")).unwrap();
            assert_eq!(found, format!("<p><a href=\"{want}\">x</a></p>\n"));
        };
        check("docs/ci.md", "gates.md#rules", "../docs/gates.html#rules");
        check("docs/ci.md", "../README.md", "../index.html");
        check("docs/ci.md", "#here", "#here");
        check("README.md", "docs/ci.md", "docs/ci.html");
        check("docs/ci.md", "../examples/old.txt", "../examples/old.txt");
        check("README.md", "benches/runs", "https://host/o/r/tree/main/benches/runs");
        check("README.md", "https://a.b/c", "https://a.b/c");
        assert_eq!(
            html("README.md", "[x](absent.md)").unwrap_err(),
            "README.md: absent.md leads nowhere"
        );
        assert!(html("README.md", "[x](../../etc)").unwrap_err().contains("leaves the repository"));
    }

    #[test]
    fn headings_have_the_anchors_of_github() {
        let text = "# On `GitHub` Actions, twice\n## a_b-c\n## a_b-c\n";
        let found = html("README.md", text).unwrap();
        let want = "<h1 id=\"on-github-actions-twice\">On <code>GitHub</code> Actions, twice</h1>\n\
                    <h2 id=\"a_b-c\">a_b-c</h2>\n<h2 id=\"a_b-c-1\">a_b-c</h2>\n";
        assert_eq!(found, want);
    }

    #[test]
    fn commands_stand_out_and_stay_text() {
        let found = html("README.md", "```console\n$ a <b\n<i>\n```\n").unwrap();
        let want =
            "<pre><code class=\"language-console\"><b>$ a &lt;b\n</b>&lt;i&gt;\n</code></pre>\n";
        assert_eq!(found, want);
    }
}
