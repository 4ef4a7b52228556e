//! The output of a run: whether it contains results, and its measurements.

use std::io::Read;

use benchlens_core::format::{HEAD_BYTES, ReadOptions, is_log};
use benchlens_core::reading::Problem;
use benchlens_core::store::Input;
use benchlens_core::{Converter, Store, StoreBuilder};
use benchlens_run::{Counted, Printed};

/// The content of a command's output.
pub(super) struct Reading {
    pub(super) printed: Printed,
    /// The results, if they are wanted and can be read.
    pub(super) results: Option<Store>,
    /// Messages that a log of the results does not contain.
    pub(super) notes: Vec<String>,
}

/// Reads the output of a command. `kept` is the filter for the results that belong in the log, empty for all.
pub(super) fn printed(
    output: &mut dyn Read,
    kept: &str,
    reading: &ReadOptions,
    wants_results: bool,
) -> Reading {
    let is_part = !kept.is_empty();
    let nothing = || Reading { printed: Printed::Nothing, results: None, notes: Vec::new() };
    let mut buffer = vec![0; HEAD_BYTES];
    let mut filled = fill(output, &mut buffer);
    let is_log = is_log(&buffer[..filled]);
    // The filter has the names of a log, so other formats are converted first.
    let filter = if is_part && is_log { kept } else { "*" };
    let Ok(converter) = Converter::new(filter, false) else { return nothing() };
    let mut converter = converter.with_options(reading.clone());
    converter.begin(b"output", b"");
    let mut results = wants_results.then(|| StoreBuilder::default().with_options(reading.clone()));
    results.iter_mut().for_each(|results| results.begin(b"", b""));
    let mut text = Vec::new();
    while filled != 0 {
        converter.feed(&buffer[..filled]);
        if results.as_mut().is_some_and(|some| some.feed(&buffer[..filled]).is_err()) {
            // The converter reports what cannot be read.
            results = None;
        }
        // Text that is a log is unchanged.
        text.extend(converter.take().into_iter().filter(|_| is_part || !is_log));
        filled = fill(output, &mut buffer);
    }
    converter.end();
    text.extend(converter.take().into_iter().filter(|_| is_part || !is_log));
    if is_part && !is_log {
        let Some(part) = part(&text, kept) else { return nothing() };
        text = part;
    }
    // A log keeps these itself, and its readers report them.
    let (mut notes, problems) = (Vec::new(), converter.store().diagnostics());
    for diagnostic in problems.iter().filter(|_| !is_log) {
        match &diagnostic.problem {
            Problem::Note { text } => notes.push(String::from_utf8_lossy(text).into_owned()),
            Problem::Failed { name } if !is_part => push_failure(name, &mut text),
            Problem::SummaryOnly { .. } | Problem::Failed { .. } => {}
            _ => notes.push(diagnostic.to_string()),
        }
    }
    let printed = match (converter.store().is_empty(), is_log) {
        // A version may lack a benchmark.
        _ if is_part && is_log => Printed::Part(text),
        _ if is_part => Printed::Other(text),
        (true, _) => Printed::Nothing,
        (false, true) => Printed::Log,
        (false, false) => Printed::Other(text),
    };
    Reading { printed, results: results.map(StoreBuilder::finish), notes }
}

/// Reads until the buffer is full or the output ends, and returns the number of bytes.
fn fill(output: &mut dyn Read, buffer: &mut [u8]) -> usize {
    let mut filled = 0;
    loop {
        let count = output.read(&mut buffer[filled..]).unwrap_or_default();
        filled += count;
        if count == 0 || filled == buffer.len() {
            return filled;
        }
    }
}

/// Returns the lines of a log that belong to these results.
fn part(log: &[u8], kept: &str) -> Option<Vec<u8>> {
    let mut converter = Converter::new(kept, false).ok()?;
    converter.begin(b"output", b"");
    converter.feed(log);
    converter.end();
    Some(converter.take())
}

/// Appends the line by which Go reports a benchmark that failed.
fn push_failure(name: &[u8], text: &mut Vec<u8>) {
    let (first, rest) = name.split_at(name.len().min(1));
    text.extend([b"--- FAIL: Benchmark", &first.to_ascii_uppercase()[..], rest, b"\n"].concat());
}

/// Returns what a process measured, or `None` if that is not one benchmark, or if it measured CPU time itself.
pub(super) fn counted(output: &mut dyn Read) -> Option<Counted> {
    let mut text = Vec::new();
    output.read_to_end(&mut text).ok()?;
    let store = Store::read([Input::new("", &text)]);
    let units = store.stored_units();
    let is_cpu_time = |unit: &u32| units[*unit as usize].tidied.starts_with(b"cpu-");
    let (mut name, mut counts) = (None, Vec::new());
    for run in store.runs(0) {
        if *name.get_or_insert(run.name) != run.name
            || store.layout_units(run.layout).iter().any(is_cpu_time)
        {
            return None;
        }
        run.iterations(&mut counts);
    }
    let name = format!("Benchmark{}", String::from_utf8_lossy(store.name_text(name?)));
    let iterations = counts.iter().sum::<i64>() as f64;
    (0.0 < iterations).then_some(Counted { name, iterations })
}
