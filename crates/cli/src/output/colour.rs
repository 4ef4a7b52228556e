//! Decides whether standard output is colored if the user does not choose.

use std::ffi::OsString;
use std::io::IsTerminal;

/// The environment that decides this: the environment of this process, or of a test.
trait Surroundings {
    /// Returns whether standard output is a terminal.
    fn is_terminal(&self) -> bool;

    /// Returns an environment variable.
    fn variable(&self, name: &str) -> Option<OsString>;

    /// Makes the terminal obey escape sequences, and returns whether it does.
    fn obeys_sequences(&self) -> bool;
}

struct Process;

impl Surroundings for Process {
    fn is_terminal(&self) -> bool {
        std::io::stdout().is_terminal()
    }

    fn variable(&self, name: &str) -> Option<OsString> {
        std::env::var_os(name)
    }

    /// All terminals obey them except consoles of Windows, which need to be asked and cannot do so before Windows 10.
    #[cfg(windows)]
    fn obeys_sequences(&self) -> bool {
        anstyle_query::windows::enable_ansi_colors().unwrap_or(false)
    }

    #[cfg(not(windows))]
    fn obeys_sequences(&self) -> bool {
        true
    }
}

/// Returns whether standard output is a terminal that shows colors and the user has not refused them.
pub(crate) fn wants_colour() -> bool {
    decide(&Process)
}

/// Returns the width of the terminal in characters, if standard output is one.
pub(crate) fn terminal_width() -> Option<usize> {
    let size = console::Term::stdout().size_checked().filter(|_| std::io::stdout().is_terminal());
    size.map(|(_, columns)| columns.into())
}

fn decide(here: &impl Surroundings) -> bool {
    let refused = here.variable("NO_COLOR").is_some_and(|value| !value.is_empty());
    let term = here.variable("TERM");
    let is_dumb = term.as_ref().is_some_and(|term| term == "dumb");
    // If the variable is set, as in Git Bash on Windows, the terminal behaves like a Unix terminal.
    here.is_terminal() && !refused && !is_dumb && (term.is_some() || here.obeys_sequences())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal with these variables, and whether it obeys escape sequences.
    struct Terminal(bool, &'static [(&'static str, &'static str)]);

    impl Surroundings for Terminal {
        fn is_terminal(&self) -> bool {
            true
        }

        fn variable(&self, name: &str) -> Option<OsString> {
            self.1.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
        }

        fn obeys_sequences(&self) -> bool {
            self.0
        }
    }

    #[test]
    fn a_terminal_decides_unless_its_owner_does() {
        assert!(decide(&Terminal(true, &[])));
        assert!(decide(&Terminal(true, &[("NO_COLOR", "")])));
        assert!(!decide(&Terminal(true, &[("NO_COLOR", "1")])));
        assert!(!decide(&Terminal(true, &[("TERM", "dumb")])));
    }

    #[test]
    fn an_old_console_gets_no_sequences() {
        assert!(!decide(&Terminal(false, &[])));
        assert!(decide(&Terminal(false, &[("TERM", "xterm-256color")])));
        assert!(!decide(&Terminal(false, &[("TERM", "xterm"), ("NO_COLOR", "1")])));
    }
}
