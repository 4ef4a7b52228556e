//! Checks links between the documents: files and their headings.

use std::collections::BTreeMap;

/// Returns the broken links of a document, each with a sentence.
pub(crate) fn dead(document: &str) -> Vec<String> {
    let text = crate::docs::read(document);
    let path = crate::docs::root().join(document);
    let folder = path.parent().unwrap();
    let mut wrong = Vec::new();
    for rest in text.split("](").skip(1) {
        let target = rest.split(')').next().unwrap();
        if target.starts_with("https://") {
            continue;
        }
        let (file, heading) = target.split_once('#').unwrap_or((target, ""));
        let file = if file.is_empty() { path.clone() } else { folder.join(file) };
        if !file.exists() {
            wrong.push(format!("{document}: no {target}"));
        } else if !heading.is_empty() {
            let headings = anchors(&std::fs::read_to_string(&file).unwrap());
            if !headings.iter().any(|anchor| anchor == heading) {
                wrong.push(format!("{document}: no heading {target}"));
            }
        }
    }
    wrong
}

/// Returns the anchors that GitHub gives to the headings of a document.
fn anchors(text: &str) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut in_block = false;
    let mut anchors = Vec::new();
    for line in text.lines() {
        in_block ^= line.starts_with("```");
        let heading = line.trim_start_matches('#');
        if in_block || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let words: String = heading.trim().to_lowercase().chars().filter(kept).collect();
        let anchor = words.replace(' ', "-");
        let before = seen.entry(anchor.clone()).or_default();
        anchors.push(if *before == 0 { anchor } else { format!("{anchor}-{before}") });
        *before += 1;
    }
    anchors
}

#[test]
fn anchors_are_those_of_github() {
    let text = "# On `GitHub` Actions, twice\n## a_b-c\n```\n# no\n```\n## a_b-c\n#no\n";
    assert_eq!(anchors(text), ["on-github-actions-twice", "a_b-c", "a_b-c-1"]);
}
