//! The content of lines about recordings: where blocks begin, and interim checks.

use crate::base::Interner;

/// The beginning of a block of a recording, or of rows without a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockStart {
    pub(super) run: u32,
    /// The index of the recording; the first means no recording.
    pub(super) recording: u32,
    pub(super) block: u32,
}

/// The interim checks of recordings.
#[derive(Debug, Clone, Default)]
pub(super) struct Plans {
    pub(super) recordings: Interner,
    /// The numbers of blocks of each recording; empty if lines contradict each other or cannot be read.
    pub(super) looks: Vec<Vec<u32>>,
}

impl Plans {
    /// Adds the checks from a line, and returns whether all lines agree.
    pub(super) fn set(&mut self, recording: &[u8], looks: &[u32]) -> bool {
        let known = self.looks.len();
        let index = self.recordings.intern(recording) as usize;
        if index == known {
            self.looks.push(looks.to_vec());
        }
        let agrees = self.looks[index] == looks;
        if !agrees {
            self.looks[index].clear();
        }
        agrees
    }

    /// Returns the recordings with their interim checks.
    pub(super) fn all(&self) -> impl Iterator<Item = (&[u8], &[u32])> {
        self.recordings.iter().zip(self.looks.iter().map(Vec::as_slice))
    }

    /// Marks the checks of a recording as unknown.
    pub(super) fn forget(&mut self, recording: &[u8]) {
        if !recording.is_empty() {
            self.set(recording, &[]);
        }
    }
}
