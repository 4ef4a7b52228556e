//! The gate of a command line, with the exit status for its errors.

use benchlens_inputs::{ReadGate, Rules, RulesError, read_rules};

use crate::args::GateArguments;
use crate::status::Status;

/// Returns the gate that the arguments describe, if they describe one.
///
/// # Errors
///
/// Returns a sentence that explains which rule or which file is wrong.
pub(crate) fn read(arguments: &GateArguments) -> Result<ReadGate, (Status, String)> {
    let GateArguments { rules, file, today, is_adjusted, .. } = arguments;
    let (file, today) = (file.as_deref(), today.as_deref());
    let rules = Rules { texts: rules, file, today, is_adjusted: *is_adjusted };
    read_rules(&rules).map_err(|error| {
        let status = match error {
            RulesError::Rule(_) | RulesError::Today(_) => Status::Usage,
            RulesError::File(_) => Status::Input,
        };
        (status, error.to_string())
    })
}
