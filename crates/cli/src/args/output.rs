//! Flags for the output: `-format`, `-o`, `-budget`, `-color`, `-notes`.
//!
//! `-o` means the same in every command: it accepts `FORMAT=FILE`, or a `FILE` whose extension names the format, and
//! `-` is standard output.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use benchlens_core::Output;
use benchlens_core::render::{MARKDOWN_BYTES, MARKDOWN_BYTES_MIN, TextStyle};
use clap::builder::PossibleValue;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, ValueHint};

use super::flags::{Suggested, flag, one_of, switch};
use super::headings::OUTPUT;
use crate::output::{place_of, place_of_stream, terminal_width, wants_colour};
use crate::system::{Place, Stream};
use benchlens_inputs::InputArgument;

/// A format and the file extensions that select it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FormatName {
    pub(crate) name: &'static str,
    endings: &'static [&'static str],
}

impl FormatName {
    /// Returns the format with this name: an output of the library, a chart, gate results, or noise floors.
    fn new(name: &'static str) -> FormatName {
        let output = Output::ALL.into_iter().find(|&(known, _)| known == name);
        let endings = match name {
            "svg" => &["svg"][..],
            "png" => &["png"],
            "junit" => &["xml"],
            _ => output.map_or(&["toml"][..], |(_, output)| output.endings()),
        };
        FormatName { name, endings }
    }
}

/// The formats that a command writes, and where.
#[derive(Debug)]
pub(crate) struct OutputArguments {
    /// The format for standard output, as the user wrote it.
    pub(crate) format: String,
    /// Whether the user asked for standard output, with `-format` or with `-o -`.
    pub(crate) is_stdout_asked: bool,
    /// The formats for files.
    pub(crate) files: Vec<(FormatName, PathBuf)>,
}

/// The flag `-format`; its help lists the formats.
pub(crate) fn format_flag(formats: &[&'static str]) -> Arg {
    let flag = flag(OUTPUT, "format", "FORMAT", "Set the format of standard output");
    one_of(flag.default_value(formats.first().copied().unwrap_or_default()), formats)
}

/// Returns the flag `-metadata` of a conversion.
pub(crate) fn details_flag() -> Arg {
    switch(OUTPUT, "metadata", "Also print metadata and blocks, which Go logs lack")
}

/// What `-o` does in commands that write reports.
pub(super) const ALSO_WRITE: &str = "\
Also write FILE, such as report.md (repeatable)
The extension selects the format, or FORMAT=FILE does; FORMAT=- is standard output";

/// The flag `-o`.
pub(crate) fn output_flag(help: &'static str, formats: &[&'static str]) -> Arg {
    let starts = formats.iter().map(|name| format!("{name}="));
    flag(OUTPUT, "o", "FILE", help)
        .action(ArgAction::Append)
        .value_parser(Suggested(starts.map(PossibleValue::new).collect()))
        .value_hint(ValueHint::FilePath)
}

/// Returns the flag `-o` of a command that writes files in one format.
pub(crate) fn path_flag(help: &'static str) -> Arg {
    let flag = flag(OUTPUT, "o", "PATH", help).value_parser(clap::value_parser!(OsString));
    flag.value_hint(ValueHint::AnyPath)
}

/// Files other than the inputs that no output may replace.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Kept<'k> {
    /// The files that rules were read from.
    pub(crate) rules: &'k [PathBuf],
    /// The files that GitHub's runner reads.
    pub(crate) runner: &'k [PathBuf],
}

