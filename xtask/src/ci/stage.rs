//! A stage: what it checks, and what it needs.

use super::tools::Tool;
use crate::Outcome;

/// What a stage needs while it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// Half of the machine.
    Lane,
    /// The same, and cargo's lock of the folder with native builds.
    Cargo,
    /// The whole machine: nothing runs beside it.
    Machine,
}

/// One check.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) name: &'static str,
    /// What it checks, for `--list`.
    pub(super) what: &'static str,
    /// The stages whose products it uses.
    pub(super) needs: &'static [&'static str],
    /// Paths that git knows: after a change in one of these, it runs again.
    pub(super) reads: &'static [&'static str],
    /// What later stages use of it, below the target folder.
    pub(super) makes: &'static [&'static str],
    /// Programs besides cargo.
    pub(super) tools: &'static [Tool],
    pub(super) takes: Takes,
    pub(super) run: fn() -> Outcome,
}
