//! The properties of pattern pieces that the limits need.
//!
//! Takes pieces as they are joined, captured and repeated; gives the height, the size and the product of nested counts
//! of the result, or the limit that it exceeds. The limits are the limits of Go's parser, so that both reject the same
//! patterns, plus a lower limit on depth. Must not know characters or the text of the translation.

/// Go's limits: the height of the syntax tree, the instructions of the program, the product
/// of nested counts.
const MAX_HEIGHT: u32 = 1000;
const MAX_SIZE: u64 = (128 << 20) / 40;
const MAX_PRODUCT: u64 = 1000;

/// The maximum number of nested sequences and repetitions. The engine recurses into them, though not into groups as
/// such, and this depth fits the small stacks of threads and of WebAssembly.
const MAX_DEPTH: u32 = 100;

/// The limit that was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Excess {
    Height,
    Size,
    Count,
}

/// How the tree node of a piece joins with its neighbors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Literal,
    Concat,
    Alternate,
    Other,
}

/// A piece, with only the properties that the limits need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    kind: Kind,
    /// Levels of Go's tree, in which a capturing group is a level.
    height: u32,
    /// Levels of the translation's tree, in which a capturing group is not a level.
    depth: u32,
    size: u64,
    product: u64,
}

/// An assertion, a class, or an empty piece.
pub(super) const ATOM: Piece =
    Piece { kind: Kind::Other, height: 1, depth: 1, size: 1, product: 1 };

/// A character.
pub(super) const CHARACTER: Piece = Piece { kind: Kind::Literal, ..ATOM };

impl Piece {
    /// Returns the piece in a capturing group.
    pub(super) fn captured(self) -> Piece {
        let size = self.size.saturating_add(2);
        Piece { kind: Kind::Other, height: self.height + 1, size, ..self }
    }

    /// Returns the piece under a repetition.
    pub(super) fn repeated(self, repeat: Repeat) -> Result<Piece, Excess> {
        let (height, depth) = (self.height + 1, self.depth + 1);
        let (size, product) = match repeat {
            Repeat::Operator('*') => (self.size.saturating_add(2), self.product),
            Repeat::Operator(_) => (self.size.saturating_add(1), self.product),
            Repeat::Counted { min, max } => {
                (counted_size(self.size, min, max), counted_product(self.product, min, max))
            }
        };
        let piece = Piece { kind: Kind::Other, height, depth, size: size.max(1), product };
        piece.check()?;
        let counts = matches!(repeat, Repeat::Counted { min, max }
            if min >= 2 || max.is_some_and(|max| max >= 2));
        if counts && product > MAX_PRODUCT { Err(Excess::Count) } else { Ok(piece) }
    }

    /// Checks that the piece is within the limits.
    pub(super) fn check(self) -> Result<(), Excess> {
        if self.size > MAX_SIZE {
            Err(Excess::Size)
        } else if self.height > MAX_HEIGHT || self.depth > MAX_DEPTH {
            Err(Excess::Height)
        } else {
            Ok(())
        }
    }
}

/// A sequence of pieces that become children of one node of this `kind`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    kind: Kind,
    count: usize,
    literal: bool,
    height: u32,
    depth: u32,
    size: u64,
    product: u64,
    only: Piece,
}

impl Row {
    /// Returns a sequence without pieces.
    pub(super) const fn new(kind: Kind) -> Row {
        Row { kind, count: 0, literal: true, height: 0, depth: 0, size: 0, product: 1, only: ATOM }
    }

    /// Appends a piece.
    pub(super) fn add(&mut self, piece: Piece) {
        // A node of the same kind as the sequence is dissolved: its children join the sequence.
        let height = if piece.kind == self.kind { piece.height - 1 } else { piece.height };
        self.count += 1;
        self.literal &= piece.kind == Kind::Literal;
        self.height = self.height.max(height);
        self.depth = self.depth.max(piece.depth);
        self.size = self.size.saturating_add(piece.size);
        self.product = self.product.max(piece.product);
        self.only = piece;
    }

    /// Returns the sequence as one piece.
    pub(super) fn close(self) -> Piece {
        match self.count {
            0 => ATOM,
            1 => self.only,
            // A sequence of characters is one literal.
            _ if self.literal && self.kind == Kind::Concat => {
                Piece { kind: Kind::Literal, height: 1, ..self.node() }
            }
            _ => self.node(),
        }
    }

    fn node(self) -> Piece {
        let bars = if self.kind == Kind::Alternate { self.count as u64 - 1 } else { 0 };
        Piece {
            kind: self.kind,
            height: self.height + 1,
            depth: self.depth + 1,
            size: self.size.saturating_add(bars),
            product: self.product,
        }
    }
}

/// A repetition. `*`, `+` and `?` have no counts of their own to check.
#[derive(Clone, Copy, Debug)]
pub(super) enum Repeat {
    Operator(char),
    Counted { min: u32, max: Option<u32> },
}

fn counted_size(size: u64, min: u32, max: Option<u32>) -> u64 {
    match max {
        None if min == 0 => size.saturating_add(2),
        None => size.saturating_mul(u64::from(min)).saturating_add(1),
        Some(max) => {
            size.saturating_mul(u64::from(max)).saturating_add(u64::from(max.saturating_sub(min)))
        }
    }
}

/// Returns the product of nested counts. A piece under a count of zero is never unrolled.
fn counted_product(product: u64, min: u32, max: Option<u32>) -> u64 {
    match max {
        Some(0) => 1,
        max => product.saturating_mul(u64::from(max.unwrap_or(min).max(1))),
    }
}
