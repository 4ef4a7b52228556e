//! The gate of a command line: its rules and its result, with their exit statuses.

use benchlens_core::Answer;
use benchlens_core::gate::GateStatus;
use benchlens_inputs::{ReadGate, Rules, RulesError, read_rules};

use crate::args::GateArguments;
use crate::output;
use crate::status::Status;

/// Returns the gate that the arguments describe, if they describe one.
///
/// # Errors
///
/// Returns a sentence that explains which rule or which file is wrong.
pub(crate) fn read(arguments: &GateArguments) -> Result<ReadGate, (Status, String)> {
    let GateArguments { rules, file, today, is_adjusted, .. } = arguments;
    let (file, today) = (file.as_deref(), today.as_deref());
    let rules = Rules { texts: rules, file, today, is_adjusted: *is_adjusted, known: &[] };
    read_rules(&rules).map_err(|error| {
        let status = match error {
            RulesError::Rule(_) | RulesError::Today(_) => Status::Usage,
            RulesError::File(_) => Status::Input,
        };
        (status, error.sentence().flag_text())
    })
}

/// At most this number of gate results is reported.
const RULE_RESULTS: usize = 10;

/// Reports the gate's result on standard error, if there is a gate.
pub(crate) fn tell(answer: &Answer) -> Status {
    let Some(gate) = answer.gate() else { return Status::Done };
    let messages = benchlens_core::render::gate_messages(answer, RULE_RESULTS);
    output::gate_messages(&messages);
    status(gate.status)
}

/// Returns the exit status for the status of a gate.
pub(crate) fn status(gate: GateStatus) -> Status {
    match gate {
        GateStatus::Invalid => Status::Usage,
        GateStatus::Failed => Status::Failed,
        GateStatus::Undecided => Status::Undecided,
        GateStatus::Inconclusive => Status::Inconclusive,
        GateStatus::Passed => Status::Done,
    }
}
