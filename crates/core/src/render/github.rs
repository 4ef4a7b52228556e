//! Output for a job of GitHub Actions: annotations and outputs.
//!
//! Names come from logs, and anyone can write logs, so no name may end a line, a property or a value.

use super::inert::{Place, inert};
use super::markdown::{MARKDOWN_BYTES_MIN, markdown};
use crate::base::write_name;
use crate::gate::{Decision, GateStatus, RuleResult};
use crate::grid::{gate_line, gate_text};
use crate::query::Answer;
use crate::table::Report;

/// The maximum number of results above the tables.
const RULINGS: usize = 50;

/// Returns a summary in Markdown of at most `budget` bytes: the gate's answer, then the tables if they fit. The answer
/// is always included.
pub fn github_summary(answer: &Answer, budget: usize) -> Vec<u8> {
    let head = |results: usize| {
        let mut out = b"### benchlens\n\n".to_vec();
        let gate = answer.gate();
        let text = gate.map(|gate| gate_text(answer.report(), gate, results)).unwrap_or_default();
        let mut strong: &[u8] = b"**";
        for message in text.messages {
            for line in message.with_flags().split(|&byte| byte == b'\n') {
                let line = inert(line.trim_ascii(), Place::Line);
                [strong, &line, strong, b"  \n"]
                    .iter()
                    .for_each(|part| out.extend_from_slice(part));
                strong = b"";
            }
        }
        if let Some(command) = text.command {
            write_code(&mut out, &command);
        }
        out
    };
    let heads = [RULINGS, 10, 0].map(head);
    let small = || beginning(&heads[2], budget).to_vec();
    let mut out = heads.iter().find(|head| head.len() <= budget).cloned().unwrap_or_else(small);
    let (above, below) = (b"\n<details><summary>Tables</summary>\n\n", b"\n</details>\n");
    let none = b"\nThe tables are too large for this summary.\n";
    let room = budget - out.len();
    match room.checked_sub(above.len() + below.len()) {
        Some(room) if MARKDOWN_BYTES_MIN <= room => {
            out.extend_from_slice(&[&above[..], &markdown(answer, room), below].concat());
        }
        _ if none.len() <= room => out.extend_from_slice(none),
        _ => {}
    }
    out
}

/// Writes a command as code that a reader can copy. Rules come from the command line or a file, and may contain anything.
fn write_code(out: &mut Vec<u8>, command: &str) {
    let is_line = !command.chars().any(|c| c == '`' || c.is_control());
    if is_line {
        out.extend_from_slice(format!("\n```sh\n{command}\n```\n").as_bytes());
    } else {
        out.extend_from_slice(&inert(command.as_bytes(), Place::Line));
        out.extend_from_slice(b"  \n");
    }
}

/// Returns workflow commands, one a line, each of which GitHub shows as an error next to the run: the errors of the
/// gate, then the results that do not pass, the worst first. There are at most `most`, and the last one counts the
/// rest. Empty without a gate.
pub fn github_annotations(answer: &Answer, most: usize) -> Vec<u8> {
    let report = answer.report();
    let Some(gate) = answer.gate() else { return Vec::new() };
    let errors = gate
        .errors
        .iter()
        .filter(|error| error.status != GateStatus::Passed)
        .map(|error| ("Benchmark gate".to_owned(), error.error.sentence().with_flags()));
    let counts = |result: &&RuleResult| result.decision.status() != GateStatus::Passed;
    let results: Vec<&RuleResult> = gate.noteworthy().into_iter().filter(counts).collect();
    let reported = report.differing_fields();
    let count = errors.clone().count() + results.len();
    let results = results.into_iter().map(|result| {
        let line = gate_line(report, gate, result, &reported).with_flags();
        (title(result.decision).to_owned(), line.trim_ascii_start().to_vec())
    });
    let shown = if most < count { most.saturating_sub(1) } else { most };
    let mut all: Vec<(String, Vec<u8>)> = errors.chain(results).take(shown).collect();
    if most < count {
        let more = count - shown;
        all.push(("Benchmark gate".into(), format!("and {more} more").into_bytes()));
    }
    let mut out = Vec::new();
    for (title, message) in all.iter().take(most) {
        out.extend_from_slice(b"::error title=");
        write_escaped(&mut out, title.as_bytes(), b"%\r\n:,");
        out.extend_from_slice(b"::");
        write_escaped(&mut out, message, b"%\r\n");
        out.push(b'\n');
    }
    out
}

