//! Reads a pattern of Go's dialect from left to right and translates it.
//!
//! Takes the pattern; gives the same language as an expression for the engine, or the error that Go would report, the
//! first from the left. Guarantees that it does not recurse: the builder keeps a list of open groups, with the flags
//! to restore at their end.

use regex_syntax::hir::{ClassUnicode, Hir, Look};

use super::builder::Builder;
use super::error::{RegexpError, code};
use super::piece::{Excess, Repeat};
use super::text::{split_first, until};
use super::{class, escape};

/// The largest count of a repetition.
const MAX_COUNT: u32 = 1000;

/// The flags of `(?ims)`. `U` is read and ignored because greediness does not change which texts match.
#[derive(Clone, Copy, Debug, Default)]
struct Flags {
    fold: bool,
    lines: bool,
    dot_all: bool,
}

struct Parser<'p> {
    pattern: &'p str,
    rest: &'p str,
    flags: Flags,
    out: Builder<Flags>,
}

/// Translates a pattern.
pub(super) fn translate(pattern: &str) -> Result<Hir, RegexpError> {
    let flags = Flags::default();
    let mut parser = Parser { pattern, rest: pattern, flags, out: Builder::new(flags) };
    // The start of the repetition operator right before the current position, if there is one.
    let mut operator = None;
    while let Some((c, after)) = split_first(parser.rest) {
        let here = parser.rest;
        let repeats = parser.step(c, after, operator)?;
        operator = repeats.then_some(here);
    }
    let out = parser.out.finish().map_err(|excess| too_much(excess, pattern))?;
    out.ok_or_else(|| RegexpError::new(code::MISSING_PAREN, pattern))
}

fn too_much(excess: Excess, fragment: &str) -> RegexpError {
    let code = match excess {
        Excess::Height => code::TOO_DEEP,
        Excess::Size => code::TOO_LARGE,
        Excess::Count => code::BAD_REPEAT_COUNT,
    };
    RegexpError::new(code, fragment)
}

impl<'p> Parser<'p> {
    /// Reads one piece, which starts with `c`, and returns whether it was a repetition operator.
    fn step(
        &mut self,
        c: char,
        after: &'p str,
        operator: Option<&'p str>,
    ) -> Result<bool, RegexpError> {
        let s = std::mem::replace(&mut self.rest, after);
        match c {
            '(' => self.open(s)?,
            ')' => match self.out.close().map_err(|e| too_much(e, self.pattern))? {
                Some(flags) => self.flags = flags,
                None => return Err(RegexpError::new(code::UNEXPECTED_PAREN, self.pattern)),
            },
            '|' => self.limited(Builder::bar)?,
            '^' => self.assertion(if self.flags.lines { Look::StartLF } else { Look::Start })?,
            '$' => self.assertion(if self.flags.lines { Look::EndLF } else { Look::End })?,
            '.' => self.class(class::any(self.flags.dot_all))?,
            '[' => {
                let (class, rest) = class::bracket(s, self.flags.fold)?;
                self.rest = rest;
                self.class(class)?;
            }
            '*' | '+' | '?' => {
                self.repeat(s, Repeat::Operator(c), operator)?;
                return Ok(true);
            }
            '{' => match counts(s) {
                Some((min, max, rest)) => {
                    self.rest = rest;
                    if min > MAX_COUNT || max.is_some_and(|max| max > MAX_COUNT || max < min) {
                        return Err(RegexpError::new(code::BAD_REPEAT_COUNT, until(s, rest)));
                    }
                    self.repeat(s, Repeat::Counted { min, max }, operator)?;
                    return Ok(true);
                }
                // A brace that does not begin a count is a literal.
                None => self.literal(u32::from(c))?,
            },
            '\\' => self.backslash(s)?,
            c => self.literal(u32::from(c))?,
        }
        Ok(false)
    }

    /// Reads a piece that starts with a backslash. `self.rest` is right after it.
    fn backslash(&mut self, s: &'p str) -> Result<(), RegexpError> {
        let Some((letter, after)) = split_first(self.rest) else {
            return Err(RegexpError::new(code::TRAILING_BACKSLASH, ""));
        };
        self.rest = after;
        match letter {
            'A' => return self.assertion(Look::Start),
            'z' => return self.assertion(Look::End),
            'b' => return self.assertion(Look::WordAscii),
            'B' => return self.assertion(Look::WordAsciiNegate),
            // `\C` matches one byte of any kind, but Go's texts have no single bytes.
            'C' => return Err(RegexpError::new(code::BAD_ESCAPE, until(s, after))),
            'Q' => return self.quoted(after),
            _ => {}
        }
        let fold = self.flags.fold;
        let found = class::property(s, fold)?.or_else(|| class::perl(s, fold));
        if let Some((class, rest)) = found {
            self.rest = rest;
            return self.class(class);
        }
        let (c, rest) = escape::parse(s)?;
        self.rest = rest;
        self.literal(c)
    }

