//! Computes the progress of a measurement and the remaining time.
//!
//! Takes the finished work and the time it took; gives the remaining time, in numbers and in words. Must not read a
//! clock.

use std::time::Duration;

use benchlens_run::{Plan, Step};

/// The total work.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    items: usize,
    /// The runs in a block.
    runs: u32,
    warmup: u32,
    blocks: u32,
    enough: Option<(Duration, u32)>,
    /// Whether the measurement may stop earlier.
    is_at_most: bool,
}

/// The finished work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Done {
    /// The items before this one.
    items: usize,
    /// Whether this item is still warming up.
    is_warmup: bool,
    /// The blocks of this item: warmup blocks while it warms up, measured blocks afterwards.
    blocks: u32,
    /// The runs in this block.
    runs: u32,
    /// The total number of runs.
    all_runs: u32,
    /// The time since the first block after warmup.
    pub(super) in_item: Duration,
}

impl Done {
    /// Updates the counts at the start of a step; returns whether the step begins an item or its measured blocks.
    pub(super) fn begin(&mut self, step: &Step<'_>) -> bool {
        let (before, blocks) = (*self, step.block.saturating_sub(1));
        (self.items, self.is_warmup, self.blocks) = (step.item_number, step.is_warmup, blocks);
        let is_new = (before.items, before.is_warmup) != (self.items, self.is_warmup);
        if is_new || before.blocks != blocks {
            self.runs = 0;
        }
        is_new
    }

    /// Counts a finished run.
    pub(super) fn end(&mut self) {
        (self.runs, self.all_runs) = (self.runs + 1, self.all_runs.saturating_add(1));
    }
}

impl Pace {
    pub(super) fn new(plan: &Plan) -> Pace {
        let versions = u32::try_from(plan.versions.len()).unwrap_or(u32::MAX);
        Pace {
            items: plan.items.len(),
            runs: versions.saturating_mul(plan.repeats).max(1),
            warmup: plan.warmup,
            blocks: plan.blocks,
            enough: plan.enough,
            is_at_most: !plan.looks.is_empty(),
        }
    }

    /// Returns the remaining time, if the remaining runs take as long as the finished runs.
    pub(super) fn left(&self, done: &Done, elapsed: Duration) -> Option<Duration> {
        if done.all_runs == 0 {
            return None;
        }
        let run = elapsed.as_secs_f64() / f64::from(done.all_runs);
        let items = self.items.saturating_sub(done.items + 1) as f64;
        let item = self.left_of_item(&Done { is_warmup: 0 < self.warmup, ..Done::default() }, run);
        Duration::try_from_secs_f64(self.left_of_item(done, run) + items * item).ok()
    }

    fn left_of_item(&self, done: &Done, run: f64) -> f64 {
        let block = run * f64::from(self.runs);
        let (warmup, blocks) = if done.is_warmup {
            (self.warmup - done.blocks.min(self.warmup), 0)
        } else {
            (0, done.blocks)
        };
        let begun = f64::from(done.runs) * run;
        let rest = |wanted: u32| f64::from(wanted.saturating_sub(blocks)) * block;
        let most = rest(self.blocks);
        let counted = match self.enough {
            None => most,
            Some((span, least)) => {
                let in_item = if done.is_warmup { 0.0 } else { done.in_item.as_secs_f64() };
                // The elapsed time already includes the part of the block that has begun.
                most.min((span.as_secs_f64() - in_item + begun).max(rest(least)))
            }
        };
        (f64::from(warmup) * block + counted - begun).max(0.0)
    }

    /// Returns the remaining time in words for a log.
    pub(super) fn tell(&self, left: Option<Duration>) -> String {
        let Some(left) = left else { return String::new() };
        let most = if self.is_at_most { "at most " } else { "" };
        let seconds = left.as_secs();
        let (count, unit) = match seconds {
            0..90 => (seconds, "second"),
            90..5400 => ((seconds + 30) / 60, "minute"),
            _ => ((seconds + 1800) / 3600, "hour"),
        };
        let plural = if count == 1 { "" } else { "s" };
        format!(", {most}{count} {unit}{plural} left")
    }

