//! Notes: facts that a reader should know besides the tables.

mod missing;

use std::fmt;

use super::Design;
use super::common;
use super::comparison::PairTest;
use super::control;
use crate::base::{Text, plural};
use crate::format::Kind;
use crate::project::PresentValues;
use crate::store::{Recorded, summary_only};
use crate::unit::Direction;
use missing::{nothing_matched, unknown_key, without_key};

/// Something that is not wrong, but may not be what was meant.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// An input has no benchmark result, though others have.
    NoResults {
        /// The input's name.
        input: Text,
        /// Its likely format.
        kind: Kind,
    },
    /// A query names a key that no result has.
    UnknownKey {
        /// The setting that names it: `filter`, `row`, …
        part: &'static str,
        /// The key.
        key: Text,
        /// A key that results have and that looks like it.
        nearest: Option<Text>,
        /// Where none looks like it, some of the keys that results have.
        known: Vec<Text>,
    },
    /// There are results, but the query keeps none of them.
    NothingMatched {
        /// How many results there are.
        results: u64,
        /// Some of the values that a key of the query has, for the keys that results have.
        values: Vec<PresentValues>,
    },
    /// Results without the key of the columns are a column of their own, which compares with nothing.
    WithoutKey {
        /// The key.
        key: Text,
        /// How many benchmarks lack it.
        benchmarks: usize,
    },
    /// A column has nothing in common with the first one, so that nothing of it is compared.
    NothingCompared {
        /// The first column.
        base: Text,
        /// The column.
        column: Text,
        /// The keys that keep them apart, at most 64; none if the benchmarks themselves are different.
        keys: Vec<SplitKey>,
        /// How many more keys keep them apart.
        more_keys: usize,
        /// An `-ignore` with which they compare, if that is enough and there are no more keys.
        ignore: Option<Text>,
        /// Whether fewer keys may be enough: not all were tried.
        is_ignore_least: bool,
    },
    /// Nothing is compared in more columns.
    NothingComparedOthers {
        /// How many columns.
        columns: usize,
    },
    /// Both sides have rows that the keys of the tables keep apart, so that these are not compared.
    Apart {
        /// The first column.
        base: Text,
        /// The column.
        column: Text,
        /// The keys that keep them apart, with one value each.
        keys: Vec<SplitKey>,
        /// Whether there are more keys than these.
        more_keys: bool,
        /// What `-ignore` must be for them to compare, if that is enough.
        ignore: Option<Text>,
        /// How many rows.
        rows: u64,
        /// The first of them.
        names: Vec<Text>,
    },
    /// More rows are kept apart, by further keys or values.
    ApartOthers {
        /// How many rows.
        rows: u64,
    },
    /// A log says that a unit is better the other way round than it is by its nature.
    DirectionOverridden {
        /// The unit.
        unit: Text,
        /// The direction that the log gives it.
        better: Direction,
        /// The input that says so.
        input: Text,
    },
    /// Values of a unit that is assumed to be exact vary within one cell.
    ExactVaries {
        /// The unit.
        unit: Text,
        /// How many cells vary.
        cells: u64,
        /// The row of the first one.
        row: Text,
    },
    /// Some tables lack the column that `-base` names, so that nothing in them is compared.
    NoBaseline {
        /// The column, as `-base` takes it.
        base: Text,
        /// How many tables.
        tables: usize,
    },
    /// So much is missing that not all of it is listed: of neighbouring columns that lack a benchmark, only
    /// the first one has a comparison that says so.
    MissingShortened,
    /// A derived unit could not be computed for some samples: a division by zero, an infinite value, or a
    /// key of the name that is not a number.
    DerivedLeftOut {
        /// The derived unit.
        unit: Text,
        /// How many samples.
        samples: u64,
        /// The name of the first one.
        name: Text,
    },
    /// Comparisons were tested within pairs or blocks.
    Paired {
        /// The test.
        test: PairTest,
    },
    /// Blocks of a recording have several runs of a side, and count as the median of these.
    BlockMedians,
    /// Some runs have no partner on the other side: paired comparisons leave them out.
    WithoutPartner {
        /// How many runs.
        runs: u64,
        /// In how many comparisons.
        comparisons: u64,
        /// The row of the first one.
        row: Text,
        /// Whether runs without control rows beside them are among them.
        is_controlled: bool,
    },
    /// A recording may stop early, and p and intervals allow for that.
    Looks {
        /// At which numbers of blocks it looked; the last is that of the report.
        looks: Vec<u32>,
        /// How many blocks it has at most.
        most: u32,
        /// Whether some rows have other looks, because they have fewer blocks.
        fewer: bool,
        /// At which numbers of blocks it looks if it does not stop.
        plan: Vec<u32>,
    },
    /// A recording may stop early, and p does not allow for that.
    LooksIgnored {
        /// In how many comparisons.
        comparisons: u64,
    },
    /// All inputs share their recordings: the runs of a block are pairs.
    Recorded,
    /// Some results are of a recording, but the inputs do not share it, so that runs are not paired.
    NotPaired {
        /// Whether some results are of no recording; if not, inputs are of different ones.
        is_mixed: bool,
    },
    /// Control rows moved, and that is taken out of the others.
    Control {
        /// The unit.
        unit: Text,
        /// The column.
        column: Text,
        /// How many control rows.
        rows: u32,
        /// By how much they moved: the median of new/old over the pairs or blocks, the least of all tables.
        low: f64,
        /// The greatest of all tables.
        high: f64,
        /// How many of their pairs or blocks have no ratio, because a value is not positive.
        without: u64,
    },
    /// How the runs were recorded.
    Design {
        /// The design.
        design: Design,
        /// Whether it may have made the differences of the report.
        is_warning: bool,
    },
    /// Far more rows moved one way than chance allows, and by similar shares.
    CommonShift {
        /// The unit.
        unit: Text,
        /// The column.
        column: Text,
        /// How many rows of the unit vary and can be compared.
        rows: u32,
        /// How many of them moved this way.
        moved: u32,
        /// The lower quartile of new/old over all of them.
        low: f64,
        /// The upper quartile.
        high: f64,
    },
    /// Two columns have the same samples in the same order: they are one recording.
    SameSamples {
        /// The baseline.
        base: Text,
        /// The column.
        column: Text,
        /// How many rows have samples that vary.
        rows: u64,
    },
    /// An input has one number for each benchmark instead of its samples: nothing of it can be tested.
    SummaryOnly {
        /// The input.
        input: Text,
        /// How to record samples.
        how: Text,
    },
    /// There is one column, and tables for each value of a key whose values could be the columns.
    OneColumn {
        /// The key.
        key: Text,
        /// Some of its values.
        values: Vec<Text>,
    },
}

