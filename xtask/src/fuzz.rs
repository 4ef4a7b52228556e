//! Runs the fuzz targets without a fuzzer: on mutated inputs, counted.

use crate::Outcome;
use crate::project::{cargo, does};

/// Runs the driver of the fuzz targets.
///
/// # Errors
///
/// Returns an error if the driver cannot be built.
pub(crate) fn run(words: &[String]) -> Outcome {
    let mut command = cargo();
    // The development profile checks overflow and assertions, and is optimized.
    command.args(["run", "--quiet", "--locked", "-p", "benchlens-fuzz", "--bin", "driver", "--"]);
    does(command.args(words))
}
