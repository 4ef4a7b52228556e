//! The commands of the CLI, by their first words.
//!
//! Each file contains a command's name, its flags, the arguments that it reads from them, and its implementation. The
//! files in this folder do not use each other.

mod bisect;
mod calibrate;
#[cfg(test)]
mod cases;
mod compare;
mod completions;
mod convert;
mod export;
mod formats;
mod help;
mod history;
mod keys;
mod man;
mod run;
mod version;

use std::ffi::OsString;

use clap::ArgMatches;

use crate::args::{Program, Words, nearest, sort_words};
use crate::github::GitHub;
use crate::output::{self, Form};
use crate::status::{self, Meaning, Status};

/// A parsed command line.
pub(crate) enum Command {
    Compare(Box<compare::Compare>),
    Bisect(Box<bisect::Bisect>),
    Calibrate(Box<calibrate::Calibrate>),
    Convert(Box<convert::Convert>),
    Export(Box<export::Export>),
    History(Box<history::HistoryRequest>),
    Keys(Box<keys::Keys>),
    Run(Box<run::Run>),
    /// Text for standard output.
    Print(String),
    /// Prints a message to standard error because the command line is wrong. If the comparison would have reported to
    /// the runner, this error is reported there as well.
    Refuse(String, Option<GitHub>),
}

/// The definition of a command.
struct Spec {
    /// The first word that selects it.
    name: &'static str,
    /// Builds its flags and its help. This takes longer than reading a small log, so only the selected command is
    /// built.
    clap: fn() -> clap::Command,
    /// The last line of its usage errors.
    usage: &'static str,
    from_matches: fn(&ArgMatches) -> Result<Command, String>,
    statuses: &'static [Meaning],
}

impl Spec {
    /// Builds its flags and its help, with its exit statuses.
    fn command(&self) -> clap::Command {
        let command = (self.clap)();
        let notes = command.get_after_long_help().map(|notes| format!("{notes}\n"));
        command.after_long_help(notes.unwrap_or_default() + &status::help(self.statuses))
    }
}

/// The command that runs if the first word does not name a command.
const COMPARE: Spec = Spec {
    name: "",
    clap: compare::command,
    usage: compare::USAGE,
    from_matches: |matches| Ok(Command::Compare(Box::new(compare::from_matches(matches)?))),
    statuses: status::COMPARE,
};

/// The commands that are named by a first word, in the order of the help.
const NAMED: [Spec; 13] = [
    Spec {
        name: compare::NAME,
        clap: compare::named,
        usage: compare::USAGE,
        from_matches: |matches| Ok(Command::Compare(Box::new(compare::from_matches(matches)?))),
        statuses: status::COMPARE,
    },
    Spec {
        name: run::NAME,
        clap: run::command,
        usage: run::USAGE,
        from_matches: |matches| Ok(Command::Run(Box::new(run::from_matches(matches)?))),
        statuses: status::RUN,
    },
    Spec {
        name: bisect::NAME,
        clap: bisect::command,
        usage: bisect::USAGE,
        from_matches: |matches| Ok(Command::Bisect(Box::new(bisect::from_matches(matches)?))),
        statuses: status::BISECT,
    },
    Spec {
        name: history::NAME,
        clap: history::command,
        usage: history::USAGE,
        from_matches: |matches| Ok(Command::History(Box::new(history::from_matches(matches)?))),
        statuses: status::HISTORY,
    },
    Spec {
        name: keys::NAME,
        clap: keys::command,
        usage: keys::USAGE,
        from_matches: |matches| Ok(Command::Keys(Box::new(keys::from_matches(matches)?))),
        statuses: status::READ,
    },
    Spec {
        name: convert::NAME,
        clap: convert::command,
        usage: convert::USAGE,
        from_matches: |matches| Ok(Command::Convert(Box::new(convert::from_matches(matches)?))),
        statuses: status::READ,
    },
    Spec {
        name: export::NAME,
        clap: export::command,
        usage: export::USAGE,
        from_matches: |matches| Ok(Command::Export(Box::new(export::from_matches(matches)?))),
        statuses: status::READ,
    },
    Spec {
        name: calibrate::NAME,
        clap: calibrate::command,
        usage: calibrate::USAGE,
        from_matches: |matches| Ok(Command::Calibrate(Box::new(calibrate::from_matches(matches)?))),
        statuses: status::CALIBRATE,
    },
    Spec {
        name: formats::NAME,
        clap: formats::command,
        usage: formats::USAGE,
        from_matches: |_| Ok(Command::Print(formats::text())),
        statuses: status::PRINT,
    },
    Spec {
        name: completions::NAME,
        clap: completions::command,
        usage: completions::USAGE,
        from_matches: |matches| completions::text(matches, &program()).map(Command::Print),
        statuses: status::PRINT,
    },
    Spec {
        name: help::NAME,
        clap: help::command,
        usage: help::USAGE,
        from_matches: |matches| help::text(matches, &program()).map(Command::Print),
        statuses: status::PRINT,
    },
    Spec {
        name: man::NAME,
        clap: man::command,
        usage: man::USAGE,
        from_matches: |matches| man::text(matches, &program()).map(Command::Print),
        statuses: status::PRINT,
    },
    Spec {
        name: version::NAME,
        clap: version::command,
        usage: version::USAGE,
        from_matches: |_| Ok(Command::Print(version::text())),
        statuses: status::PRINT,
    },
];

