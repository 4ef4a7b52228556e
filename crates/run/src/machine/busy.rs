//! Finds busy programs from the difference between two readings.

use std::collections::BTreeMap;

use benchlens_base::Sentence;

use super::findings::counted;
use super::read::Reading;

/// From this fraction of one processor on, other programs are reported; a quiet desktop uses less.
const LEAST: f64 = 0.3;

/// The number of program names in the message.
const NAMES: usize = 3;

/// Reports that other programs used the processors between two readings.
pub(super) fn busy(before: &Reading, after: &Reading, own: u32) -> Option<Sentence> {
    let processors = processors(&after.stat);
    let ((busy_then, all_then), (busy_now, all_now)) = (ticks(&before.stat)?, ticks(&after.stat)?);
    let all = all_now.checked_sub(all_then).filter(|&all| all != 0)?;
    let (names, own) = busiest(before, after, own);
    let busy = busy_now.saturating_sub(busy_then).saturating_sub(own);
    let used = busy as f64 / all as f64 * processors as f64;
    (LEAST <= used).then(|| {
        let names = if names.is_empty() { names } else { format!(" ({names})") };
        let is_one_free = used + 1.0 <= processors as f64;
        let (used, all) = ((used * 10.0).round() / 10.0, counted(processors));
        let close = format!("other programs use {used} of {all} now{names}: close them");
        let close = Sentence::from(close);
        if !is_one_free {
            return close;
        }
        close.and(", or keep to a free one with ").and_setting("pin")
    })
}

