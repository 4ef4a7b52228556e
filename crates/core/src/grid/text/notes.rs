//! The sentence of each note.

use std::cmp::Ordering;
use std::fmt;

use super::queries::{nothing_matched, unknown_key, without_key, write_values};
use crate::base::{Sentence, Text, float::write_signed, plural};
use crate::format::summary_only;
use crate::project::write_key;
use crate::spec::TestKind;
use crate::table::{Note, PairTest, SplitKey};
use crate::unit::Direction;

/// Returns which clock is more precise.
fn clocks(wall: f64, cpu: f64) -> String {
    let [wall_reach, cpu_reach] = [wall, cpu].map(|reach| format!("±{:.1}%", 100.0 * reach));
    let better = if cpu <= wall { "CPU time" } else { "wall time" };
    format!(
        "changes of wall time are known to {wall_reach}, of CPU time to {cpu_reach}: judge by {better}"
    )
}

/// Concatenates texts and names.
fn joined(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

impl Note {
    /// Returns the sentence.
    #[allow(
        clippy::too_many_lines,
        reason = "one match without a wildcard, so each note has a sentence"
    )]
    pub fn sentence(&self) -> Sentence {
        let plain = match self {
            Note::NoResults { input, kind } => {
                let tail = format!(": no benchmark results: {kind}");
                joined(&[input.as_bytes(), tail.as_bytes()])
            }
            Note::UnknownKey { part, key, nearest, known } => {
                return unknown_key(part, key, nearest.as_ref(), known);
            }
            Note::WithoutKey { key, benchmarks } => return without_key(key, *benchmarks),
            Note::NothingMatched { results, values } => nothing_matched(*results, values),
            Note::NothingCompared { .. } => return self.nothing_compared(),
            Note::NothingComparedOthers { columns } => {
                let columns = plural(*columns as u64, "more column");
                format!("nothing in {columns} compares with anything").into_bytes()
            }
            Note::MissingShortened => {
                b"too many missing benchmarks to list: each gap is reported only in its first column"
                    .to_vec()
            }
            Note::Mismatch { .. } => return self.mismatch(),
            Note::MismatchOthers { rows } => {
                let rows = plural(*rows, "more row");
                format!("not compared: {rows} with different configurations").into_bytes()
            }
            Note::DirectionOverridden { unit, better, input } => {
                let (word, usual) = match better {
                    Direction::Higher => ("higher", "lower"),
                    Direction::Lower => ("lower", "higher"),
                };
                let head = format!(": a Unit line sets {word} as better for ");
                let tail = format!(", but {usual} is usual");
                joined(&[input.as_bytes(), head.as_bytes(), unit.as_bytes(), tail.as_bytes()])
            }
            Note::ExactVaries { unit, cells, row } => {
                let cells = plural(*cells, "cell");
                let head = format!(" is assumed to be exact, but varies in {cells} (first in `");
                joined(&[unit.as_bytes(), head.as_bytes(), row.as_bytes(), b"`)"])
            }
            Note::MixedResults { key } => {
                let differ = Sentence::from("cells combine results that differ in ");
                let add = differ.and(key.as_bytes()).and(": add it to ").and_setting("table");
                let or = add.and(" or ").and_setting("row").and(", or ignore it with ");
                return or.and_set("ignore", key.as_bytes());
            }
            Note::NoBaseline { base, tables } => {
                let is_one = *tables == 1;
                let noun = if is_one { "table has" } else { "tables have" };
                let head = format!("{tables} {noun} no column `");
                let what = if is_one { "it" } else { "them" };
                let tail = format!("`, so nothing in {what} is compared");
                joined(&[head.as_bytes(), base.as_bytes(), tail.as_bytes()])
            }
            Note::WithoutQuantile { unit, row, others } => {
                let more = match others {
                    0 => " has".to_owned(),
                    others => format!(" and {} have", plural(*others, "more row")),
                };
                let tail =
                    b" on any side, so no rule checks it: measure for longer, or compare a lower quantile";
                joined(&[row.as_bytes(), more.as_bytes(), b" no ", unit.as_bytes(), tail])
            }
            Note::DerivedLeftOut { unit, samples, name } => {
                let head = format!("skipped {} of ", plural(*samples, "value"));
                let why = b": division by zero, an infinite value, or a key that is not a number (first in `";
                joined(&[head.as_bytes(), unit.as_bytes(), why, name.as_bytes(), b"`)"])
            }
            Note::Paired { test: PairTest::SignedRank } => {
                b"p-values are from the Wilcoxon signed-rank test on paired runs; n is the number of pairs"
                    .to_vec()
            }
            Note::Paired { test: PairTest::Randomization } => {
                b"p-values are from a randomization test, which swaps the versions within blocks; n is the number of blocks"
                    .to_vec()
            }
            Note::Paired { test: PairTest::T } => {
                b"p-values are from the paired t-test; n is the number of pairs".to_vec()
            }
            Note::Paired { test: PairTest::LogT } => {
                b"p-values are from the paired t-test of logarithms; n is the number of pairs".to_vec()
            }
            Note::Paired { test: PairTest::VanElteren } => {
                b"p-values are from van Elteren's test on runs in blocks; n is the number of runs"
                    .to_vec()
            }
            Note::BlockMedians { test, is_controlled } => {
                let average = test.average();
                let is_of_ranks = *test == TestKind::U;
                let best = if is_of_ranks { " and the best" } else { "" };
                let shown = if is_of_ranks && !is_controlled {
                    "; cells show the one that decided"
                } else {
                    ""
                };
                format!("each block is represented by the {average}{best} of its runs, because runs of one process are not independent{shown}")
                    .into_bytes()
            }
            Note::WithoutPartner { runs, comparisons, row, is_controlled } => {
                let (runs, comparisons) =
                    (plural(*runs, "run"), plural(*comparisons, "comparison"));
                let beside = if *is_controlled { " or three control benchmarks" } else { "" };
                let head = format!(
                    "skipped {runs} without a partner{beside}, in {comparisons} (first in `"
                );
                joined(&[head.as_bytes(), row.as_bytes(), b"`)"])
            }
            Note::Clocks { wall, cpu } => clocks(*wall, *cpu).into_bytes(),
            Note::Confirmed { comparisons } => {
                let (comparisons, verb) =
                    (plural(*comparisons, "comparison"), if *comparisons == 1 { "uses" } else { "use" });
                format!("{comparisons} {verb} only confirming blocks, because these benchmarks exceeded a limit of the gate before")
                    .into_bytes()
            }
            Note::Unconfirmed { comparisons } => {
                let comparisons = plural(*comparisons, "comparison");
                format!("ignored the confirming blocks of {comparisons}, because some of these blocks are missing")
                    .into_bytes()
            }
            Note::SharedBuilds { comparisons } => {
                let comparisons = plural(*comparisons, "comparison");
                format!("blocks that share a build count as one in {comparisons}: their times depend on its layout in memory")
                    .into_bytes()
            }
            Note::Looks { looks, most, fewer, .. } => allows_for(looks, *most, *fewer),
            Note::LooksIgnored { comparisons } => {
                let comparisons = plural(*comparisons, "comparison");
                format!("p ignores the interim checks of the recording in {comparisons}, so it may be too small")
                    .into_bytes()
            }
            Note::Recorded { is_drawn: false } => {
                b"the order within blocks was not drawn, so the p-values of pairs assume that either order was equally likely"
                    .to_vec()
            }
            Note::Recorded { is_drawn: true } => {
                return Sentence::from("the inputs come from one recording, so runs are compared in pairs (")
                    .and_set("pair", b"none")
                    .and(" turns this off)");
            }
            Note::NotPaired { is_mixed: true } => {
                b"not paired: only some of the results come from a recording".to_vec()
            }
            Note::NotPaired { is_mixed: false } => {
                b"not paired: the inputs come from different recordings".to_vec()
            }
            Note::Control { .. } => self.control(),
            Note::RunOrder { order } => format!("the run order is {}", order.word()).into_bytes(),
            Note::NotInterleaved { .. } => {
                b"runs are not interleaved, so machine drift can look like a change; use 'benchlens run' to \
                measure both versions"
                    .to_vec()
            }
            Note::CommonShift { .. } => self.common_shift(),
            Note::SameSamples { base, column, rows, is_whole: true } => {
                same_samples(base, column, *rows)
            }
            Note::SameSamples { base, column, rows, is_whole: false } => {
                same_runs(base, column, *rows)
            }
            Note::SummaryOnly { input, how } => {
                joined(&[input.as_bytes(), b": ", &summary_only(how.as_bytes())])
            }
            Note::OneColumn { key, values } => return one_column(key, values),
        };
        plain.into()
    }

    /// Explains why a column compares with nothing, and suggests a remedy.
    fn nothing_compared(&self) -> Sentence {
        let Note::NothingCompared { base, column, keys, more_keys, ignore, is_ignore_least } = self
        else {
            return Sentence::default();
        };
        let mut text = joined(&[
            b"nothing in `",
            column.as_bytes(),
            b"` compares with `",
            base.as_bytes(),
            b"`: ",
        ]);
        if keys.is_empty() {
            text.extend_from_slice(b"they have no benchmark in common");
            return text.into();
        }
        write_split(keys, [b" there", b" here"], &mut text);
        match more_keys {
            0 => {}
            1 => text.extend_from_slice(b", and 1 more key differs"),
            _ => text.extend_from_slice(format!(", and {more_keys} more keys differ").as_bytes()),
        }
        let text = with_ignore(text, ignore.as_ref(), "them");
        let few = ignore.is_some() && !is_ignore_least;
        text.and(if few { " (fewer keys may be enough)" } else { "" })
    }

    /// Returns `not compared: A, B and 3 more rows: …`.
    fn mismatch(&self) -> Sentence {
        let Note::Mismatch { base, column, keys, more_keys, ignore, rows, names } = self else {
            return Sentence::default();
        };
        let mut text = b"not compared: ".to_vec();
        let names: Vec<&[u8]> = names.iter().map(Text::as_bytes).collect();
        text.extend_from_slice(&names.join(&b", "[..]));
        if let more @ 1.. = rows.saturating_sub(names.len() as u64) {
            text.extend_from_slice(format!(" and {} more", plural(more, "row")).as_bytes());
        }
        text.extend_from_slice(if keys.is_empty() { b"" } else { b"; " });
        let indices = [base, column].map(|side| [b" in `", side.as_bytes(), b"`"].concat());
        write_split(keys, [&indices[0], &indices[1]], &mut text);
        if *more_keys {
            text.extend_from_slice(b", and more keys differ");
        }
        with_ignore(text, ignore.as_ref(), if *rows == 1 { "it" } else { "them" })
    }

    /// Returns `5 control rows of sec/op moved by +1.20% in `new`, in the median: …`.
    fn control(&self) -> Vec<u8> {
        let Note::Control { unit, column, rows, low, high, without } = self else {
            return Vec::new();
        };
        let [low, high] = [low, high].map(|ratio| {
            let mut share = Vec::new();
            write_signed(&mut share, 100.0 * (ratio - 1.0), 2);
            format!("{}%", String::from_utf8_lossy(&share))
        });
        let by = if low == high { low } else { format!("{low} to {high}") };
        let rows = plural((*rows).into(), "control benchmark");
        let left_out = match without {
            0 => String::new(),
            pairs => {
                format!("; skipped {} with a value of 0 or less", plural(*pairs, "pair"))
            }
        };
        let middle = format!(" moved by {by} in `");
        let tail = "` (median); tests, intervals and outcomes of the other rows are corrected by that, medians are not";
        let head: [&[u8]; 4] = [rows.as_bytes(), b" of ", unit.as_bytes(), middle.as_bytes()];
        let tail: [&[u8]; 3] = [column.as_bytes(), tail.as_bytes(), left_out.as_bytes()];
        [head.concat(), tail.concat()].concat()
    }

    /// Returns `24 of 27 rows of sec/op rose in `new.txt`, the middle half by 5.0 to 9.1%: …`.
    fn common_shift(&self) -> Vec<u8> {
        let Note::CommonShift { unit, column, order, rows, moved, low, high } = self else {
            return Vec::new();
        };
        let word = match order {
            Ordering::Greater => "went up",
            Ordering::Less => "went down",
            Ordering::Equal => "differ",
        };
        let is_down = *order == Ordering::Less;
        let [least, most] = if is_down { [high, low] } else { [low, high] };
        // A direction needs no sign, unless the middle half contains both.
        let is_mixed = *order == Ordering::Equal || *low <= 1.0 && 1.0 <= *high;
        let percent = |ratio: &f64| {
            let change = 100.0 * (ratio - 1.0);
            if is_mixed { format!("{change:+.1}%") } else { format!("{:.1}%", change.abs()) }
        };
        let [least, most] = [least, most].map(percent);
        let range = if least == most { least } else { format!("{least} to {most}") };
        let head = format!("{moved} of {rows} ");
        let middle = format!(" rows {word} in `");
        let tail =
            format!("`, the middle half by {range}: suspect the machine, or code that they share");
        let parts: [&[u8]; 5] = [
            head.as_bytes(),
            unit.as_bytes(),
            middle.as_bytes(),
            column.as_bytes(),
            tail.as_bytes(),
        ];
        joined(&parts)
    }
}

