//! Tests that the peak memory of a command does not include the memory of the recording program.

use std::process::Command;

use benchlens_core::base::Sentence;
use benchlens_run::{
    Counted, Flow, Interrupts, Item, Launcher, LogMode, Logs, Measure, Order, Plan, Printed, Spent,
    Step, Template, Version, Watcher, record, split,
};

use crate::recording::folder::{Folder, PROGRAM, results};

struct Silent;

impl Watcher for Silent {
    fn begin(&mut self, _step: &Step<'_>) {}
    fn end(&mut self, _step: &Step<'_>) {}
    fn note(&mut self, _note: &Sentence) {}
    fn printed(&mut self, _output: &mut dyn std::io::Read) -> Printed {
        Printed::Log
    }
    fn counted(&mut self, _: &mut dyn std::io::Read) -> Option<Counted> {
        None
    }
    fn block(&mut self, _item: usize, _blocks: u32) -> Flow {
        Flow::Next
    }
    fn results(&mut self, _blocks: u32, spent: &Spent) -> u32 {
        spent.results
    }
}

/// The maximum difference between two peaks of the same program, in bytes. Linux counts pages for each processor and
/// sums the counts only sometimes: on a busy machine with two processors, `true` had peaks of 1.1 and of 2.2 MB. The
/// recorder itself has 500 MB.
const ERROR: f64 = 50_000_000.0;

/// Returns the peak memory of `true`, in bytes: the median of some runs.
fn peak(folder: &Folder, name: &str) -> f64 {
    let commands = vec![Template { words: split("true".as_ref()).unwrap(), ..Template::default() }];
    let plan = Plan {
        id: name.to_owned(),
        versions: vec![Version { label: name.to_owned(), commands, ..Version::default() }],
        items: vec![Item::default()],
        blocks: 15,
        enough: None,
        warmup: 0,
        repeats: 1,
        order: Order::Random,
        seed: 1,
        measure: Measure::Command("True".to_owned()),
        timeout: None,
        keep_going: false,
        results: None,
        hooks: Default::default(),
        looks: Vec::new(),
    };
    let log = folder.path(name);
    let mut logs = Logs::open(std::slice::from_ref(&log), LogMode::New).unwrap();
    let launcher = Launcher { program: PROGRAM.into(), ..Launcher::new(None).unwrap() };
    let mut interrupts = Interrupts::hear().unwrap();
    let outcome = record(&plan, &mut logs, &launcher, &mut interrupts, &mut Silent);
    assert!(outcome.stop.is_none(), "{:?}", outcome.stop);
    let value = |line: &str| -> f64 {
        let words: Vec<_> = line.split(' ').collect();
        let at = words.iter().position(|word| *word == "peak-RSS-bytes").unwrap();
        words[at - 1].parse().unwrap()
    };
    median(results(&folder.read(name)).iter().map(|(_, line)| value(line)).collect())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[test]
fn a_large_recorder_does_not_count() {
    let folder = Folder::new("memory");
    let small = peak(&folder, "small");
    let held = vec![1_u8; 500_000_000];
    let large = peak(&folder, "large");
    assert_eq!(std::hint::black_box(&held).len(), 500_000_000);
    assert!((large - small).abs() < ERROR, "{small} {large}");
    // The result of GNU time, if it is installed.
    let time = || Command::new("/usr/bin/time").args(["-f", "%M", "true"]).output().ok();
    let said = |output: std::process::Output| String::from_utf8(output.stderr).ok();
    let kilobytes =
        (0..15).map_while(|_| said(time()?)?.trim().parse::<f64>().ok()).collect::<Vec<_>>();
    if !kilobytes.is_empty() {
        let reference = median(kilobytes) * 1024.0;
        assert!((large - reference).abs() < ERROR, "{large} {reference}");
    }
}
