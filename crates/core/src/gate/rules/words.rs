//! The words of rules: the name of each, and a sentence about it.
//!
//! The readers of flags and of files, the help and `docs/gate-rules.md` use these tables. Must not know how a word is
//! applied.

/// A term after the colon of a rule that is a single word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Term {
    Any,
    Proven,
    MedianOnly,
    Warn,
    Optional,
    AnyOrder,
}

impl Term {
    pub(super) const ALL: [Term; 6] =
        [Term::Any, Term::Proven, Term::MedianOnly, Term::Warn, Term::Optional, Term::AnyOrder];

    pub(super) fn name(self) -> &'static str {
        self.word().written
    }

    fn word(self) -> Word {
        let (written, text) = match self {
            Term::Any => ("any", "fail on every significant regression"),
            Term::Proven => ("proven", "require proof that the change is within the limit"),
            Term::MedianOnly => ("median-only", "compare medians without a test"),
            Term::Warn => ("warn", "report regressions, but do not fail"),
            Term::Optional => ("optional", "allow that nothing matches the rule"),
            Term::AnyOrder => ("any-order", "judge sequential runs; for units without a time"),
        };
        Word { written, text }
    }

    pub(super) fn from_name(name: &str) -> Option<Term> {
        Term::ALL.into_iter().find(|term| term.name() == name)
    }
}

/// The words of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Terms([bool; Term::ALL.len()]);

impl Terms {
    pub(crate) fn has(self, term: Term) -> bool {
        self.0[term as usize]
    }

    pub(super) fn add(&mut self, term: Term) {
        self.0[term as usize] = true;
    }

    /// Returns the words of both.
    pub(super) fn or(self, other: Terms) -> Terms {
        let mut both = self;
        Term::ALL.into_iter().filter(|&term| other.has(term)).for_each(|term| both.add(term));
        both
    }
}

/// A clause about a whole gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clause {
    Missing,
    New,
    Mismatch,
    Failed,
    Malformed,
    Unconfirmed,
    Order,
    Agree,
}

impl Clause {
    pub(super) const ALL: [Clause; 8] = [
        Clause::Missing,
        Clause::New,
        Clause::Mismatch,
        Clause::Failed,
        Clause::Malformed,
        Clause::Unconfirmed,
        Clause::Order,
        Clause::Agree,
    ];

    pub(super) fn name(self) -> &'static str {
        let written = self.word().written;
        written.split(':').next().unwrap_or(written)
    }

    fn word(self) -> Word {
        let (written, text) = match self {
            Clause::Missing => {
                ("missing: fail, warn or ignore", "benchmarks that the new side lacks")
            }
            Clause::New => ("new: fail, warn or ignore", "benchmarks that the baseline lacks"),
            Clause::Mismatch => {
                ("mismatch: fail or allow", "benchmarks with sides in different tables")
            }
            Clause::Failed => ("failed: fail or allow", "logs of runs that failed"),
            Clause::Malformed => ("malformed: fail or allow", "logs with invalid lines"),
            Clause::Unconfirmed => ("unconfirmed: allow or fail", "a first bad point of a history"),
            Clause::Order => {
                ("order: interleaved, rounds or any", "require this run order; any judges all")
            }
            Clause::Agree => ("agree: KEYS", "require equal values on both sides"),
        };
        Word { written, text }
    }

    pub(super) fn from_name(name: &str) -> Option<Clause> {
        Clause::ALL.into_iter().find(|clause| clause.name() == name)
    }
}

/// A word of the language of rules.
#[derive(Debug, Clone, Copy)]
pub struct Word {
    /// The word as it is written, with its values.
    pub written: &'static str,
    /// Its effect, in a few words.
    pub text: &'static str,
}

const fn of(written: &'static str, text: &'static str) -> Word {
    Word { written, text }
}

/// Returns the terms after the colon of a rule.
#[doc(hidden)]
#[must_use]
pub fn term_words() -> Vec<Word> {
    let numbers = [
        of("+5%, +20ns", "fail if worse by more; with both, both must be exceeded"),
        of("n>=6", "require 6 runs on each side"),
    ];
    numbers.into_iter().chain(Term::ALL.map(Term::word)).collect()
}

/// Returns the clauses about a whole gate. The first of several values is the default of what fails or is allowed.
#[doc(hidden)]
#[must_use]
pub fn clause_words() -> Vec<Word> {
    Clause::ALL.map(Clause::word).into()
}
