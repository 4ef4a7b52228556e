//! Generates random logs of a few benchmarks in one or more files, with everything that a log may contain.

use super::random::Random;

/// The common properties of a trial's files, so that there is something to compare.
pub(crate) struct World {
    /// The names without `Benchmark`.
    names: Vec<String>,
    units: Vec<&'static str>,
    /// The number of samples of a benchmark, and whether all benchmarks have the same number.
    samples: usize,
    even: bool,
    values: Values,
    pub(crate) files: usize,
    noise: usize,
    zeros: bool,
}

/// The distribution of a benchmark's values.
#[derive(Clone, Copy, PartialEq)]
enum Values {
    /// All values are different.
    Spread,
    /// There are few different values.
    Ties,
    /// The values come from this list, for any benchmark.
    Wild,
}

pub(crate) const KEYS: [&str; 4] = ["k", "n", "size", "é"];
pub(crate) const CONFIG: [&str; 5] = ["goos", "pkg", "cpu", "rev", "größe"];
pub(crate) const WORDS: [&str; 12] =
    ["1", "2", "10", "1k", "1Ki", "a", "b", "linux", "x86 64", "Ünï", "漢", "1e3"];
const BASES: [&str; 8] = ["A", "Bc", "Sort", "Encode_json", "Ünï", "A-8", "", "Z9"];
const UNITS: [&str; 14] = [
    "ns/op",
    "B/op",
    "allocs/op",
    "MB/s",
    "x",
    "sec/op",
    "p50-ns",
    "bytes",
    "op/ns",
    "ns*ns",
    "µops",
    "x/B*B",
    "gc-ns/op",
    "kB",
];
const COUNTS: [usize; 16] = [1, 1, 2, 3, 4, 5, 6, 6, 8, 10, 12, 20, 25, 26, 31, 60];
const SIZES: [f64; 9] = [0.01, 0.1, 1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6];
const WILD: [&str; 26] = [
    "1",
    "-1",
    "3.5",
    "1e300",
    "-1e300",
    "1e-300",
    "5e-324",
    "123456789",
    "0.1",
    "0.00001",
    "999.95",
    "99.995",
    "1023.5",
    "1048576",
    "+7",
    "1_000",
    "0x1p-2",
    "0x1.8p3",
    ".5",
    "5.",
    "1E6",
    "1e15",
    "99995",
    "9.9995e-10",
    "-0.25",
    "1e21",
];
const ZEROS: [&str; 8] = ["0", "0", "0", "0.0", "-0", "inf", "-Inf", "0e5"];
const BLANKS: [&str; 7] = [" ", "\t", "  ", "\t \t", "\u{a0}", "\u{2003}", "\u{b}"];
const NOISE: [&str; 12] = [
    "PASS",
    "ok  \tpkg\t1.2s",
    "--- FAIL: TestX",
    "",
    "# comment",
    " indented: x",
    "nocolon",
    "Upper: x",
    "key:novalue",
    "benchmarkX 1 1 x",
    "goarch:",
    "  BenchmarkX 1 1 x",
];
const MALFORMED: [&str; 12] = [
    "BenchmarkA",
    "BenchmarkA ",
    "BenchmarkA 1",
    "BenchmarkA x",
    "BenchmarkA 1 x",
    "BenchmarkA 1 1",
    "BenchmarkA 1 1 x 2",
    "BenchmarkA 1 1e999 x",
    "BenchmarkA 99999999999999999999 1 x",
    "BenchmarkA 1 1__0 x",
    "Benchmarking is fun",
    "BenchmarkA 1 0x1 x",
];
const UNIT_LINES: [&str; 9] = [
    "Unit x assume=exact",
    "Unit ns/op assume=exact",
    "Unit sec/op assume=nothing",
    "Unit",
    "Unit B/op better=lower assume=exact",
    "Unit x better=higher",
    "Unit y =z a",
    "Units x a=b",
    "Unit MB/s assume=exact better=higher",
];

impl World {
    pub(super) fn new(random: &mut Random) -> Self {
        let count = random.within(1, 5);
        let names = (0..count).map(|_| name(random)).collect();
        let units = (0..random.within(1, 3)).map(|_| random.pick(&UNITS)).collect();
        let values = match random.below(10) {
            0..5 => Values::Spread,
            5..8 => Values::Ties,
            _ => Values::Wild,
        };
        let zeros = random.percent(18);
        let samples = COUNTS[random.below(COUNTS.len())];
        let noise = if random.percent(40) { 8 } else { 0 };
        let (even, files) = (random.percent(75), random.within(1, 4));
        Self { names, units, samples, even, values, files, noise, zeros }
    }

