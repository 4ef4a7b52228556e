//! How the runs of a comparison were recorded.

/// How the runs of a comparison were recorded, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Design {
    /// The runs of a benchmark follow each other within a log, as `-count` records them.
    Adjacent,
    /// All runs of one side came before those of the other side.
    OneAfterTheOther,
    /// Neither the order of the results nor their times say.
    Unknown,
    /// The runs of a benchmark do not follow each other within a log.
    InPasses,
    /// The runs of both sides take turns.
    InTurns,
}

impl Design {
    /// All, the weakest first.
    pub const ALL: [Design; 5] = [
        Design::Adjacent,
        Design::OneAfterTheOther,
        Design::Unknown,
        Design::InPasses,
        Design::InTurns,
    ];

    /// The words that every output uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Design::Adjacent => "adjacent",
            Design::OneAfterTheOther => "one after the other",
            Design::Unknown => "unknown",
            Design::InPasses => "in passes",
            Design::InTurns => "in turns",
        }
    }

    /// Whether a drift of the machine would look like a change.
    #[must_use]
    pub fn is_weak(self) -> bool {
        matches!(self, Design::Adjacent | Design::OneAfterTheOther)
    }
}
