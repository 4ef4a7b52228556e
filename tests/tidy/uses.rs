//! Finds the files of a crate that use items of other files, from the text of the files.
//!
//! `mod` declarations and re-exports are not uses. A name used through a re-export is a use of the file that defines
//! the name. Tests do not count.

use super::rust_tokens::{matching, tokens, without_tests};
use std::collections::{BTreeMap, BTreeSet};

/// Each file with the files that it uses, and the paths in which it uses them.
pub(super) type Uses = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The segments of a path such as `super::item::Name`.
type Segments = Vec<String>;

/// The namespaces of a module: its own items, and the names from its `use` declarations.
#[derive(Default)]
struct Module {
    /// Empty for a file outside of the source folder.
    file: String,
    defined: BTreeSet<String>,
    imported: Vec<(String, Segments)>,
    globs: Vec<Segments>,
}

/// A name can be both a module and an item.
#[derive(Clone, Default, PartialEq)]
struct Found {
    module: Option<Segments>,
    /// The file that defines the item.
    file: Option<String>,
}

#[derive(Default)]
struct Crate {
    modules: BTreeMap<Segments, Module>,
    /// Every path in code, with the module that contains it.
    paths: Vec<(Segments, Segments)>,
}

/// Returns the uses between the files of one crate. The argument maps paths below its source folder, with `/`, to
/// texts.
pub(super) fn uses_of_rust(files: &BTreeMap<String, String>) -> Uses {
    let mut krate = Crate::default();
    let mut test_modules = BTreeSet::new();
    for (name, text) in files {
        let module = module_of(name);
        let (code, tests) = without_tests(&tokens(text));
        test_modules.extend(tests.into_iter().map(|test| [&module[..], &[test]].concat()));
        if !module.iter().any(|part| part == "tests") {
            krate.add(name, module, &code);
        }
    }
    let is_test = |module: &[String]| test_modules.iter().any(|test| module.starts_with(test));
    krate.modules.retain(|module, _| !is_test(module));
    krate.paths.retain(|(module, _)| !is_test(module));
    let mut uses = Uses::new();
    for (module, path) in &krate.paths {
        let user = &krate.modules[module].file;
        let found = krate.resolve(module, path, &mut Vec::new());
        let is_inside = ["crate", "self", "super"].contains(&&path[0][..]);
        let path = path.join("::");
        assert!(
            !is_inside || found != Found::default(),
            "{user}: {path} leads to no item that is known here"
        );
        if let Some(used) = found.file.filter(|used| used != user && !used.is_empty()) {
            let paths = uses.entry(user.clone()).or_default().entry(used).or_default();
            paths.insert(path);
        }
    }
    uses
}

/// Returns the module of a file: `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module_of(file: &str) -> Segments {
    let mut parts: Segments = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    parts.pop_if(|last| ["mod", "lib", "main"].contains(&&last[..]));
    parts
}

/// An open brace.
#[derive(PartialEq)]
enum Brace {
    Module,
    /// A macro such as `coded! { enum … }` can define items of the module.
    Macro,
    Other,
}

impl Crate {
    fn add(&mut self, file: &str, mut module: Segments, code: &[String]) {
        let own = |file: &str| Module { file: file.to_owned(), ..Module::default() };
        self.modules.insert(module.clone(), own(file));
        let mut open = Vec::new();
        let token = |i: usize| code.get(i).map_or("", |token| &token[..]);
        let mut i = 0;
        while i < code.len() {
            let before = if 0 < i { token(i - 1) } else { "" };
            match token(i) {
                "{" if before == "!" => open.push(Brace::Macro),
                "{" => open.push(Brace::Other),
                "}" if open.pop() == Some(Brace::Module) => drop(module.pop()),
                "mod" if token(i + 2) == "{" => {
                    module.push(token(i + 1).to_owned());
                    self.modules.insert(module.clone(), own(file));
                    open.push(Brace::Module);
                    i += 2;
                }
                // The file is outside of the source folder, unless its text follows later.
                "mod" if token(i + 2) == ";" => {
                    let child = [&module[..], &[token(i + 1).to_owned()]].concat();
                    self.modules.entry(child).or_default();
                }
                "use" if token(i + 1) != "<" => {
                    let end = (i..code.len()).find(|&i| token(i) == ";").unwrap_or(code.len());
                    let is_exported = before == "pub" || before == ")";
                    self.import(&module, &code[i + 1..end], is_exported);
                    i = end;
                }
                "struct" | "enum" | "union" | "trait" | "type" | "const" | "static" | "fn"
                    if !["*", "<", ",", "."].contains(&before) && !open.contains(&Brace::Other) =>
                {
                    let at = if token(i + 1) == "mut" { i + 2 } else { i + 1 };
                    self.define(&module, token(at));
                }
                "macro_rules" => self.define(&module, token(i + 2)),
                // This is the visibility `pub(in path)`.
                "in" if before == "(" => i += 1,
                word if is_name(word) && !["::", ".", "fn"].contains(&before) => {
                    let mut path = vec![word.to_owned()];
                    while token(i + 1) == "::" && is_name(token(i + 2)) {
                        path.push(token(i + 2).to_owned());
                        i += 2;
                    }
                    // A lowercase letter begins a variable, unless it is called.
                    let is_item = word.starts_with(|c: char| c.is_ascii_uppercase())
                        || ["(", "!"].contains(&token(i + 1));
                    if 1 < path.len() || is_item {
                        self.paths.push((module.clone(), path));
                    }
                }
                _ => {}
            }
            i += 1;
        }
    }

