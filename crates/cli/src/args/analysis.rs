//! Flags of the analysis: `-delta-ci`, `-margin`, `-adjust`, `-better`.

use clap::{Arg, ArgAction};

use super::flags::{Suggested, flag, switch};
use super::headings::STATISTICS;

/// The flags.
pub(super) fn flags() -> Vec<Arg> {
    vec![
        switch(STATISTICS, "delta-ci", "Show the confidence interval of each change, and outcomes"),
        flag(STATISTICS, "margin", "PERCENT", "Equivalence margin, such as 2%; shows outcomes"),
        flag(
            STATISTICS,
            "adjust",
            "METHOD",
            "Adjust p for many comparisons: none, holm, bh or by; shows outcomes",
        )
        .value_parser(Suggested::new(&["none", "holm", "bh", "by"])),
        better("Which way is better for a unit: higher or lower; shows outcomes"),
    ]
}

/// The flag `-better` of a calibration.
pub(crate) fn better_flag() -> Arg {
    better("Which way is better for a unit: higher or lower")
}

fn better(help: &'static str) -> Arg {
    flag(STATISTICS, "better", "UNIT=WAY", help).action(ArgAction::Append)
}
