//! Texts from logs in GitHub's Markdown, made inert.
//!
//! Takes bytes that anyone may have written; gives Markdown, or the text of raw HTML, in which they are not markup, a
//! mention, a link, an emoji, or a command to a runner. Ordinary names stay unchanged.
//!
//! GitHub looks for mentions, issues and emoji in the text that remains after Markdown and entities have been resolved,
//! so neither a backslash nor an entity stops it, and cmark-gfm finds addresses behind backslashes. A zero-width space
//! (`&#8203;`) stops both, and a reader does not see it.

/// The context of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In Markdown, within a line: backslashes make marks literal.
    Markdown,
    /// In Markdown, at the beginning of a line or of a list item.
    Line,
    /// In a line of raw HTML, such as a summary: backslashes would be visible.
    Html,
}

/// A zero-width space.
const GAP: &[u8] = b"&#8203;";

/// Returns a text in which nothing is markup, as UTF-8. Line ends would end the table, so they become spaces.
pub(super) fn inert(text: &[u8], place: Place) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let mut out = Vec::with_capacity(text.len());
    let start = if place == Place::Line { write_start(&text, &mut out) } else { 0 };
    let (mut rest, mut i) = (&text[start..], start);
    loop {
        // Almost all of a name is plain, so it is copied in one piece.
        let plain = rest.bytes().take_while(|&byte| is_plain(byte)).count();
        out.extend_from_slice(&rest.as_bytes()[..plain]);
        (rest, i) = (&rest[plain..], i + plain);
        let Some(character) = rest.chars().next() else { break };
        let (before, behind) = (&text[..i], &rest[character.len_utf8()..]);
        if character == '.' && ends_with_www(before) {
            out.extend_from_slice(GAP);
        }
        write_character(character, place, is_within_word(before, behind), &mut out);
        let acts = match character {
            '@' | '#' => true,
            ':' => begins_name_or_address(behind, place),
            '-' => is_issue(before, behind),
            _ => false,
        };
        if acts {
            out.extend_from_slice(GAP);
        }
        (rest, i) = (behind, i + character.len_utf8());
    }
    out
}

/// Returns whether a byte is a character without any special meaning.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b' ' | b'/' | b'=' | b'%' | b',' | b'(' | b')' | b'+')
}

fn write_character(character: char, place: Place, is_within_word: bool, out: &mut Vec<u8>) {
    match character {
        '<' => out.extend_from_slice(b"&lt;"),
        '>' => out.extend_from_slice(b"&gt;"),
        '&' => out.extend_from_slice(b"&amp;"),
        '\n' | '\r' | '\t' => out.push(b' '),
        control if control.is_control() => out.extend_from_slice("\u{fffd}".as_bytes()),
        '\\' | '`' | '*' | '[' | ']' | '|' | '~' | '$' if place != Place::Html => {
            out.extend_from_slice(&[b'\\', character as u8]);
        }
        // Between letters, an underscore is literal.
        '_' if place != Place::Html && !is_within_word => out.extend_from_slice(b"\\_"),
        _ => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
    }
}

/// Escapes the beginning of a text that begins a line, if it would start a list, a heading or code. Returns how much of
/// the text was written.
fn write_start(text: &str, out: &mut Vec<u8>) -> usize {
    match text.as_bytes() {
        [b' ' | b'\t' | b'\n' | b'\r', ..] => {
            out.extend_from_slice(b"&#32;");
            1
        }
        [mark @ (b'+' | b'='), ..] => {
            out.extend_from_slice(&[b'\\', *mark]);
            1
        }
        // `-8` and `--` begin alike: the text that follows decides whether it is a list or a rule.
        [b'-', ..] => {
            out.extend_from_slice(b"\\-");
            1
        }
        bytes => {
            let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            match bytes.get(digits..) {
                Some([mark @ (b'.' | b')'), rest @ ..])
                    if digits != 0 && matches!(rest, [] | [b' ' | b'\t', ..]) =>
                {
                    out.extend_from_slice(&bytes[..digits]);
                    out.extend_from_slice(&[b'\\', *mark]);
                    digits + 1
                }
                _ => 0,
            }
        }
    }
}

fn is_within_word(before: &str, behind: &str) -> bool {
    let ends = [before.chars().next_back(), behind.chars().next()];
    ends.into_iter().all(|end| end.is_some_and(char::is_alphanumeric))
}

fn ends_with_www(before: &str) -> bool {
    let end = before.len().checked_sub(3).and_then(|at| before.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case("www"))
}

/// Returns whether the text after a colon makes it the first colon of `:name:`, of `://` or of a runner's `::`. At the
/// beginning of a line, our own colon may follow the text.
fn begins_name_or_address(behind: &str, place: Place) -> bool {
    let name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-');
    let rest = behind.trim_start_matches(name);
    let goes_on = place == Place::Line && rest.is_empty() && !behind.is_empty();
    rest.starts_with(':') || goes_on || behind.starts_with('/')
}

