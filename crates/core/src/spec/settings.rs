//! All settings of a comparison and of a history, in one table.
//!
//! From this table come the flags of the program and their help, the command line that repeats a query, and the keywords of
//! Python. Tests compare the lists of the web app with it. To add a setting, add it here and to [`Query`] or [`HistoryQuery`].

use super::slot::{Kind, Range, Slot};
use super::{AnalysisQuery, HistoryQuery, Query, Sort};
use crate::base::Error;
use crate::base::shell::push_word;
use crate::stats::Adjustment;

/// The heading under which help shows a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// What to compare.
    Compare,
    /// Statistics.
    Statistics,
    /// Which rows an output shows.
    Output,
}

/// A setting of a query.
#[derive(Debug)]
pub struct Setting {
    /// The name of the flag, without its dash.
    pub name: &'static str,
    /// The heading in help.
    pub group: Group,
    /// What stands for the value in help; empty for a switch.
    pub value: &'static str,
    /// What the flag means without a value, if it may have none.
    pub alone: Option<&'static str>,
    /// Values that complete the command line.
    pub words: &'static [&'static str],
    compare: Option<Use<Query>>,
    history: Option<Use<HistoryQuery>>,
}

/// What a setting is for one kind of query.
#[derive(Debug)]
pub struct Use<Q> {
    /// What help says about the setting.
    pub help: &'static str,
    /// Whether the text table shows outcomes if the setting is given, even with its default.
    shows_outcomes: bool,
    slot: fn(&mut Q) -> Slot<'_>,
}

const fn usage<Q>(help: &'static str, slot: fn(&mut Q) -> Slot<'_>) -> Option<Use<Q>> {
    Some(Use { help, shows_outcomes: false, slot })
}

/// The same of a setting with which the text table shows outcomes.
const fn shown<Q>(help: &'static str, slot: fn(&mut Q) -> Slot<'_>) -> Option<Use<Q>> {
    Some(Use { help, shows_outcomes: true, slot })
}

/// A query that has settings.
pub trait Configured: Clone + Default + 'static {
    /// What a setting is for this kind of query.
    fn usage(setting: &Setting) -> Option<&Use<Self>>;

    /// A setting was given that the text table shows.
    fn show_outcomes(&mut self) {}

    /// Changes a setting as the flag of this name does. A list becomes longer.
    ///
    /// # Errors
    ///
    /// That there is no such setting, or why it cannot have this value.
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
        analysis(self).in_text = true;
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

/// A setting of neither query, from which the others are made.
const NONE: Setting = Setting {
    name: "",
    group: Group::Compare,
    value: "",
    alone: None,
    words: &[],
    compare: None,
    history: None,
};

