//! Finds numbers in prose that the outputs on the same page no longer contain.

/// Numbers that belong to no output on their page: the document and the number.
pub(crate) const OTHERS: [(&str, &str); 11] = [
    // Examples of a form.
    ("docs/benchstat-differences.md", "p=0.000"),
    ("docs/gate-rules.md", "p=0.094"),
    ("docs/gate-rules.md", "p=0.033"),
    ("docs/outcomes.md", "+0.80%"),
    ("docs/outcomes.md", "+0.70%"),
    ("docs/outcomes.md", "+0.90%"),
    ("docs/outcomes.md", "p=0.056"),
    ("docs/outcomes.md", "100.3n"),
    ("docs/outcomes.md", "131.6n"),
    ("docs/reading-tables.md", "+231.82%"),
    // Computed from the logs of an example whose output has another number.
    ("docs/pairs.md", "+10.25%"),
];

/// Returns the numbers in the form of our outputs that the prose of a document contains but its code blocks do not.
pub(crate) fn stale(document: &str, text: &str) -> Vec<String> {
    let text = text.replace('−', "-");
    // Every second part is in a code block.
    let parts = || text.split("```").enumerate();
    let is_shown =
        |number: &str| parts().any(|(index, part)| index % 2 == 1 && part.contains(number));
    let is_other = |number: &str| OTHERS.contains(&(document, number));
    let prose = parts().filter(|(index, _)| index % 2 == 0).map(|(_, part)| part);
    let words =
        prose.flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && !"+-.%=<".contains(c)));
    let words = words.map(|word| word.trim_end_matches('.'));
    let numbers = words.filter(|word| is_printed(word));
    numbers
        .filter(|number| !is_shown(number) && !is_other(number))
        .map(|number| format!("{document}: {number} is not in an output of this page"))
        .collect()
}

/// Returns whether a word has the form of a number of a table: `+1.23%`, `p=0.001`, `7.681µ`.
fn is_printed(word: &str) -> bool {
    let decimals = |text: &str| {
        let (whole, fraction) = text.split_once('.')?;
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        (is_number(whole) && is_number(fraction)).then_some(fraction.len())
    };
    let change = word.strip_suffix('%').and_then(|word| word.strip_prefix(['+', '-']));
    let scaled = word.strip_suffix(['n', 'µ', 'm']);
    let p = word.strip_prefix("p=").or_else(|| word.strip_prefix("p<"));
    change.and_then(decimals) == Some(2)
        || scaled.is_some_and(|number| decimals(number).is_some())
        || p.is_some_and(|p| p.starts_with(|c: char| c.is_ascii_digit()))
}

#[test]
fn only_numbers_of_outputs_are_compared() {
    let text =
        "It is +1.23% (`p=0.001`), not −4.56%; +5% in 7.681µ.\n```text\n+1.23% p=0.001\n```\n";
    let missing =
        ["-4.56%", "7.681µ"].map(|number| format!("a: {number} is not in an output of this page"));
    assert_eq!(stale("a", text), missing);
}