/// A key whose values have nothing in common in two columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitKey {
    /// The key.
    pub key: Text,
    /// Some of its values in the first column; an empty one where it is not set.
    pub base: Vec<Text>,
    /// Some of its values in the other column.
    pub new: Vec<Text>,
}

/// `a` or `b`, …, each in backquotes.
fn write_values(values: &[Text], out: &mut Vec<u8>) {
    for (i, value) in values.iter().enumerate() {
        if i != 0 {
            out.extend_from_slice(b" or ");
        }
        if value.is_empty() {
            out.extend_from_slice(b"not set");
            continue;
        }
        out.push(b'`');
        out.extend_from_slice(value.as_bytes());
        out.push(b'`');
    }
}

/// Why a column compares with nothing, and what would help.
fn nothing_compared(
    base: &Text,
    column: &Text,
    (keys, more_keys): (&[SplitKey], usize),
    (ignore, is_ignore_least): (Option<&Text>, bool),
) -> Vec<u8> {
    let mut text =
        [b"nothing in `", column.as_bytes(), b"` compares with `", base.as_bytes()].concat();
    text.extend_from_slice(b"`: ");
    if keys.is_empty() {
        text.extend_from_slice(b"they have no benchmark in common");
        return text;
    }
    write_split(keys, [b" there", b" here"], &mut text);
    match more_keys {
        0 => {}
        1 => text.extend_from_slice(b", and 1 more key differs"),
        _ => text.extend_from_slice(format!(", and {more_keys} more keys differ").as_bytes()),
    }
    write_ignore(ignore, "them", &mut text);
    if ignore.is_some() && !is_ignore_least {
        text.extend_from_slice(b" (fewer keys may be enough)");
    }
    text
}

