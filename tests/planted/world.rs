//! Two logs and a gate, as a plan in which faults can be planted.

use std::collections::BTreeMap;
use std::fmt::Write;

use benchlens_core::stats::Adjustment;

use super::random::Random;

/// The index of one of the two logs.
pub(super) const OLD: usize = 0;
pub(super) const NEW: usize = 1;

/// How runs are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Plain,
    /// `-pair`.
    Pairs,
    /// `-pair=loose`.
    Loose,
    /// `-pair=round`, with lines `round: 1`.
    Key,
    /// Pairs by the blocks of a recording.
    Recorded,
}

/// The log that is the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// The first of two logs.
    First,
    /// `-base old`, which is the last of two logs.
    Last,
    /// `-base old`, which is the second of three logs: the first log is much faster.
    Second,
    /// `-base previous`: the first of three logs is much slower.
    Previous,
}

/// The limit of the general rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Limit {
    /// A limit in percent.
    Share(f64),
    Any,
}

/// A benchmark in both logs.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) unit: String,
    pub(super) values: [Vec<f64>; 2],
    pub(super) is_more_better: bool,
    /// An additional configuration line.
    pub(super) config: [Option<&'static str>; 2],
    /// Whether its runs do not name their round.
    pub(super) lacks_round: [bool; 2],
    /// The number that is added to the round's number.
    pub(super) round_offset: [usize; 2],
}