    /// Reads literal text up to `\E` or the end.
    fn quoted(&mut self, s: &'p str) -> Result<(), RegexpError> {
        let (text, rest) = s.split_once("\\E").unwrap_or((s, ""));
        self.rest = rest;
        text.chars().try_for_each(|c| self.literal(u32::from(c)))
    }

    /// Reads a repetition, whose operator ended at `self.rest`, with its lazy mark.
    fn repeat(
        &mut self,
        s: &'p str,
        repeat: Repeat,
        before: Option<&'p str>,
    ) -> Result<(), RegexpError> {
        self.rest = self.rest.strip_prefix('?').unwrap_or(self.rest);
        if let Some(before) = before {
            return Err(RegexpError::new(code::NESTED_REPEAT, until(before, self.rest)));
        }
        let fragment = until(s, self.rest);
        match self.out.repeat(repeat) {
            Ok(true) => Ok(()),
            Ok(false) => Err(RegexpError::new(code::MISSING_ARGUMENT, fragment)),
            Err(Excess::Count) => Err(too_much(Excess::Count, fragment)),
            Err(excess) => Err(too_much(excess, self.pattern)),
        }
    }

    /// Reads the start of a group, or a change of flags. `s` starts at the parenthesis.
    fn open(&mut self, s: &'p str) -> Result<(), RegexpError> {
        let Some(inner) = self.rest.strip_prefix('?') else {
            return self.group(true);
        };
        let name = inner.strip_prefix("P<").or_else(|| inner.strip_prefix('<'));
        // A bracket without a character after it is not the bracket of a name.
        match name.filter(|name| !name.is_empty()) {
            Some(name) => self.open_named(s, name),
            None => self.open_flagged(s, inner),
        }
    }

    fn open_named(&mut self, s: &'p str, name: &'p str) -> Result<(), RegexpError> {
        let Some((name, rest)) = name.split_once('>') else {
            return Err(RegexpError::new(code::BAD_CAPTURE, s));
        };
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            return Err(RegexpError::new(code::BAD_CAPTURE, until(s, rest)));
        }
        self.rest = rest;
        self.group(true)
    }

    /// Reads flags up to `:`, which opens a group for them, or up to `)`, which does not.
    fn open_flagged(&mut self, s: &'p str, mut rest: &'p str) -> Result<(), RegexpError> {
        let mut flags = self.flags;
        let mut set = true;
        // A minus must be followed by at least one flag.
        let mut wants_flag = false;
        while let Some((c, after)) = split_first(rest) {
            rest = after;
            match c {
                'i' => flags.fold = set,
                'm' => flags.lines = set,
                's' => flags.dot_all = set,
                'U' => {}
                '-' if set => {
                    (set, wants_flag) = (false, true);
                    continue;
                }
                ':' | ')' if !wants_flag => {
                    if c == ':' {
                        self.group(false)?;
                    }
                    self.flags = flags;
                    self.rest = rest;
                    return Ok(());
                }
                _ => break,
            }
            wants_flag = false;
        }
        Err(RegexpError::new(code::BAD_PERL, until(s, rest)))
    }

    fn group(&mut self, capturing: bool) -> Result<(), RegexpError> {
        let flags = self.flags;
        self.limited(|out| out.open(capturing, flags))
    }

    fn literal(&mut self, c: u32) -> Result<(), RegexpError> {
        self.class(class::single(c, self.flags.fold))
    }

    fn class(&mut self, class: ClassUnicode) -> Result<(), RegexpError> {
        self.limited(|out| out.class(class))
    }

    fn assertion(&mut self, look: Look) -> Result<(), RegexpError> {
        self.limited(|out| out.assertion(look))
    }

    fn limited(
        &mut self,
        write: impl FnOnce(&mut Builder<Flags>) -> Result<(), Excess>,
    ) -> Result<(), RegexpError> {
        write(&mut self.out).map_err(|excess| too_much(excess, self.pattern))
    }
}

/// Reads `{n}`, `{n,}` or `{n,m}`. Numbers beyond all limits are returned as `u32::MAX`.
fn counts(s: &str) -> Option<(u32, Option<u32>, &str)> {
    let (min, rest) = number(s.strip_prefix('{')?)?;
    let (max, rest) = match rest.strip_prefix(',') {
        None => (Some(min), rest),
        Some(rest) => match number(rest) {
            Some((max, rest)) => (Some(max), rest),
            None => (None, rest),
        },
    };
    Some((min, max, rest.strip_prefix('}')?))
}

/// Reads a decimal number without leading zeros.
fn number(s: &str) -> Option<(u32, &str)> {
    let end = s.find(|c: char| !c.is_ascii_digit()).unwrap_or(s.len());
    let (digits, rest) = s.split_at_checked(end)?;
    if digits.is_empty() || (digits.len() > 1 && digits.starts_with('0')) {
        return None;
    }
    Some((digits.parse().unwrap_or(u32::MAX), rest))
}