/// `cpu is A there and B here`, for each key.
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

/// The flag that makes something compare, if there is one.
fn write_ignore(ignore: Option<&Text>, what: &str, out: &mut Vec<u8>) {
    if let Some(ignore) = ignore {
        let tail = format!(" would compare {what}");
        out.extend_from_slice(&[b"; -ignore ", ignore.as_bytes(), tail.as_bytes()].concat());
    }
}

fn one_column(key: &Text, values: &[Text]) -> Vec<u8> {
    let mut text = b"the tables differ in ".to_vec();
    text.extend_from_slice(key.as_bytes());
    text.extend_from_slice(b" (");
    write_values(values, &mut text);
    text.extend_from_slice(b"); -col ");
    text.extend_from_slice(key.as_bytes());
    text.extend_from_slice(b" would compare them");
    text
}

/// What p and n mean in a paired report.
fn paired(test: PairTest) -> &'static str {
    match test {
        PairTest::SignedRank => "p is by the signed rank test on pairs of runs; n counts pairs",
        PairTest::VanElteren => "p is by van Elteren's test on runs in blocks; n counts runs",
    }
}

/// Which looks p and intervals allow for.
fn allows_for(looks: &[u32], most: u32, fewer: bool) -> Vec<u8> {
    let numbers: Vec<String> = looks.iter().map(u32::to_string).collect();
    let (what, looks) = match &numbers[..] {
        [one] => ("one look", one.clone()),
        [before @ .., last] => ("looks", format!("{} and {last}", before.join(", "))),
        [] => ("looks", String::new()),
    };
    let others = if fewer { "; in rows with fewer blocks, for the looks up to theirs" } else { "" };
    let most = plural(most.into(), "block");
    format!("p and intervals allow for {what} at {looks} of {most}{others}").into_bytes()
}

fn without_partner(runs: u64, comparisons: u64, row: &Text, is_controlled: bool) -> Vec<u8> {
    let (runs, comparisons) = (plural(runs, "run"), plural(comparisons, "comparison"));
    let beside = if is_controlled { " or three control rows" } else { "" };
    let head = format!("left out {runs} without a partner{beside}, in {comparisons} (first in `");
    [head.as_bytes(), row.as_bytes(), b"`)"].concat()
}

impl Note {
    /// `not compared: A, B and 3 more rows: …`
    fn apart(&self) -> Vec<u8> {
        let Note::Apart { base, column, keys, more_keys, ignore, rows, names } = self else {
            return Vec::new();
        };
        let mut text = b"not compared: ".to_vec();
        let names: Vec<&[u8]> = names.iter().map(Text::as_bytes).collect();
        text.extend_from_slice(&names.join(&b", "[..]));
        if let more @ 1.. = rows.saturating_sub(names.len() as u64) {
            text.extend_from_slice(format!(" and {} more", plural(more, "row")).as_bytes());
        }
        text.extend_from_slice(if keys.is_empty() { b"" } else { b"; " });
        let places = [base, column].map(|side| [b" in `", side.as_bytes(), b"`"].concat());
        write_split(keys, [&places[0], &places[1]], &mut text);
        if *more_keys {
            text.extend_from_slice(b", and more keys differ");
        }
        write_ignore(ignore.as_ref(), if *rows == 1 { "it" } else { "them" }, &mut text);
        text
    }

    /// The note on recordings, if there are any.
    pub(super) fn of_recordings(found: Recorded) -> Option<Note> {
        match found {
            Recorded::Not => None,
            Recorded::Shared => Some(Note::Recorded),
            Recorded::Mixed => Some(Note::NotPaired { is_mixed: true }),
            Recorded::Apart => Some(Note::NotPaired { is_mixed: false }),
        }
    }