    fn define(&mut self, module: &[String], name: &str) {
        if is_name(name) {
            self.modules.get_mut(module).unwrap().defined.insert(name.to_owned());
        }
    }

    /// Parses the text after `use`.
    fn import(&mut self, module: &[String], tree: &[String], is_exported: bool) {
        let mut leaves = Vec::new();
        leaves_of(&[], tree, &mut leaves);
        for (mut path, alias) in leaves {
            if path.last().is_some_and(|last| last == "*") {
                path.pop();
                self.modules.get_mut(module).unwrap().globs.push(path);
                continue;
            }
            let last = path.last().unwrap().clone();
            if last == "self" && 1 < path.len() {
                path.pop();
            }
            let name = alias.unwrap_or_else(|| path.last().unwrap().clone());
            self.modules.get_mut(module).unwrap().imported.push((name, path.clone()));
            if !is_exported {
                self.paths.push((module.to_owned(), path));
            }
        }
    }

    /// Returns the meaning of a path in a module. `open` contains the names that are being resolved, because
    /// re-exports can form a circle.
    fn resolve(
        &self,
        module: &[String],
        path: &[String],
        open: &mut Vec<(Segments, String)>,
    ) -> Found {
        let at = |module: &[String]| Found { module: Some(module.to_owned()), file: None };
        let mut found = match &path[0][..] {
            "crate" => at(&[]),
            "self" => at(module),
            "super" => at(&module[..module.len().saturating_sub(1)]),
            name => self.look_up(module, name, open),
        };
        for name in &path[1..] {
            let Found { module: Some(inside), file } = &found else { break };
            let next = match &name[..] {
                "super" => at(&inside[..inside.len().saturating_sub(1)]),
                name => self.look_up(inside, name, open),
            };
            // This is a type's own function, if a module has the same name as the type.
            found = if next == Found::default() {
                Found { module: None, file: file.clone() }
            } else {
                next
            };
        }
        found
    }

    fn look_up(&self, module: &[String], name: &str, open: &mut Vec<(Segments, String)>) -> Found {
        let key = (module.to_owned(), name.to_owned());
        let Some(Module { file, defined, imported, globs }) = self.modules.get(module) else {
            return Found::default();
        };
        if file.is_empty() {
            return Found { module: None, file: Some(String::new()) };
        }
        let child = [module, &[name.to_owned()]].concat();
        let mut found = Found {
            module: self.modules.contains_key(&child).then_some(child),
            file: defined.contains(name).then(|| file.clone()),
        };
        if open.contains(&key) {
            return found;
        }
        open.push(key);
        for (_, path) in imported.iter().filter(|(known, _)| known == name) {
            let other = self.resolve(module, path, open);
            found =
                Found { module: found.module.or(other.module), file: found.file.or(other.file) };
        }
        for path in globs {
            if found != Found::default() {
                break;
            }
            if let Some(inside) = self.resolve(module, path, open).module {
                found = self.look_up(&inside, name, open);
            }
        }
        open.pop();
        found
    }
}

/// Returns whether a token is a name that a path can contain. `Self` and other keywords do not refer to a file.
fn is_name(token: &str) -> bool {
    const KEYWORDS: [&str; 22] = [
        "Self", "as", "dyn", "else", "for", "if", "impl", "in", "let", "loop", "match", "move",
        "mut", "pub", "ref", "return", "unsafe", "where", "while", "async", "await", "_",
    ];
    let is_word = token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    is_word && !KEYWORDS.contains(&token)
}

/// Collects the paths of a `use` tree, each with its `as`.
fn leaves_of(start: &[String], tree: &[String], leaves: &mut Vec<(Segments, Option<String>)>) {
    let mut path = start.to_owned();
    let mut i = 0;
    while i < tree.len() && tree[i] != "," {
        match &tree[i][..] {
            "::" => {}
            "{" => {
                let end = matching(tree, i);
                let mut inner = &tree[i + 1..end];
                while !inner.is_empty() {
                    leaves_of(&path, inner, leaves);
                    inner = &inner[item_len(inner)..];
                }
                return;
            }
            "as" => {
                leaves.push((path, Some(tree[i + 1].clone())));
                return;
            }
            name => path.push(name.to_owned()),
        }
        i += 1;
    }
    if start.len() < path.len() {
        leaves.push((path, None));
    }
}

/// Returns the number of tokens in the first item of a list, including its comma.
fn item_len(list: &[String]) -> usize {
    let mut i = 0;
    while i < list.len() && list[i] != "," {
        i = if list[i] == "{" { matching(list, i) } else { i } + 1;
    }
    (i + 1).min(list.len())
}