/// The complete plan.
#[derive(Debug, Clone)]
pub(super) struct World {
    pub(super) mode: Mode,
    pub(super) base: Base,
    pub(super) adjust: Adjustment,
    pub(super) limit: Limit,
    /// The number of runs of a side in a round or a block of a recording.
    pub(super) per_block: usize,
    /// The recording of each log; empty for none.
    pub(super) recording: [&'static str; 2],
    /// Whether `-pair=recording` is given.
    pub(super) says_recording: bool,
    /// The number of runs of an ordinary row on each side.
    pub(super) runs: usize,
    pub(super) rows: Vec<Row>,
    pub(super) cpu: [&'static str; 2],
    /// Lines at the beginning and at the end.
    pub(super) head: [String; 2],
    pub(super) tail: [String; 2],
    /// The row that ends a log, and the number of its bytes that exist.
    pub(super) cut: [Option<(Row, usize)>; 2],
    /// Lines of text between the results.
    pub(super) text: Vec<&'static str>,
    /// Lines at the top of the rule file, and tables after the general rule.
    pub(super) settings: Vec<String>,
    pub(super) tables: Vec<String>,
    /// Noise floors: for each package and unit, lines of the floors file.
    pub(super) floors: BTreeMap<String, String>,
    pub(super) order: Option<&'static str>,
    /// Whether the rule file says `order: any`, unless it requires an order.
    pub(super) is_any_order: bool,
    /// The rules of `-gate`.
    pub(super) inline: Vec<String>,
    /// Whether the file accepts any regression temporarily.
    pub(super) accepts_all: bool,
    /// The standard deviation of the noise, as a fraction.
    scatter: f64,
    digits: usize,
    pub(super) in_passes: bool,
    /// Whether the logs are in the format of `go test -json`.
    is_json: bool,
}

/// Common units and values of logs; the third member is whether higher is better.
const UNITS: [(&str, f64, bool); 5] = [
    ("ns/op", 2500.0, false),
    ("ns/op", 31.0, false),
    ("MB/s", 480.0, true),
    ("B/op", 90_000.0, false),
    ("ops/s", 7300.0, true),
];

/// Returns how many runs count as one value: the runs in a block of a recording.
fn runs_per_value(mode: Mode, per_block: usize) -> usize {
    if mode == Mode::Recorded { per_block } else { 1 }
}

impl World {
    pub(super) fn new(random: &mut Random, mode: Mode) -> World {
        let limit = if random.one_in(3) {
            Limit::Any
        } else {
            Limit::Share(random.between(4.0, 10.0).round())
        };
        use Adjustment::{Bh, By, Holm};
        let adjust = if random.one_in(3) { random.pick(&[Holm, Bh, By]) } else { Adjustment::None };
        // With Benjamini and Hochberg, certain regressions in a third log increase the weight of chance.
        let is_strict = !matches!(adjust, Bh | By);
        let bases = [Base::First, Base::Last, Base::Second, Base::Previous];
        let base = random.pick(&bases[..if is_strict { 4 } else { 2 }]);
        let shares_level = adjust != Adjustment::None || limit == Limit::Any;
        let has_blocks = matches!(mode, Mode::Key | Mode::Recorded);
        let per_block = if has_blocks { random.pick(&[1, 2, 3]) } else { 1 };
        let mut world = World {
            mode,
            base,
            adjust,
            limit,
            per_block,
            recording: if mode == Mode::Recorded { ["r1"; 2] } else { [""; 2] },
            says_recording: random.one_in(2),
            // The number of runs is large enough that planted regressions are significant among all rows.
            runs: runs_per_value(mode, per_block)
                * match (mode, shares_level) {
                    (Mode::Plain, false) => random.count(8, 12),
                    (Mode::Plain, true) | (_, false) => 12,
                    (_, true) => 24,
                },
            rows: Vec::new(),
            cpu: ["Test CPU"; 2],
            // The other log need not contain this line.
            head: ["Unit ops/s better=higher\n".into(), String::new()],
            tail: ["", ""].map(|_| "PASS\nok  \texample.org/p\t12.345s\n".to_owned()),
            cut: [None, None],
            text: Vec::new(),
            settings: Vec::new(),
            tables: Vec::new(),
            floors: BTreeMap::new(),
            order: None,
            is_any_order: false,
            inline: Vec::new(),
            accepts_all: false,
            scatter: random.between(0.002, 0.012),
            digits: random.count(3, 8),
            in_passes: random.one_in(2),
            is_json: random.one_in(4),
        };
        for _ in 0..random.count(1, 6) {
            world.add(random, 1.0);
        }
        world
    }

    /// Returns the number of runs on each side that count as this number of values.
    pub(super) fn runs_for(&self, values: usize) -> usize {
        values * runs_per_value(self.mode, self.per_block)
    }

    /// Adds a row with the usual number of runs; the new side is worse by this factor. Returns the index of the row.
    pub(super) fn add(&mut self, random: &mut Random, worse: f64) -> usize {
        let sizes = [self.runs; 2];
        self.add_sized(random, worse, sizes)
    }

    pub(super) fn add_sized(
        &mut self,
        random: &mut Random,
        worse: f64,
        sizes: [usize; 2],
    ) -> usize {
        let row = self.row(random, worse, sizes, "");
        self.rows.push(row);
        self.rows.len() - 1
    }

    /// Returns a row that is not yet in the logs, in a unit with this prefix.
    pub(super) fn row(
        &self,
        random: &mut Random,
        worse: f64,
        sizes: [usize; 2],
        unit: &str,
    ) -> Row {
        let units: Vec<_> = UNITS.into_iter().filter(|(name, ..)| name.starts_with(unit)).collect();
        let (unit, usual, is_more_better) = random.pick(&units);
        let base = usual * random.between(0.3, 3.0);
        let new = if is_more_better { base / worse } else { base * worse };
        let most = sizes[OLD].max(sizes[NEW]);
        let is_paired = self.mode != Mode::Plain;
        // The machine drifts, which does not affect pairs.
        let drift = if is_paired && random.one_in(2) { random.between(0.0, 2.0) } else { 0.0 };
        let mut side = |center: f64, size: usize| {
            let value = |run: usize| {
                // All runs of a block have the same conditions.
                let moment = run / self.per_block * self.per_block;
                let machine = 1.0 + drift * moment as f64 / most as f64;
                center * machine * (1.0 + self.scatter * random.noise())
            };
            (0..size).map(value).collect::<Vec<f64>>()
        };
        let values = [side(base, sizes[OLD]), side(new, sizes[NEW])];
        let name = format!("Row{}/n={}", self.rows.len(), 1 << random.count(0, 9));
        Row { name, unit: unit.into(), values, is_more_better, ..Row::default() }
    }

    /// Returns a filter for one row.
    pub(super) fn filter(&self, row: usize) -> String {
        format!(".name:Row{row}")
    }

    /// Returns the logs in their order, by name.
    pub(super) fn logs(&self) -> Vec<(&'static str, String)> {
        let [old, new] = [OLD, NEW].map(|side| self.log(side));
        let two = [("old", old), ("new", new)];
        match self.base {
            Base::First => two.into(),
            Base::Last => two.into_iter().rev().collect(),
            Base::Second => [("other", self.other_log(0.1))].into_iter().chain(two).collect(),
            Base::Previous => [("other", self.other_log(10.0))].into_iter().chain(two).collect(),
        }
    }

    /// Returns the old log, worse by this factor.
    fn other_log(&self, worse: f64) -> String {
        let mut other = self.clone();
        for row in &mut other.rows {
            let factor = if row.is_more_better { 1.0 / worse } else { worse };
            row.values[OLD].iter_mut().for_each(|value| *value *= factor);
        }
        other.log(OLD)
    }

    /// Returns the text of a log.
    fn log(&self, side: usize) -> String {
        let mut out = format!(
            "goos: linux\ngoarch: amd64\npkg: example.org/p\ncpu: {}\n{}",
            self.cpu[side], self.head[side]
        );
        let lines: Vec<(usize, usize)> = {
            let of_row =
                |row: usize| (0..self.rows[row].values[side].len()).map(move |run| (row, run));
            let mut lines: Vec<_> = (0..self.rows.len()).flat_map(of_row).collect();
            if self.in_passes || self.mode == Mode::Key {
                lines.sort_by_key(|&(row, run)| (run, row));
            }
            lines
        };
        let mut text = self.text.iter();
        for (index, (row, run)) in lines.into_iter().enumerate() {
            self.write_run(&mut out, side, &self.rows[row], run);
            if index % 7 == 3 {
                text.next().into_iter().for_each(|line| writeln!(out, "{line}").unwrap());
            }
        }
        text.for_each(|line| writeln!(out, "{line}").unwrap());
        let Some((row, bytes)) = &self.cut[side] else {
            let has_failed = self.tail[side].contains("FAIL");
            out += &self.tail[side];
            return if self.is_json { as_json(&out, has_failed) } else { out };
        };
        let mut last = String::new();
        for run in 0..row.values[side].len() {
            self.write_run(&mut last, side, row, run);
        }
        out + &last[..*bytes]
    }

    pub(super) fn write_run(&self, out: &mut String, side: usize, row: &Row, run: usize) {
        let Row { name, unit, values, config, .. } = row;
        if self.mode == Mode::Key {
            let round = self.block(side, row, run);
            let round = if row.lacks_round[side] { String::new() } else { round.to_string() };
            writeln!(out, "round: {round}").unwrap();
        }
        if !self.recording[side].is_empty() {
            let (recording, block) = (self.recording[side], self.block(side, row, run));
            writeln!(out, "# benchlens recording={recording} block={block}").unwrap();
        }
        if let Some(value) = config[side] {
            writeln!(out, "phase: {value}").unwrap();
        }
        let value = values[side][run];
        let value = if value == f64::NEG_INFINITY {
            "-Inf".to_owned()
        } else if value == f64::INFINITY {
            "+Inf".to_owned()
        } else {
            self.written(value)
        };
        writeln!(out, "Benchmark{name}-8 \t{:>8}\t{value:>12} {unit}", 1000 + run).unwrap();
        if config[side].is_some() {
            writeln!(out, "phase:").unwrap();
        }
    }

    /// Returns the round or the block of a run.
    fn block(&self, side: usize, row: &Row, run: usize) -> usize {
        1 + run / self.per_block + row.round_offset[side]
    }

    /// Formats a number with this number of digits; integers are written in full.
    fn written(&self, value: f64) -> String {
        if value.fract() == 0.0 {
            return format!("{value:.0}");
        }
        let before = format!("{value:.0}").len();
        format!("{value:.*}", self.digits.saturating_sub(before))
    }

    /// Returns whether significant differences are undecided because the runs follow each other.
    pub(super) fn is_hedged(&self) -> bool {
        // A row alone has no other rows between its runs.
        let is_in_rounds = self.in_passes && 1 < self.rows.len();
        let is_sequential = !is_in_rounds && !matches!(self.mode, Mode::Key | Mode::Recorded);
        is_sequential && self.order.is_none() && !self.is_any_order
    }

    /// Returns the rule file.
    pub(super) fn file(&self) -> String {
        let limit = match self.limit {
            Limit::Share(share) => format!("+{share}%"),
            Limit::Any => "any".into(),
        };
        let all = if self.accepts_all { accept("*", "2027-06-30") } else { String::new() };
        let floors = if self.floors.is_empty() { "" } else { "floors = \"noise.toml\"\n" };
        let order = self.order.or(self.is_any_order.then_some("any"));
        let order = order.map(|order| format!("order = \"{order}\"\n"));
        let settings = [floors.to_owned(), order.unwrap_or_default()].concat();
        format!(
            "{settings}{}\n[[rule]]\nmatch = \"*\"\nlimit = \"{limit}\"\n{all}{}",
            self.settings.join("\n"),
            self.tables.concat()
        )
    }

    /// Returns the floors file, if there is one.
    pub(super) fn floors_file(&self) -> Option<String> {
        let table = |(of, lines): (&String, &String)| format!("\n[floor.{of}]\n{lines}");
        let tables: String = self.floors.iter().map(table).collect();
        (!tables.is_empty()).then(|| format!("version = 1\nrate = 0.01\n{tables}"))
    }
}

/// Returns the events of `go test -json` for a log of one package. The text before the first tab of a line is in a
/// separate event, as for a benchmark that has just begun.
fn as_json(log: &str, has_failed: bool) -> String {
    let mut out = String::new();
    let mut event = |action: &str, output: &str| {
        let output = output.replace('\t', "\\t").replace('\r', "\\r").replace('\n', "\\n");
        let package = "\"Package\":\"example.org/p\"";
        writeln!(out, "{{\"Action\":\"{action}\",{package},\"Output\":\"{output}\"}}").unwrap();
    };
    for line in log.split_inclusive('\n') {
        let begun = line.find('\t').filter(|_| line.starts_with("Benchmark"));
        let (begun, rest) = line.split_at(begun.map_or(0, |tab| tab + 1));
        [begun, rest].into_iter().filter(|part| !part.is_empty()).for_each(|p| event("output", p));
    }
    event(if has_failed { "fail" } else { "pass" }, "");
    out
}

/// The date of all gates.
pub(super) const TODAY: &str = "2027-03-01";

/// Returns an accepted regression in the syntax of a rule file.
pub(super) fn accept(matched: &str, until: &str) -> String {
    format!("\n[[accept]]\nmatch = '{matched}'\nreason = 'planted'\nuntil = '{until}'\n")
}
