//! `benchlens convert`: results as Go benchmark text.

use std::io::{ErrorKind, Read, Write};

use benchlens_core::format::{Location, ReadOptions};
use benchlens_core::{Converter, Store};
use clap::{ArgMatches, Command};

use crate::args;
use crate::output::{self, Form};
use crate::progress::Bar;
use crate::status::Status;
use benchlens_inputs::{self as inputs, InputArgument, Taker, Threads};

/// The arguments of a conversion.
#[derive(Debug)]
pub(crate) struct Convert {
    filter: String,
    with_metadata: bool,
    inputs: Vec<InputArgument>,
    options: ReadOptions,
    quiet: bool,
}

/// The command's name.
pub(super) const NAME: &str = "convert";

pub(super) const USAGE: &str = "\
usage: benchlens convert [flags] inputs...

An input is a file, label=file, or - for standard input.
'benchlens convert -h' explains the flags.
";

const ABOUT: &str = "\
Print any input as Go benchmark text

Prints one result per line, as text that every tool for Go benchmarks can read. For Go logs, the \
output is the same as that of benchfilter.";

const FORMATS: [&str; 1] = ["go"];

/// Defines the command, for its help, its flags and completions.
pub(super) fn command() -> Command {
    args::command(NAME, ABOUT, "benchlens convert [FLAGS] INPUT...")
        .args(args::filter_flag())
        .arg(args::format_flag(&FORMATS))
        .arg(args::details_flag())
        .args(args::input_flags())
        .arg(args::quiet_flag("Hide notes"))
        .args(args::help_flags())
        .arg(args::inputs_arg())
}

/// Reads the arguments.
///
/// # Errors
///
/// Returns a sentence that explains which argument is wrong.
pub(super) fn from_matches(matches: &ArgMatches) -> Result<Convert, String> {
    let text = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_default();
    if !FORMATS.contains(&&text("format")[..]) {
        return Err("-format must be go".into());
    }
    Ok(Convert {
        filter: text("filter"),
        with_metadata: matches.get_flag("metadata"),
        inputs: args::inputs_from_matches(matches)?,
        options: args::options_from_matches(matches)?,
        quiet: matches.get_flag("quiet"),
    })
}

/// Prints the results as they are read.
pub(super) fn run(convert: &Convert) -> Status {
    let converter = Converter::seeded(inputs::seed(), &convert.filter, convert.with_metadata);
    let converter = match converter {
        Ok(converter) => converter.with_options(convert.options.clone()),
        Err(error) => return output::fail(Status::Usage, &error.flag_text()),
    };
    let mut printing = Printing { converter, out: output::stdout(Form::Data), written: Ok(()) };
    let threads = Threads(Some(1));
    let mut leftovers = inputs::feed(&convert.inputs, &mut printing, &threads, &mut Bar::hidden());
    let Printing { converter, mut out, written } = printing;
    if written.is_err() {
        // A closed pipe on the output is not a failure of the input.
        leftovers.failure = None;
    }
    let written = output::written(written.and_then(|()| out.flush()));
    // Release the lock on standard output before other code writes.
    drop(out);
    written.or(output::check_converted(&converter, &leftovers, convert.quiet))
}

/// Text that is being written to standard output.
struct Printing<W> {
    converter: Converter,
    out: W,
    /// The result of writing so far.
    written: std::io::Result<()>,
}

impl<W: Write> Printing<W> {
    /// Writes the pending text and returns whether writing still succeeds.
    fn print(&mut self) -> bool {
        if self.written.is_ok() {
            let text = self.converter.take();
            self.written = self.out.write_all(&text);
            self.converter.reuse(text);
        }
        self.written.is_ok()
    }
}

impl<W: Write> Taker for Printing<W> {
    fn begin(&mut self, name: &[u8], label: &[u8]) {
        self.converter.begin(name, label);
    }

    fn member(&mut self, name: &[u8]) {
        self.converter.member(name);
    }

    fn text(
        &mut self,
        head: &[u8],
        rest: &mut (dyn Read + Send),
        _threads: &Threads,
    ) -> std::io::Result<()> {
        inputs::feed_text(head, rest, &mut |chunk| {
            self.converter.feed(chunk);
            self.print()
        })?;
        // After a failed write, stop reading; this error only ends the reader and is never printed.
        if self.written.is_ok() { Ok(()) } else { Err(ErrorKind::BrokenPipe.into()) }
    }

    fn table(&mut self, table: &Store, labels: &[Vec<u8>]) {
        for (input, label) in labels.iter().enumerate() {
            let name = table.inputs()[input].name.clone();
            self.begin(&name, label);
            self.replay(table, input);
            self.end();
        }
    }

    fn replay(&mut self, table: &Store, input: usize) {
        self.converter.replay(table, input);
        self.print();
    }

    fn end_member(&mut self) -> u64 {
        self.converter.end_member();
        self.print();
        self.converter.store().inputs().last().map_or(0, |input| input.results)
    }

    fn end(&mut self) {
        self.converter.end();
        self.print();
    }

    fn end_if_found(&mut self) {
        self.converter.end_if_found();
        self.print();
    }

    fn unreadable(&mut self, message: &[u8]) {
        self.converter.unreadable(message);
    }

    fn lost(&mut self, message: &[u8]) {
        self.converter.lost(message);
    }

    fn position(&self) -> Location {
        self.converter.position()
    }

    fn store(&self) -> &Store {
        self.converter.store()
    }
}