/// Writes `cpu is A there and B here`, for each key.
fn write_split(keys: &[SplitKey], [there, here]: [&[u8]; 2], out: &mut Vec<u8>) {
    for (i, split) in keys.iter().enumerate() {
        out.extend_from_slice(if i == 0 { b"" } else { b", " });
        out.extend_from_slice(split.key.as_bytes());
        out.extend_from_slice(b" is ");
        write_values(&split.base, out);
        out.extend_from_slice(&[there, b" and "].concat());
        write_values(&split.new, out);
        out.extend_from_slice(here);
    }
}

/// Adds the setting that makes rows compare, if there is one.
fn with_ignore(text: Vec<u8>, ignore: Option<&Text>, what: &str) -> Sentence {
    let text = Sentence::from(text);
    let Some(ignore) = ignore else { return text };
    text.and("; ").and_set("ignore", ignore.as_bytes()).and(format!(" would compare {what}"))
}

fn one_column(key: &Text, values: &[Text]) -> Sentence {
    let mut text = joined(&[b"the tables differ in ", key.as_bytes(), b" ("]);
    write_values(values, &mut text);
    let key = write_key(key.as_bytes());
    let text = Sentence::from(text).and("); ").and_set("col", key.as_bytes());
    text.and(" would compare them")
}

