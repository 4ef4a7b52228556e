//! What the limits need to know of the pieces of a pattern.
//!
//! Takes pieces as they are joined, captured and repeated; gives the height, the size and the
//! product of nested counts of what comes of it, or the limit that it exceeds. The limits are
//! those of Go's parser, so that its refusals are ours, and one on depth that is lower.
//! It knows nothing of characters or of the translation's text.

/// Go's limits: the height of the syntax tree, the instructions of the program, the product
/// of nested counts.
const MAX_HEIGHT: u32 = 1000;
const MAX_SIZE: u64 = (128 << 20) / 40;
const MAX_PRODUCT: u64 = 1000;

/// Rows and repetitions inside each other. The engine recurses into them, though not
/// into groups as such, and this many fit the small stacks of threads and of wasm.
const MAX_DEPTH: u32 = 100;

/// Which limit was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Excess {
    Height,
    Size,
    Count,
}

/// How the tree node of a piece joins with its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Literal,
    Concat,
    Alternate,
    Other,
}

/// A piece, as far as the limits go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    kind: Kind,
    /// Levels of Go's tree, where a group that captures is one.
    height: u32,
    /// Levels of the translation's tree, where it is not.
    depth: u32,
    size: u64,
    product: u64,
}

/// An assertion, a class, or nothing.
pub(super) const ATOM: Piece =
    Piece { kind: Kind::Other, height: 1, depth: 1, size: 1, product: 1 };

/// A character.
pub(super) const CHARACTER: Piece = Piece { kind: Kind::Literal, ..ATOM };

impl Piece {
    /// The piece in a group that captures.
    pub(super) fn captured(self) -> Piece {
        let size = self.size.saturating_add(2);
        Piece { kind: Kind::Other, height: self.height + 1, size, ..self }
    }

    /// The piece under a repetition.
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

    /// Whether the piece is within the limits.
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

/// A row of pieces that become children of one node, `kind` telling which.
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
    /// A row without pieces.
    pub(super) const fn new(kind: Kind) -> Row {
        Row { kind, count: 0, literal: true, height: 0, depth: 0, size: 0, product: 1, only: ATOM }
    }

    /// Puts a piece at the end.
    pub(super) fn add(&mut self, piece: Piece) {
        // A node of the row's own kind is dissolved: its children join the row.
        let height = if piece.kind == self.kind { piece.height - 1 } else { piece.height };
        self.count += 1;
        self.literal &= piece.kind == Kind::Literal;
        self.height = self.height.max(height);
        self.depth = self.depth.max(piece.depth);
        self.size = self.size.saturating_add(piece.size);
        self.product = self.product.max(piece.product);
        self.only = piece;
    }

    /// What the row amounts to as one piece.
    pub(super) fn close(self) -> Piece {
        match self.count {
            0 => ATOM,
            1 => self.only,
            // Characters in a row are one literal.
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

/// A repetition: `*`, `+`, `?` have no counts of their own to check.
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

/// Nothing under a count of zero is ever unrolled.
fn counted_product(product: u64, min: u32, max: Option<u32>) -> u64 {
    match max {
        Some(0) => 1,
        max => product.saturating_mul(u64::from(max.unwrap_or(min).max(1))),
    }
}
