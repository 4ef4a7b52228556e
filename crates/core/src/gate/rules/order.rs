//! The run order that a gate requires.

/// The run order that a gate requires. Without one, rows whose runs are not interleaved and not in rounds are undecided
/// if they differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OrderDemand {
    /// No order: sequential runs are judged like all others.
    Any,
    /// Each side ran all its benchmarks several times.
    Rounds,
    /// The runs of both sides alternate.
    Interleaved,
}

impl OrderDemand {
    const NAMES: [(&'static str, OrderDemand); 3] = [
        ("interleaved", OrderDemand::Interleaved),
        ("rounds", OrderDemand::Rounds),
        ("any", OrderDemand::Any),
    ];

    /// The message about any other word.
    pub(super) const EXPECTED: &'static str = "expected interleaved, rounds or any";

    pub(super) fn from_name(name: &str) -> Option<OrderDemand> {
        OrderDemand::NAMES.iter().find(|(known, _)| *known == name).map(|&(_, demand)| demand)
    }
}
