//! Confirming blocks: which blocks of a row count after it exceeded the limit of a gate and was measured again.
//!
//! Takes the blocks that both sides of a row have; says which of them do not count. The blocks before selected the row
//! because of its change, so they exaggerate the change. Therefore, only the confirming blocks count once all of them
//! are measured. Before that, none of them counts, because a row that failed must not pass because its second
//! measurement was interrupted. Must not know how blocks are compared.

use super::shifts::BlockId;
use crate::format::gobench::confirmed;
use crate::table::model::Confirmation;

/// The confirming recordings of a row.
#[derive(Debug, Default)]
pub(super) struct Confirming<'s> {
    /// Each confirming recording, with the recording that it confirms and whether it is complete.
    found: Vec<Found<'s>>,
}

#[derive(Debug)]
struct Found<'s> {
    name: &'s [u8],
    first: &'s [u8],
    is_complete: bool,
}

impl<'s> Confirming<'s> {
    /// Notes a block that both sides have. Blocks come by the names of their recordings.
    pub(super) fn see(&mut self, id: BlockId<'s>) {
        let (name, block) = id;
        let Some((first, blocks)) = confirmed(name) else { return };
        let is_complete = block == blocks;
        match self.found.last_mut().filter(|last| last.name == name) {
            Some(last) => last.is_complete |= is_complete,
            None => self.found.push(Found { name, first, is_complete }),
        }
    }

    /// Returns whether the blocks of a recording do not count.
    pub(super) fn excludes(&self, recording: &[u8]) -> bool {
        let excluded = |found: &Found<'s>| if found.is_complete { found.first } else { found.name };
        self.found.iter().any(|found| excluded(found) == recording)
    }

    /// Returns which blocks count.
    pub(super) fn confirmation(&self) -> Option<Confirmation> {
        let known = self.found.iter().map(|found| found.is_complete);
        known.max().map(
            |is_complete| if is_complete { Confirmation::Only } else { Confirmation::Incomplete },
        )
    }
}
