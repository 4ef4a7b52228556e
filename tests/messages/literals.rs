//! The texts of source files that a user can see: string literals with several words, text nodes, descriptions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::tidy::rust_tokens::{matching, tokens_and_texts, without_tests};
use crate::tidy::{root, rust_files};

const CRATES: [&str; 9] =
    ["arrow", "cli", "core", "format", "inputs", "python", "run", "session", "wasm"];

/// Macros and methods whose texts are for developers.
const FOR_DEVELOPERS: [&str; 10] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "expect",
    "panic",
    "unimplemented",
    "unreachable",
];

/// The texts by file.
pub(super) fn texts() -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    for name in CRATES {
        found.append(&mut of_crate(&format!("crates/{name}/src")));
    }
    let mut files = vec!["action.yml".to_owned()];
    for (folder, endings) in [("web-demo", &[".js", ".html"][..]), ("action", &[".sh"])] {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        files.extend(
            names
                .filter(|name| endings.iter().any(|end| name.ends_with(end)))
                .map(|name| format!("{folder}/{name}")),
        );
    }
    for file in files {
        let text = fs::read_to_string(root().join(&file)).unwrap();
        let texts = match file.rsplit_once('.').unwrap().1 {
            "js" => of_script(&text),
            "html" => of_page(&text),
            "sh" => of_shell(&text),
            _ => of_yaml(&text),
        };
        found.insert(file, sentences(&texts));
    }
    found.retain(|_, texts| !texts.is_empty());
    found
}

/// The texts of a crate, without its tests.
fn of_crate(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let (mut found, mut tests) = (BTreeMap::new(), Vec::new());
    for (path, text) in rust_files(folder) {
        let (code, modules) = without_tests(&tokens_and_texts(&text));
        let place = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        let module = place.trim_end_matches(".rs");
        let is_root = |name: &&str| ["/mod", "/lib", "/main"].contains(name);
        let parent = module.rfind('/').filter(|&at| is_root(&&module[at..]));
        let parent = &module[..parent.unwrap_or(module.len())];
        tests.extend(modules.iter().map(|test| format!("{parent}/{test}")));
        found.insert(place, sentences(&of_rust(&code)));
    }
    let is_test = |place: &str| {
        let rest = |test: &String| place.strip_prefix(&test[..]).map(str::to_owned);
        let is_of = |rest: String| rest == ".rs" || rest.starts_with('/');
        place.contains("/tests/") || tests.iter().filter_map(rest).any(is_of)
    };
    found.retain(|place, texts| !texts.is_empty() && !is_test(place));
    found
}

/// The literals of Rust tokens, without those of attributes and for developers.
pub(super) fn of_rust(code: &[String]) -> Vec<String> {
    let mut texts = Vec::new();
    let token = |i: usize| code.get(i).map_or("", |token| &token[..]);
    let mut i = 0;
    while i < code.len() {
        let bracket = i + 1 + usize::from(token(i + 1) == "!");
        let is_attribute = token(i) == "#" && token(bracket) == "[";
        let is_call = FOR_DEVELOPERS.contains(&token(i)) && ["(", "["].contains(&token(bracket));
        if is_attribute || is_call {
            i = matching(code, bracket);
        } else if let Some(text) = token(i).strip_prefix('"') {
            texts.push(unescaped(text.strip_suffix('"').unwrap_or(text)));
        }
        i += 1;
    }
    texts
}

/// A literal's text: a backslash at the end of a line joins it with the next one.
fn unescaped(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('\\') {
        out += before;
        rest = after;
        if after.starts_with('\n') {
            rest = after.trim_start();
        } else if let Some(after) = after.strip_prefix('n') {
            out.push('\n');
            rest = after;
        } else if after.starts_with(['"', '\'', '`', '\\']) {
            out += &after[..1];
            rest = &after[1..];
        } else {
            out.push('\\');
        }
    }
    out + rest
}

/// The literals of a script.
fn of_script(text: &str) -> Vec<String> {
    let (mut texts, mut rest, mut before) = (Vec::new(), text, '(');
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            // After one of these signs, a slash begins an expression.
            '/' if "(,=:[!&|?{;\n".contains(before) => end_of_literal(rest, '/'),
            '"' | '\'' | '`' => {
                let end = end_of_literal(rest, first);
                texts.push(unescaped(&rest[1..end - 1]));
                end
            }
            _ => first.len_utf8(),
        };
        if !first.is_whitespace() {
            before = first;
        }
        rest = &rest[length..];
    }
    texts
}

/// The end of the literal at the start of a text; a template can contain literals.
fn end_of_literal(text: &str, quote: char) -> usize {
    let mut at = 1;
    while let Some(c) = text[at..].chars().next() {
        at += match c {
            '\\' => 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
            '$' if quote == '`' && text[at..].starts_with("${") => end_of_literal(&text[at..], '}'),
            '"' | '`' if quote == '}' => end_of_literal(&text[at..], c),
            '{' if quote == '}' && 1 < at => end_of_literal(&text[at..], '}'),
            c if c == quote => return at + 1,
            c => c.len_utf8(),
        };
    }
    text.len()
}

/// The text nodes of a page, and the attributes that are read out or shown.
fn of_page(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for part in text.split('<').skip(1) {
        let (tag, node) = part.split_once('>').unwrap_or((part, ""));
        texts.push(node.split_whitespace().collect::<Vec<_>>().join(" "));
        for name in ["title", "aria-label", "placeholder", "alt", "name=\"description\" content"] {
            let value = tag.split_once(&format!(" {name}=\"")).map(|(_, value)| value);
            texts.extend(value.and_then(|value| value.split('"').next()).map(str::to_owned));
        }
    }
    texts
}

/// The texts that a shell script prints.
fn of_shell(text: &str) -> Vec<String> {
    let text = text.replace("\\\n", " ");
    let is_said = |line: &&str| {
        let mut words = line.split(|c: char| !c.is_alphanumeric());
        words.any(|word| ["echo", "fail", "printf", "tell"].contains(&word))
    };
    // A command in a text has quotes of its own.
    let is_plain = |line: &&str| !line.trim_start().starts_with('#') && !line.contains("$(");
    let code = text.lines().filter(is_plain);
    code.filter(is_said).flat_map(of_script).collect()
}

/// The descriptions of an action.
fn of_yaml(text: &str) -> Vec<String> {
    let values = text.lines().filter_map(|line| line.trim().strip_prefix("description: "));
    values.map(|value| value.trim_matches('"').to_owned()).collect()
}

/// The lines of texts that have at least two words besides tags and placeholders.
pub(super) fn sentences(texts: &[String]) -> BTreeSet<String> {
    let lines = texts.iter().flat_map(|text| text.lines()).map(str::trim);
    lines.filter(|line| line.contains(' ') && has_words(line)).map(str::to_owned).collect()
}

fn has_words(line: &str) -> bool {
    let mut depth = 0_i32;
    let mut text = String::new();
    for c in line.chars() {
        depth += i32::from("<{".contains(c)) - i32::from(">}".contains(c) && 0 < depth);
        text.push(if depth == 0 { c } else { '/' });
    }
    let is_word = |word: &&str| {
        let word = word.trim_matches(|c: char| ".,:;!?()'\"`".contains(c));
        1 < word.len() && word.chars().all(|c| c.is_alphabetic() || c == '\'')
    };
    2 <= text.split_whitespace().filter(is_word).count()
}

/// The file `path` of the repository, with the ends of lines of Unix.
pub(super) fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.replace("\r\n", "\n")
}
