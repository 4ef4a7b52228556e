//! What lines say of recordings: where blocks begin, and when recordings look.

use crate::base::Interner;

/// Where a block of a recording begins, or where none is known from there on.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockStart {
    pub(super) run: u32,
    /// The place of the recording; the first is none.
    pub(super) recording: u32,
    pub(super) block: u32,
}

/// When recordings look whether they may stop.
#[derive(Debug, Clone, Default)]
pub(super) struct Plans {
    pub(super) recordings: Interner,
    /// The numbers of blocks of each; none if lines contradict each other, or cannot be read.
    pub(super) looks: Vec<Vec<u32>>,
}

impl Plans {
    /// Takes what a line says. Whether all lines agree.
    pub(super) fn set(&mut self, recording: &[u8], looks: &[u32]) -> bool {
        let known = self.looks.len();
        let place = self.recordings.intern(recording) as usize;
        if place == known {
            self.looks.push(looks.to_vec());
        }
        let agrees = self.looks[place] == looks;
        if !agrees {
            self.looks[place].clear();
        }
        agrees
    }

    /// The recordings with their looks.
    pub(super) fn all(&self) -> impl Iterator<Item = (&[u8], &[u32])> {
        self.recordings.iter().zip(self.looks.iter().map(Vec::as_slice))
    }

    /// No line says the looks of a recording any more.
    pub(super) fn forget(&mut self, recording: &[u8]) {
        if !recording.is_empty() {
            self.set(recording, &[]);
        }
    }
}
