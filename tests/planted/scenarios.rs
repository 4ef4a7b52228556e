//! Random gates on files: comparisons and histories, of interleaved and of sequential runs, plain and in archives, in
//! which some inputs are incomplete or worse.
//!
//! The correct status follows from the planted faults, never from results of this project. Each scenario runs the CLI
//! on files, because damaged archives are among the faults.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::random::Random;
use crate::support::archives::{Zipped, gzip, tar, zip, zipped};

/// The benchmarks of a log, with the values of their runs.
type Rows = Vec<(String, Vec<f64>)>;

/// A file of runs.
#[derive(Debug, Clone)]
struct Log {
    name: String,
    head: String,
    rows: Rows,
    unit: &'static str,
    /// Lines after the results.
    tail: String,
    container: Container,
    is_damaged: bool,
    ends_line: bool,
    /// A text that replaces all results.
    text: Option<String>,
}

/// The format of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Container {
    Plain,
    Gzip,
    Zip,
    Tar,
    Tgz,
    Folder,
}

impl Container {
    const ALL: [Container; 6] = [
        Container::Plain,
        Container::Gzip,
        Container::Zip,
        Container::Tar,
        Container::Tgz,
        Container::Folder,
    ];
}

/// A command, its files and their faults.
#[derive(Debug)]
struct Scenario {
    is_history: bool,
    is_interleaved: bool,
    /// Whether the rules say `order: any`.
    is_any_order: bool,
    /// The logs in their order; the last one is under test.
    logs: Vec<Log>,
    rules: Vec<String>,
    filter: Option<&'static str>,
    planted: Vec<&'static str>,
    /// Whether a row to which a rule applies regressed.
    is_worse: bool,
    /// Whether the gate cannot decide all required comparisons.
    is_undecided: bool,
    /// Whether the gate cannot decide the regression either.
    hides_all: bool,
}

const RUNS: usize = 12;

impl Scenario {
    fn new(random: &mut Random, is_history: bool) -> Scenario {
        let names: Vec<String> =
            (0..random.count(2, 5)).map(|number| format!("Row{number}/n={number}")).collect();
        let levels: Vec<f64> = names.iter().map(|_| random.between(20.0, 5e4)).collect();
        let unit = random.pick(&["ns/op", "B/op", "ns/op"]);
        let count = if is_history { random.count(14, 18) } else { random.pick(&[2, 3, 3]) };
        let container = random.pick(&Container::ALL);
        let mut log = |number: usize| {
            let value = |level: f64, random: &mut Random| level * random.between(0.985, 1.015);
            let rows = names.iter().zip(&levels).map(|(name, &level)| {
                (name.clone(), (0..RUNS).map(|_| value(level, random)).collect())
            });
            Log {
                name: format!("log-{}", 10 + number),
                head: "k: a\n".into(),
                rows: rows.collect(),
                unit,
                tail: String::new(),
                container,
                is_damaged: false,
                ends_line: true,
                text: None,
            }
        };
        let logs = (0..count).map(&mut log).collect();
        Scenario {
            is_history,
            is_interleaved: random.one_in(2),
            is_any_order: !is_history && random.one_in(2),
            logs,
            rules: vec!["*: +20%".into()],
            filter: None,
            planted: Vec::new(),
            is_worse: false,
            is_undecided: false,
            hides_all: false,
        }
    }

    fn last(&mut self) -> &mut Log {
        self.logs.last_mut().unwrap()
    }

