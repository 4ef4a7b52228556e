//! The programs that stages need: looked for before anything runs, so that nothing ends late for want of one.

use std::path::Path;
use std::process::{Command, Stdio};

use super::stages::Stage;
use crate::tools::{INSTALL, install_packages};

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
    /// What it is, for a message.
    fn name(self) -> &'static str {
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

    /// The Debian packages that have it; none if rustup has it.
    fn packages(self) -> &'static [&'static str] {
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

    fn is_there(self) -> bool {
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

/// Whether all programs are there that stages need; installs them where that is asked for.
pub(super) fn check(stages: &[&Stage]) -> Result<(), String> {
    let mut tools: Vec<Tool> = stages.iter().flat_map(|stage| stage.tools).copied().collect();
    tools.sort_unstable();
    tools.dedup();
    let missing = || tools.iter().copied().filter(|tool| !tool.is_there()).collect::<Vec<Tool>>();
    let first = missing();
    let packages: Vec<&str> = first.iter().flat_map(|tool| tool.packages()).copied().collect();
    if !packages.is_empty() {
        install_packages(&packages)?;
    }
    let missing = if first.is_empty() { first } else { missing() };
    if missing.is_empty() {
        return Ok(());
    }
    let mut message = String::from("missing programs:");
    for tool in &missing {
        let needs =
            stages.iter().filter(|stage| stage.tools.contains(tool)).map(|stage| stage.name);
        message += &format!("\n  {}, for: {}", tool.name(), needs.collect::<Vec<_>>().join(", "));
    }
    let packages: Vec<&str> = missing.iter().flat_map(|tool| tool.packages()).copied().collect();
    if !packages.is_empty() && Path::new("/usr/bin/apt-get").is_file() {
        message += &format!("\nrun apt-get install {}, or set {INSTALL}=1", packages.join(" "));
    }
    let components = [(Tool::Clippy, "clippy"), (Tool::Rustfmt, "rustfmt")];
    for (_, name) in components.iter().filter(|(tool, _)| missing.contains(tool)) {
        message += &format!("\nrun rustup component add {name}");
    }
    Err(message + "\nor name the stages to run: cargo xtask ci WORD (see --list)")
}
