//! The flags that say which rows are shown, in which form, and where they are written.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::Path;

use benchlens::Output;
use benchlens::query::{Focus, Sort};
use benchlens::render::{MARKDOWN_BYTES, MARKDOWN_BYTES_MIN};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};

use crate::inputs::InputArgument;

/// The flags, for the command.
pub(crate) fn flags() -> Vec<Arg> {
    let flag = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    let switch = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    vec![
        flag(
            "sort",
            "ORDER",
            "worst, delta, p, value, name or none; -delta is the other way round",
        ),
        switch("changed", "Only rows with a significant change"),
        flag("unit", "UNIT", "Only tables of this unit; may be repeated").action(ArgAction::Append),
        flag("top", "N", "Only the first N rows of each table, the worst unless -sort says else"),
        flag("o", "FORMAT=FILE", "Write this format to a file, too; may be repeated")
            .action(ArgAction::Append),
        flag("budget", "BYTES", "The most that Markdown may take (default 60000)"),
        switch("samples", "With JSON: the values of each cell, too"),
        flag("color", "WHEN", "Colour at a terminal: auto, always or never").default_value("auto"),
    ]
}

/// The rows that a command line wants shown.
///
/// # Errors
///
/// What is wrong with a value, as a sentence.
pub(crate) fn focus(matches: &ArgMatches) -> Result<Focus, String> {
    let text = |name: &str| matches.get_one::<String>(name);
    let sort = |text: &String| {
        let names = Sort::NAMES.map(|(name, _)| name).join(", ");
        Sort::from_text(text)
            .ok_or_else(|| format!("invalid value {text:?} for flag -sort: not one of {names}"))
    };
    let top = |text: &String| match text.parse::<u32>() {
        Ok(top) if 0 < top => Ok(top),
        _ => Err(format!("invalid value {text:?} for flag -top: not a count")),
    };
    Ok(Focus {
        sort: text("sort").map(sort).transpose()?,
        changed: matches.get_flag("changed"),
        units: matches.get_many("unit").unwrap_or_default().cloned().collect(),
        top: text("top").map(top).transpose()?,
    })
}

/// What is written, and where.
#[derive(Debug)]
pub(crate) struct Writing {
    /// The format for standard output, as it was given.
    pub(crate) format: String,
    /// Formats for files.
    pub(crate) files: Vec<(Output, OsString)>,
    /// The most bytes of Markdown.
    pub(crate) budget: usize,
    /// Whether text on standard output has colours.
    pub(crate) is_coloured: bool,
}

/// What a command line wants written.
///
/// # Errors
///
/// What is wrong with a value, as a sentence.
pub(crate) fn writing(matches: &ArgMatches) -> Result<Writing, String> {
    let text = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_default();
    let mut format = text("format");
    let mut is_given = matches.value_source("format") == Some(ValueSource::CommandLine);
    let mut files: Vec<(Output, OsString)> = Vec::new();
    for word in matches.get_many::<String>("o").unwrap_or_default() {
        let wrong = |why: String| format!("invalid value {word:?} for flag -o: {why}");
        let Some((name, file)) = word.split_once('=').filter(|(_, file)| !file.is_empty()) else {
            return Err(wrong("not FORMAT=FILE, such as json=report.json".into()));
        };
        let output = crate::args::find_output(name)
            .ok_or_else(|| wrong(crate::args::format_error().replace("-format", "the format")))?;
        if file == "-" {
            if std::mem::replace(&mut is_given, true) {
                return Err(wrong("standard output has another format already".into()));
            }
            format = name.to_owned();
        } else if files.iter().any(|(_, other)| is_same(Path::new(other), Path::new(file))) {
            return Err(wrong("that file is written already".into()));
        } else {
            files.push((output, file.into()));
        }
    }
    let budget = match matches.get_one::<String>("budget") {
        None => MARKDOWN_BYTES,
        Some(text) => match text.parse() {
            Ok(budget) if MARKDOWN_BYTES_MIN <= budget => budget,
            _ => {
                return Err(format!(
                    "invalid value {text:?} for flag -budget: not a number of bytes from \
                     {MARKDOWN_BYTES_MIN} on"
                ));
            }
        },
    };
    let is_coloured = match &text("color")[..] {
        "always" => true,
        "never" => false,
        "auto" => wants_colour(),
        other => {
            return Err(format!(
                "invalid value {other:?} for flag -color: not auto, always or never"
            ));
        }
    };
    Ok(Writing { format, files, budget, is_coloured })
}

/// Whether standard output is a terminal whose owner has nothing against colours.
fn wants_colour() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

impl Writing {
    /// The input that writing would destroy, if there is one.
    pub(crate) fn overwritten(&self, inputs: &[InputArgument]) -> Option<String> {
        let hit = |(_, file): &&(Output, OsString)| {
            inputs.iter().any(|input| is_same(input.path(), Path::new(file)))
        };
        let (_, file) = self.files.iter().find(hit)?;
        Some(format!("-o would overwrite the input {}", file.to_string_lossy()))
    }
}

/// Whether two paths lead to one file.
fn is_same(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let id = |path: &Path| {
            let meta = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
            Some((meta.dev(), meta.ino()))
        };
        if let (Some(one), Some(other)) = (id(one), id(other)) {
            return one == other;
        }
    }
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}
