//! All settings of a comparison and of a history, in one table.
//!
//! This table defines the flags of the CLI and their help, the command line that repeats a query, and the keywords of
//! Python. Tests compare the lists of the web app with it. To add a setting, add it here and to [`Query`] or
//! [`HistoryQuery`].

use super::history::HistoryQuery;
use super::query::{AnalysisQuery, Query};
use super::row_selection::Sort;
use super::slot::{Kind, Range, Slot};
use super::test_kind::TestKind;
use crate::base::Error;
use crate::base::shell::push_word;
use crate::stats::Adjustment;

/// The heading under which help shows a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The comparison.
    Compare,
    /// Statistics.
    Statistics,
    /// The rows that an output shows.
    Output,
}

/// A setting of a query.
#[derive(Debug)]
pub struct Setting {
    /// The name of the flag, without its dash.
    pub name: &'static str,
    /// The heading in help.
    pub group: Group,
    /// The placeholder of the value in help; empty for a switch.
    pub value: &'static str,
    /// The meaning of the flag without a value, if the value is optional.
    pub alone: Option<&'static str>,
    /// Values that completions and the web app offer, each with its meaning.
    pub words: &'static [(&'static str, &'static str)],
    compare: Option<Use<Query>>,
    history: Option<Use<HistoryQuery>>,
}

/// The use of a setting in one kind of query.
#[derive(Debug)]
pub struct Use<Q> {
    /// The help: a summary, and perhaps further lines with details.
    pub help: &'static str,
    /// Whether the text table shows outcomes if the setting is given, even with its default.
    shows_outcomes: bool,
    slot: fn(&mut Q) -> Slot<'_>,
}

/// A query that has settings.
pub trait Configured: Clone + Default + 'static {
    /// Returns the use of a setting in this kind of query, if any.
    fn usage(setting: &Setting) -> Option<&Use<Self>>;

    /// Records that a setting was given that makes the text table show outcomes.
    fn show_outcomes(&mut self) {}

    /// Changes a setting as the flag of this name does. A list gets one more item.
    ///
    /// # Errors
    ///
    /// There is no such setting, or it cannot have this value.
    fn set(&mut self, name: &str, word: &str) -> Result<(), Error> {
        let unknown = || Error::range("setting", format!("there is no setting {name:?}"));
        let found = used::<Self>().find(|(setting, _)| setting.name == name);
        let (setting, usage) = found.ok_or_else(unknown)?;
        (usage.slot)(self).read(setting.name, word)?;
        if usage.shows_outcomes {
            self.show_outcomes();
        }
        Ok(())
    }
}

impl Configured for Query {
    fn usage(setting: &Setting) -> Option<&Use<Query>> {
        setting.compare.as_ref()
    }

    fn show_outcomes(&mut self) {
        analysis(self).outcomes = true;
    }
}

impl Query {
    /// Changes a setting as the flag of this name does. A list gets one more item.
    ///
    /// ```
    /// use benchlens_core::Query;
    ///
    /// let mut query = Query::default();
    /// query.set("margin", "1%")?;
    /// assert_eq!(query.analysis.as_ref().map(|analysis| analysis.margin), Some(0.01));
    /// let error = query.set("alpha", "five").unwrap_err();
    /// assert_eq!(error.part(), "alpha");
    /// assert_eq!(error.to_string(), "invalid value \"five\" for alpha: parse error");
    /// # Ok::<(), benchlens_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The setting cannot have this value. [`Query::compile`] checks texts.
    pub fn set(&mut self, name: &str, word: &str) -> Result<(), Error> {
        Configured::set(self, name, word)
    }
}

impl Configured for HistoryQuery {
    fn usage(setting: &Setting) -> Option<&Use<HistoryQuery>> {
        setting.history.as_ref()
    }
}

fn analysis(query: &mut Query) -> &mut AnalysisQuery {
    query.analysis.get_or_insert_with(AnalysisQuery::unseen)
}

/// Builders for the table below.
impl Setting {
    const fn new(name: &'static str, value: &'static str, group: Group) -> Setting {
        let (compare, history) = (None, None);
        Setting { name, group, value, alone: None, words: &[], compare, history }
    }

    const fn alone(mut self, word: &'static str) -> Setting {
        self.alone = Some(word);
        self
    }

    const fn offers(mut self, words: &'static [(&'static str, &'static str)]) -> Setting {
        self.words = words;
        self
    }

    const fn compare(mut self, help: &'static str, slot: fn(&mut Query) -> Slot<'_>) -> Setting {
        self.compare = Some(Use { help, shows_outcomes: false, slot });
        self
    }

    const fn shown(mut self, help: &'static str, slot: fn(&mut Query) -> Slot<'_>) -> Setting {
        self.compare = Some(Use { help, shows_outcomes: true, slot });
        self
    }

