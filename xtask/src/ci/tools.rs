//! The programs that stages need. They are checked before anything runs, so that a missing program does not fail a
//! late stage.

use std::process::{Command, Stdio};

/// A program that a stage needs besides cargo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tool {
    Chromium,
    Clippy,
    Curl,
    Fish,
    Git,
    Java,
    Man,
    Node,
    Npm,
    Python,
    Rustfmt,
    Zsh,
}

impl Tool {
    /// Returns its name for a message.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Chromium => "Chromium (CHROMIUM=PATH names another browser of its family)",
            Self::Clippy => "clippy",
            Self::Curl => "curl and unzip",
            Self::Fish => "fish",
            Self::Git => "git",
            Self::Java => "Java 17 or later",
            Self::Man => "man with groff",
            Self::Node => "Node 18 or later",
            Self::Npm => "npm",
            Self::Python => "Python 3.11 or later with venv (PYTHON=PATH names another one)",
            Self::Rustfmt => "rustfmt",
            Self::Zsh => "zsh",
        }
    }

    /// Returns the Debian packages that contain it, or nothing if rustup installs it.
    pub(super) fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Chromium => &["chromium"],
            Self::Clippy | Self::Rustfmt => &[],
            Self::Curl => &["curl", "unzip"],
            Self::Fish => &["fish"],
            Self::Git => &["git"],
            Self::Java => &["default-jre-headless"],
            Self::Man => &["man-db", "groff"],
            Self::Node => &["nodejs"],
            Self::Npm => &["npm"],
            Self::Python => &["python3", "python3-venv"],
            Self::Zsh => &["zsh"],
        }
    }

    pub(super) fn is_there(self) -> bool {
        match self {
            Self::Chromium => crate::tools::has_browser(),
            Self::Clippy => succeeds("cargo", &["clippy", "--version"]),
            Self::Curl => succeeds("curl", &["--version"]) && succeeds("unzip", &["-v"]),
            Self::Fish => succeeds("fish", &["--version"]),
            Self::Git => succeeds("git", &["--version"]),
            Self::Java => crate::python::has_java(),
            Self::Man => succeeds("man", &["--version"]) && succeeds("groff", &["--version"]),
            Self::Node => crate::tools::has_node(),
            Self::Npm => succeeds("npm", &["--version"]),
            Self::Python => crate::python::has_python(),
            Self::Rustfmt => succeeds("cargo", &["fmt", "--version"]),
            Self::Zsh => succeeds("zsh", &["--version"]),
        }
    }
}

fn succeeds(program: &str, words: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