/// Returns the number of processors.
pub(super) fn processors(stat: &str) -> usize {
    let is_processor = |line: &&str| {
        line.strip_prefix("cpu").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    stat.lines().filter(is_processor).count()
}

/// Returns the busy ticks of all processors, and all ticks.
fn ticks(stat: &str) -> Option<(u64, u64)> {
    let numbers = stat.lines().next()?.strip_prefix("cpu ")?.split_ascii_whitespace();
    // User, nice, system, idle, waiting for a disk, two kinds of interrupts, stolen. The later columns are already
    // included in the first two.
    let numbers: Vec<u64> = numbers.take(8).map_while(|number| number.parse().ok()).collect();
    let [user, nice, system, idle, disk, rest @ ..] = &numbers[..] else { return None };
    let [irq, soft_irq, ..] = rest else { return None };
    let busy = user + nice + system + irq + soft_irq;
    Some((busy, busy + idle + disk + rest.get(2).unwrap_or(&0)))
}

/// Returns the names of the busiest programs, and the ticks of this program.
fn busiest(before: &Reading, after: &Reading, own: u32) -> (String, u64) {
    let then: BTreeMap<u32, u64> = before
        .processes
        .iter()
        .filter_map(|stat| process(stat))
        .map(|(id, _, n)| (id, n))
        .collect();
    // The ticks and the processes for each name.
    let mut names: BTreeMap<&str, (u64, Vec<u32>)> = BTreeMap::new();
    let mut own_ticks = 0;
    for (id, name, now) in after.processes.iter().filter_map(|stat| process(stat)) {
        // All ticks of a process that began after the first reading count.
        let used = now.saturating_sub(then.get(&id).copied().unwrap_or(0));
        if id == own {
            own_ticks = used;
        } else if used != 0 {
            let (ticks, ids) = names.entry(name).or_default();
            *ticks += used;
            ids.push(id);
        }
    }
    let mut names: Vec<_> = names.into_iter().collect();
    names.sort_by_key(|(_, (ticks, _))| std::cmp::Reverse(*ticks));
    let shown = names.iter().take(NAMES).map(|(name, (_, ids))| {
        // A process may choose its name.
        let name: String = name.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        match &ids[..] {
            [id] => format!("{name}, process {id}"),
            ids => format!("{name}, {} processes", ids.len()),
        }
    });
    (shown.collect::<Vec<_>>().join("; "), own_ticks)
}

/// Parses the number, the name and the ticks of a process. The name may contain any characters, even parentheses.
fn process(stat: &str) -> Option<(u32, &str, u64)> {
    let (id, rest) = stat.split_once(" (")?;
    let (name, rest) = rest.rsplit_once(") ")?;
    let mut times = rest.split(' ').skip(11).map_while(|number| number.parse::<u64>().ok());
    Some((id.parse().ok()?, name, times.next()? + times.next()?))
}

#[cfg(test)]
mod tests {
    use super::super::read::Reading;
    use super::{busy, process, processors, ticks};

    const STAT: &str = "cpu  1974636 95269 175531 704427 7166 0 1597 1455 0 0\n\
        cpu0 949280 46734 83195 397363 2229 0 123 739 0 0\n\
        cpu1 1025356 48535 92335 307063 4937 0 1473 715 0 0\nintr 5 0\n";

    fn stat(busy: u64, idle: u64) -> String {
        format!("cpu  {busy} 0 0 {idle} 0 0 0 0 0 0\ncpu0 0\ncpu1 0\n")
    }

    fn one(id: u32, name: &str, ticks: u64) -> String {
        format!("{id} ({name}) S 1 1 1 0 -1 4194560 5 6 7 8 {ticks} 2 0 0 20 0 1 0 10 0 0")
    }

    fn reading(busy: u64, idle: u64, processes: &[(u32, &str, u64)]) -> Reading {
        let processes = processes.iter().map(|&(id, name, ticks)| one(id, name, ticks)).collect();
        Reading { stat: stat(busy, idle), processes }
    }

    #[test]
    fn what_the_system_writes() {
        assert_eq!(processors(STAT), 2);
        let busy = 1_974_636 + 95_269 + 175_531 + 1597;
        assert_eq!(ticks(STAT), Some((busy, busy + 704_427 + 7166 + 1455)));
        for wrong in ["", "cpu", "cpu  1 2 3", "cpu  a b c d e f g h", "intr 1"] {
            assert_eq!(ticks(wrong), None, "{wrong}");
        }
        assert_eq!(process(&one(7, "a) (b c", 40)), Some((7, "a) (b c", 42)));
        for wrong in ["", "7 (a", "7 (a) S 1", "x (a) S 1 1 1 0 -1 4 5 6 7 8 1 2 0"] {
            assert_eq!(process(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_busiest_are_named() {
        let before =
            reading(100, 100, &[(1, "me", 0), (2, "rustc", 5), (3, "rustc", 5), (4, "x", 9)]);
        let now = [
            (1, "me", 2),
            (2, "rustc", 9),
            (3, "rustc", 9),
            (4, "x", 9),
            (5, "a\nb", 4),
            (6, "c", 1),
        ];
        let found = busy(&before, &reading(117, 103, &now), 1).unwrap_or_default();
        assert_eq!(
            found.flag_text(),
            "other programs use 1.5 of 2 processors now (rustc, 2 processes; a?b, process 5; c, process 6): \
             close them"
        );
    }

    #[test]
    fn a_quiet_machine_has_nothing_to_say() {
        let before = reading(100, 100, &[]);
        assert_eq!(busy(&before, &reading(102, 118, &[]), 1), None);
        assert_eq!(busy(&before, &before, 1), None);
        // This program itself is not reported.
        let (then, now) = (reading(100, 100, &[(1, "me", 0)]), reading(110, 110, &[(1, "me", 9)]));
        assert_eq!(busy(&then, &now, 1), None);
        assert!(busy(&then, &now, 2).is_some());
        // The busy process may have ended.
        let found = busy(&before, &reading(110, 110, &[]), 1).unwrap_or_default();
        let want =
            "other programs use 1 of 2 processors now: close them, or keep to a free one with -pin";
        assert_eq!(found.flag_text(), want);
    }
}