    const fn history(
        mut self,
        help: &'static str,
        slot: fn(&mut HistoryQuery) -> Slot<'_>,
    ) -> Setting {
        self.history = Some(Use { help, shows_outcomes: false, slot });
        self
    }
}

/// The values of `-adjust` and of `-sort`.
const ADJUSTMENTS: &[(&str, &str)] = &with_meanings(
    Adjustment::ALL,
    ["not adjusted", "Holm", "Benjamini–Hochberg", "Benjamini–Yekutieli"],
);
const ORDERS: &[(&str, &str)] = &with_meanings(
    Sort::NAMES,
    ["as in the input", "the worst outcomes first", "names", "values", "changes", "p"],
);
/// The values of `-test`.
const TESTS: &[(&str, &str)] = &[
    (TestKind::U.name(), "medians, by ranks"),
    (TestKind::T.name(), "means, by a t-test"),
    (TestKind::LogT.name(), "geometric means, by a t-test"),
];

/// All settings, in the order of the help.
pub static SETTINGS: &[Setting] = &[
    Setting::new("by", "KEYS", Group::Compare).history(
        "Make one point per value of these keys\n\
         The value auto means .file, or commit if there is only one input",
        |q| Slot::Text(&mut q.by),
    ),
    Setting::new("order", "KEY", Group::Compare)
        .history("Sort points by this key: numbers, times or versions", |q| {
            Slot::Text(&mut q.order)
        }),
    Setting::new("table", "KEYS", Group::Compare)
        .compare("Split into tables by these keys", |q| Slot::Text(&mut q.table))
        .history(
            "Split into tables by these keys\n\
             The value auto means configuration keys that differ within a point",
            |q| Slot::Text(&mut q.table),
        ),
    Setting::new("row", "KEYS", Group::Compare)
        .compare("Split into rows by these keys", |q| Slot::Text(&mut q.row))
        .history("Split into rows by these keys", |q| Slot::Text(&mut q.row)),
    Setting::new("col", "KEYS", Group::Compare)
        .compare("Split into columns by these keys", |q| Slot::Text(&mut q.col)),
    Setting::new("ignore", "KEYS", Group::Compare)
        .compare("Compare across these keys, such as cpu", |q| Slot::Text(&mut q.ignore))
        .history("Compare across these keys, such as cpu", |q| Slot::Text(&mut q.ignore)),
    Setting::new("filter", "FILTER", Group::Compare)
        .compare("Use only matching results: .unit:sec/op", |q| Slot::Text(&mut q.filter))
        .history("Use only matching results: .unit:sec/op", |q| Slot::Text(&mut q.filter)),
    Setting::new("base", "COLUMN", Group::Compare)
        .offers(&[("first", "first column"), ("previous", "previous column")])
        .compare(
            "Compare against COLUMN or previous\n\
             The value previous means the column to the left",
            |q| Slot::Text(&mut q.base),
        ),
    Setting::new("pair", "HOW", Group::Compare)
        .alone("runs")
        .offers(&[
            ("auto", "as measured"),
            ("none", "independent"),
            ("runs", "in pairs"),
            ("loose", "in pairs, extra runs dropped"),
        ])
        .compare(
            "Compare runs in pairs, by position or by a key\n\
             Position is runs (or no value), or loose to ignore extra runs; none means never",
            |q| Slot::Text(&mut q.pair),
        ),
    Setting::new("control", "FILTER", Group::Compare).compare(
        "Correct for machine drift with control benchmarks\n\
         Their code is unchanged, so their change is removed from the other rows",
        |q| Slot::Text(&mut q.control),
    ),
    Setting::new("derive", "UNIT = EXPR", Group::Compare)
        .compare("Compute a unit: 'ops/s = 1 / sec/op' (repeatable)", |q| Slot::List(&mut q.derive))
        .history("Compute a unit: 'ops/s = 1 / sec/op' (repeatable)", |q| {
            Slot::List(&mut q.derive)
        }),
    Setting::new("test", "TEST", Group::Statistics)
        .offers(TESTS)
        .compare(
            "Select the test\n\
             The test u compares medians, t means, log-t geometric means",
            |q| Slot::Test(&mut q.test),
        )
        .history(
            "Select the average of a point\n\
             The average u is the median, t the mean, log-t the geometric mean",
            |q| Slot::Test(&mut q.test),
        ),
    Setting::new("alpha", "P", Group::Statistics)
        .compare("Set the significance level", |q| Slot::Level(&mut q.alpha, Range::ClosedOrNan))
        .history(
            "Set the significance level for all rows\n\
             On average, at most this fraction of the reported changes is false",
            |q| Slot::Level(&mut q.alpha, Range::Open),
        ),
    Setting::new("confidence", "LEVEL", Group::Statistics)
        .compare("Set the confidence level of intervals", |q| {
            Slot::Level(&mut q.confidence, Range::Closed)
        })
        .history("Set the confidence level of intervals", |q| {
            Slot::Level(&mut q.confidence, Range::Open)
        }),
    Setting::new("outcomes", "", Group::Statistics)
        .shown("Show the interval and the outcome of each change", |q| {
            Slot::Switch(&mut analysis(q).outcomes)
        }),
    Setting::new("margin", "PERCENT", Group::Statistics)
        .shown(
            "Set the equivalence margin [default: 2%]\n\
             Also shows outcomes",
            |q| Slot::Share(&mut analysis(q).margin),
        )
        .history("Report only changes larger than this", |q| Slot::Share(&mut q.margin)),
    Setting::new("adjust", "METHOD", Group::Statistics).offers(ADJUSTMENTS).shown(
        "Adjust p-values for many comparisons [default: none]\n\
         Also shows outcomes",
        |q| Slot::Adjustment(&mut analysis(q).adjust),
    ),
    Setting::new("seed", "N", Group::Statistics).history(
        "Set the random seed for simulated p-values\n\
         Tied or autocorrelated values need simulations",
        |q| Slot::Seed(&mut q.seed),
    ),
    Setting::new("better", "UNIT=WAY", Group::Statistics)
        .shown(
            "Set whether higher or lower is better (repeatable)\n\
             Also shows outcomes",
            |q| Slot::List(&mut analysis(q).better),
        )
        .history("Set whether higher or lower is better (repeatable)", |q| {
            Slot::List(&mut q.better)
        }),
    Setting::new("sort", "ORDER", Group::Output)
        .offers(ORDERS)
        .compare("Sort rows, such as worst or p; a leading - reverses", |q| {
            Slot::Order(&mut q.focus.sort)
        }),
    Setting::new("changed", "", Group::Output)
        .compare("Show only rows with a significant change", |q| {
            Slot::Switch(&mut q.focus.changed)
        }),
    Setting::new("worse", "PERCENT", Group::Output)
        .alone("0%")
        .compare("Show only rows that got worse (by more than PERCENT)", |q| {
            Slot::SomeShare(&mut q.focus.worse)
        }),
    Setting::new("unit", "UNIT", Group::Output)
        .compare("Show only tables of this unit (repeatable)", |q| Slot::List(&mut q.focus.units))
        .history("Use only this unit (repeatable)", |q| Slot::List(&mut q.units)),
    Setting::new("top", "N", Group::Output).compare(
        "Show only the first N rows of each table\n\
         Sorts by worst, unless another order is requested",
        |q| Slot::Count(&mut q.focus.top),
    ),
    Setting::new("samples", "", Group::Output)
        .compare("Include the values of each cell in JSON", |q| Slot::Switch(&mut q.samples)),
];

