//! Builds the translated pattern.
//!
//! Takes the pieces of a pattern in order (atoms, repetitions, bars, group ends); gives the expression that the engine
//! compiles, made of literals, classes, assertions and counts. The properties that the limits need are computed while
//! a piece is built.

use regex_syntax::hir::{Class, ClassUnicode, Hir, Look, Repetition};

use super::piece::{ATOM, CHARACTER, Excess, Kind, Piece, Repeat, Row};

/// The maximum number of characters and range ends, plus a few for each class. A tree has a few hundred times this
/// size.
const MAX_LENGTH: usize = 1 << 19;

/// The length that counts for a range of a class, about the length of its text.
const RANGE_LENGTH: usize = 8;

/// The maximum number of groups that are open at once. Groups that capture nothing add no height, however deep they
/// nest.
const MAX_OPEN: usize = 4000;

/// The last piece, to which a repetition would apply.
#[derive(Debug)]
struct Last {
    piece: Piece,
    built: Hir,
}

/// An open group, or the whole pattern.
#[derive(Debug)]
struct Group<T> {
    capturing: bool,
    kept: T,
    branches: Row,
    built_branches: Vec<Hir>,
    pieces: Row,
    built_pieces: Vec<Hir>,
    last: Option<Last>,
}

impl<T> Group<T> {
    fn new(capturing: bool, kept: T) -> Group<T> {
        Group {
            capturing,
            kept,
            branches: Row::new(Kind::Alternate),
            built_branches: Vec::new(),
            pieces: Row::new(Kind::Concat),
            built_pieces: Vec::new(),
            last: None,
        }
    }

    fn push(&mut self, next: Option<Last>) {
        if let Some(last) = std::mem::replace(&mut self.last, next) {
            self.pieces.add(last.piece);
            self.built_pieces.push(last.built);
        }
    }

    fn end_branch(&mut self) {
        self.push(None);
        let branch = std::mem::replace(&mut self.pieces, Row::new(Kind::Concat)).close();
        self.branches.add(branch);
        self.built_branches.push(Hir::concat(std::mem::take(&mut self.built_pieces)));
    }
}

/// The translation so far. Each open group keeps a `T` for the parser.
#[derive(Debug)]
pub(super) struct Builder<T> {
    /// The size of the translation, measured like [`MAX_LENGTH`].
    length: usize,
    outer: Vec<Group<T>>,
    group: Group<T>,
}

impl<T> Builder<T> {
    pub(super) fn new(kept: T) -> Builder<T> {
        Builder { length: 0, outer: Vec::new(), group: Group::new(false, kept) }
    }

    /// Returns the finished translation, or `None` if a group is still open.
    pub(super) fn finish(mut self) -> Result<Option<Hir>, Excess> {
        self.group.end_branch();
        self.group.branches.close().check()?;
        let is_whole = self.outer.is_empty();
        Ok(is_whole.then(|| Hir::alternation(self.group.built_branches)))
    }

    /// Adds an assertion.
    pub(super) fn assertion(&mut self, look: Look) -> Result<(), Excess> {
        self.push(ATOM, Hir::look(look), RANGE_LENGTH)
    }

    /// Adds one character of a set.
    pub(super) fn class(&mut self, class: ClassUnicode) -> Result<(), Excess> {
        let (piece, length) = match class.ranges() {
            [only] if only.start() == only.end() => (CHARACTER, 1),
            ranges => (ATOM, (1 + ranges.len()) * RANGE_LENGTH),
        };
        self.push(piece, Hir::class(Class::Unicode(class)), length)
    }

    /// Opens a group, whose end returns `kept`.
    pub(super) fn open(&mut self, capturing: bool, kept: T) -> Result<(), Excess> {
        if self.outer.len() >= MAX_OPEN {
            return Err(Excess::Height);
        }
        let group = Group::new(capturing, kept);
        self.outer.push(std::mem::replace(&mut self.group, group));
        Ok(())
    }

    /// Closes the innermost group, or returns `None` if no group is open.
    pub(super) fn close(&mut self) -> Result<Option<T>, Excess> {
        let Some(outer) = self.outer.pop() else { return Ok(None) };
        let mut group = std::mem::replace(&mut self.group, outer);
        group.end_branch();
        let mut piece = group.branches.close();
        if group.capturing {
            piece = piece.captured();
        }
        self.push(piece, Hir::alternation(group.built_branches), RANGE_LENGTH)?;
        Ok(Some(group.kept))
    }

    /// Adds a bar between branches.
    pub(super) fn bar(&mut self) -> Result<(), Excess> {
        self.group.end_branch();
        self.group.branches.close().check()
    }

    /// Repeats the last piece, or returns `false` if there is no piece.
    pub(super) fn repeat(&mut self, repeat: Repeat) -> Result<bool, Excess> {
        let Some(last) = self.group.last.as_mut() else { return Ok(false) };
        let (min, max) = match repeat {
            Repeat::Operator('*') => (0, None),
            Repeat::Operator('+') => (1, None),
            Repeat::Operator(_) => (0, Some(1)),
            Repeat::Counted { min, max } => (min, max),
        };
        last.piece = last.piece.repeated(repeat)?;
        let sub = Box::new(std::mem::replace(&mut last.built, Hir::empty()));
        last.built = Hir::repetition(Repetition { min, max, greedy: true, sub });
        Ok(true)
    }

    fn push(&mut self, piece: Piece, built: Hir, length: usize) -> Result<(), Excess> {
        self.group.push(Some(Last { piece, built }));
        self.length += length;
        if self.length > MAX_LENGTH { Err(Excess::Size) } else { piece.check() }
    }
}
