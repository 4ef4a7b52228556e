//! A stage: its check and its requirements.

use super::tools::Tool;
use crate::Outcome;

/// The resources that a stage needs while it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// Half of the machine.
    Lane,
    /// Half of the machine, and cargo's lock on the folder with native builds.
    Cargo,
    /// The whole machine: nothing runs in parallel.
    Machine,
}

/// One check.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) name: &'static str,
    /// A description of the check, for `--list`.
    pub(super) what: &'static str,
    /// The stages whose products it uses.
    pub(super) needs: &'static [&'static str],
    /// Paths that git tracks: after a change in one of them, the stage runs again.
    pub(super) reads: &'static [&'static str],
    /// The products that later stages use, relative to the target folder.
    pub(super) makes: &'static [&'static str],
    /// The programs that it needs besides cargo.
    pub(super) tools: &'static [Tool],
    pub(super) takes: Takes,
    pub(super) run: fn() -> Outcome,
}
