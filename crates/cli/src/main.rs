//! The benchlens CLI.
//!
//! `args` reads the command line and `commands` executes it: the crate `benchlens-inputs` reads logs, the library
//! compares, and `output` writes. Only `output` and `github` write files; nothing here computes or formats a number.
//! `tests/tidy` checks the order of the layers.
// `output/closed.rs` contains the only exception.
#![deny(unsafe_code)]

mod args;
mod commands;
mod gate;
mod github;
mod logs;
mod neutral;
mod output;
mod progress;
#[cfg(unix)]
mod recording;
mod status;
mod system;

use std::process::ExitCode;

/// The allocator of musl takes a lock for each call, which would make the Linux releases two to four times as slow.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    // A small copy of this program starts, measures and ends each measured command.
    #[cfg(unix)]
    if let [first, words @ ..] = &words[..]
        && *first == *benchlens_run::KEEPER
    {
        return ExitCode::from(benchlens_run::keep(words));
    }
    #[cfg(feature = "parquet")]
    quiet_decoder();
    ExitCode::from(commands::parse(&words).run() as u8)
}

/// If a panic becomes an error, only the error is printed.
#[cfg(feature = "parquet")]
fn quiet_decoder() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !benchlens_arrow::parquet::is_decoding() {
            tell(panic);
        }
    }));
}
