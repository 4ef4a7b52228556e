//! Writes the translated pattern.
//!
//! Takes the pieces of a pattern in order (atoms, repetitions, bars, group ends); gives a
//! pattern for the `regex` crate made of literals, classes of plain ranges, assertions,
//! non-capturing groups and counts. No tree is built: what the limits need to know of a piece
//! is summed up as it is written.

use regex_syntax::hir::ClassUnicode;

use super::piece::{ATOM, CHARACTER, Excess, Kind, Piece, Repeat, Row};

/// The translation is parsed into a tree some hundred times its length.
const MAX_LENGTH: usize = 1 << 19;

/// Groups open at once. Those that capture nothing add no height, however deep.
const MAX_OPEN: usize = 4000;

/// The piece written last, on which a repetition would act.
#[derive(Clone, Copy, Debug)]
struct Last {
    piece: Piece,
    start: usize,
    repeated: bool,
}

/// An open group, or the whole pattern.
#[derive(Debug)]
struct Group<T> {
    start: usize,
    capturing: bool,
    kept: T,
    branches: Row,
    pieces: Row,
    last: Option<Last>,
}

impl<T> Group<T> {
    fn new(start: usize, capturing: bool, kept: T) -> Group<T> {
        let (branches, pieces) = (Row::new(Kind::Alternate), Row::new(Kind::Concat));
        Group { start, capturing, kept, branches, pieces, last: None }
    }

    fn push(&mut self, next: Option<Last>) {
        if let Some(last) = std::mem::replace(&mut self.last, next) {
            self.pieces.add(last.piece);
        }
    }

    fn end_branch(&mut self) {
        self.push(None);
        let branch = std::mem::replace(&mut self.pieces, Row::new(Kind::Concat)).close();
        self.branches.add(branch);
    }
}

/// The translation so far. Each open group keeps a `T` for the parser.
#[derive(Debug)]
pub(super) struct Builder<T> {
    out: String,
    outer: Vec<Group<T>>,
    group: Group<T>,
}

impl<T> Builder<T> {
    pub(super) fn new(kept: T) -> Builder<T> {
        Builder { out: String::new(), outer: Vec::new(), group: Group::new(0, false, kept) }
    }

    /// The finished translation, or `None` if a group is still open.
    pub(super) fn finish(mut self) -> Result<Option<String>, Excess> {
        self.group.end_branch();
        self.group.branches.close().check()?;
        Ok(self.outer.is_empty().then_some(self.out))
    }

    /// An assertion or an other atom, as the `regex` crate writes it.
    pub(super) fn atom(&mut self, text: &str) -> Result<(), Excess> {
        let start = self.out.len();
        self.out.push_str(text);
        self.push(ATOM, start)
    }

    /// One character out of a set.
    pub(super) fn class(&mut self, class: &ClassUnicode) -> Result<(), Excess> {
        let start = self.out.len();
        let mut piece = ATOM;
        match class.ranges() {
            [] => self.out.push_str(r"[^\x{0}-\x{10FFFF}]"),
            [only] if only.start() == only.end() => {
                piece = CHARACTER;
                self.character(only.start());
            }
            ranges => {
                self.out.push('[');
                for range in ranges {
                    self.character(range.start());
                    if range.start() != range.end() {
                        self.out.push('-');
                        self.character(range.end());
                    }
                }
                self.out.push(']');
            }
        }
        self.push(piece, start)
    }

    /// Opens a group, whose end will give `kept` back.
    pub(super) fn open(&mut self, capturing: bool, kept: T) -> Result<(), Excess> {
        if self.outer.len() >= MAX_OPEN {
            return Err(Excess::Height);
        }
        let group = Group::new(self.out.len(), capturing, kept);
        self.out.push_str("(?:");
        self.outer.push(std::mem::replace(&mut self.group, group));
        Ok(())
    }

    /// Closes the innermost group, or gives `None` if there is none.
    pub(super) fn close(&mut self) -> Result<Option<T>, Excess> {
        let Some(outer) = self.outer.pop() else { return Ok(None) };
        let mut group = std::mem::replace(&mut self.group, outer);
        self.out.push(')');
        group.end_branch();
        let mut piece = group.branches.close();
        if group.capturing {
            piece = piece.captured();
        }
        self.push(piece, group.start)?;
        Ok(Some(group.kept))
    }

    /// A bar between branches.
    pub(super) fn bar(&mut self) -> Result<(), Excess> {
        self.out.push('|');
        self.group.end_branch();
        self.group.branches.close().check()
    }

    /// Repeats the last piece; `false` if there is none.
    pub(super) fn repeat(&mut self, repeat: Repeat) -> Result<bool, Excess> {
        let Some(last) = self.group.last.as_mut() else { return Ok(false) };
        if last.repeated {
            // Two operators in a row would be read as one of another meaning.
            self.out.insert_str(last.start, "(?:");
            self.out.push(')');
        }
        match repeat {
            Repeat::Operator(operator) => self.out.push(operator),
            Repeat::Counted { min, max } => {
                let most = max.map_or(String::new(), |max| max.to_string());
                self.out.push_str(&format!("{{{min},{most}}}"));
            }
        }
        last.piece = last.piece.repeated(repeat)?;
        last.repeated = true;
        Ok(true)
    }

    fn push(&mut self, piece: Piece, start: usize) -> Result<(), Excess> {
        self.group.push(Some(Last { piece, start, repeated: false }));
        if self.out.len() > MAX_LENGTH { Err(Excess::Size) } else { piece.check() }
    }

    /// Writes letters and digits as they are, and by its number what could mean something.
    fn character(&mut self, c: char) {
        if c.is_ascii_alphanumeric() || c >= '\u{A0}' {
            self.out.push(c);
        } else {
            self.out.push_str(&format!("\\x{{{:X}}}", u32::from(c)));
        }
    }
}