/// Lists the interim checks that p and intervals account for.
fn allows_for(looks: &[u32], most: u32, fewer: bool) -> Vec<u8> {
    let numbers: Vec<String> = looks.iter().map(u32::to_string).collect();
    let (what, looks) = match &numbers[..] {
        [one] => ("one interim check", one.clone()),
        [before @ .., last] => ("interim checks", format!("{} and {last}", before.join(", "))),
        [] => ("interim checks", String::new()),
    };
    let others =
        if fewer { "; rows with fewer blocks account for the checks up to theirs" } else { "" };
    let most = plural(most.into(), "block");
    format!("p and intervals account for {what} at {looks} of {most}{others}").into_bytes()
}

/// Returns the sentence of [`Note::SameSamples`].
fn same_samples(base: &Text, column: &Text, rows: u64) -> Vec<u8> {
    let rows = match rows {
        1 => "the only varying row has".to_owned(),
        rows => format!("all {rows} varying rows have"),
    };
    let names: [&[u8]; 5] =
        [b"`", base.as_bytes(), b"` and `", column.as_bytes(), b"` contain the same data: "];
    let tail = format!("{rows} identical values in identical order");
    [&names.concat()[..], tail.as_bytes()].concat()
}

/// Returns the sentence of [`Note::SameSamples`] about columns that also have other samples.
fn same_runs(base: &Text, column: &Text, rows: u64) -> Vec<u8> {
    let rows = plural(rows, "row");
    let tail =
        format!("` contain the same runs in {rows}: remove the runs of one side from the other");
    [b"`", base.as_bytes(), b"` and `", column.as_bytes(), tail.as_bytes()].concat()
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}