/// All settings, in the order of the help.
pub static SETTINGS: &[Setting] = &[
    Setting {
        name: "by",
        value: "KEYS",
        history: usage("What a point is: equal values are one (auto: .file, or commit)", |query| {
            Slot::Text(&mut query.by)
        }),
        ..NONE
    },
    Setting {
        name: "order",
        value: "KEY",
        history: usage("Put points in order by this key: numbers, times or versions", |query| {
            Slot::Text(&mut query.order)
        }),
        ..NONE
    },
    Setting {
        name: "table",
        value: "KEYS",
        compare: usage("Split into tables by these keys", |query| Slot::Text(&mut query.table)),
        history: usage(
            "Split into tables by these keys (auto: what differs within a point)",
            |query| Slot::Text(&mut query.table),
        ),
        ..NONE
    },
    Setting {
        name: "row",
        value: "KEYS",
        compare: usage("Split into rows by these keys", |query| Slot::Text(&mut query.row)),
        history: usage("Split into rows by these keys", |query| Slot::Text(&mut query.row)),
        ..NONE
    },
    Setting {
        name: "col",
        value: "KEYS",
        compare: usage("Split into columns by these keys", |query| Slot::Text(&mut query.col)),
        ..NONE
    },
    Setting {
        name: "ignore",
        value: "KEYS",
        compare: usage("Keys to ignore", |query| Slot::Text(&mut query.ignore)),
        history: usage("Keys to ignore", |query| Slot::Text(&mut query.ignore)),
        ..NONE
    },
    Setting {
        name: "filter",
        value: "FILTER",
        compare: usage("Use only matching results", |query| Slot::Text(&mut query.filter)),
        history: usage("Use only matching results", |query| Slot::Text(&mut query.filter)),
        ..NONE
    },
    Setting {
        name: "base",
        value: "COLUMN",
        compare: usage("Column to compare against: first, previous or a value", |query| {
            Slot::Text(&mut query.base)
        }),
        ..NONE
    },
    Setting {
        name: "pair",
        value: "HOW",
        alone: Some("runs"),
        words: &["runs", "loose", "none"],
        compare: usage("Compare runs in pairs: runs (as alone), loose, none or a KEY", |query| {
            Slot::Text(&mut query.pair)
        }),
        ..NONE
    },
    Setting {
        name: "control",
        value: "FILTER",
        compare: usage(
            "Rows with unchanged code: their shift is taken out of the others",
            |query| Slot::Text(&mut query.control),
        ),
        ..NONE
    },
    Setting {
        name: "derive",
        value: "UNIT = EXPR",
        compare: usage("Compute a unit from others: 'ops/s = 1 / sec/op'", |query| {
            Slot::List(&mut query.derive)
        }),
        history: usage("Compute a unit from others: 'ops/s = 1 / sec/op'", |query| {
            Slot::List(&mut query.derive)
        }),
        ..NONE
    },
    Setting {
        name: "alpha",
        group: Group::Statistics,
        value: "P",
        compare: usage("Significance level", |query| {
            Slot::Level(&mut query.alpha, Range::ClosedOrNan)
        }),
        history: usage("Significance level, for all rows together", |query| {
            Slot::Level(&mut query.alpha, Range::Open)
        }),
        ..NONE
    },
    Setting {
        name: "confidence",
        group: Group::Statistics,
        value: "LEVEL",
        compare: usage("Confidence level of the intervals of medians", |query| {
            Slot::Level(&mut query.confidence, Range::Closed)
        }),
        history: usage("Confidence level of intervals", |query| {
            Slot::Level(&mut query.confidence, Range::Open)
        }),
        ..NONE
    },
    Setting {
        name: "delta-ci",
        group: Group::Statistics,
        compare: shown("Show the confidence interval of each change, and outcomes", |query| {
            Slot::Switch(&mut analysis(query).delta_ci)
        }),
        ..NONE
    },
    Setting {
        name: "margin",
        group: Group::Statistics,
        value: "PERCENT",
        compare: shown("Equivalence margin, such as 2%; shows outcomes", |query| {
            Slot::Share(&mut analysis(query).margin)
        }),
        history: usage("Report only changes larger than this, such as 2%", |query| {
            Slot::Share(&mut query.margin)
        }),
        ..NONE
    },
    Setting {
        name: "adjust",
        group: Group::Statistics,
        value: "METHOD",
        words: &names(Adjustment::ALL),
        compare: shown(
            "Adjust p for many comparisons: none, holm, bh or by; shows outcomes",
            |query| Slot::Adjustment(&mut analysis(query).adjust),
        ),
        ..NONE
    },
    Setting {
        name: "seed",
        group: Group::Statistics,
        value: "N",
        history: usage(
            "Seed of the draws that p needs for values that are tied or depend on each other",
            |query| Slot::Seed(&mut query.seed),
        ),
        ..NONE
    },
    Setting {
        name: "better",
        group: Group::Statistics,
        value: "UNIT=WAY",
        compare: shown(
            "Which way is better for a unit: higher or lower; shows outcomes",
            |query| Slot::List(&mut analysis(query).better),
        ),
        history: usage("Which way is better for a unit: higher or lower", |query| {
            Slot::List(&mut query.better)
        }),
        ..NONE
    },
    Setting {
        name: "sort",
        group: Group::Output,
        value: "ORDER",
        words: &names(Sort::NAMES),
        compare: usage("worst, delta, p, value, name or none; prefix - reverses", |query| {
            Slot::Order(&mut query.focus.sort)
        }),
        ..NONE
    },
    Setting {
        name: "changed",
        group: Group::Output,
        compare: usage("Show only rows with a significant change", |query| {
            Slot::Switch(&mut query.focus.changed)
        }),
        ..NONE
    },
    Setting {
        name: "worse",
        group: Group::Output,
        value: "PERCENT",
        alone: Some("0%"),
        compare: usage("Show only rows that got worse, or worse by more than 3%", |query| {
            Slot::SomeShare(&mut query.focus.worse)
        }),
        ..NONE
    },
    Setting {
        name: "unit",
        group: Group::Output,
        value: "UNIT",
        compare: usage("Show only tables of this unit; may be repeated", |query| {
            Slot::List(&mut query.focus.units)
        }),
        history: usage("Look only at this unit; may be repeated", |query| {
            Slot::List(&mut query.units)
        }),
        ..NONE
    },
    Setting {
        name: "top",
        group: Group::Output,
        value: "N",
        compare: usage(
            "Show only the first N rows of each table, worst first by default",
            |query| Slot::Count(&mut query.focus.top),
        ),
        ..NONE
    },
    Setting {
        name: "samples",
        group: Group::Output,
        compare: usage("Include the values of each cell in JSON", |query| {
            Slot::Switch(&mut query.samples)
        }),
        ..NONE
    },
];

