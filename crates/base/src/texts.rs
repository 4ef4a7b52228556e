//! Lists of texts that share their common parts.

use std::fmt;
use std::ops::Index;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::Text;

/// An immutable list of texts: the values of a key.
///
/// A log may have thousands of configuration keys. Then the keys of its tables are long lists that differ in a few
/// indexes and share the memory of all others.
#[derive(Clone)]
pub struct Texts(Shape);

#[derive(Clone)]
enum Shape {
    /// Most lists are short.
    Short(Arc<[Text]>),
    Long(Arc<Long>),
}

struct Long {
    len: usize,
    tree: Tree,
    /// The text at all indexes that have no text.
    empty: Text,
}

/// A list as a tree with [`BRANCHES`] children for each node, without empty texts at the end.
#[derive(Clone, Default)]
pub enum Tree {
    /// No texts.
    #[default]
    Empty,
    /// At most as many texts as a node has branches.
    Leaf(Arc<Vec<Text>>),
    /// The parts of a longer list.
    Branch(Arc<Vec<Tree>>),
}

/// The number of children of a node.
pub const BRANCHES: usize = 16;

impl Tree {
    /// Returns a leaf, in which empty texts at the end are omitted.
    pub fn leaf(mut texts: Vec<Text>) -> Tree {
        let len = texts.iter().rposition(|text| !text.is_empty()).map_or(0, |last| last + 1);
        texts.truncate(len);
        if len == 0 { Tree::Empty } else { Tree::Leaf(Arc::new(texts)) }
    }

    /// Returns a node, in which empty children at the end are omitted.
    pub fn branch(mut below: Vec<Tree>) -> Tree {
        let is_there = |tree: &Tree| !matches!(tree, Tree::Empty);
        let len = below.iter().rposition(is_there).map_or(0, |last| last + 1);
        below.truncate(len);
        if len == 0 { Tree::Empty } else { Tree::Branch(Arc::new(below)) }
    }

    /// Returns the text at an index of a tree whose root has children of `width` texts each.
    fn get(&self, place: usize, width: usize) -> Option<&Text> {
        match self {
            Tree::Empty => None,
            Tree::Leaf(texts) => texts.get(place),
            Tree::Branch(below) => below.get(place / width)?.get(place % width, width / BRANCHES),
        }
    }

    /// Returns the text at an index of a leaf.
    fn text(&self, at: usize) -> &[u8] {
        match self {
            Tree::Leaf(texts) => texts.get(at).map_or(b"", Text::as_bytes),
            Tree::Empty | Tree::Branch(_) => b"",
        }
    }

    /// Adds the indexes in which two trees of equal height differ.
    fn differing(&self, other: &Tree, start: usize, width: usize, found: &mut Places) {
        let is_same = match (self, other) {
            (Tree::Empty, Tree::Empty) => true,
            (Tree::Leaf(a), Tree::Leaf(b)) => Arc::ptr_eq(a, b),
            (Tree::Branch(a), Tree::Branch(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        if is_same {
            return;
        }
        let is_leaf = [self, other].iter().any(|tree| matches!(tree, Tree::Leaf(_)));
        for at in 0..BRANCHES {
            if found.is_full() {
                return;
            }
            if is_leaf {
                if self.text(at) != other.text(at) {
                    found.places.push(start + at);
                }
                continue;
            }
            let below = |tree: &Tree| match tree {
                Tree::Branch(below) => below.get(at).cloned().unwrap_or_default(),
                Tree::Empty | Tree::Leaf(_) => Tree::Empty,
            };
            let start = start + at * width;
            below(self).differing(&below(other), start, width / BRANCHES, found);
        }
    }
}

/// Indexes that were found, up to a limit.
struct Places {
    places: Vec<usize>,
    limit: usize,
}

impl Places {
    fn is_full(&self) -> bool {
        self.limit <= self.places.len()
    }
}

/// Returns the number of texts in each child of the root of a list.
pub fn width(len: usize) -> usize {
    let mut width = 1;
    while width * BRANCHES < len {
        width *= BRANCHES;
    }
    width
}

impl Texts {
    /// Returns the list of a tree, if the list is not short.
    #[doc(hidden)]
    pub fn long(len: usize, tree: Tree) -> Texts {
        Texts(Shape::Long(Arc::new(Long { len, tree, empty: Text::default() })))
    }

    /// Returns whether a list is stored as a plain slice.
    #[doc(hidden)]
    pub fn is_short(len: usize) -> bool {
        len <= BRANCHES
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        match &self.0 {
            Shape::Short(texts) => texts.len(),
            Shape::Long(long) => long.len,
        }
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the text at an index.
    pub fn get(&self, place: usize) -> Option<&Text> {
        match &self.0 {
            Shape::Short(texts) => texts.get(place),
            Shape::Long(long) if place < long.len => {
                Some(long.tree.get(place, width(long.len)).unwrap_or(&long.empty))
            }
            Shape::Long(_) => None,
        }
    }

    /// Returns all texts in order.
    pub fn iter(&self) -> impl Iterator<Item = &Text> + Clone {
        (0..self.len()).map(|place| &self[place])
    }

    /// Returns the first indexes at which two lists differ, up to a limit. Shared parts take no time.
    pub fn differing(&self, other: &Texts, limit: usize) -> Vec<usize> {
        match (&self.0, &other.0) {
            (Shape::Long(a), Shape::Long(b)) if a.len == b.len => {
                let mut found = Places { places: Vec::new(), limit };
                a.tree.differing(&b.tree, 0, width(a.len), &mut found);
                found.places
            }
            _ => {
                let len = self.len().max(other.len());
                (0..len).filter(|&place| self.get(place) != other.get(place)).take(limit).collect()
            }
        }
    }
}

impl FromIterator<Text> for Texts {
    fn from_iter<I: IntoIterator<Item = Text>>(texts: I) -> Texts {
        Texts(Shape::Short(texts.into_iter().collect()))
    }
}

impl Index<usize> for Texts {
    type Output = Text;

    fn index(&self, place: usize) -> &Text {
        match self.get(place) {
            Some(text) => text,
            None => panic!("place {place} of {} texts", self.len()),
        }
    }
}

impl PartialEq for Texts {
    fn eq(&self, other: &Texts) -> bool {
        self.len() == other.len() && self.differing(other, 1).is_empty()
    }
}

impl Eq for Texts {}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Texts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Appends the label of a row: the values of its key that are not empty.
pub fn write_label(out: &mut Vec<u8>, key: &Texts) {
    for (i, word) in key.iter().filter(|word| !word.is_empty()).enumerate() {
        if i != 0 {
            out.push(b' ');
        }
        out.extend_from_slice(word.as_bytes());
    }
}

/// Returns the label of a row or column that is shown without its key: `(none)` if all values are empty, `all` if
/// there is no key.
pub fn label_of(key: &Texts) -> String {
    if key.is_empty() {
        return "all".into();
    }
    let mut label = Vec::new();
    write_label(&mut label, key);
    if label.is_empty() {
        return "(none)".into();
    }
    String::from_utf8_lossy(&label).into_owned()
}

/// Appends the label for use in a sentence, where an empty label would be invisible and is written as `""`.
pub fn write_name(out: &mut Vec<u8>, key: &Texts) {
    let start = out.len();
    write_label(out, key);
    if out.len() == start {
        out.extend_from_slice(b"\"\"");
    }
}
