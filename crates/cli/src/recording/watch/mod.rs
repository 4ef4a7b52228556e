//! Shows the progress of a measurement and decides when to stop.
//!
//! Takes the steps of a measurement. `pace` computes the remaining time, `screen` shows it, and `fit` cuts the
//! comparison so that it fits above. The display must not slow the measurement down, so the comparison is made only
//! between blocks, and seldom if it takes long.

mod fit;
mod pace;
mod results;
mod screen;

use std::io::Read;
use std::time::{Duration, Instant};

use benchlens_core::Answer;
use benchlens_core::base::Sentence;
use benchlens_core::format::ReadOptions;
use benchlens_core::render::TextStyle;
use benchlens_run::{Counted, Flow, Plan, Printed, Spent, Step, Watcher};

use super::answer::{Comparison, text};
use super::printed::{counted, printed};
use crate::args::RunArguments;
pub(super) use pace::clock;
use pace::{Done, Pace};
pub(super) use results::RESULTS_OF_RUN;
use results::{Better, Results};
pub(super) use screen::Screen;

/// A comparison is shown for at least this time.
const SHOWN: Duration = Duration::from_secs(1);

/// Comparisons may use at most one part in this number of the time.
const SHARE: u32 = 20;

/// Comparing makes sense from this number of blocks on.
const BLOCKS: u32 = 2;

pub(super) struct Watch<'a> {
    plan: &'a Plan,
    comparison: &'a Comparison,
    /// The filter for the results that belong in the logs; empty for all.
    kept: &'a str,
    /// How the output of commands is read.
    reading: &'a ReadOptions,
    /// The notes about the output that were shown.
    told: Vec<String>,
    pace: Pace,
    done: Done,
    begun: Instant,
    /// The time when the item's first block after warmup began.
    item_begun: Instant,
    screen: Screen,
    /// The time of the last comparison, and how long it took.
    compared: Option<(Instant, Duration)>,
    results: Results,
    /// The block that runs now.
    block: (usize, bool, u32),
    may_change_results: MayChange,
    /// Whether a sentence suggested another number of results.
    is_suggested: bool,
}

/// The maximum number of different notes about the output of commands.
const NOTES_MAX: usize = 10;

/// When the number of results may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MayChange {
    /// Never: the user chose it.
    No,
    /// If results take too long; otherwise the user learns which number would be better.
    IfSlow,
    /// Whenever another number gives more precision for the time.
    Yes,
}

fn may_change_results(arguments: &RunArguments) -> MayChange {
    let is_open = arguments.until_decided || arguments.span.is_some();
    match arguments.results {
        Some(_) => MayChange::No,
        None if is_open && arguments.blocks.is_none() => MayChange::Yes,
        None => MayChange::IfSlow,
    }
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        comparison: &'a Comparison,
        kept: &'a str,
        arguments: &'a RunArguments,
    ) -> Watch<'a> {
        let (now, pace) = (Instant::now(), Pace::new(plan));
        Watch {
            plan,
            comparison,
            kept,
            reading: &arguments.reading,
            told: Vec::new(),
            pace,
            done: Done::default(),
            begun: now,
            item_begun: now,
            screen: Screen::new(arguments.quiet, pace.prefix()),
            compared: None,
            results: Results::default(),
            block: (0, false, 0),
            may_change_results: may_change_results(arguments),
            is_suggested: false,
        }
    }

    pub(super) fn finish(self) {
        self.screen.finish();
    }

    fn left(&self) -> Option<Duration> {
        let mut done = self.done;
        done.in_item = self.item_begun.elapsed();
        self.pace.left(&done, self.begun.elapsed())
    }

    /// Shows the comparison of the current logs, if there is room for it and time to make it.
    fn compare(&mut self, item: usize, blocks: u32) {
        let is_due = |(made, took): (Instant, Duration)| {
            SHOWN.max(took.saturating_mul(SHARE)) <= made.elapsed()
        };
        if blocks < BLOCKS || !self.screen.has_room() || !self.compared.is_none_or(is_due) {
            return;
        }
        let begun = Instant::now();
        let style = TextStyle { width: self.screen.columns(), ..TextStyle::default() };
        let text = |mut report: Answer| {
            // No change can be significant yet, so a change or an outcome would only be a wrong promise.
            let needed = report.report().pairs_for_difference.unwrap_or(u32::MAX);
            let averages = blocks < needed;
            let analysis = report.report_mut().analysis.as_mut();
            if let Some(analysis) = analysis.filter(|_| averages) {
                analysis.outcomes = false;
            }
            text(&report, TextStyle { averages, ..style })
        };
        let all = self.comparison.report().map(text);
        // If there is not enough room for all items, show the item that runs now.
        let item = self.plan.items.get(item).filter(|_| 1 < self.plan.items.len());
        let item = item.filter(|_| !all.as_ref().is_some_and(|all| self.screen.fits(all)));
        let one = item.and_then(|item| self.comparison.item_report(item));
        if let Some(shown) = one.map(text).or(all) {
            self.screen.tables(&shown);
        }
        self.compared = Some((Instant::now(), begun.elapsed()));
    }
}

