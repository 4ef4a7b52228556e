//! Flags of the gate, and of GitHub Actions.

use clap::{Arg, ArgAction, ArgMatches, ValueHint};

use super::flags::{flag, switch};
use super::headings::CI;

/// What a command line says of a gate.
#[derive(Debug, Default)]
pub(crate) struct GateArguments {
    pub(crate) rules: Vec<String>,
    pub(crate) file: Option<String>,
    /// The day that counts as today, if it is not to be that of the clock.
    pub(crate) today: Option<String>,
    /// Whether `-adjust` says how p is adjusted, for rules with `any` too.
    pub(crate) is_adjusted: bool,
    /// Whether GitHub Actions is told in any case.
    pub(crate) github: bool,
}

/// The flags that give rules.
pub(crate) fn rule_flags() -> [Arg; 2] {
    [
        flag(CI, "gate", "RULES", "Fail on regressions: 'sec/op: +5%' (repeatable)")
            .action(ArgAction::Append),
        flag(CI, "gate-file", "FILE", "Read gate rules from a TOML file; --gate overrides them")
            .value_hint(ValueHint::FilePath),
    ]
}

/// The flags.
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
    /// Reads the arguments of a command that has rules and nothing else.
    pub(crate) fn rules_from_matches(matches: &ArgMatches) -> GateArguments {
        GateArguments {
            rules: matches.get_many("gate").unwrap_or_default().cloned().collect(),
            file: matches.get_one::<String>("gate-file").cloned(),
            ..GateArguments::default()
        }
    }

    /// Reads the arguments.
    pub(crate) fn from_matches(matches: &ArgMatches) -> GateArguments {
        GateArguments {
            today: matches.get_one::<String>("today").cloned(),
            is_adjusted: matches.contains_id("adjust"),
            github: matches.get_flag("github"),
            ..GateArguments::rules_from_matches(matches)
        }
    }

    /// Whether there is a gate.
    pub(crate) fn is_gate(&self) -> bool {
        !self.rules.is_empty() || self.file.is_some()
    }
}