    /// Returns the correct statuses.
    fn allowed(&self) -> &'static [i32] {
        // The machine can have caused any rise of a time between sequential runs, but not of bytes.
        let is_time = self.logs.iter().all(|log| log.unit != "B/op");
        let is_hedged = !self.is_history && !self.is_interleaved && !self.is_any_order && is_time;
        match (self.is_worse, self.is_undecided) {
            (true, _) if is_hedged => &[4],
            (false, false) => &[0],
            (true, false) => &[1],
            // Each file of a folder is a point of a history, and a file that cannot be unpacked ends it.
            (_, true) if self.is_history && self.is_folder_damaged() => &[3],
            (false, true) => &[4],
            (true, true) if self.hides_all => &[4],
            (true, true) => &[1, 4],
        }
    }

    fn is_folder_damaged(&self) -> bool {
        self.logs.iter().any(|log| log.container == Container::Folder && log.is_damaged)
    }

    /// Returns the text of a log. Interleaved runs name their block of a recording.
    fn text(&self, log: &Log) -> String {
        if let Some(text) = &log.text {
            return text.clone();
        }
        let recording = if self.is_history { &log.name[..] } else { "r" };
        let mut text = log.head.clone();
        let line = |text: &mut String, name: &str, value: f64| {
            let value = if value.is_nan() { "NaN".into() } else { format!("{value:.3}") };
            writeln!(text, "Benchmark{name}-4 1000 {value} {}", log.unit).unwrap();
        };
        if self.is_interleaved {
            for run in 0..RUNS {
                let (block, time) = (run + 1, 1_800_000_000 + 60 * run);
                writeln!(text, "# benchlens recording={recording} block={block} time={time}")
                    .unwrap();
                log.rows.iter().for_each(|(name, values)| line(&mut text, name, values[run]));
            }
        } else {
            for (name, values) in &log.rows {
                values.iter().for_each(|&value| line(&mut text, name, value));
            }
        }
        text += &log.tail;
        if !log.ends_line {
            text.pop();
        }
        text
    }

    /// Writes a log below a folder.
    fn write(&self, folder: &Path, log: &Log) {
        let text = self.text(log);
        let text = text.as_bytes();
        let path = folder.join(&log.name);
        let other = zipped("README.md", b"nothing here\n");
        let bytes = match (log.container, log.is_damaged) {
            (Container::Plain, _) => text.to_vec(),
            (Container::Gzip, _) => gzip(text),
            (Container::Zip, false) => zip(&[zipped("a.txt", text), other]),
            (Container::Zip, true) => {
                zip(&[zipped("a.txt", text), Zipped { is_encrypted: true, ..other }])
            }
            (Container::Tar, false) => tar(&[("a.txt", text)]),
            (Container::Tar, true) => {
                let whole = tar(&[("a.txt", text), ("b.txt", text)]);
                whole[..1024 + text.len().next_multiple_of(512) + 700].to_vec()
            }
            (Container::Tgz, false) => gzip(&tar(&[("a.txt", text)])),
            (Container::Tgz, true) => {
                let mut packed = gzip(&tar(&[("a.txt", text)]));
                let sum = packed.len() - 6;
                packed[sum] ^= 1;
                packed
            }
            (Container::Folder, is_damaged) => {
                fs::create_dir_all(&path).unwrap();
                fs::write(path.join("a.txt"), text).unwrap();
                if is_damaged {
                    let packed = gzip(text);
                    fs::write(path.join("b.gz"), &packed[..packed.len() / 2]).unwrap();
                }
                return;
            }
        };
        fs::write(path, bytes).unwrap();
    }

    /// Returns the status and the messages of the CLI.
    fn run(&self, folder: &Path) -> (i32, String) {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).unwrap();
        self.logs.iter().for_each(|log| self.write(folder, log));
        let mut command = Command::new(env!("CARGO_BIN_EXE_benchlens"));
        if self.is_history {
            command.arg("history");
        }
        let any = self.is_any_order.then(|| "order: any".to_owned());
        // Faults are planted in the newest point only.
        let at_once = self.is_history.then(|| "unconfirmed: fail".to_owned());
        let rules: Vec<String> = self.rules.iter().cloned().chain(any).chain(at_once).collect();
        command.args(["-gate", &rules.join("; ")]);
        command.args(self.filter.iter().flat_map(|filter| ["-filter", filter]));
        // Members of archives have separate names, so one label combines them into one point or one column.
        command.args(self.logs.iter().map(|log| format!("{0}={0}", log.name)));
        let output = command.current_dir(folder).env_remove("GITHUB_ACTIONS").output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap_or(-1), said)
    }
}

/// Plants a fault; returns false if it does not fit the scenario.
type Plant = fn(&mut Scenario, &mut Random) -> bool;

