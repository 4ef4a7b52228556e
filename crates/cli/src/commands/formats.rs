//! `benchlens formats`: what is read, and how to record it.

use benchlens::format::{FORMATS, Format};
use clap::Command;

use crate::args;

pub(super) const USAGE: &str = "\
usage: benchlens formats
";

const ABOUT: &str = "\
List what is read, and how to record it

For each harness: the command that records samples, and, where there is one, the command that 'benchlens run' \
can run again and again, in turns with that of another version.";

/// The command, for its help and completions.
pub(super) fn command() -> Command {
    args::command("formats", ABOUT, "benchlens formats").args(args::help_flags())
}

/// The commands that print the results of a harness on standard output, by the name of the format. It is
/// `benchlens run` that needs them.
const IN_TURNS: [(&str, &str); 9] = [
    ("go-json", "go test -json -run '^$' -bench ."),
    (
        "criterion",
        "cargo bench >&2; for b in $(find target/criterion -path '*/new/benchmark.json'); do cat $b ${b%benchmark.json}sample.json; done",
    ),
    ("cargo-criterion", "cargo criterion --message-format=json"),
    ("libtest", "cargo bench -- --output-format bencher"),
    ("google-benchmark", "./bench --benchmark_format=json"),
    ("jmh", "java -jar target/benchmarks.jar -v SILENT -rf json -rff /dev/stdout"),
    ("pytest-benchmark", "pytest --benchmark-only -q --benchmark-json=/dev/stdout"),
    ("hyperfine", "hyperfine --style none --runs 1 --export-json /dev/stdout COMMAND"),
    ("go", "go test -run '^$' -bench ."),
];

/// What it prints.
pub(super) fn text() -> String {
    let mut text = String::from(
        "Files, folders, archives, and what comes through a pipe may be in any of these formats. The content\n\
         decides, not the name. gzip, zstd, zip and tar are opened, and CI logs may have time stamps.\n",
    );
    FORMATS.iter().for_each(|format| push(&mut text, format));
    text += "\nTo record versions in turns:\n  \
             benchlens run old='COMMAND' new='COMMAND'\n";
    text
}

fn push(text: &mut String, format: &Format) {
    *text += &format!("\n{}: {}\n  record:   {}\n", format.name, format.about, format.example);
    if let Some((_, command)) = IN_TURNS.iter().find(|(name, _)| *name == format.name) {
        *text += &format!("  in turns: {command}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_of_formats_that_are_read() {
        let known = |name: &str| FORMATS.iter().any(|format| format.name == name);
        let missing = IN_TURNS.iter().find(|(name, _)| !known(name));
        assert_eq!(missing, None);
    }
}