    /// The note on a design, where there is anything to tell.
    pub(super) fn of_design(design: Design, differs: bool, is_asked: bool) -> Option<Note> {
        let is_warning = differs && design.is_weak();
        let is_told = is_warning || is_asked && design != Design::Unknown;
        is_told.then_some(Note::Design { design, is_warning })
    }

    /// Whether it speaks against the recording: a difference may be none of the code.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        matches!(
            self,
            Note::Design { is_warning: true, .. }
                | Note::CommonShift { .. }
                | Note::SameSamples { .. }
        )
    }

    /// Whether it tells of the recording, or of what is taken out of it.
    #[must_use]
    pub fn is_of_recording(&self) -> bool {
        matches!(
            self,
            Note::Design { .. }
                | Note::CommonShift { .. }
                | Note::SameSamples { .. }
                | Note::SummaryOnly { .. }
                | Note::Control { .. }
                | Note::Recorded
                | Note::Looks { .. }
                | Note::LooksIgnored { .. }
                | Note::NotPaired { .. }
        )
    }

    /// How the runs were recorded, what they have in common, or what is taken out of them.
    fn of_recording(&self) -> Vec<u8> {
        match self {
            Note::Design { design, is_warning } => design.write(*is_warning).into_bytes(),
            Note::CommonShift { unit, column, rows, moved, low, high } => {
                common::sentence((unit, column), [*moved, *rows], [*low, *high])
            }
            Note::SameSamples { base, column, rows } => same_samples(base, column, *rows),
            Note::SummaryOnly { input, how } => {
                [input.as_bytes(), b": ", &summary_only(how.as_bytes())].concat()
            }
            Note::Recorded => {
                b"paired by the blocks of the recording that all inputs share; see -pair none"
                    .to_vec()
            }
            Note::Looks { looks, most, fewer, .. } => allows_for(looks, *most, *fewer),
            Note::LooksIgnored { comparisons } => {
                let comparisons = plural(*comparisons, "comparison");
                format!("p ignores that the recording looked several times, in {comparisons}: it may be too small")
                    .into_bytes()
            }
            Note::NotPaired { is_mixed: true } => {
                b"not paired: some results are of a recording, and others are not".to_vec()
            }
            Note::NotPaired { .. } => {
                b"not paired: the inputs are of different recordings".to_vec()
            }
            Note::Control { unit, column, rows, low, high, without } => {
                control::sentence((unit, column), *rows, [*low, *high], *without)
            }
            _ => Vec::new(),
        }
    }

    /// Its name for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Note::NoResults { .. } => "no-results",
            Note::UnknownKey { .. } => "unknown-key",
            Note::NothingMatched { .. } => "nothing-matched",
            Note::WithoutKey { .. } => "without-key",
            Note::NothingCompared { .. } => "nothing-compared",
            Note::NothingComparedOthers { .. } => "nothing-compared-others",
            Note::MissingShortened => "missing-shortened",
            Note::Apart { .. } => "apart",
            Note::ApartOthers { .. } => "apart-others",
            Note::DirectionOverridden { .. } => "direction-overridden",
            Note::ExactVaries { .. } => "exact-varies",
            Note::NoBaseline { .. } => "no-baseline",
            Note::DerivedLeftOut { .. } => "derived-left-out",
            Note::Paired { .. } => "paired",
            Note::BlockMedians => "block-medians",
            Note::WithoutPartner { .. } => "without-partner",
            Note::Recorded => "recorded",
            Note::Looks { .. } => "looks",
            Note::LooksIgnored { .. } => "looks-ignored",
            Note::NotPaired { .. } => "not-paired",
            Note::Control { .. } => "control",
            Note::Design { is_warning: false, .. } => "design",
            Note::Design { is_warning: true, .. } => "weak-design",
            Note::CommonShift { .. } => "common-shift",
            Note::SameSamples { .. } => "same-samples",
            Note::SummaryOnly { .. } => "summary-only",
            Note::OneColumn { .. } => "one-column",
        }
    }

    /// The sentence as bytes: keys and names pass through as they were read.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Note::NoResults { input, kind } => {
                let tail = format!(": no benchmark results: {kind}");
                [input.as_bytes(), tail.as_bytes()].concat()
            }
            Note::UnknownKey { part, key, nearest, known } => {
                unknown_key(part, key, nearest.as_ref(), known)
            }
            Note::WithoutKey { key, benchmarks } => without_key(key, *benchmarks),
            Note::NothingMatched { results, values } => nothing_matched(*results, values),
            Note::NothingCompared { base, column, keys, more_keys, ignore, is_ignore_least } => {
                let ignore = (ignore.as_ref(), *is_ignore_least);
                nothing_compared(base, column, (keys, *more_keys), ignore)
            }
            Note::NothingComparedOthers { columns } => {
                let columns = plural(*columns as u64, "more column");
                format!("nothing in {columns} compares with anything").into_bytes()
            }
            Note::MissingShortened => {
                b"very many benchmarks are missing from very many columns; of \
                neighbouring columns without a benchmark, only the first one is told as missing"
                    .to_vec()
            }
            Note::Apart { .. } => self.apart(),
            Note::ApartOthers { rows } => {
                let rows = plural(*rows, "row");
                format!("not compared: {rows} more that other keys keep apart").into_bytes()
            }
            Note::DirectionOverridden { unit, better, input } => {
                let (word, usual) = match better {
                    Direction::Higher => ("higher", "lower"),
                    Direction::Lower => ("lower", "higher"),
                };
                let head = format!(": a Unit line says that {word} is better for ");
                let tail = format!(", where {usual} usually is");
                [input.as_bytes(), head.as_bytes(), unit.as_bytes(), tail.as_bytes()].concat()
            }
            Note::ExactVaries { unit, cells, row } => {
                let head =
                    format!(" is assumed to be exact, but varies in {}", plural(*cells, "cell"));
                let tail: [&[u8]; 3] = [b" (first in `", row.as_bytes(), b"`)"];
                [unit.as_bytes(), head.as_bytes(), &tail.concat()].concat()
            }
            Note::NoBaseline { base, tables } => {
                let noun = if *tables == 1 { "table has" } else { "tables have" };
                let head = format!("{tables} {noun} no column `").into_bytes();
                let what: &[u8] = if *tables == 1 { b"in it" } else { b"in them" };
                [&head, base.as_bytes(), b"`: nothing ", what, b" is compared"].concat()
            }
            Note::DerivedLeftOut { unit, samples, name } => {
                let head = format!("left out {} of ", plural(*samples, "sample")).into_bytes();
                let why =
                    b": a division by zero, an infinite value, or a key that is not a number \
                            (first in `";
                [&head, unit.as_bytes(), why, name.as_bytes(), b"`)"].concat()
            }
            Note::Paired { test } => paired(*test).as_bytes().to_vec(),
            Note::BlockMedians => {
                b"each block counts as the median of its runs, since runs of one process are not independent"
                    .to_vec()
            }
            Note::WithoutPartner { runs, comparisons, row, is_controlled } => {
                without_partner(*runs, *comparisons, row, *is_controlled)
            }
            Note::OneColumn { key, values } => one_column(key, values),
            _ => self.of_recording(),
        }
    }
}

/// The sentence of [`Note::SameSamples`].
fn same_samples(base: &Text, column: &Text, rows: u64) -> Vec<u8> {
    let rows = match rows {
        1 => "the row that varies".to_owned(),
        rows => format!("all {rows} rows that vary"),
    };
    let names: [&[u8]; 5] =
        [b"`", base.as_bytes(), b"` and `", column.as_bytes(), b"` are one recording: they have "];
    let tail = format!("the same samples in the same order in {rows}");
    [&names.concat()[..], tail.as_bytes()].concat()
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.to_bytes()))
    }
}
