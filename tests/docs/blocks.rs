//! Finds fenced blocks in a Markdown document.

/// A fenced block.
#[derive(Debug)]
pub(crate) struct Block<'a> {
    /// The number of its first line after the fence.
    pub(crate) line: usize,
    /// The text between the fences.
    pub(crate) body: &'a str,
}

/// Returns all blocks with this mark.
pub(crate) fn find<'a>(text: &'a str, mark: &str) -> Vec<Block<'a>> {
    split(text).into_iter().filter(|(m, _)| *m == Some(mark)).map(|(_, block)| block).collect()
}

/// Returns the document with the content of each marked block replaced.
pub(crate) fn rewrite(text: &str, mark: &str, mut with: impl FnMut(&Block) -> String) -> String {
    let pieces = split(text).into_iter();
    pieces.map(|(m, b)| if m == Some(mark) { with(&b) } else { b.body.to_owned() }).collect()
}

/// Splits the document into pieces: the contents of blocks with their marks, and without a mark the text between
/// them, including the fences.
fn split(text: &str) -> Vec<(Option<&str>, Block<'_>)> {
    let mut pieces = Vec::new();
    let (mut mark, mut start, mut first, mut at) = (None, 0, 1, 0);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let end = at + line.len();
        if let Some(fence) = line.strip_prefix("```") {
            // A fence belongs to the text outside of the block.
            let (cut, next) = match mark {
                None => (end, Some(fence.trim_end())),
                Some(_) => (at, None),
            };
            pieces.push((mark, Block { line: first, body: &text[start..cut] }));
            (mark, start, first) = (next, cut, number + usize::from(cut == end));
        }
        at = end;
    }
    assert!(mark.is_none(), "a block is not closed");
    pieces.push((mark, Block { line: first, body: &text[start..] }));
    pieces
}

#[test]
fn blocks_are_found_and_rewritten() {
    let text = "a\n```console\n$ x\n1\n```\nb\n```sh\ny\n```\n";
    let found: Vec<_> = find(text, "console").iter().map(|b| (b.line, b.body)).collect();
    assert_eq!(found, [(3, "$ x\n1\n")]);
    assert_eq!(rewrite(text, "rust", |_| String::new()), text);
    let rewritten = rewrite(text, "console", |b| format!("{}2\n", b.body));
    assert_eq!(rewritten, "a\n```console\n$ x\n1\n2\n```\nb\n```sh\ny\n```\n");
}
