//! Compares matches with a recording from Go, and tries random patterns.

use proptest::prelude::*;

use super::Regexp;

/// The recording, written by `oracle/go_regexp.go.txt`.
const RECORDED: &str = include_str!("oracle/go_regexp.tsv");

fn unescape(field: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = field.bytes();
    while let Some(b) = bytes.next() {
        if b != b'\\' {
            out.push(b);
            continue;
        }
        out.push(match bytes.next().unwrap() {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'x' => {
                let hex = [bytes.next().unwrap(), bytes.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&hex).unwrap(), 16).unwrap()
            }
            other => other,
        });
    }
    out
}

fn unescape_text(field: &str) -> String {
    String::from_utf8(unescape(field)).unwrap()
}

/// Returns the result for the pattern of one record, in the words of the record.
fn ours(pattern: &str, texts: &[Vec<u8>]) -> (char, String) {
    match Regexp::new(pattern) {
        Ok(re) => ('P', texts.iter().map(|t| if re.is_match(t) { '1' } else { '0' }).collect()),
        Err(e) => ('E', e.message),
    }
}

/// Returns the records that differ from this implementation, and the number of all records.
fn disagreements(recorded: &str) -> (Vec<String>, usize) {
    let mut texts = Vec::new();
    let (mut wrong, mut all) = (Vec::new(), 0);
    for line in recorded.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        if let ["T", text] = fields[..] {
            texts.push(unescape(text));
            continue;
        }
        let [kind, pattern, expected] = fields[..] else { panic!("bad record: {line}") };
        let found = ours(&unescape_text(pattern), &texts);
        all += 1;
        if (found.0.to_string(), &*found.1) != (kind.to_string(), &*unescape_text(expected)) {
            wrong.push(format!("{line}\n  ours: {} {}", found.0, found.1));
        }
    }
    (wrong, all)
}