/// Returns whether a dash belongs to an issue such as `GH-1`.
fn is_issue(before: &str, behind: &str) -> bool {
    let Some(at) = before.len().checked_sub(2) else { return false };
    let Some((head, word)) = before.split_at_checked(at) else { return false };
    word.eq_ignore_ascii_case("gh")
        && behind.starts_with(|c: char| c.is_ascii_digit())
        && !head.ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
#[path = "../../../../tests/support/pieces.rs"]
mod pieces;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::pieces::PIECES;
    use super::*;

    #[test]
    fn nothing_in_a_name_is_markup() {
        let check = |text: &str, line: &str, html: &str| {
            let found = [Place::Line, Place::Html].map(|place| inert(text.as_bytes(), place));
            assert_eq!(found.map(|text| String::from_utf8(text).unwrap()), [line, html]);
        };
        let same = |text| check(text, text, text);
        for name in ["Encode/n=10-8", "sec/op", "a_b/c_d", "pkg: a.b/c", "1.5", "12:30 x"] {
            same(name);
        }
        assert_eq!(inert(b"-5%", Place::Markdown), b"-5%");
        assert_eq!(inert(b"t=12:30", Place::Markdown), b"t=12:30");
        assert_eq!(inert(b":smile", Place::Line), b":&#8203;smile");
        same("example.com/a/b");
        check("<img onerror=x>", "&lt;img onerror=x&gt;", "&lt;img onerror=x&gt;");
        check("a|b\\|`c`\n*d*", r"a\|b\\\|\`c\` \*d\*", r"a|b\|`c` *d*");
        check("_a_", r"\_a\_", "_a_");
        check("@someone", "@&#8203;someone", "@&#8203;someone");
        check("o/r#1", "o/r#&#8203;1", "o/r#&#8203;1");
        check("GH-1 ghx-1", "GH-&#8203;1 ghx-1", "GH-&#8203;1 ghx-1");
        check(":b:", ":&#8203;b:", ":&#8203;b:");
        check("http://x", "http:&#8203;//x", "http:&#8203;//x");
        check("wWw.x", "wWw&#8203;.x", "wWw&#8203;.x");
        check(
            "::stop::x y",
            ":&#8203;:&#8203;stop:&#8203;:x y",
            ":&#8203;:&#8203;stop:&#8203;:x y",
        );
        check("##[warning]", r"#&#8203;#&#8203;\[warning\]", "#&#8203;#&#8203;[warning]");
        check("- x", r"\- x", "- x");
        check("1. x", r"1\. x", "1. x");
        check("    x", "&#32;   x", "    x");
        check("\u{1b}[1m\u{9b}", "\u{fffd}\\[1m\u{fffd}", "\u{fffd}[1m\u{fffd}");
    }
    /// Returns the text that remains after Markdown and entities have been resolved; fails if there is markup.
    fn resolved(markdown: &str) -> String {
        const ENTITIES: [(&str, &str); 5] =
            [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&#8203;", "\u{200b}"), ("&#32;", " ")];
        let (mut out, mut rest) = (String::new(), markdown);
        while let Some(c) = rest.chars().next() {
            let entity = ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity));
            if let Some((entity, text)) = entity {
                out += text;
                rest = &rest[entity.len()..];
                continue;
            }
            rest = &rest[c.len_utf8()..];
            let next = rest.chars().next();
            match c {
                '\\' => {
                    out.push(next.filter(char::is_ascii_punctuation).expect("a mark behind it"));
                    rest = &rest[1..];
                    continue;
                }
                '_' => {
                    let ends = [out.chars().next_back(), next];
                    assert!(
                        ends.iter().all(|c| c.is_some_and(char::is_alphanumeric)),
                        "{markdown}"
                    );
                }
                _ => assert!(!"<>&`*[]|~$\n\r\t".contains(c) && !c.is_control(), "{markdown}"),
            }
            out.push(c);
        }
        out
    }

    /// Returns whether GitHub would turn part of a text into a mention, an issue, an address, an emoji or a command.
    fn is_live(text: &str) -> bool {
        let lower = text.to_ascii_lowercase();
        let behind = |mark: &str, next: &dyn Fn(char) -> bool| {
            lower.match_indices(mark).any(|(i, _)| lower[i + mark.len()..].starts_with(next))
        };
        let word = |c: char| c.is_ascii_alphanumeric() || "_+-".contains(c);
        let emoji = lower.match_indices(':').any(|(i, _)| {
            let rest = lower[i + 1..].trim_start_matches(word);
            rest.starts_with(':')
        });
        let issue = lower.match_indices("gh-").any(|(i, _)| {
            let before = lower[..i].chars().next_back();
            let is_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
            !is_word && lower[i + 3..].starts_with(|c: char| c.is_ascii_digit())
        });
        behind("@", &word)
            || behind("#", &|c| c.is_ascii_digit() || c == '#')
            || ["://", "www.", "::"].iter().any(|mark| lower.contains(mark))
            || emoji
            || issue
    }

    /// Returns texts that would do so.
    fn hostile() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            6 => prop::sample::select(&PIECES[..]).prop_map(str::to_owned).boxed(),
            1 => "[a-z0-9/= ]{1,4}".boxed(),
            1 => Just(" ".to_owned()).boxed(),
            1 => any::<char>().prop_map(String::from).boxed(),
        ];
        prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn texts_do_nothing_and_are_read_as_they_are(text in hostile()) {
            let white = |c: char| matches!(c, '\n' | '\r' | '\t');
            let shown = |c: char| if c.is_control() { '\u{fffd}' } else { c };
            let want = text.replace(white, " ").replace('\u{200b}', "");
            let want: String = want.chars().map(shown).collect();
            for place in [Place::Markdown, Place::Line] {
                let source = String::from_utf8(inert(text.as_bytes(), place)).unwrap();
                let found = resolved(&source);
                prop_assert_eq!(found.replace('\u{200b}', ""), &want[..]);
                prop_assert!(!is_live(&found), "{source}");
                let begins = source.starts_with(['-', '+', '=', '#', ' ', '>']);
                prop_assert!(place == Place::Markdown || !begins || source.starts_with("#&"));
            }
            let html = String::from_utf8(inert(text.as_bytes(), Place::Html)).unwrap();
            let seen = html.replace("&#8203;", "\u{200b}");
            prop_assert!(!seen.contains(['<', '>']) && !is_live(&seen), "{html}");
        }
    }
}
