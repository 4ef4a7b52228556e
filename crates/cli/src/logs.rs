//! The logs that a command line names, read into a store.

use benchlens_core::Store;
use benchlens_inputs as inputs;

use crate::args::WorkArguments;
use crate::output;
use crate::progress::Bar;
use crate::status::Status;

/// Reads the inputs of a command that needs all of them. Also returns the exit status for the time after the command
/// has printed its answer.
///
/// # Errors
///
/// Returns the exit status, after reporting the reason.
pub(crate) fn read(work: &WorkArguments) -> Result<(Store, Status), Status> {
    let mut progress = Bar::new(inputs::total_bytes(&work.inputs));
    let inputs = inputs::read(&work.inputs, &work.options, &work.threads, &mut progress);
    progress.finish();
    match output::check_inputs(&inputs, work.quiet) {
        Some(status) => Err(status),
        None => {
            let status = output::completeness(&inputs.store);
            Ok((inputs.store, status))
        }
    }
}
