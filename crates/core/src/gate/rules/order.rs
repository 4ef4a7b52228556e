//! The run order that a gate requires.

/// The weakest run order that a gate accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OrderDemand {
    /// Each side ran all its benchmarks several times.
    Rounds,
    /// The runs of both sides alternate.
    Interleaved,
}

impl OrderDemand {
    const NAMES: [(&'static str, OrderDemand); 2] =
        [("interleaved", OrderDemand::Interleaved), ("rounds", OrderDemand::Rounds)];

    /// The message about any other word.
    pub(super) const EXPECTED: &'static str = "expected interleaved or rounds";

    pub(super) fn from_name(name: &str) -> Option<OrderDemand> {
        OrderDemand::NAMES.iter().find(|(known, _)| *known == name).map(|&(_, demand)| demand)
    }
}