/// The faults that make a scenario undecided or worse.
const FAULTS: [(&str, Plant); 17] = [
    ("worse", |scenario, random| {
        let times = random.between(1.5, 9.0);
        let values = &mut scenario.last().rows[0].1;
        values.iter_mut().for_each(|value| *value *= times);
        scenario.is_worse = true;
        true
    }),
    ("renamed", |scenario, _| {
        scenario.last().rows.iter_mut().for_each(|(name, _)| name.insert(0, 'X'));
        undecided(scenario, true)
    }),
    ("other unit", |scenario, _| {
        scenario.last().unit = "widgets";
        undecided(scenario, true)
    }),
    ("moved to another table", |scenario, _| {
        // In the middle of a log, so that only a part of its rows is moved.
        if scenario.is_interleaved {
            return false;
        }
        let last = scenario.last();
        let (name, values) = last.rows.pop().unwrap();
        last.tail += "warning: x\n";
        for value in values {
            writeln!(last.tail, "Benchmark{name}-4 1000 {value:.3} {}", last.unit).unwrap();
        }
        undecided(scenario, false)
    }),
    ("no value is a number", |scenario, _| {
        scenario.last().rows.iter_mut().for_each(|(_, values)| values.fill(f64::NAN));
        undecided(scenario, true)
    }),
    ("a value is not a number", |scenario, random| {
        let run = random.count(0, RUNS - 1);
        let rows = &mut scenario.last().rows;
        rows.last_mut().unwrap().1[run] = f64::NAN;
        undecided(scenario, false)
    }),
    ("filtered", |scenario, _| {
        scenario.last().head = "k: b\n".into();
        scenario.filter = Some("k:a");
        undecided(scenario, true)
    }),
    ("no results", |scenario, random| {
        let text = random.pick(&["", "no benchmark ran\n", "PASS\nok  \tp\t0.1s\n"]);
        // A folder or an archive without results is a different error.
        if !matches!(scenario.last().container, Container::Plain | Container::Gzip) {
            return false;
        }
        scenario.last().text = Some(text.into());
        undecided(scenario, true)
    }),
    ("malformed line", |scenario, random| {
        let line =
            random.pick(&["BenchmarkRow0\t\n", "BenchmarkRow0-4 10\n", "BenchmarkX 1 x ns/op\n"]);
        scenario.last().tail += line;
        undecided(scenario, false)
    }),
    ("no line end", |scenario, _| {
        if !scenario.last().tail.is_empty() {
            return false;
        }
        scenario.last().ends_line = false;
        undecided(scenario, false)
    }),
    ("failed package", |scenario, random| {
        let tail = random.pick(&["FAIL\n", "FAIL\tex/p\t1s\n", "--- FAIL: BenchmarkY\n"]);
        scenario.last().tail += tail;
        undecided(scenario, false)
    }),
    ("rule that matches nothing", |scenario, _| {
        scenario.rules.push(".name:Nothing: any".into());
        undecided(scenario, false)
    }),
    ("rule that judges nothing", |scenario, _| {
        let count = if scenario.is_history { scenario.logs.len() - 1 } else { 1 };
        for log in &mut scenario.logs[..count] {
            log.tail += "BenchmarkOld-4 1 7 things\n";
        }
        scenario.rules.push(".name:Old: +900% warn".into());
        undecided(scenario, false)
    }),
    ("damaged", |scenario, _| {
        if matches!(scenario.last().container, Container::Plain | Container::Gzip) {
            return false;
        }
        scenario.last().is_damaged = true;
        undecided(scenario, false)
    }),
    ("damaged before", |scenario, random| {
        let first = random.count(0, scenario.logs.len() - 2);
        let log = &mut scenario.logs[first];
        if matches!(log.container, Container::Plain | Container::Gzip) {
            return false;
        }
        log.is_damaged = true;
        undecided(scenario, false)
    }),
    ("an input of other benchmarks", |scenario, _| {
        if scenario.is_history || scenario.logs.len() < 3 {
            return false;
        }
        scenario.logs[1].rows.iter_mut().for_each(|(name, _)| name.insert(0, 'Y'));
        undecided(scenario, false)
    }),
    ("too short", |scenario, _| {
        if !scenario.is_history {
            return false;
        }
        let first = scenario.logs.len() - 4;
        scenario.logs.drain(..first);
        undecided(scenario, true)
    }),
];

