//! Splits Rust text into tokens: names, `::`, and single signs, without comments and without the content of literals.

/// Returns the tokens of a file.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let mut tokens = tokens_and_texts(text);
    tokens.retain(|token| !token.starts_with('"'));
    tokens
}

/// The tokens of a file. String literals are in quotes, as they are written, raw ones without their prefix.
pub(crate) fn tokens_and_texts(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => comment_len(rest),
            '"' => {
                let length = 1 + closing(&rest[1..], '"');
                tokens.push(rest[..length].to_owned());
                length
            }
            '\'' => quote_len(rest),
            _ if 0 < word => match raw_len(&rest[..word], &rest[word..]) {
                Some(literal) => {
                    tokens.push(rest[word..word + literal].trim_matches('#').to_owned());
                    word + literal
                }
                None => {
                    tokens.push(rest[..word].to_owned());
                    word
                }
            },
            _ => {
                let sign = if rest.starts_with("::") { "::" } else { &rest[..first.len_utf8()] };
                tokens.extend((!first.is_whitespace()).then(|| sign.to_owned()));
                sign.len()
            }
        };
        rest = &rest[length..];
    }
    tokens
}

/// Returns the length of a literal's rest, including its closing quote.
fn closing(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (i, c) in text.char_indices() {
        if c == quote && !is_escaped {
            return i + 1;
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text.len()
}

/// Returns the length of a comment, which can contain other comments.
fn comment_len(text: &str) -> usize {
    let mut depth = 0;
    for (i, _) in text.char_indices() {
        if text[i..].starts_with("/*") {
            depth += 1;
        } else if text[..i].ends_with("*/") {
            depth -= 1;
        }
        if depth == 0 {
            return i;
        }
    }
    text.len()
}

/// Returns the length of a character literal, or of the quote of a lifetime.
fn quote_len(text: &str) -> usize {
    let mut chars = text.chars().skip(1);
    match (chars.next(), chars.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => 1 + closing(&text[1..], '\''),
        // The name of a lifetime is not a path.
        _ => 1 + text[1..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(0),
    }
}

/// Returns the length of a raw string after its prefix, such as `r` or `br`.
fn raw_len(prefix: &str, text: &str) -> Option<usize> {
    if !["r", "br", "cr"].contains(&prefix) {
        return None;
    }
    let hashes = text.find(|c| c != '#')?;
    let inside = text[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(hashes + 1 + inside.find(&end)? + end.len())
}

/// Removes the items that only tests have; returns the other tokens, and the names of the modules among the removed
/// items.
pub(crate) fn without_tests(tokens: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut kept, mut modules) = (Vec::new(), Vec::new());
    let mut i = 0;
    while i < tokens.len() {
        let starts = |words: &[&str]| tokens[i..].iter().take(words.len()).eq(words);
        let is_test = starts(&["#", "[", "cfg", "(", "test", ")"])
            || starts(&["#", "[", "cfg", "(", "all", "(", "test"]);
        if !is_test {
            kept.push(tokens[i].clone());
            i += 1;
            continue;
        }
        let end = item_end(tokens, i);
        let name = tokens[i..end].windows(3).find(|words| words[0] == "mod" && words[2] == ";");
        modules.extend(name.map(|words| words[1].clone()));
        i = end;
    }
    (kept, modules)
}

/// Returns the end of the item, field or statement at a token, after its attributes.
fn item_end(tokens: &[String], mut i: usize) -> usize {
    while i < tokens.len() {
        match &tokens[i][..] {
            ";" | "," => return i + 1,
            "{" => return matching(tokens, i) + 1,
            "}" => return i,
            "(" | "[" => i = matching(tokens, i),
            _ => {}
        }
        i += 1;
    }
    i
}

/// Returns the closing bracket for an opening bracket.
pub(crate) fn matching(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        match &token[..] {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i;
        }
    }
    tokens.len() - 1
}