/// Builds the definitions of all commands. A function, because the commands list each other.
fn program() -> Program {
    Program { comparison: COMPARE.command(), named: named() }
}

fn named() -> Vec<clap::Command> {
    NAMED.iter().map(Spec::command).collect()
}

/// Parses the words that follow the program's name.
pub(crate) fn parse(words: &[OsString]) -> Command {
    let named = words
        .split_first()
        .and_then(|(first, rest)| Some((NAMED.iter().find(|spec| *first == *spec.name)?, rest)));
    let (spec, words) = named.unwrap_or((&COMPARE, words));
    let mut clap = spec.command();
    let is_comparison = ["", compare::NAME].contains(&spec.name);
    let runner = || is_comparison.then(|| runner_of(words)).flatten();
    let refuse = |message: &str| Command::Refuse(format!("{message}\n{}", spec.usage), runner());
    let flags = match sort_words(words, &clap) {
        Ok(Words::Help(extent)) => {
            let listed = if named.is_some() { Vec::new() } else { self::named() };
            return Command::Print(help::of(&clap, &listed, extent));
        }
        Ok(Words::Version) => return Command::Print(version::text()),
        Ok(Words::Flags(flags)) => flags,
        Err(message) => return refuse(&message),
    };
    match clap.try_get_matches_from_mut(flags) {
        Ok(matches) => {
            let command = (spec.from_matches)(&matches).unwrap_or_else(|message| refuse(&message));
            if named.is_some() { command } else { with_hint(command, words) }
        }
        Err(error) => refuse(error.to_string().trim_end()),
    }
}

/// Returns the runner that a comparison with these words would report to, although the words contain an error.
fn runner_of(words: &[OsString]) -> Option<GitHub> {
    let has = |name: &str| {
        words.iter().filter_map(|word| word.to_str()?.strip_prefix('-')).any(|word| {
            let word = word.strip_prefix('-').unwrap_or(word);
            word.split('=').next() == Some(name)
        })
    };
    GitHub::find(has("github"), has("gate") || has("gate-file"))
}

