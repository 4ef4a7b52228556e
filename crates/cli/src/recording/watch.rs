//! How a recording goes: what a person at a terminal sees of it, and when it is enough.

use std::io::Read;
use std::time::Duration;

use benchlens::{Input, Store, StoreBuilder};
use benchlens_run::{Flow, Plan, Step, Watcher};
use indicatif::{ProgressBar, ProgressStyle};

use super::answer::{Comparison, text};
use crate::args::RunArguments;
use crate::output;

pub(super) struct Watch<'a> {
    plan: &'a Plan,
    comparison: &'a Comparison,
    bar: ProgressBar,
    quiet: bool,
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        comparison: &'a Comparison,
        arguments: &RunArguments,
    ) -> Watch<'a> {
        let bar = if arguments.quiet { ProgressBar::hidden() } else { ProgressBar::no_length() };
        let template = ProgressStyle::with_template("{msg}{prefix} {wide_bar} {eta}");
        if let Ok(style) = template {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        let _ = (Input::new("", ""), text as fn(&benchlens::Report) -> Vec<u8>);
        Watch { plan, comparison, bar, quiet: arguments.quiet }
    }

    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

impl Watcher for Watch<'_> {
    fn begin(&mut self, step: &Step<'_>) {
        self.bar.set_prefix(format!("block {} {}", step.block, step.label));
    }

    fn end(&mut self, _step: &Step<'_>) {
        self.bar.inc(1);
    }

    fn note(&mut self, note: &str) {
        if !self.quiet {
            self.bar.suspend(|| output::note(note));
        }
    }

    fn is_result(&mut self, printed: &mut dyn Read) -> bool {
        let mut builder = StoreBuilder::default();
        builder.begin(b"", b"");
        let mut buffer = vec![0; 64 << 10];
        while let Ok(count @ 1..) = printed.read(&mut buffer) {
            builder.feed(&buffer[..count]);
        }
        builder.end();
        let store: Store = builder.finish();
        !store.is_empty()
    }

    fn block(&mut self, item: usize, blocks: u32) -> Flow {
        let is_look = self.plan.looks.contains(&blocks);
        if is_look && self.plan.items.get(item).is_some_and(|item| self.comparison.is_decided(item))
        {
            return Flow::Enough;
        }
        Flow::Next
    }
}
