//! The file format of noise floors.

use crate::base::Text;
use crate::base::float::shortest;

/// The noise floors of one version.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Calibration {
    /// The number of logs that were compared.
    pub logs: usize,
    /// The maximum rate at which two equal versions differ by more than a floor.
    pub rate: f64,
    /// The floors, by package, then by unit.
    pub floors: Vec<Floor>,
    /// The number of benchmarks, each in a unit, without a floor because fewer than two logs have them.
    pub without: usize,
    /// The number of benchmarks without a floor because values are infinite, or because their spread is.
    pub not_finite: usize,
}

/// The noise floor of a benchmark in a unit.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Floor {
    /// The package; empty if the logs do not name it.
    pub pkg: Text,
    /// The unit, tidied.
    pub unit: Text,
    /// The whole name of the benchmark.
    pub name: Text,
    /// How much worse an equal version may seem.
    pub size: FloorSize,
}

/// How much worse an equal version may seem.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FloorSize {
    /// A fraction of the baseline: 0.05 is 5%. This is a rise, or a fall if higher is better.
    Share(f64),
    /// An amount in the unit, for benchmarks whose values may be zero.
    Amount(f64),
}

impl Calibration {
    /// Returns the file that a gate reads: [`Gate::with_floors`](super::Gate::with_floors).
    #[must_use]
    pub fn to_toml(&self) -> String {
        let Calibration { logs, rate, .. } = self;
        let percent = crate::base::percent(*rate);
        let mut out = format!(
            "# Noise floors by `benchlens calibrate`, from {logs} logs of one version.\n\
             # Another log of it is worse by more than its floor {percent}% of the time, if logs are independent.\n\
             version = {}\nrate = {}\n",
            super::floors::VERSION,
            shortest(*rate)
        );
        let mut last: Option<(&Text, &Text)> = None;
        for Floor { pkg, unit, name, size } in &self.floors {
            if last != Some((pkg, unit)) {
                out += &format!("\n[floor.{}.{}]\n", quoted(pkg), quoted(unit));
                last = Some((pkg, unit));
            }
            let size = match size {
                FloorSize::Share(share) => format!("\"{}%\"", rounded_up(*share)),
                FloorSize::Amount(amount) => shortest(*amount),
            };
            out += &format!("{} = {size}\n", quoted(name));
        }
        out
    }
}

/// Returns a fraction as a percentage with two decimals, rounded up.
fn rounded_up(share: f64) -> String {
    let hundredths = (share * 1e4).ceil();
    // Larger numbers have no decimals to round. A fall by less than 100% must not be rounded up to 100%.
    let is_fit = hundredths < 1e15 && (share < 1.0) == (hundredths < 1e4);
    let percent = if is_fit { hundredths / 100.0 } else { share * 100.0 };
    shortest(percent)
}

/// Returns a basic string of TOML.
fn quoted(text: &Text) -> String {
    let mut out = String::from("\"");
    for c in text.to_string_lossy().chars() {
        match c {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            c if c.is_control() => out += &format!("\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::super::floors::Floors;
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let floor = |pkg: &str, unit: &str, name: &str, size| Floor {
            pkg: pkg.into(),
            unit: unit.into(),
            name: name.into(),
            size,
        };
        let hostile = "A/\"x\\y\"=\u{7f}\t\u{1}é\u{2028}]\n-8";
        let floors = vec![
            floor("", "sec/op", hostile, FloorSize::Share(0.012_345)),
            floor("", "sec/op", "B", FloorSize::Share(0.0)),
            floor("p.q/r", "B/op", "B", FloorSize::Amount(1.5)),
            floor("p.q/r", "x", "B", FloorSize::Share(1e30)),
            floor("p.q/r", "x", "C", FloorSize::Amount(1e-300)),
            floor("p.q/r", "MB/s", "B", FloorSize::Share(0.999_999)),
        ];
        let calibration = Calibration { logs: 5, rate: 0.01, floors, ..Calibration::default() };
        let text = calibration.to_toml();
        let read = Floors::read("n.toml", &text).unwrap();
        let find = |pkg: &str, unit: &str, name: &str| {
            read.find(pkg.as_bytes(), unit.as_bytes(), name.as_bytes())
                .unwrap()
                .allowed(1.0)
                .unwrap()
        };
        assert_eq!(find("", "sec/op", hostile), 1.24 / 100.0, "{text}");
        assert_eq!(find("", "sec/op", "B"), 0.0);
        assert_eq!(find("p.q/r", "B/op", "B"), 1.5);
        assert!((find("p.q/r", "x", "B") - 1e30).abs() < 1e15, "{text}");
        assert_eq!(find("p.q/r", "x", "C"), 1e-300);
        let fall = find("p.q/r", "MB/s", "B");
        assert!((0.999_999..1.0).contains(&fall), "{text}");
    }
}
