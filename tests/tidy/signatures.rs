//! Each argument has a name, and conditions use `if`, not `match`.

use super::{root, rust_files};

/// Returns the same text with spaces in place of comments, strings and characters. Line breaks remain.
fn blanked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let follows_name = out.ends_with(is_name);
        let end = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => comment_end(rest),
            '"' => string_end(rest),
            'r' | 'b' | 'c' if !follows_name => prefixed_end(rest),
            '\'' => char_end(rest),
            _ => 0,
        };
        let (gone, kept) = rest.split_at(end);
        out.extend(gone.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = kept;
        if end == 0 {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    out
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the end of the block comment at the start of a text. Block comments nest.
fn comment_end(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let here = &text.as_bytes()[at..];
        if here.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// Returns the end of the string at the start of a text.
fn string_end(text: &str) -> usize {
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the end of a string or character with a prefix, such as `r#"…"#` or `b'…'`; 0 if the text does not start
/// with one.
fn prefixed_end(text: &str) -> usize {
    let prefix = text.len() - text.trim_start_matches(['r', 'b', 'c']).len();
    let after = &text[prefix..];
    let hashes = after.len() - after.trim_start_matches('#').len();
    let is_raw = text[..prefix].contains('r');
    if is_raw && after[hashes..].starts_with('"') {
        let close = format!("\"{}", "#".repeat(hashes));
        let content = prefix + hashes + 1;
        return text[content..].find(&close).map_or(text.len(), |at| content + at + close.len());
    }
    let length = if after.starts_with('"') {
        string_end(after)
    } else if after.starts_with('\'') {
        char_end(after)
    } else {
        0
    };
    if length == 0 { 0 } else { prefix + length }
}

/// Returns the end of the character at the start of a text; 0 for a lifetime.
fn char_end(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => text[3..].find('\'').map_or(0, |at| at + 4),
        _ => chars.next().filter(|&(_, c)| c == '\'').map_or(0, |(at, _)| at + 1),
    }
}

/// Returns the positions of a keyword.
fn keywords<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    text.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        !text[..at].ends_with(|c| is_name(c) || c == '#')
            && !text[at + word.len()..].starts_with(is_name)
    })
}

/// Returns each byte at the top level of a blanked text, up to the bracket that closes the text's container. With
/// `angles`, `<` and `>` are brackets.
fn top_level(text: &str, angles: bool) -> impl Iterator<Item = (usize, u8)> {
    let mut depth = 0_usize;
    let mut before = b' ';
    let mut is_over = false;
    text.bytes().enumerate().filter_map(move |(at, byte)| {
        let is_arrow = byte == b'>' && (before == b'-' || before == b'=');
        before = byte;
        let opens = b"([{".contains(&byte) || angles && byte == b'<';
        let closes = b")]}".contains(&byte) || angles && byte == b'>' && !is_arrow;
        is_over |= closes && depth == 0;
        depth = depth.saturating_sub(usize::from(closes));
        let shown = (depth == 0 && !is_over).then_some((at, byte));
        depth += usize::from(opens);
        shown
    })
}

/// Returns a blanked text up to the bracket that closes its container.
fn inside(text: &str) -> &str {
    let end = top_level(text, false).last().map_or(0, |(at, _)| at + 1);
    &text[..end]
}

