//! The versions: their labels, their origins, and their commands.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use benchlens_run::{GoTurns, Template, Version, go_turns, join, split};

use crate::args::{Labelled, RunArguments};

/// The origin of a version.
#[derive(Debug, Clone, Default)]
pub(in crate::recording) struct Origin {
    /// The revision, or nothing for the current folder.
    pub(in crate::recording) revision: Option<OsString>,
    /// Whether to build the version's program.
    pub(in crate::recording) is_built: bool,
}

/// Returns the versions and their origins; versions from git come first. Copies share one origin.
pub(super) fn versions(
    arguments: &RunArguments,
    revisions: &[Labelled],
) -> Result<(Vec<Version>, Vec<Origin>), String> {
    let (mut versions, mut origins) = (Vec::new(), Vec::new());
    let is_built = arguments.build.is_some();
    for (label, revision) in revisions {
        let words =
            if is_built { built(arguments, "$BENCH_OUT".as_ref()) } else { rest(arguments) };
        if words.is_empty() {
            let needs = "-git needs a command: behind --, or in -build how to make a program";
            return Err(needs.to_owned());
        }
        versions.push(version(label.as_deref(), revision, words));
        origins.push(Origin { revision: Some(revision.clone()), is_built });
    }
    for (label, command) in &arguments.versions {
        // A label without a command means the current folder without changes.
        let is_built = is_built && command.is_empty();
        let words = if is_built {
            built(arguments, "$BENCH_OUT".as_ref())
        } else {
            command_words(arguments, command)
                .map_err(|error| format!("{}: {error}", command.to_string_lossy()))?
        };
        versions.push(version(label.as_deref(), command, words));
        origins.push(Origin { revision: None, is_built });
    }
    if arguments.build.is_some() && !origins.iter().any(|origin| origin.is_built) {
        let nothing = "-build has nothing to build: it builds -git REV, and LABEL= in this folder";
        return Err(nothing.to_owned());
    }
    if let Some(copies) = arguments.copies {
        let [version] = &versions[..] else {
            return Err("-aa takes one version: it runs against itself".to_owned());
        };
        let copy =
            |number| Version { label: format!("{}.{number}", version.label), ..version.clone() };
        versions = (1..=copies).map(copy).collect();
    }
    check(arguments, &versions)?;
    Ok((versions, origins))
}

fn version(label: Option<&str>, text: &OsStr, words: Vec<OsString>) -> Version {
    let label = label.map_or_else(|| label_of(text), str::to_owned);
    Version {
        label,
        commands: vec![Template { words, ..Template::default() }],
        ..Version::default()
    }
}

fn check(arguments: &RunArguments, versions: &[Version]) -> Result<(), String> {
    if versions.is_empty() {
        return Err("nothing to run: give versions as LABEL=COMMAND, or with -git".to_owned());
    }
    let mut labels = BTreeSet::new();
    for version in versions {
        if !labels.insert(&version.label) {
            return Err(format!(
                "two versions are called {0}: label them, as in LABEL=COMMAND or -git LABEL=REV",
                version.label
            ));
        }
        // Errors here would otherwise appear only after a long build.
        if let Some(each) = &arguments.each {
            let words = version.commands.first().map_or(&[][..], |command| &command.words);
            listing(each, &version.label, words)?;
        }
    }
    Ok(())
}

/// Returns how a version lists its benchmarks and runs one of them.
pub(in crate::recording) fn listing(
    each: &str,
    label: &str,
    words: &[OsString],
) -> Result<GoTurns, String> {
    let shown = join(words.iter().map(|word| &**word));
    if each.is_empty() {
        return go_turns(words).map_err(|error| error.flag_text())?.ok_or_else(|| {
            format!(
                "{label}: -each alone lists benchmarks of 'go test' and of Go test binaries with -test.bench, not of \
                 {shown}; -each=COMMAND lists others"
            )
        });
    }
    let has_index = |word: &OsString| word.as_bytes().windows(2).any(|pair| pair == b"{}");
    if !words.iter().any(has_index) {
        return Err(format!(
            "{label}: -each needs {{}} where its command takes the name of a benchmark: {shown}"
        ));
    }
    let list = ["sh", "-c", each].map(OsString::from).to_vec();
    Ok(GoTurns { list, turn: words.to_vec() })
}

/// Returns the arguments after `--` as the whole command.
fn rest(arguments: &RunArguments) -> Vec<OsString> {
    if arguments.is_shell && !arguments.rest.is_empty() {
        shell_words(OsStr::new(""), &arguments.rest)
    } else {
        arguments.rest.clone()
    }
}

fn command_words(
    arguments: &RunArguments,
    command: &OsStr,
) -> Result<Vec<OsString>, benchlens_run::WordsError> {
    if command.is_empty() && !arguments.rest.is_empty() {
        return Ok(rest(arguments));
    }
    Ok(if arguments.is_shell {
        shell_words(command, &arguments.rest)
    } else {
        [split(command)?, arguments.rest.clone()].concat()
    })
}

/// Returns the command of a program that was built.
pub(in crate::recording) fn built(arguments: &RunArguments, program: &OsStr) -> Vec<OsString> {
    if arguments.is_shell {
        // The shell receives the program's path as `$0`, so the path may contain any characters.
        let words = shell_words(OsStr::new("\"$0\""), &arguments.rest);
        return [words, vec![program.to_owned()]].concat();
    }
    [&[program.to_owned()], &arguments.rest[..]].concat()
}

/// Returns a command for the shell, followed by additional words.
fn shell_words(command: &OsStr, rest: &[OsString]) -> Vec<OsString> {
    let mut script = command.to_owned();
    if !rest.is_empty() {
        script.push(" ");
        script.push(join(rest.iter().map(|word| &**word)));
    }
    vec!["sh".into(), "-c".into(), script]
}

/// Derives a label from a command or a revision; the label is a valid file name.
fn label_of(text: &OsStr) -> String {
    let text = text.to_string_lossy();
    let letters =
        text.chars().map(|c| if c.is_alphanumeric() || "-_.+@".contains(c) { c } else { '-' });
    let label: String = letters.take(60).collect();
    let label = label.trim_matches(['-', '.']).to_owned();
    if label.is_empty() { "command".to_owned() } else { label }
}
