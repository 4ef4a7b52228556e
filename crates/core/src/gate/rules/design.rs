//! The demand of a gate on how runs were recorded.

/// The design that a comparison must have at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DesignDemand {
    /// The runs of a benchmark do not follow each other.
    Passes,
    /// The runs of both sides alternate.
    Turns,
}

impl DesignDemand {
    const NAMES: [(&'static str, DesignDemand); 2] =
        [("turns", DesignDemand::Turns), ("passes", DesignDemand::Passes)];

    /// What a message says of any other word.
    pub(super) const EXPECTED: &'static str = "expected turns or passes";

    pub(super) fn from_name(name: &str) -> Option<DesignDemand> {
        DesignDemand::NAMES.iter().find(|(known, _)| *known == name).map(|&(_, demand)| demand)
    }
}