#[test]
fn agrees_with_what_go_recorded() {
    let (wrong, all) = disagreements(RECORDED);
    assert!(wrong.is_empty(), "{} of {all}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(all > 1000);
}

/// `GO_REGEXP=FILE cargo test -- --ignored` checks a longer recording than the one in this folder.
#[test]
#[ignore = "needs a recording"]
fn agrees_with_another_recording() {
    let recorded = std::fs::read_to_string(std::env::var("GO_REGEXP").unwrap()).unwrap();
    let (wrong, all) = disagreements(&recorded);
    assert!(wrong.is_empty(), "{} of {all}:\n{}", wrong.len(), wrong.join("\n"));
}

fn message(pattern: &str) -> String {
    Regexp::new(pattern).map_or_else(|e| e.message, |_| String::from("accepted"))
}

#[test]
fn refuses_in_the_words_of_go() {
    for (pattern, expected) in [
        (r"\y", r"invalid escape sequence: `\y`"),
        (r"\8", r"invalid escape sequence: `\8`"),
        (r"\C", r"invalid escape sequence: `\C`"),
        (r"\Z", r"invalid escape sequence: `\Z`"),
        ("[z-a]", "invalid character class range: `z-a`"),
        ("[[:foo:]]", "invalid character class range: `[:foo:]`"),
        (r"\p{Foo}", r"invalid character class range: `\p{Foo}`"),
        ("*", "missing argument to repetition operator: `*`"),
        ("+a", "missing argument to repetition operator: `+`"),
        ("x**", "invalid nested repetition operator: `**`"),
        ("x???", "invalid nested repetition operator: `???`"),
        ("a++", "invalid nested repetition operator: `++`"),
        ("a{2}{3}", "invalid nested repetition operator: `{2}{3}`"),
        ("x{1001}", "invalid repeat count: `{1001}`"),
        ("x{2,1}", "invalid repeat count: `{2,1}`"),
        ("(?=x)", "invalid or unsupported Perl syntax: `(?=`"),
        ("(?z)", "invalid or unsupported Perl syntax: `(?z`"),
        ("(?#c)", "invalid or unsupported Perl syntax: `(?#`"),
        ("(?P=n)", "invalid or unsupported Perl syntax: `(?P`"),
        ("(a", "missing closing ): `(a`"),
        ("a)", "unexpected ): `a)`"),
        ("x[a", "missing closing ]: `[a`"),
        ("a\\", "trailing backslash at end of expression: ``"),
    ] {
        assert_eq!(message(pattern), expected, "{pattern}");
    }
}

#[test]
fn each_invalid_byte_is_one_replacement_character() {
    let exactly = |n: usize| Regexp::new(&format!(r"^\x{{FFFD}}{{{n}}}$")).unwrap();
    for (text, count) in [
        (&b"\xff"[..], 1),
        (b"\xe2\x82", 2),         // The start of a three-byte sequence.
        (b"\xf0\x9f\x92\x80", 0), // All four of four bytes: valid.
        (b"\xf0\x9f\x92", 3),
        (b"\xed\xa0\x80", 3), // A surrogate.
        (b"\xc0\x80", 2),     // An overlong encoding.
        ("\u{FFFD}".as_bytes(), 1),
    ] {
        for n in 1..=4 {
            assert_eq!(exactly(n).is_match(text), n == count, "{text:x?} {n}");
        }
    }
}

/// Checks the differences that the module documentation lists.
#[test]
fn departs_from_go_where_it_says() {
    assert!(Regexp::new(r"^\p{Old_Italic}$").unwrap().is_match("𐌀".as_bytes()));
    assert!(!Regexp::new(r"^\x{D800}$").unwrap().is_match("\u{FFFD}".as_bytes()));
}

#[test]
fn limits_are_errors() {
    let nested = |open: &str, n: usize, close: &str| open.repeat(n) + "a" + &close.repeat(n);
    for fine in [
        nested("(", 999, ")"),
        nested("(?:", 4000, ")"),
        nested("(?:", 99, ")*"),
        nested("(b", 32, "|c)?"),
        "a{1000}".repeat(100),
        String::from(r"\pL{1000}"),
        String::from("(((x{10}){10}){10}){1}"),
        String::from("((x{1000}){0}){1000}"),
    ] {
        assert_eq!(message(&fine), "accepted");
    }
    let deep = "expression nests too deeply: `";
    let large = "expression too large: `";
    for (pattern, expected) in [
        (nested("(", 1000, ")"), deep),
        (nested("(?:", 4001, ")"), deep),
        (nested("(?:", 100, ")*"), deep),
        (nested("(b|c", 100_000, ")"), deep),
        (String::from("a*") + &"(?i)*".repeat(1000), deep),
        ("(".repeat(1_000_000), deep),
        ("a".repeat(1_000_000), large),
        ("a{1000}".repeat(4000), large),
        (r"\pL{1000}".repeat(3), large),
        (r"\pL".repeat(1000), large),
        (String::from("(x{100}){11}"), "invalid repeat count: `{11}`"),
    ] {
        assert!(
            message(&pattern).starts_with(expected),
            "{:.40} {:.40}",
            pattern,
            message(&pattern)
        );
    }
}

proptest! {
    #[test]
    fn nothing_panics(
        pattern in r"[()\[\]{}*+?|^$.\\\-:,<>=!# \nakKsSpPQEUCzbBxdDwWiLm0-9éſα日\u{FFFD}\u{10FFFF}]{0,24}",
        text in proptest::collection::vec(any::<u8>(), 0..12),
    ) {
        if let Ok(re) = Regexp::new(&pattern) {
            let _ = re.is_match(&text);
        }
    }

    #[test]
    fn nothing_panics_on_pieces(
        pieces in proptest::collection::vec(
            proptest::sample::select(vec![
                "(", "(?:", "(?i", "(?P<n", "(?s-m:", ")", "[", "[^", "]", "[:", "[:alpha:]", ":]",
                "*", "+", "?", "{", "{0}", "{2,3}", "{1000}", "{,", "}", "|", "^", "$", ".", "-", "a",
                "k", "é", "日", "ſ", r"\", r"\p", r"\P", "{^Greek", "{L", r"\x", "{D800", r"\Q", r"\E",
                r"\b", r"\B", r"\z", r"\w", r"\W", r"\12", ">", "<", ":", "\u{FFFD}",
            ]),
            0..24,
        ),
        text in proptest::collection::vec(any::<u8>(), 0..12),
    ) {
        match Regexp::new(&pieces.concat()) {
            Ok(re) => { let _ = re.is_match(&text); }
            Err(e) => prop_assert!(!e.message.contains("internal error"), "{}", e),
        }
    }

    /// Checks that a quoted text matches exactly the texts that contain it.
    #[test]
    fn quoted_text_is_found(before in ".{0,4}", text in r"[^\\]{0,8}", after in ".{0,4}") {
        let re = Regexp::new(&format!(r"\Q{text}\E")).unwrap();
        prop_assert!(re.is_match((before.clone() + &text + &after).as_bytes()));
        prop_assert_eq!(re.is_match(before.as_bytes()), before.contains(&text));
    }
}