/// Returns each name with its meaning.
const fn with_meanings<T: Copy, const N: usize>(
    names: [(&'static str, T); N],
    meanings: [&'static str; N],
) -> [(&'static str, &'static str); N] {
    let mut both = [("", ""); N];
    let mut index = 0;
    while index < N {
        both[index] = (names[index].0, meanings[index]);
        index += 1;
    }
    both
}

/// Returns the settings of a kind of query, with their uses.
fn used<Q: Configured>() -> impl Iterator<Item = (&'static Setting, &'static Use<Q>)> {
    SETTINGS.iter().filter_map(|setting| Some((setting, Q::usage(setting)?)))
}

/// Returns the settings of a kind of query.
pub fn settings<Q: Configured>() -> impl Iterator<Item = &'static Setting> {
    used::<Q>().map(|(setting, _)| setting)
}

/// Returns the setting with this name.
#[must_use]
pub fn setting<Q: Configured>(name: &str) -> Option<&'static Setting> {
    settings::<Q>().find(|setting| setting.name == name)
}

/// Checks that all numbers of a query are in their ranges.
///
/// # Errors
///
/// The first number that is not.
pub(crate) fn check<Q: Configured>(query: &Q) -> Result<(), Error> {
    let mut query = query.clone();
    used::<Q>().try_for_each(|(setting, usage)| (usage.slot)(&mut query).check(setting.name))
}

/// Appends the flags that turn the default query into this one.
pub(crate) fn push_flags<Q: Configured>(line: &mut Vec<u8>, query: &Q) {
    let (mut query, mut default) = (query.clone(), Q::default());
    for (setting, usage) in used::<Q>() {
        let words = (usage.slot)(&mut query).words();
        if words != (usage.slot)(&mut default).words() {
            words.iter().for_each(|word| setting.push(line, word));
        }
    }
}

impl Setting {
    /// Returns the kind of values that the setting accepts.
    #[must_use]
    pub fn kind<Q: Configured>(&self) -> Option<Kind> {
        Q::usage(self).map(|usage| (usage.slot)(&mut Q::default()).kind())
    }

    /// Returns the value that help shows as the default.
    #[must_use]
    pub fn default_word<Q: Configured>(&self) -> Option<String> {
        // The default may differ from the flag without a value, and from an absent flag.
        let is_shown = |usage: &&Use<Q>| !usage.shows_outcomes && self.alone.is_none();
        let usage = Q::usage(self).filter(is_shown)?;
        (usage.slot)(&mut Q::default()).words().pop().filter(|word| !word.is_empty())
    }

    /// Appends the flag with a value.
    fn push(&self, line: &mut Vec<u8>, word: &str) {
        let flag = format!("-{}", self.name);
        let words = match (self.value, self.alone) {
            ("", _) => vec![flag],
            // The word after a flag with an optional value may be an input.
            (_, Some(_)) => vec![format!("{flag}={word}")],
            _ => vec![flag, word.to_owned()],
        };
        for word in words {
            line.push(b' ');
            push_word(line, word.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a query that differs from the default one in every setting.
    fn other<Q: Configured>() -> Q {
        let mut query = Q::default();
        for setting in settings::<Q>() {
            let word = match (setting.kind::<Q>(), setting.words.last()) {
                (_, Some((word, _))) => word,
                (Some(Kind::Number), _) if setting.value == "N" => "7",
                (Some(Kind::Number), _) => "0.5",
                _ => "x",
            };
            query.set(setting.name, word).unwrap();
        }
        query
    }

    fn round_trip<Q: Configured + PartialEq + std::fmt::Debug>() {
        let query = other::<Q>();
        let (mut line, mut again) = (Vec::new(), Q::default());
        push_flags(&mut line, &query);
        let line = String::from_utf8(line).unwrap();
        let mut words = line.split(' ').filter(|word| !word.is_empty()).peekable();
        let mut names = Vec::new();
        while let Some(word) = words.next() {
            let flag = word.strip_prefix('-').unwrap();
            let (name, word) = match flag.split_once('=') {
                Some((name, word)) => (name, word),
                None => (flag, words.next_if(|word| !word.starts_with('-')).unwrap_or_default()),
            };
            again.set(name, word).unwrap();
            names.push(name);
        }
        assert_eq!(again, query, "{line}");
        assert_eq!(names, settings::<Q>().map(|setting| setting.name).collect::<Vec<_>>());
        let mut line = Vec::new();
        push_flags(&mut line, &Q::default());
        assert!(line.is_empty(), "{}", String::from_utf8_lossy(&line));
    }

    #[test]
    fn the_flags_of_a_query_make_the_same_query() {
        round_trip::<Query>();
        round_trip::<HistoryQuery>();
    }

    #[test]
    fn names_are_unique_and_help_is_short() {
        let mut names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), SETTINGS.len());
        for setting in SETTINGS {
            let kinds = [setting.kind::<Query>(), setting.kind::<HistoryQuery>()];
            let kinds: Vec<Kind> = kinds.into_iter().flatten().collect();
            assert!(kinds.iter().all(|&kind| kind == kinds[0]), "{}", setting.name);
            assert_eq!(kinds[0] == Kind::Switch, setting.value.is_empty(), "{}", setting.name);
        }
    }

    #[test]
    fn values_outside_their_ranges_are_refused() {
        let refused = |name: &str, word: &str| {
            let mut query = Query::default();
            let error = query.set(name, word).err().or_else(|| check(&query).err());
            error.map(|error| (error.part(), error.to_string()))
        };
        let message = |part, message: &str| Some((part, message.to_owned()));
        assert_eq!(refused("alpha", "NaN"), None);
        assert_eq!(refused("alpha", "1"), None);
        assert_eq!(refused("alpha", "2"), message("alpha", "alpha must be in range [0, 1]"));
        let wanted = "confidence must be in range [0, 1]";
        assert_eq!(refused("confidence", "NaN"), message("confidence", wanted));
        let wanted = "margin must be a percentage of 0 or more";
        assert_eq!(refused("margin", "-1%"), message("margin", wanted));
        let wanted =
            "invalid value \"5\" for worse: did you mean 5%? Write percentages with a percent sign";
        assert_eq!(refused("worse", "5"), message("worse", wanted));
        let wanted = "invalid value \"0\" for top: expected a positive integer";
        assert_eq!(refused("top", "0"), message("top", wanted));
        let history = HistoryQuery { alpha: 1.0, ..HistoryQuery::default() };
        assert_eq!(check(&history).unwrap_err().to_string(), "alpha must be between 0 and 1");
    }
}
