//! benchlens at a terminal.
//!
//! `args` says what to do, `inputs` reads, the library answers, `output` writes. Only `inputs` opens
//! files; nothing here computes or formats a number.
#![forbid(unsafe_code)]

mod analysis;
mod args;
mod calibrate;
mod gate;
mod github;
mod inputs;
mod keys;
mod output;
mod show;

use std::io::Write;
use std::process::ExitCode;

use args::{Request, Todo};
use benchlens::Output;
use benchlens::gate::GateStatus;
use github::GitHub;
use inputs::Progress;
use output::Status;

fn main() -> ExitCode {
    let status = match args::parse(std::env::args_os().skip(1)) {
        Todo::Compare(request) => {
            let github = request.gate.github();
            let status = compare(&request, github.as_ref());
            github.into_iter().for_each(|github| github.end(status));
            status
        }
        Todo::Calibrate(request) => calibrate::run(&request),
        Todo::Keys(request) => keys::run(&request),
        Todo::Print(text) => output::written(std::io::stdout().write_all(text.as_bytes())),
        Todo::Refuse(message) => {
            output::write_stderr(message.as_bytes());
            Status::Usage
        }
    };
    ExitCode::from(status as u8)
}

/// Below this, starting a thread takes longer than it saves.
const FEW_RESULTS: u64 = 5_000;

fn compare(request: &Request, github: Option<&GitHub>) -> Status {
    let mut query = request.query.clone();
    let writing = &request.writing;
    let output = args::find_output(&writing.format);
    let outputs = output.into_iter().chain(writing.files.iter().map(|&(output, _)| output));
    if outputs.into_iter().any(Output::tells_verdicts) || github.is_some() {
        query = query.judged();
    }
    let plan = match query.compile() {
        Ok(plan) => plan,
        Err(error) => return output::fail(Status::Usage, &error.to_string()),
    };
    let Some(output) = output else {
        return output::fail(Status::Usage, &args::format_error());
    };
    if let Some(message) = writing.overwritten(&request.inputs) {
        return output::fail(Status::Usage, &message);
    }
    let plan = match gate::read(&request.gate) {
        Ok(None) => plan,
        Ok(Some(gate)) => plan.with_gate(gate),
        Err((status, message)) => return output::fail(status, &message),
    };
    let mut progress = Progress::new(inputs::total_bytes(&request.inputs));
    let (store, failure) = inputs::read(&request.inputs, &request.threads, &mut progress);
    progress.say("comparing".into());
    let threads = if store.len() < FEW_RESULTS { 1 } else { request.threads.count() };
    let report = failure.is_none().then(|| plan.with_threads(threads).run(&store)).transpose();
    progress.finish();
    if let Some(status) = output::unusable(&store, failure.as_deref(), request.quiet) {
        return status;
    }
    let report = match report {
        Ok(Some(report)) => report,
        Ok(None) => return Status::Input,
        Err(error) => return output::fail(Status::Usage, &error.to_string()),
    };
    drop(store);
    // Such a gate is a mistake in the question: no answer would be the right one.
    if report.gate.as_ref().is_some_and(|gate| gate.status == GateStatus::Unusable) {
        return output::tell_gate(&report, github);
    }
    output::note(&report, request.quiet);
    let files = output::write_files(&report, writing, threads);
    let mut stdout = std::io::stdout().lock();
    let output = match output {
        Output::Text if writing.is_coloured => Output::Terminal,
        output => output,
    };
    let rendered = output::render(&report, output, writing.budget, threads, &mut stdout);
    let warnings = rendered.as_deref().unwrap_or_default();
    if !request.quiet {
        output::write_stderr(warnings);
    }
    let written = output::written(rendered.and_then(|_| stdout.flush()));
    let status = files.or(written).or(output::tell_gate(&report, github));
    // The process ends: giving back a large report piece by piece would only take time.
    std::mem::forget(report);
    status
}
