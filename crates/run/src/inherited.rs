//! The variables by which a git process passes its state on to its hooks and other children.
//!
//! In a hook, they name the repository and the index of the command that called the hook. Must not know who runs git.

use std::process::Command;

/// The variables that git sets for hooks, or that decide which repository, objects and files it uses.
/// `git rev-parse --local-env-vars` lists the first group; each version of git has its own list.
pub(crate) const INHERITED: [&str; 41] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
    // Set for hooks.
    "GIT_AUTHOR_DATE",
    "GIT_AUTHOR_EMAIL",
    "GIT_AUTHOR_NAME",
    "GIT_CHERRY_PICK_HELP",
    "GIT_COMMITTER_DATE",
    "GIT_EDITOR",
    "GIT_EXEC_PATH",
    "GIT_PAGER_IN_USE",
    "GIT_PUSH_OPTION_COUNT",
    "GIT_QUARANTINE_PATH",
    "GIT_REFLOG_ACTION",
    "GIT_SEQUENCE_EDITOR",
    // Change what git reads or prints.
    "GIT_ATTR_SOURCE",
    "GIT_DEFAULT_HASH",
    "GIT_DIFF_OPTS",
    "GIT_EXTERNAL_DIFF",
    "GIT_GLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
    "GIT_INDEX_VERSION",
    "GIT_LITERAL_PATHSPECS",
    "GIT_NAMESPACE",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_OPTIONAL_LOCKS",
    "GIT_PAGER",
    "GIT_REFERENCE_BACKEND",
];

/// Removes these variables from a command's environment.
pub(crate) fn hide_git(command: &mut Command) {
    for name in INHERITED {
        command.env_remove(name);
    }
}