impl Watcher for Watch<'_> {
    fn begin(&mut self, step: &Step<'_>) {
        if self.done.begin(step) {
            self.item_begun = Instant::now();
            self.results.begin_item();
        }
        let block = (step.item_number, step.is_warmup, step.block);
        if block != self.block {
            self.block = block;
            self.results.begin_block();
        }
        self.screen.show(&pace::run(step, self.plan), self.left());
    }

    fn end(&mut self, step: &Step<'_>) {
        self.done.end();
        if self.screen.wants_line() {
            let left = self.pace.tell(self.left());
            self.screen.line(&format!("{}{left}", pace::block(step, self.plan)));
        }
    }

    fn note(&mut self, note: &Sentence) {
        self.screen.note(&note.flag_text());
    }

    fn printed(&mut self, output: &mut dyn Read) -> Printed {
        let wants_results = self.plan.results.is_some();
        let reading = printed(output, self.kept, self.reading, wants_results);
        if let Some(results) = reading.results {
            self.results.add_run(&results);
        }
        for note in reading.notes {
            if !self.told.contains(&note) && self.told.len() < NOTES_MAX {
                self.screen.note(&note);
                self.told.push(note);
            }
        }
        reading.printed
    }

    fn counted(&mut self, output: &mut dyn Read) -> Option<Counted> {
        counted(output)
    }

    fn block(&mut self, item: usize, blocks: u32) -> Flow {
        self.compare(item, blocks);
        let looked = self.plan.items.get(item).filter(|_| self.plan.looks.contains(&blocks));
        let Some(item) = looked else { return Flow::Next };
        match self.comparison.is_decided(item) {
            Some(true) => return Flow::Enough,
            Some(false) => {}
            None => self.screen.note(&format!(
                "no benchmark is called {}, so -until cannot determine its outcome",
                item.describe()
            )),
        }
        Flow::Next
    }

    fn results(&mut self, blocks: u32, spent: &Spent) -> u32 {
        let now = spent.results;
        let span = self.plan.enough.map(|(span, _)| span);
        let versions = self.plan.versions.len();
        let Some(better) = self.results.after_block(blocks, spent, span, versions) else {
            return now;
        };
        let is_changed = match self.may_change_results {
            // The user knows how long results take.
            MayChange::No if matches!(better, Better::Slow(_)) => return now,
            MayChange::No => false,
            MayChange::IfSlow => matches!(better, Better::Slow(_)),
            MayChange::Yes => true,
        };
        if is_changed || !self.is_suggested {
            self.is_suggested |= !is_changed;
            let item = self.plan.items.get(self.block.0).filter(|_| 1 < self.plan.items.len());
            let item = item.map(|item| format!("{}: ", item.describe())).unwrap_or_default();
            self.screen.note(&format!("{item}{}", better.describe(now, is_changed)));
        }
        if is_changed { better.results() } else { now }
    }
}
