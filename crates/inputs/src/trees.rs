//! Recordings of criterion in an archive, grouped by the folder that criterion wrote to.
//!
//! Takes the stored texts of their files; gives the trees, in the order of their first recordings. An archive may
//! contain several trees: one for each version.

use std::io::{Cursor, Read};

use benchlens_unpack::plan::{Piece, tree};

/// All recordings below one folder.
pub(super) struct Tree<'a> {
    pub(super) root: &'a [u8],
    pub(super) recordings: Vec<Recording<'a>>,
}

/// A piece that consists of two files, and their contents.
pub(super) struct Recording<'a> {
    pub(super) piece: &'a Piece,
    texts: [&'a [u8]; 2],
}

/// Returns the trees of the recordings among `pieces`. A recording is skipped if one of its texts is missing.
pub(super) fn trees<'a>(
    pieces: &'a [Piece],
    text: impl Fn(usize) -> Option<&'a [u8]>,
) -> Vec<Tree<'a>> {
    let mut trees: Vec<Tree<'a>> = Vec::new();
    for piece in pieces {
        let (Some(benchmark), &[first, second]) = (&piece.benchmark, &piece.files[..]) else {
            continue;
        };
        let (Some(first), Some(second)) = (text(first), text(second)) else { continue };
        let root = tree(benchmark, first);
        let recording = Recording { piece, texts: [first, second] };
        match trees.iter_mut().find(|tree| tree.root == root) {
            Some(tree) => tree.recordings.push(recording),
            None => trees.push(Tree { root, recordings: vec![recording] }),
        }
    }
    trees
}

impl<'a> Recording<'a> {
    /// Returns its name relative to the root of its tree.
    pub(super) fn name_in(&self, root: &[u8]) -> &'a [u8] {
        let name = &self.piece.name[..];
        let below = name.strip_prefix(root).and_then(|name| name.strip_prefix(b"/"));
        below.filter(|_| !root.is_empty()).unwrap_or(name)
    }

    /// Returns both contents, separated by a line end.
    pub(super) fn text(&self) -> impl Read + Send + use<'a> {
        let [first, second] = self.texts.map(Cursor::new);
        first.chain(&b"\n"[..]).chain(second)
    }
}
