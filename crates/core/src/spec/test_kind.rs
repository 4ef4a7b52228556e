//! The tests that a query can select.

use serde::{Deserialize, Serialize};

/// How values are summarized, and which test compares them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TestKind {
    /// Medians, compared by Mann and Whitney's U test; pairs by Wilcoxon's signed rank test.
    #[default]
    U,
    /// Means, compared by Welch's t-test; pairs by Student's paired t-test.
    T,
    /// Geometric means, compared by the same tests of the logarithms.
    LogT,
}

impl TestKind {
    /// All tests.
    pub const ALL: [TestKind; 3] = [TestKind::U, TestKind::T, TestKind::LogT];

    /// Returns the name of the test in queries.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TestKind::U => "u",
            TestKind::T => "t",
            TestKind::LogT => "log-t",
        }
    }

    /// Returns the test with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<TestKind> {
        TestKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the average that summarizes values.
    #[must_use]
    pub fn average(self) -> &'static str {
        match self {
            TestKind::U => "median",
            TestKind::T => "mean",
            TestKind::LogT => "geometric mean",
        }
    }

    /// Returns whether the test is the default.
    pub fn is_default(&self) -> bool {
        *self == TestKind::default()
    }
}
