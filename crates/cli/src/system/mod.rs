//! The differences between operating systems.
//!
//! Gives `here`, the system that the program was built for: where a path leads, whether standard input has data, and
//! what happens to an incomplete file. `unix` is for Unix; `plain` is for all others and uses only the parts of
//! Rust's standard library that exist everywhere. Tests compile both, so that one machine tests both. Prints nothing.

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
