//! The issues of a sample, as reports list them.

use serde::{Deserialize, Serialize};

use crate::stats::{ClockSteps, Drift, Issues, Modes, Outliers, Serial};

/// An issue with a sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum SampleIssue {
    /// Later runs tend to be higher, or lower.
    Drift(Drift),
    /// Each run is similar to the previous one, or avoids it.
    Serial(Serial),
    /// The values fall into two groups.
    Modes(Modes),
    /// Some values lie far from the others.
    Outliers(Outliers),
    /// The clock is coarse, so intervals cannot show smaller changes than its steps.
    ClockSteps(ClockSteps),
}

impl SampleIssue {
    /// Returns the name of the issue for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            SampleIssue::Drift(_) => "drift",
            SampleIssue::Serial(_) => "serial",
            SampleIssue::Modes(_) => "modes",
            SampleIssue::Outliers(_) => "outliers",
            SampleIssue::ClockSteps(_) => "clock-steps",
        }
    }

    /// Returns the issues of a sample as a list. Issues with the order of the runs are first.
    pub(in crate::table) fn list(found: &Issues, steps: Option<ClockSteps>) -> Vec<SampleIssue> {
        let all = [
            found.drift.map(SampleIssue::Drift),
            found.serial.map(SampleIssue::Serial),
            found.modes.map(SampleIssue::Modes),
            found.outliers.map(SampleIssue::Outliers),
            steps.map(SampleIssue::ClockSteps),
        ];
        all.into_iter().flatten().collect()
    }
}
