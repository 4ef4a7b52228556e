//! The definitions of all commands, for the commands that explain or complete them.

use clap::{ArgMatches, Command};

use super::words::nearest;

/// The definitions of all commands.
pub(crate) struct Program {
    /// The comparison, which needs no name.
    pub(crate) comparison: Command,
    /// The commands with names.
    pub(crate) named: Vec<Command>,
}

impl Program {
    /// Returns the command that the argument of the command `asking` names, or nothing without an argument.
    ///
    /// # Errors
    ///
    /// Returns a sentence if the name is not known.
    pub(crate) fn asked(
        &self,
        asking: &str,
        matches: &ArgMatches,
    ) -> Result<Option<&Command>, String> {
        let words: Vec<&String> = matches.get_many("words").unwrap_or_default().collect();
        match words[..] {
            [] => Ok(None),
            [word] => {
                let command = self.named.iter().find(|command| command.get_name() == word);
                command.map(Some).ok_or_else(|| self.unknown(word))
            }
            _ => Err(format!("{asking} takes one command")),
        }
    }

    fn unknown(&self, word: &str) -> String {
        let names = || self.named.iter().map(Command::get_name);
        match nearest(word, names()) {
            Some(near) => format!("no command is named {word:?}: did you mean {near}?"),
            None => {
                let list = names().collect::<Vec<_>>().join(", ");
                format!("no command is named {word:?}: there are {list}")
            }
        }
    }
}