impl OutputArguments {
    /// Reads the arguments of a command that has these formats; the first is its default.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains which value of `-o` is wrong.
    pub(crate) fn from_matches(
        matches: &ArgMatches,
        formats: &[&'static str],
    ) -> Result<OutputArguments, String> {
        let has_format = matches.try_contains_id("format").is_ok();
        let source = has_format.then(|| matches.value_source("format")).flatten();
        let given = has_format.then(|| matches.get_one::<String>("format").cloned()).flatten();
        let mut arguments = OutputArguments {
            format: given.unwrap_or_else(|| formats.first().map_or("", |name| name).to_owned()),
            is_stdout_asked: source == Some(ValueSource::CommandLine),
            files: Vec::new(),
        };
        for word in matches.get_many::<String>("o").unwrap_or_default() {
            let wrong = |why: String| format!("invalid value {word:?} for flag -o: {why}");
            arguments.add(word, formats).map_err(wrong)?;
        }
        Ok(arguments)
    }

    /// Returns the output of a command that writes its own format to these files.
    pub(crate) fn of_files(name: &'static str, paths: Vec<PathBuf>) -> OutputArguments {
        let format = FormatName { name, endings: &[] };
        let files = paths.into_iter().map(|path| (format, path)).collect();
        OutputArguments { format: name.to_owned(), is_stdout_asked: false, files }
    }

    /// Checks that all files may be written.
    ///
    /// # Errors
    ///
    /// Names the file that would replace an input of this command or another output.
    pub(crate) fn check(&self, inputs: &[InputArgument], kept: Kept<'_>) -> Result<(), String> {
        let mut taken: HashMap<Place, String> = HashMap::new();
        // Only an existing file can be part of an input folder. Listing a large folder takes time, so look for one
        // first.
        let is_any_there = self.files.iter().any(|(_, path)| path.exists());
        // If several things are in one place, the error names the first.
        let mut take = |what: String, place: Option<Place>| {
            if let Some(place) = place {
                taken.entry(place).or_insert(what);
            }
        };
        for input in inputs {
            let (path, is_stdin) = (input.path(), input.path() == Path::new("-"));
            let place = if is_stdin { place_of_stream(Stream::In) } else { place_of(path) };
            take(format!("the input {}", path.display()), place);
            for file in is_any_there.then(|| input.files()).into_iter().flatten() {
                let (shown, folder) = (file.display(), path.display());
                take(format!("{shown} in the input folder {folder}"), place_of(&file));
            }
        }
        for path in kept.rules {
            take(format!("the rule file {}", path.display()), place_of(path));
        }
        for path in kept.runner {
            take(format!("the file {} of GitHub's runner", path.display()), place_of(path));
        }
        let stdout = "standard output (-o FORMAT=- writes there)".into();
        take(stdout, place_of_stream(Stream::Out));
        take("standard error".into(), place_of_stream(Stream::Error));
        for (_, path) in &self.files {
            let Some(place) = place_of(path) else { continue };
            match taken.entry(place) {
                Entry::Occupied(known) => {
                    return Err(format!("-o {} would overwrite {}", path.display(), known.get()));
                }
                Entry::Vacant(room) => room.insert(format!("the output {}", path.display())),
            };
        }
        Ok(())
    }

    fn add(&mut self, word: &str, formats: &[&'static str]) -> Result<(), String> {
        if word == "-" {
            self.is_stdout_asked = true;
            return Ok(());
        }
        let (format, file) = split(word, formats)?;
        if file == "-" {
            if std::mem::replace(&mut self.is_stdout_asked, true) {
                return Err("standard output has another format already".into());
            }
            self.format = format.name.to_owned();
        } else {
            self.files.push((format, file.into()));
        }
        Ok(())
    }
}

/// File extensions that select a format in at least one command.
const ENDINGS: [&str; 9] = ["csv", "html", "json", "junit", "md", "png", "svg", "toml", "xml"];

/// Returns the format and the file of a value of `-o`.
fn split<'w>(word: &'w str, formats: &[&'static str]) -> Result<(FormatName, &'w str), String> {
    let known = || formats.iter().map(|&name| FormatName::new(name));
    if let Some((name, file)) = word.split_once('=') {
        let format = known().find(|format| format.name == name).ok_or_else(|| {
            let names = alternatives(known().map(|format| format.name.to_owned()));
            format!("no format is named {name:?}: use {names}")
        })?;
        return match file {
            "" => Err(format!("no file follows {name}=")),
            file => Ok((format, file)),
        };
    }
    let ending = Path::new(word).extension().and_then(|ending| ending.to_str()).unwrap_or("");
    let means = |format: &FormatName| format.endings.iter().any(|e| e.eq_ignore_ascii_case(ending));
    let format = known().find(means).ok_or_else(|| {
        let endings = known().filter_map(|format| format.endings.first());
        let endings = alternatives(endings.map(|ending| format!(".{ending}")));
        let names = alternatives(known().map(|format| format.name.to_owned()));
        let what = if ENDINGS.contains(&ending.to_ascii_lowercase().as_str()) {
            format!("this command writes no .{ending}")
        } else {
            "its ending names no format".to_owned()
        };
        format!("{what}: use {endings}, or FORMAT=FILE with {names}")
    })?;
    Ok((format, word))
}

/// Joins words as `a, b or c`.
fn alternatives(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match &words[..] {
        [words @ .., last] if !words.is_empty() => format!("{} or {last}", words.join(", ")),
        words => words.concat(),
    }
}

/// How the report is written.
#[derive(Debug)]
pub(crate) struct ReportArguments {
    pub(crate) output: OutputArguments,
    /// The maximum size of Markdown in bytes.
    pub(crate) budget: usize,
    /// The style of text on standard output.
    pub(crate) style: TextStyle,
}

/// Returns the flags of a command that writes reports in these formats.
pub(crate) fn report_flags(formats: &[&'static str]) -> [Arg; 5] {
    let [format, files, colour] = format_and_colour_flags(formats);
    let budget = flag(OUTPUT, "budget", "BYTES", "Limit the size of Markdown [default: 60000]");
    [format, files, budget, colour, notes_flag()]
}

/// Returns the flag for text with all notes.
pub(super) fn notes_flag() -> Arg {
    switch(OUTPUT, "notes", "Print all notes on outliers, drift and machines")
}

/// Returns the same flags without the size limit.
pub(crate) fn format_and_colour_flags(formats: &[&'static str]) -> [Arg; 3] {
    [
        format_flag(formats),
        output_flag(ALSO_WRITE, formats),
        one_of(
            flag(OUTPUT, "color", "WHEN", "Color text; auto: at a terminal").default_value("auto"),
            &["auto", "always", "never"],
        ),
    ]
}

impl ReportArguments {
    /// Reads the arguments.
    ///
    /// # Errors
    ///
    /// Returns a sentence that explains which value is wrong.
    pub(crate) fn from_matches(
        matches: &ArgMatches,
        formats: &[&'static str],
    ) -> Result<ReportArguments, String> {
        let text = |name: &str| matches.get_one::<String>(name);
        let output = OutputArguments::from_matches(matches, formats)?;
        let has_budget = matches.try_contains_id("budget").is_ok();
        let budget = match has_budget.then(|| text("budget")).flatten() {
            None => MARKDOWN_BYTES,
            Some(text) => match text.parse() {
                Ok(budget) if MARKDOWN_BYTES_MIN <= budget => budget,
                _ => {
                    return Err(format!(
                        "invalid value {text:?} for flag -budget: must be ≥ {MARKDOWN_BYTES_MIN}"
                    ));
                }
            },
        };
        let color = match text("color").map_or("auto", |text| text) {
            "always" => true,
            "never" => false,
            "auto" => wants_colour(),
            other => {
                return Err(format!(
                    "invalid value {other:?} for flag -color: not auto, always or never"
                ));
            }
        };
        let has_notes = matches.try_contains_id("notes").is_ok() && matches.get_flag("notes");
        let style = TextStyle { color, width: terminal_width(), notes: has_notes, averages: false };
        Ok(ReportArguments { output, budget, style })
    }
}