fn undecided(scenario: &mut Scenario, hides_all: bool) -> bool {
    scenario.is_undecided = true;
    scenario.hides_all |= hides_all;
    true
}

/// Changes without an effect.
const HARMLESS: [(&str, Plant); 7] = [
    ("better", |scenario, random| {
        let times = random.between(0.2, 0.9);
        let rows = &mut scenario.last().rows;
        rows.last_mut().unwrap().1.iter_mut().for_each(|value| *value *= times);
        true
    }),
    ("text", |scenario, random| {
        let text = random.pick(&["PASS\n", "FAILED to warm up\n", "BenchmarkLonely\n"]);
        scenario.last().head += text;
        true
    }),
    ("optional rule", |scenario, _| {
        scenario.rules.push(".name:Nothing: any optional".into());
        true
    }),
    ("allowed lines", |scenario, _| {
        scenario.rules.push("malformed: allow".into());
        scenario.logs[0].tail += "BenchmarkRow0-4 10\n";
        true
    }),
    ("allowed failure", |scenario, _| {
        scenario.rules.push("failed: allow".into());
        scenario.logs[0].tail += "FAIL\tex/p\t1s\n";
        true
    }),
    ("a failure of long ago", |scenario, _| {
        if !scenario.is_history {
            return false;
        }
        scenario.logs[0].tail += "FAIL\tex/p\t1s\nBenchmarkRow0-4 10\n";
        true
    }),
    ("new benchmark", |scenario, _| {
        scenario.last().tail += "BenchmarkNew-4 1 5 ns/op\n";
        true
    }),
];

/// Returns whether a fault is allowed because of harmless settings.
fn is_allowed(fault: &str, planted: &[&str]) -> bool {
    match fault {
        "malformed line" | "a value is not a number" | "no line end" => {
            planted.contains(&"allowed lines")
        }
        "failed package" => planted.contains(&"allowed failure"),
        _ => false,
    }
}

#[test]
fn a_gate_over_files_passes_only_what_it_judged() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scenarios");
    let count = 1000;
    let seeds: Vec<u64> = (0..count).collect();
    let found = crate::support::parallel(&seeds, |&seed| {
        let mut random = Random::new(seed);
        let mut scenario = Scenario::new(&mut random, seed % 2 == 0);
        for (name, plant) in HARMLESS {
            if random.one_in(5) && plant(&mut scenario, &mut random) {
                scenario.planted.push(name);
            }
        }
        let wanted = random.pick(&[0, 1, 1, 1, 2]);
        for _ in 0..4 * wanted {
            if scenario.planted.iter().filter(|name| is_fault(name)).count() == wanted {
                break;
            }
            let (name, plant) = FAULTS[random.count(0, FAULTS.len() - 1)];
            let is_open = !scenario.planted.contains(&name) && !is_allowed(name, &scenario.planted);
            if is_open && plant(&mut scenario, &mut random) {
                scenario.planted.push(name);
            }
        }
        let (status, said) = scenario.run(&folder.join(seed.to_string()));
        let is_right = scenario.allowed().contains(&status);
        let Scenario { is_history, is_interleaved, is_any_order, planted, .. } = &scenario;
        let container = scenario.logs[0].container;
        let describe = format!(
            "seed {seed}: {planted:?}, history {is_history}, interleaved {is_interleaved}, \
             any order {is_any_order}, {container:?}: {status}, not one of {:?}\n{said}",
            scenario.allowed()
        );
        (planted.clone(), is_right, describe)
    });
    let wrong: Vec<&String> =
        found.iter().filter(|(_, is_right, _)| !is_right).map(|(.., said)| said).collect();
    let shown: String = wrong.iter().take(8).map(|said| said.as_str()).collect();
    assert!(wrong.is_empty(), "{} of {count}:\n{shown}", wrong.len());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (planted, ..) in &found {
        planted.iter().for_each(|name| *counts.entry(name).or_default() += 1);
    }
    let all = FAULTS.len() + HARMLESS.len();
    assert!(counts.len() == all && counts.values().all(|&count| 10 < count), "{counts:?}");
    let _ = fs::remove_dir_all(folder);
}

fn is_fault(name: &str) -> bool {
    FAULTS.iter().any(|(fault, _)| *fault == name)
}
