//! benchlens at a terminal.
//!
//! `args` reads the command line, `commands` does what it asks for: `inputs` reads logs, the library
//! answers, `output` writes. Only `inputs` opens logs, only `output` and `github` write files; nothing
//! here computes or formats a number. `tests/tidy.rs` holds the order of the layers.
// `output/closed.rs` has the one exception.
#![deny(unsafe_code)]

mod args;
mod commands;
mod gate;
mod github;
mod inputs;
mod neutral;
mod output;
#[cfg(unix)]
mod recording;
mod status;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    // A small copy of this program starts, measures and ends each command that is recorded.
    #[cfg(unix)]
    if let [first, words @ ..] = &words[..]
        && *first == *benchlens_run::KEEPER
    {
        return ExitCode::from(benchlens_run::keep(words));
    }
    ExitCode::from(commands::parse(&words).run() as u8)
}