/// Returns the parts of a blanked text between commas at its top level.
fn parts(text: &str) -> Vec<&str> {
    let mut from = 0;
    let mut parts = Vec::new();
    for (at, _) in top_level(text, true).filter(|&(_, byte)| byte == b',') {
        parts.push(&text[from..at]);
        from = at + 1;
    }
    parts.push(&text[from..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// Returns the bodies of `impl Trait for Type`. Their signatures are the trait's.
fn trait_impls(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut bodies = Vec::new();
    for at in keywords(text, "impl") {
        let is_item = text[..at].trim_end().ends_with(['}', ';', '{', ']']) || at == 0;
        let open = text[at..].find('{').map(|open| at + open);
        if let Some(open) = open.filter(|_| is_item)
            && text[at..open].contains(" for ")
        {
            bodies.push(open..open + 1 + inside(&text[open + 1..]).len());
        }
    }
    bodies
}

/// Returns whether a parameter is a tuple of arguments: it has a tuple pattern, or its type is a tuple. A pair of
/// equal types, such as the two ends of an interval, is one value.
fn is_bundle(parameter: &str) -> bool {
    let colon = top_level(parameter, true).find(|&(at, byte)| {
        let bytes = parameter.as_bytes();
        byte == b':' && bytes.get(at + 1) != Some(&b':') && (at == 0 || bytes[at - 1] != b':')
    });
    let Some((colon, _)) = colon else { return false };
    let (pattern, kind) = (parameter[..colon].trim(), parameter[colon + 1..].trim());
    if pattern.trim_start_matches(['&', ' ']).starts_with('(') {
        return true;
    }
    let mut kind = kind.trim_start_matches('&').trim_start();
    if kind.starts_with('\'') {
        kind = kind.split_once(' ').map_or("", |(_, kind)| kind);
    }
    let Some(tuple) = kind.trim_start_matches("mut ").strip_prefix('(') else { return false };
    let items = parts(inside(tuple));
    2 < items.len() || items.iter().any(|item| *item != items[0])
}

/// Returns the lines of the parameters that are tuples of arguments.
fn bundles(text: &str) -> Vec<usize> {
    let text = &blanked(text)[..];
    let impls = trait_impls(text);
    let mut lines = Vec::new();
    for at in keywords(text, "fn").filter(|at| !impls.iter().any(|body| body.contains(at))) {
        let named = text[at + 2..].trim_start();
        // The type `fn(…)` has no name.
        if !named.starts_with(is_name) {
            continue;
        }
        let Some((open, _)) = top_level(named, true).find(|&(_, byte)| byte == b'(') else {
            continue;
        };
        for parameter in parts(inside(&named[open + 1..])) {
            let from = parameter.as_ptr() as usize - text.as_ptr() as usize;
            lines.extend(is_bundle(parameter).then(|| line_of(text, from)));
        }
    }
    lines
}

/// Returns the lines of each `match` that has an arm `true` or `false`.
fn bool_matches(text: &str) -> Vec<usize> {
    let text = &blanked(text)[..];
    let has_bool_arm = |at: usize| {
        let after = &text[at..];
        let Some((open, _)) = top_level(after, false).find(|&(_, byte)| byte == b'{') else {
            return false;
        };
        let body = inside(&after[open + 1..]);
        let top: Vec<usize> = top_level(body, false).map(|(at, _)| at).collect();
        ["true", "false"].iter().any(|word| {
            keywords(body, word).filter(|at| top.binary_search(at).is_ok()).any(|at| {
                let next = body[at + word.len()..].trim_start();
                next.starts_with("=>") || next.starts_with("if ")
            })
        })
    };
    keywords(text, "match").filter(|&at| has_bool_arm(at)).map(|at| line_of(text, at)).collect()
}

/// Fails with all findings.
fn assert_none(find: fn(&str) -> Vec<usize>, advice: &str) {
    let mut wrong = Vec::new();
    let folders = ["crates", "tests", "xtask", "fuzz", "benches", "examples"];
    let there = folders.into_iter().filter(|folder| root().join(folder).is_dir());
    for (path, text) in there.flat_map(rust_files) {
        let path = path.strip_prefix(root()).unwrap();
        if path.components().any(|part| part.as_os_str() == "target") {
            continue;
        }
        let lines = find(&text).into_iter();
        wrong.extend(lines.map(|line| format!("{}:{line}: {advice}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_function_bundles_arguments_in_tuples() {
    assert_none(bundles, "name the parameters, or use a struct");
}

#[test]
fn no_match_is_on_a_bool() {
    assert_none(bool_matches, "use `if` instead of `match` on a bool");
}

#[test]
fn tuples_of_arguments_are_found() {
    let found = [
        "fn f((a, b): (&mut A, &B)) {}",
        "fn f(\n    x: u8,\n    (a, b): (A, B),\n) {}",
        "fn f<'s, F: Fn(A) -> B>(run: F, &(a, b): &(A, A)) {}",
        "impl A {\n    pub(crate) fn f(&self, x: &'s mut (A, Vec<B>)) {}\n}",
        "fn f(x: (Map<A, B>, A), y: (u32, u32, u32)) {}",
        "trait T {\n    fn f(x: (A, B));\n}",
        "fn r(c: char) { c == '\"' }\nfn f(x: (A, B)) {} // '\"'",
    ];
    assert_eq!(
        found.map(bundles),
        [vec![1], vec![3], vec![1], vec![2], vec![1, 1], vec![2], vec![2]]
    );
    let fine = [
        "fn f(x: &[(A, B)], y: Vec<(A, B)>, z: (f64, f64), run: impl Fn((A, B)) -> (A, B)) {}",
        "impl Iterator for A {\n    fn fold(x: (A, B)) {}\n}",
        "fn f() { list.map(|(a, b): (A, B)| a) }",
        "// fn f((a, b): (A, B)) {}\nconst A: &str = r#\"fn f((a, b): (A, B)) {}\"#;",
        "fn f(run: fn((A, B)), unit: (), Pair { a, b }: Pair) -> (A, B) {}",
    ];
    for text in fine {
        assert_eq!(bundles(text), [0; 0], "{text}");
    }
}

#[test]
fn matches_on_bools_are_found() {
    let found = [
        "let a = match flag { true => 1, false => 2 };",
        "match x.is_some() {\n    false => {}\n    true if y => {}\n    _ => {}\n}",
        "match a {\n    Some(x) => match x {\n        true => 1,\n        _ => 2,\n    },\n}",
    ];
    assert_eq!(found.map(bool_matches), [vec![1], vec![1], vec![2]]);
    let fine = [
        "match (a, b) { (true, false) => 1, _ => 2 }",
        "match a { Some(true) => false, Ok(false) => true, None => true }",
        "match a { A if b => \"true => 1\", _ => false }",
    ];
    for text in fine {
        assert_eq!(bool_matches(text), [0; 0], "{text}");
    }
}
