//! Flags for the gate and for GitHub Actions.

use clap::{Arg, ArgAction, ArgMatches, ValueHint};

use super::flags::{flag, switch};
use super::headings::CI;

/// The gate as the command line describes it.
#[derive(Debug, Default)]
pub(crate) struct GateArguments {
    pub(crate) rules: Vec<String>,
    pub(crate) file: Option<String>,
    /// The day that counts as today, if it is not the day of the clock.
    pub(crate) today: Option<String>,
    /// Whether `-adjust` is given, which then also applies to rules with `any`.
    pub(crate) is_adjusted: bool,
    /// Whether to report to GitHub Actions in any case.
    pub(crate) github: bool,
}

/// Returns the flags that give rules.
pub(crate) fn rule_flags() -> [Arg; 2] {
    [
        flag(CI, "gate", "RULES", "Fail on regressions: 'sec/op: +5%' (repeatable)")
            .action(ArgAction::Append),
        flag(CI, "gate-file", "FILE", "Read gate rules from a TOML file; --gate overrides them")
            .value_hint(ValueHint::FilePath),
    ]
}

/// Returns all flags of the gate.
pub(crate) fn gate_flags() -> [Arg; 4] {
    let [rules, file] = rule_flags();
    [
        rules,
        file,
        flag(CI, "today", "DATE", "Use this date for rule files [default: today in UTC]"),
        switch(
            CI,
            "github",
            "Report to GitHub Actions [default: with a gate there]\n\
             Writes a summary, annotations and outputs",
        ),
    ]
}

impl GateArguments {
    /// Reads the arguments of a command that accepts rules but no other gate flags.
    pub(crate) fn rules_from_matches(matches: &ArgMatches) -> GateArguments {
        GateArguments {
            rules: matches.get_many("gate").unwrap_or_default().cloned().collect(),
            file: matches.get_one::<String>("gate-file").cloned(),
            ..GateArguments::default()
        }
    }

    /// Reads the arguments of a command with all gate flags.
    pub(crate) fn from_matches(matches: &ArgMatches) -> GateArguments {
        GateArguments {
            today: matches.get_one::<String>("today").cloned(),
            is_adjusted: matches.contains_id("adjust"),
            github: matches.get_flag("github"),
            ..GateArguments::rules_from_matches(matches)
        }
    }

    /// Returns whether the arguments describe a gate.
    pub(crate) fn is_gate(&self) -> bool {
        !self.rules.is_empty() || self.file.is_some()
    }
}
