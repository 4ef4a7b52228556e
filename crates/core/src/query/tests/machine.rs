//! A simulated machine that measures suites in blocks.
//!
//! A suite has rows of 100 to 100,000 ns that vary by 1.5%. On a machine with bursts, 15% of all runs take longer by a
//! random amount, 40% on average. A machine with two states changes its state after 100 runs on average, and one state
//! is 28% slower. The speed of a machine that wanders depends on its speed in the run before (0.98), and varies by 10%.

use std::fmt::Write;

use crate::stats::math::{exp, ln, normal_quantile, sqrt};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Machine {
    Quiet,
    Bursts,
    TwoStates,
    Wanders,
}

/// Pseudorandom numbers that are the same in every run (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        // Never 0, which has no logarithm.
        ((mixed ^ mixed >> 31) >> 11 | 1) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        normal_quantile(self.uniform())
    }
}

/// A simulated machine, which runs one benchmark after another.
pub(super) struct Simulated {
    machine: Machine,
    is_slow: bool,
    speed: f64,
    random: Random,
}

impl Simulated {
    pub(super) fn new(machine: Machine, seed: u64) -> Simulated {
        Simulated { machine, is_slow: false, speed: 0.0, random: Random(seed) }
    }

    /// Returns the next factor by which a run is slower.
    fn next(&mut self) -> f64 {
        let random = &mut self.random;
        let state = match self.machine {
            Machine::Bursts if random.uniform() < 0.15 => -0.4 * ln(random.uniform()),
            Machine::Quiet | Machine::Bursts => 0.0,
            Machine::Wanders => {
                self.speed = 0.98 * self.speed + 0.1 * sqrt(1.0 - 0.98 * 0.98) * random.normal();
                self.speed
            }
            Machine::TwoStates => {
                self.is_slow ^= random.uniform() < 0.01;
                if self.is_slow { 0.25 } else { 0.0 }
            }
        };
        exp(state + 0.015 * random.normal())
    }

    /// Measures rows in blocks, and appends the results to both logs; `change` returns the change of a row.
    pub(super) fn measure(
        &mut self,
        rows: &[usize],
        change: impl Fn(usize) -> f64,
        recording: &str,
        blocks: u32,
        logs: &mut [String; 2],
    ) {
        for block in 1..=blocks {
            let is_new_first = self.random.uniform() < 0.5;
            for index in [is_new_first, !is_new_first].map(usize::from) {
                let log = &mut logs[index];
                let _ = writeln!(log, "# benchlens recording={recording} block={block}");
                for &row in rows {
                    let factor = if index == 1 { 1.0 + change(row) } else { 1.0 };
                    let base = 100.0 * exp(row as f64 * 0.83 % 7.0);
                    let _ =
                        writeln!(log, "BenchmarkR{row} 1 {:.5} ns/op", base * factor * self.next());
                }
            }
        }
    }
}
