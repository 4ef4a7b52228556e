//! What differs between systems.
//!
//! Gives `here`, the system that the program was built for: what a path leads to, whether standard input has data,
//! and what is done for a file that is not complete. `unix` is for Unix; `plain` is for all others and has only what
//! Rust's standard library has everywhere. Tests compile both, so that one machine tries both. Prints nothing.

mod interface;
#[cfg(any(not(unix), test))]
mod plain;
#[cfg(test)]
mod tests;
#[cfg(unix)]
mod unix;

pub(crate) use interface::{Incomplete, Place, Stream, System};

/// The system that this program was built for.
#[cfg(unix)]
pub(crate) fn here() -> impl System {
    unix::Unix
}

/// The system that this program was built for.
#[cfg(not(unix))]
pub(crate) fn here() -> impl System {
    plain::Plain
}