    /// Returns the prefix for a running clock.
    pub(super) fn prefix(&self) -> &'static str {
        if self.is_at_most { "≤" } else { "" }
    }
}

/// Names the current block.
pub(super) fn block(step: &Step<'_>, plan: &Plan) -> String {
    let item = match plan.items.len() {
        ..=1 => String::new(),
        items => format!(", item {} of {items}", step.item_number + 1),
    };
    match (step.is_warmup, plan.blocks) {
        (true, _) => format!("warm-up {} of {}{item}", step.block, plan.warmup),
        // Only a time is known, not a number of blocks.
        (false, u32::MAX) => format!("block {}{item}", step.block),
        (false, blocks) => format!("block {} of {blocks}{item}", step.block),
    }
}

/// Names the current run.
pub(super) fn run(step: &Step<'_>, plan: &Plan) -> String {
    let item = step.item.describe();
    let item = if item.is_empty() { item } else { format!(": {item}") };
    format!("{}, {}{item}", block(step, plan), step.label)
}

/// Formats a time like a clock.
pub(in crate::recording) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Done, Pace, clock};

    const PACE: Pace =
        Pace { items: 1, runs: 2, warmup: 0, blocks: 12, enough: None, is_at_most: false };

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn left(pace: Pace, done: Done, elapsed: u64) -> Option<u64> {
        pace.left(&done, seconds(elapsed)).map(|left| left.as_secs())
    }

    #[test]
    fn a_number_of_blocks() {
        assert_eq!(left(PACE, Done::default(), 5), None);
        // 24 runs of 10 seconds each.
        let done =
            |blocks, runs| Done { blocks, runs, all_runs: blocks * 2 + runs, ..Done::default() };
        assert_eq!(left(PACE, done(0, 1), 10), Some(230));
        assert_eq!(left(PACE, done(3, 0), 60), Some(180));
        assert_eq!(left(PACE, done(11, 2), 240), Some(0));
        // Three items, each with a warmup block.
        let pace = Pace { items: 3, warmup: 1, ..PACE };
        let warm = Done { is_warmup: true, runs: 1, all_runs: 1, ..Done::default() };
        assert_eq!(left(pace, warm, 10), Some(770));
        let second = Done { items: 1, blocks: 6, all_runs: 40, ..Done::default() };
        assert_eq!(left(pace, second, 400), Some(120 + 260));
    }

    #[test]
    fn a_span_of_time() {
        let pace = Pace { blocks: u32::MAX, enough: Some((seconds(100), 6)), ..PACE };
        let done = |blocks, runs, in_item| Done {
            blocks,
            runs,
            all_runs: blocks * 2 + runs,
            in_item: seconds(in_item),
            ..Done::default()
        };
        assert_eq!(left(pace, done(10, 0, 20), 20), Some(80));
        assert_eq!(left(pace, done(10, 1, 21), 21), Some(79));
        // Six blocks take longer than that.
        assert_eq!(left(pace, done(1, 1, 90), 90), Some(270));
        assert_eq!(left(pace, done(60, 0, 120), 120), Some(0));
        // Two items remain.
        let pace = Pace { items: 3, ..pace };
        assert_eq!(left(pace, done(10, 0, 20), 20), Some(280));
    }

    #[test]
    fn words_and_clocks() {
        for (time, want) in
            [(1, "1 second"), (89, "89 seconds"), (90, "2 minutes"), (7300, "2 hours")]
        {
            assert_eq!(PACE.tell(Some(seconds(time))), format!(", {want} left"));
        }
        let at_most = Pace { is_at_most: true, ..PACE };
        assert_eq!(at_most.tell(Some(seconds(200))), ", at most 3 minutes left");
        assert_eq!(PACE.tell(None), "");
        for (time, want) in [(5, "0:05"), (754, "12:34"), (3723, "1:02:03")] {
            assert_eq!(clock(seconds(time)), want);
        }
    }
}
