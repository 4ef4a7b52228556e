//! The lines that a measurement writes into its logs, and the description of a position in it.

use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::counted::Counted;
use crate::plan::{Item, Measure, Plan};
use crate::process::Usage;
use crate::step::Step;
use crate::words::join;

/// Keeps a text within one line, because a second line could be parsed as a result.
fn in_a_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Describes the position of a run in the measurement.
pub(crate) fn when(step: &Step<'_>, plan: &Plan) -> String {
    let item = step.item.describe();
    let item = if item.is_empty() { item } else { format!("{item}, ") };
    if step.is_warmup {
        format!("{item}warm-up {} of {}", step.block, plan.warmup)
    } else if plan.blocks == u32::MAX {
        // A measurement with a time limit has no fixed number of blocks.
        format!("{item}block {}", step.block)
    } else {
        format!("{item}block {} of {}", step.block, plan.blocks)
    }
}

/// Returns the head of a log: what is measured, and when interim checks are made.
pub(crate) fn head(plan: &Plan, index: usize, is_counted: bool) -> String {
    let mut head = String::new();
    let version = &plan.versions[index];
    let about = version.about.as_ref().map(|about| format!("{}: ", in_a_line(about)));
    let about = about.unwrap_or_default();
    for command in &version.commands {
        let shown = in_a_line(&join(command.words.iter().map(|word| &**word)));
        let _ = writeln!(head, "# recorded by benchlens run, seed {}: {about}{shown}", plan.seed);
    }
    if !plan.looks.is_empty() {
        let looks: Vec<_> = plan.looks.iter().map(ToString::to_string).collect();
        let _ = writeln!(head, "# benchlens recording={} looks={}", plan.id, looks.join(","));
    }
    if plan.measure != Measure::Output {
        let counters: &[_] = if is_counted { &["instructions/op", "cycles/op"] } else { &[] };
        for unit in [&["peak-RSS-bytes"], counters].concat() {
            let _ = writeln!(head, "Unit {unit} better=lower");
        }
    }
    head
}

/// Returns the line that names a run's block, and the lines for its parameters.
pub(crate) fn block_lines(plan: &Plan, step: &Step<'_>) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut lines = format!(
        "# benchlens recording={} block={} time={}.{:03} end=expected\n",
        plan.id,
        step.block,
        now.as_secs(),
        now.subsec_millis()
    );
    if plan.measure == Measure::Output {
        for (name, value) in &step.item.values {
            lines.push_str(&format!("{name}: {value}\n"));
        }
    }
    lines
}

/// Returns the line after a complete run. Without this line, the run may be incomplete.
pub(crate) fn end_line(plan: &Plan, step: &Step<'_>) -> String {
    format!("# benchlens recording={} end={}\n", plan.id, step.block)
}

/// Formats the CPU time of a process that measured one benchmark as a result.
pub(crate) fn cpu_line(counted: &Counted, usage: &Usage) -> String {
    let Counted { name, iterations } = counted;
    let cpu = (usage.user + usage.system).as_nanos() as f64 / iterations;
    format!("{name} {iterations} {cpu:.2} process-cpu-ns/op\n")
}

/// Formats a run of a whole command as a result.
pub(crate) fn result_line(name: &str, item: &Item, usage: &Usage) -> String {
    let parts = item.values.iter().map(|(name, value)| format!("/{name}={value}"));
    let parts: String = parts.collect();
    let part = |c: char| if c.is_whitespace() || c.is_control() { '_' } else { c };
    let name: String = format!("{name}{parts}").chars().map(part).collect();
    let cpu = usage.user + usage.system;
    let count = |count: Option<u64>, unit| count.map(|count| format!(" {count} {unit}"));
    let instructions = count(usage.instructions, "instructions/op").unwrap_or_default();
    let cycles = count(usage.cycles, "cycles/op").unwrap_or_default();
    format!(
        "Benchmark{name} 1 {} cpu-sec/op {} sec/op {} user-sec/op {} sys-sec/op {} peak-RSS-bytes\
         {instructions}{cycles}\n",
        cpu.as_secs_f64(),
        usage.wall.as_secs_f64(),
        usage.user.as_secs_f64(),
        usage.system.as_secs_f64(),
        usage.peak_memory
    )
}