/// The names of a list.
const fn names<T: Copy, const N: usize>(all: [(&'static str, T); N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut index = 0;
    while index < N {
        names[index] = all[index].0;
        index += 1;
    }
    names
}

/// The settings of a kind of query, with what they are for it.
fn used<Q: Configured>() -> impl Iterator<Item = (&'static Setting, &'static Use<Q>)> {
    SETTINGS.iter().filter_map(|setting| Some((setting, Q::usage(setting)?)))
}

/// The settings of a kind of query.
pub fn settings<Q: Configured>() -> impl Iterator<Item = &'static Setting> {
    used::<Q>().map(|(setting, _)| setting)
}

/// The setting of a name.
#[must_use]
pub fn setting<Q: Configured>(name: &str) -> Option<&'static Setting> {
    settings::<Q>().find(|setting| setting.name == name)
}

/// Whether all numbers of a query are in their ranges.
///
/// # Errors
///
/// The first one that is not.
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
    /// What the setting accepts.
    #[must_use]
    pub fn kind<Q: Configured>(&self) -> Option<Kind> {
        Q::usage(self).map(|usage| (usage.slot)(&mut Q::default()).kind())
    }

    /// The value that help shows as the default.
    #[must_use]
    pub fn default_word<Q: Configured>(&self) -> Option<String> {
        // What is the default may differ from what the flag means without a value, and from no flag at all.
        let is_shown = |usage: &&Use<Q>| !usage.shows_outcomes && self.alone.is_none();
        let usage = Q::usage(self).filter(is_shown)?;
        (usage.slot)(&mut Q::default()).words().pop().filter(|word| !word.is_empty())
    }

    /// Appends the flag with a value.
    fn push(&self, line: &mut Vec<u8>, word: &str) {
        let flag = format!("-{}", self.name);
        let words = match (self.value, self.alone) {
            ("", _) => vec![flag],
            // The word after a flag that needs no value may be an input.
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

    /// A query that differs from the default one in every setting.
    fn other<Q: Configured>() -> Q {
        let mut query = Q::default();
        for setting in settings::<Q>() {
            let word = match (setting.kind::<Q>(), setting.words.first()) {
                (_, Some(_)) => setting.words[setting.words.len() - 1],
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
        assert_eq!(refused("alpha", "2"), message("alpha", "-alpha must be in range [0, 1]"));
        let wanted = "-confidence must be in range [0, 1]";
        assert_eq!(refused("confidence", "NaN"), message("confidence", wanted));
        let wanted = "-margin must be a share of 0 or more";
        assert_eq!(refused("margin", "-1%"), message("margin", wanted));
        let wanted =
            "invalid value \"5\" for flag -worse: a share above 1 needs a percent sign: 5%";
        assert_eq!(refused("worse", "5"), message("worse", wanted));
        let wanted = "invalid value \"0\" for flag -top: not a count";
        assert_eq!(refused("top", "0"), message("top", wanted));
        let history = HistoryQuery { alpha: 1.0, ..HistoryQuery::default() };
        assert_eq!(check(&history).unwrap_err().to_string(), "-alpha must be between 0 and 1");
    }
}
