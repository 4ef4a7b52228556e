//! The output of the CLI: standard output and error, messages, and files.
//!
//! Takes bytes that the library has rendered; writes them. Must not know flags or compute anything. A failure is
//! reported where it happens and returned as a [`Status`](crate::status::Status).

mod closed;
mod colour;
mod files;
mod html;
mod messages;
mod parquet;
mod paths;
mod pixels;
mod streams;

pub(crate) use colour::{terminal_width, wants_colour};
pub(crate) use files::write_file;
pub(crate) use html::{HtmlResults, html_note, html_parts};
pub(crate) use messages::{
    check_converted, check_histories, check_inputs, completeness, gate_messages, note, tell_notes,
};
pub(crate) use parquet::{HAS_PARQUET, NO_PARQUET, Parquet};
pub(crate) use paths::{place_of, place_of_stream};
pub(crate) use pixels::{HAS_PNG, NO_PNG, png};
pub(crate) use streams::{
    Form, fail, is_github, print, stdout, write_commands, write_stderr, written,
};