    /// Returns the text of one file.
    pub(super) fn log(&self, random: &mut Random) -> Vec<u8> {
        let mut lines = Vec::new();
        for name in &self.names {
            if self.names.len() > 1 && random.percent(10) {
                continue;
            }
            let samples =
                if self.even { self.samples } else { random.within(1, self.samples.min(25) + 2) };
            let base = SIZES[random.below(SIZES.len())] * (1.0 + random.unit() * 9.0);
            for sample in 0..samples {
                lines.push(self.result(random, name, base, sample));
            }
        }
        if random.percent(30) {
            random.shuffle(&mut lines);
        }
        self.disturb(random, &mut lines);
        let end = if random.percent(8) { "\r\n" } else { "\n" };
        let mut text = lines.join(end);
        if !random.percent(5) {
            text += end;
        }
        if random.percent(1) {
            text.insert(0, '\u{feff}');
        }
        text.into_bytes()
    }

    /// Returns one line of results.
    fn result(&self, random: &mut Random, name: &str, base: f64, sample: usize) -> String {
        let odd = self.noise > 0 && random.percent(5);
        let blank = |random: &mut Random| if odd { random.pick(&BLANKS) } else { " " };
        let mut line = format!("Benchmark{name}{}{}", blank(random), random.within(1, 1000));
        for unit in &self.units {
            let value = self.value(random, base, sample);
            line += &format!("{}{value}{}{unit}", blank(random), blank(random));
            if random.percent(2) {
                break;
            }
        }
        if odd { line + random.pick(&["", " ", "\t"]) } else { line }
    }

    fn value(&self, random: &mut Random, base: f64, sample: usize) -> String {
        if self.zeros && random.percent(25) {
            return random.pick(&ZEROS).to_owned();
        }
        match self.values {
            // The sample's number makes the values differ, whatever the noise.
            Values::Spread => {
                let value = base * (1.0 + random.unit() * 0.2) + sample as f64 * base * 1e-3;
                format!("{:.*}", random.within(2, 6), value)
            }
            Values::Ties => (10 + random.below(6)).to_string(),
            Values::Wild => random.pick(&WILD).to_owned(),
        }
    }

    /// Inserts configuration, units, malformed lines and noise between the results.
    fn disturb(&self, random: &mut Random, lines: &mut Vec<String>) {
        let insert = |random: &mut Random, lines: &mut Vec<String>, line: String, top: bool| {
            let at = if top { 0 } else { random.below(lines.len() + 1) };
            lines.insert(at, line);
        };
        for _ in 0..random.below(4) {
            let line = format!("{}: {}", random.pick(&CONFIG), random.pick(&WORDS));
            let top = random.percent(60);
            insert(random, lines, line, top);
        }
        if self.noise > 0 {
            for _ in 0..random.below(self.noise) {
                let line = match random.below(8) {
                    0 => random.pick(&MALFORMED).to_owned(),
                    1 => random.pick(&UNIT_LINES).to_owned(),
                    2 => format!(
                        "{}:{}",
                        random.pick(&CONFIG),
                        random.pick(&["", " ", "  x ", "\ty"])
                    ),
                    _ => random.pick(&NOISE).to_owned(),
                };
                insert(random, lines, line, false);
            }
        } else if random.percent(8) {
            let line = random.pick(&UNIT_LINES).to_owned();
            insert(random, lines, line, false);
        }
    }
}

/// Returns the name of a benchmark.
fn name(random: &mut Random) -> String {
    let mut name = random.pick(&BASES).to_owned();
    for key in KEYS {
        if random.percent(30) {
            let value = random.pick(&WORDS).replace(' ', "_");
            name += &format!("/{key}={value}");
        }
    }
    if random.percent(15) {
        name += random.pick(&["/", "/part", "/1", "//x", "/k", "/gomaxprocs=2"]);
    }
    if random.percent(40) {
        name += random.pick(&["-1", "-8", "-16", "-08", "-"]);
    }
    name
}