/// Adds a hint to a comparison whose first word may be a mistyped command.
fn with_hint(mut command: Command, words: &[OsString]) -> Command {
    let first = words.first().and_then(|word| word.to_str()).unwrap_or_default();
    let advice = match first {
        "diff" => Some("comparing needs no command: benchlens OLD NEW".to_owned()),
        _ => nearest(first, NAMED.iter().map(|spec| spec.name))
            .map(|near| format!("did you mean 'benchlens {near}'?")),
    };
    if let (Command::Compare(compare), Some(advice)) = (&mut command, advice) {
        compare.note_command(advice);
    }
    command
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(self) -> Status {
        match self {
            Command::Compare(compare) => compare::run(&compare),
            Command::Bisect(request) => bisect::run(&request),
            Command::Calibrate(calibrate) => calibrate::run(&calibrate),
            Command::Convert(convert) => convert::run(&convert),
            Command::Export(export) => export::run(&export),
            Command::History(history) => history::run(&history),
            Command::Keys(keys) => keys::run(&keys),
            Command::Run(request) => run::run(&request),
            Command::Print(text) => output::print(text.as_bytes(), Form::Data),
            Command::Refuse(message, runner) => {
                output::write_stderr(message.as_bytes());
                runner.into_iter().for_each(|runner| runner.end(Status::Usage));
                Status::Usage
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use benchlens_core::gate::{Word, clause_words, term_words};

    use super::{COMPARE, NAMED, Spec, help};
    use crate::args::Extent;

    /// The lines of a terminal, and how long they are.
    const SCREEN: (usize, usize) = (48, 80);

    /// The most characters of a flag's summary, with its default: they fit in a line after the flag.
    const SUMMARY_MAX: usize = 56;

    fn commands() -> Vec<clap::Command> {
        NAMED.iter().chain([&COMPARE]).map(Spec::command).collect()
    }

    /// With `UPDATE=1`, writes the table of the document.
    #[test]
    fn the_document_lists_the_statuses_of_commands() {
        let mut table = "| command | status | meaning |\n|---|--:|---|\n".to_owned();
        for alike in NAMED.chunk_by(|a, b| std::ptr::eq(a.statuses, b.statuses)) {
            let names: Vec<String> = alike.iter().map(|spec| format!("`{}`", spec.name)).collect();
            let mut names = names.join(", ");
            for found in alike[0].statuses {
                table += &format!("| {names} | {} | {} |\n", found.status as u8, found.text);
                names.clear();
            }
        }
        write_table("exit-statuses.md", &table);
    }

    /// With `UPDATE=1`, writes the tables of the document.
    #[test]
    fn the_document_lists_the_words_of_rules() {
        for (head, words) in [("term", term_words()), ("clause", clause_words())] {
            let line = |word: &Word| format!("| `{}` | {} |\n", word.written, word.text);
            let lines: String = words.iter().map(line).collect();
            write_table("gate-rules.md", &format!("| {head} | meaning |\n|---|---|\n{lines}"));
        }
    }

    /// Writes a table of a document instead of the one with the same first line, or checks that they are equal.
    fn write_table(document: &str, table: &str) {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(document);
        let text = fs::read_to_string(&file).unwrap();
        let head = table.split_inclusive('\n').next().unwrap();
        let start = text.find(head).unwrap();
        let length = text[start..].find("\n\n").unwrap() + 1;
        if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
            fs::write(&file, [&text[..start], table, &text[start + length..]].concat()).unwrap();
        } else {
            assert_eq!(text[start..start + length], *table, "run this test with UPDATE=1");
        }
    }

    #[test]
    fn the_summary_fits_one_screen() {
        let named = super::named();
        for command in commands() {
            let listed = if command.get_name() == "benchlens" { &named[..] } else { &[] };
            let text = help::of(&command, listed, Extent::Summary);
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
            let size = (text.lines().count(), widest);
            assert!(size.0 <= SCREEN.0 && size.1 <= SCREEN.1, "{size:?}:\n{text}");
        }
    }

    #[test]
    fn flags_are_described_alike() {
        for command in commands() {
            for flag in command.get_arguments().filter(|arg| !arg.is_positional()) {
                let name = format!("{} --{}", command.get_name(), flag.get_id());
                let Some(summary) = flag.get_help().map(ToString::to_string) else {
                    assert!(flag.is_hide_set(), "{name}: no help");
                    continue;
                };
                let default = flag.get_default_values().iter().map(|value| value.len() + 11);
                let default: usize = default.filter(|_| flag.get_action().takes_values()).sum();
                let length = summary.chars().count() + default;
                assert!(length <= SUMMARY_MAX, "{name}: {length} characters: {summary}");
                let is_list = matches!(flag.get_action(), clap::ArgAction::Append);
                assert_eq!(summary.contains("(repeatable)"), is_list, "{name}: {summary}");
                let help = flag.get_long_help().map_or(summary, ToString::to_string);
                for line in help.lines() {
                    assert!(line.starts_with(char::is_uppercase), "{name}: {line}");
                    assert!(!line.ends_with('.'), "{name}: {line}");
                    let defaults = line.matches("default").count();
                    assert_eq!(defaults, line.matches("[default").count(), "{name}: {line}");
                }
            }
        }
    }
}