fn title(decision: Decision) -> &'static str {
    match decision {
        Decision::Failed => "Benchmark regression",
        Decision::Missing => "Benchmark missing",
        Decision::New => "New benchmark",
        Decision::Mismatch => "Benchmark measured with a different configuration",
        Decision::Differs => "Benchmark measured elsewhere",
        Decision::Sequential => "Runs not interleaved",
        Decision::ClocksDisagree => "Wall time and CPU time disagree",
        Decision::NotFinite => "Infinite values",
        Decision::TooFewRuns => "Too few runs",
        Decision::NotProven
        | Decision::Accepted
        | Decision::Warned
        | Decision::MissingAllowed
        | Decision::NewAllowed
        | Decision::MismatchAllowed
        | Decision::Passed => "Benchmark not proven",
    }
}

/// Returns the beginning of a text that fits, without a partial character at its end.
fn beginning(text: &[u8], budget: usize) -> &[u8] {
    let mut end = text.len().min(budget);
    // The continuation bytes of a character have the form 10xxxxxx.
    while text.get(end).is_some_and(|byte| byte & 0xc0 == 0x80) && end != 0 {
        end -= 1;
    }
    &text[..end]
}

/// Writes text that cannot end a command (at a line end) or a property (also at `:` and `,`). Names cannot contain
/// another command, because the runner reads `##[` anywhere in a line. Control characters would reach the terminal of a
/// person who reads the log.
fn write_escaped(out: &mut Vec<u8>, text: &[u8], special: &[u8]) {
    let text = String::from_utf8_lossy(text).replace("##[", "##\u{200b}[");
    for character in text.chars() {
        match u8::try_from(character) {
            Ok(byte) if byte < 0x80 && special.contains(&byte) => {
                out.extend_from_slice(format!("%{byte:02X}").as_bytes());
            }
            // The line below a quoted rule, with its caret, begins with a tab.
            Ok(b'\t') => out.extend_from_slice(b"    "),
            _ if character.is_control() => out.extend_from_slice("\u{fffd}".as_bytes()),
            _ => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

/// Returns lines for the file of a step's outputs: `verdict`, the word of the gate's status or `none`; the number of
/// comparisons with each outcome; and the failed ones, one a line.
pub fn github_outputs(answer: &Answer) -> Vec<u8> {
    let report = answer.report();
    let gate = answer.gate();
    let verdict = gate.map_or("none", |gate| gate.status.word());
    let mut out = format!("verdict={verdict}\n");
    let failed = gate.map_or(0, |gate| gate.count(Decision::Failed));
    out += &format!("failed={failed}\n");
    if let Some(analysis) = &report.analysis {
        let counts = &analysis.counts;
        for (name, count) in [
            ("regressions", counts.regressed),
            ("improvements", counts.improved),
            ("differing", counts.differs),
            ("unchanged", counts.unchanged),
            ("inconclusive", counts.inconclusive),
            ("missing", counts.missing),
            ("new", counts.new),
        ] {
            out += &format!("{name}={count}\n");
        }
    }
    let names = gate.map(|gate| gate.noteworthy()).unwrap_or_default().into_iter();
    let names: String = names
        .filter(|result| result.decision == Decision::Failed)
        .map(|result| name(report, result) + "\n")
        .collect();
    // The mark ends the value, so no name may contain it.
    let mut mark = "end-of-value".to_owned();
    while names.contains(&mark) {
        mark += "-";
    }
    out += &format!("failed-benchmarks<<{mark}\n{names}{mark}\n");
    out.into_bytes()
}

/// Returns `Encode/n=1 sec/op`, in one line.
fn name(report: &Report, result: &RuleResult) -> String {
    let table = &report.tables[result.table as usize];
    let mut name = Vec::new();
    match result.row {
        Some(row) => write_name(&mut name, &table.rows[row as usize].key),
        None => name.extend_from_slice(b"geomean"),
    }
    let name = [&name[..], b" ", table.unit.as_bytes()].concat();
    String::from_utf8_lossy(&name).replace(['\r', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_escaped_as_the_runner_reads_them() {
        let check = |special: &[u8], want: &str| {
            let mut out = Vec::new();
            write_escaped(&mut out, b"100%: a,\r\nb", special);
            assert_eq!(String::from_utf8(out).unwrap(), want);
        };
        check(b"%\r\n", "100%25: a,%0D%0Ab");
        check(b"%\r\n:,", "100%25%3A a%2C%0D%0Ab");
    }

    #[test]
    fn no_command_and_no_control_character_is_in_a_message() {
        let mut out = Vec::new();
        write_escaped(&mut out, b"##[error]x\x1b[1m", b"%\r\n");
        assert_eq!(String::from_utf8(out).unwrap(), "##\u{200b}[error]x\u{fffd}[1m");
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        let text = "aµ…".as_bytes();
        let found: Vec<usize> = (0..8).map(|budget| beginning(text, budget).len()).collect();
        assert_eq!(found, [0, 1, 1, 3, 3, 3, 6, 6]);
    }
}
