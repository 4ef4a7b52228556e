//! `benchlens formats`: what is read, and how to record it.

use benchlens_core::format::{FORMATS, Format};
use clap::Command;

use crate::args;

/// The word that names it.
pub(super) const NAME: &str = "formats";

pub(super) const USAGE: &str = "\
usage: benchlens formats
";

const ABOUT: &str = "\
List what is read, and how to record it

For each harness: the command that records samples, and, where there is one, the command that 'benchlens run' \
can run again and again, in turns with that of another version.";

/// The command, for its help and completions.
pub(super) fn command() -> Command {
    args::command(NAME, ABOUT, "benchlens formats").args(args::help_flags())
}

/// The commands that print the results of a harness on standard output, by the name of the format. It is
/// `benchlens run` that needs them.
const IN_TURNS: [(&str, &str); 11] = [
    ("go-json", "go test -json -run '^$' -bench ."),
    ("criterion", "cargo bench >&2 && benchlens convert target/criterion"),
    ("cargo-criterion", "cargo criterion --message-format=json"),
    ("libtest", "cargo bench   # of criterion: cargo bench -- --output-format bencher"),
    ("google-benchmark", "./bench --benchmark_format=json"),
    ("jmh", "java -jar target/benchmarks.jar -v SILENT -rf json -rff /dev/stdout"),
    ("pytest-benchmark", "pytest --benchmark-only --benchmark-json=one.json >&2 && cat one.json"),
    ("hyperfine", "hyperfine --style none --runs 1 --export-json /dev/stdout COMMAND"),
    ("vitest", "npx vitest bench --run --reporter=json --outputFile=one.json >&2 && cat one.json"),
    ("pyperf", "rm -f one.json && python3 bench.py -q -o one.json >&2 && cat one.json"),
    ("go", "go test -run '^$' -bench ."),
];

/// What a command has that only a shell can run: `benchlens run` does not start one by itself.
const NEEDS_SHELL: &str = "&&";

/// What it prints.
pub(super) fn text() -> String {
    let mut text = String::from(
        "Files, folders, archives, and what comes through a pipe may be in any of these formats. The content\n\
         decides, not the name. gzip, zstd, zip and tar are opened, and CI logs may have time stamps.\n",
    );
    FORMATS.iter().for_each(|format| push(&mut text, format));
    text += "\nTo record versions in turns:\n  \
             benchlens run old='COMMAND' new='COMMAND'\n\
             benchlens run -shell old='COMMAND' new='COMMAND'\n";
    text
}

fn push(text: &mut String, format: &Format) {
    *text += &format!("\n{}: {}\n  record:   {}\n", format.name, format.about, format.example);
    if let Some((_, command)) = IN_TURNS.iter().find(|(name, _)| *name == format.name) {
        let flag = if command.contains(NEEDS_SHELL) { ", with -shell" } else { "" };
        *text += &format!("  in turns{flag}: {command}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_fit_between_single_quotes() {
        // In those of Go nothing is quoted that a shell would not leave as it is.
        let others = IN_TURNS.iter().filter(|(name, _)| !name.starts_with("go"));
        let quoted = others.clone().find(|(_, command)| command.contains('\''));
        assert_eq!(quoted, None);
        let shell = others.filter(|(_, command)| command.contains(['>', ';', '|', '$']));
        for (name, command) in shell {
            assert!(command.contains(NEEDS_SHELL), "{name}");
        }
    }

    #[test]
    fn commands_are_those_of_formats_that_are_read() {
        let known = |name: &str| FORMATS.iter().any(|format| format.name == name);
        let missing = IN_TURNS.iter().find(|(name, _)| !known(name));
        assert_eq!(missing, None);
    }
}
