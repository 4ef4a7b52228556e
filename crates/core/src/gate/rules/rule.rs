//! Rules that have been checked.

use super::accept::Accept;
use super::date::Date;
use super::floors::Floors;
use super::head::Head;
use super::limit::{Limit, Terms};
use super::order::OrderDemand;
use super::source::Place;
use super::words::{self, Clause, Term};
use crate::base::Error;
use crate::gate::outcome::{AcceptText, RuleText};
use crate::project::{Filter, Key};

/// The policy for a row that one side lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MissingPolicy {
    /// The gate does not pass.
    Fail,
    /// The gate reports the row.
    Warn,
    /// The gate ignores the row.
    Ignore,
}

impl MissingPolicy {
    pub(super) const NAMES: [(&'static str, MissingPolicy); 3] = [
        ("fail", MissingPolicy::Fail),
        ("warn", MissingPolicy::Warn),
        ("ignore", MissingPolicy::Ignore),
    ];

    pub(super) fn from_name(name: &str) -> Option<MissingPolicy> {
        MissingPolicy::NAMES.iter().find(|(known, _)| *known == name).map(|&(_, presence)| presence)
    }
}

/// A rule: the comparisons that it matches, and its limit.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub(crate) filter: Filter,
    /// Whether it decides the geometric mean of tables rather than their rows.
    pub(crate) is_geomean: bool,
    /// Whether it decides the clock that shows the change of each row better.
    pub(crate) is_of_clocks: bool,
    pub(crate) limit: Limit,
    /// Its words.
    pub(super) words: words::Terms,
    /// The minimum number of runs on each side.
    pub(crate) runs: u32,
    /// Whether the noise floors apply to it.
    pub(crate) floors: bool,
    pub(super) missing: Option<MissingPolicy>,
    pub(super) new: Option<MissingPolicy>,
    /// The position of its match.
    pub(crate) place: Place,
    /// The position of its limit.
    pub(crate) limit_place: Place,
    /// The text as it was written.
    pub(super) text: String,
}

impl Rule {
    /// Returns a rule that has only the terms after its colon.
    ///
    /// # Errors
    ///
    /// Terms that a geometric mean cannot satisfy.
    pub(super) fn new(
        head: Head,
        terms: &Terms,
        text: String,
        places: [Place; 2],
    ) -> Result<Rule, Error> {
        let [place, limit_place] = places;
        let Head { filter, is_geomean, is_of_clocks } = head;
        let is_share = terms.limit.share.is_some() && terms.limit.amount.is_none();
        let is_fit = is_share || terms.limit.is_any() && terms.words.has(Term::Warn);
        if is_geomean && (!is_fit || terms.words.has(Term::Proven) || terms.runs.is_some()) {
            let message = "a geometric mean has no test: its limit is a percentage such as +2%";
            return Err(limit_place.error(message));
        }
        Ok(Rule {
            filter,
            is_geomean,
            is_of_clocks,
            limit: terms.limit,
            words: terms.words,
            runs: terms.runs.unwrap_or(0),
            floors: true,
            missing: None,
            new: None,
            place,
            limit_place,
            text,
        })
    }

    pub(crate) fn has(&self, term: Term) -> bool {
        self.words.has(term)
    }
}

/// Rules that say which changes may pass.
///
/// The last rule that matches a comparison decides it.
///
/// ```
/// use benchlens_core::gate::Gate;
///
/// assert!(Gate::parse("sec/op: +5%; allocs/op: any").is_ok());
/// let error = Gate::parse("sec/op: +%").unwrap_err();
/// assert_eq!(error.to_string(), "gate: expected a number\n\tsec/op: +%\n\t        ^");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Gate {
    pub(crate) rules: Vec<Rule>,
    pub(crate) accepts: Vec<Accept>,
    /// The day on which the rules are applied.
    pub(crate) today: Option<Date>,
    /// The keys in which the sides must agree.
    pub(crate) agree: Vec<(Key, Place)>,
    pub(crate) floors: Option<Floors>,
    pub(super) floors_file: Option<(String, Place)>,
    pub(super) missing: Option<MissingPolicy>,
    pub(super) new: Option<MissingPolicy>,
    /// Whether rows that the table keys separate may pass.
    pub(crate) allows_mismatch: Option<bool>,
    /// Whether logs that report a failure may pass.
    pub(crate) allows_failed: Option<bool>,
    /// Whether logs with invalid lines may pass.
    pub(crate) allows_malformed: Option<bool>,
    /// Whether the newest point of a history may pass although it is worse, if the point before it is not.
    pub(crate) allows_unconfirmed: Option<bool>,
    /// The run order that is required, and its position in the text.
    pub(crate) order: Option<(OrderDemand, Place)>,
    /// Whether p-values of rules with `any` are not adjusted.
    pub(crate) is_any_single: bool,
}

/// The value of a clause.
pub(super) enum ClauseValue<'a> {
    /// A word, and the position of the clause.
    Word(&'a str, Place),
    /// Keys with their positions.
    Keys(Vec<(Key, Place)>),
}

impl Gate {
    /// Combines both gates: the rules of `later` come last, and so win.
    #[must_use]
    pub fn then(mut self, later: Gate) -> Gate {
        self.rules.extend(later.rules);
        self.accepts.extend(later.accepts);
        self.today = later.today.or(self.today);
        self.agree.extend(later.agree);
        self.floors = later.floors.or(self.floors);
        self.floors_file = later.floors_file.or(self.floors_file);
        self.missing = later.missing.or(self.missing);
        self.new = later.new.or(self.new);
        self.allows_mismatch = later.allows_mismatch.or(self.allows_mismatch);
        self.allows_failed = later.allows_failed.or(self.allows_failed);
        self.allows_malformed = later.allows_malformed.or(self.allows_malformed);
        self.allows_unconfirmed = later.allows_unconfirmed.or(self.allows_unconfirmed);
        self.order = later.order.or(self.order);
        self.is_any_single |= later.is_any_single;
        self
    }

    /// Returns whether a rule passes only with a proof.
    pub(crate) fn needs_proof(&self) -> bool {
        self.rules.iter().any(|rule| rule.has(Term::Proven))
    }

    /// Returns whether rows may fail or pass although their runs are not interleaved.
    pub(crate) fn allows_any_order(&self) -> bool {
        matches!(self.order, Some((OrderDemand::Any, _)))
    }

    /// Returns the gate without the adjustment by Holm of the comparisons that a rule with `any` decides, so that each
    /// comparison counts separately. An adjustment of the query (`adjust`) replaces it as well.
    #[must_use]
    pub fn without_adjustment(mut self) -> Gate {
        self.is_any_single = true;
        self
    }

    /// Returns the gate with the current day: a regression that a rule file accepts until a date is accepted up to and
    /// including that day. Without it, such a date is an error, because the library has no clock.
    #[must_use]
    pub fn with_today(mut self, today: Date) -> Gate {
        self.today = Some(today);
        self
    }

    /// Returns the file with noise floors, as the rules name it: relative to their own file.
    #[must_use]
    pub fn floors_file(&self) -> Option<&str> {
        self.floors_file.as_ref().map(|(name, _)| &name[..])
    }

    /// Returns the gate with noise floors, from the text that `benchlens calibrate` wrote; `name` appears in messages.
    ///
    /// # Errors
    ///
    /// The first error, with its line.
    pub fn with_floors(mut self, name: &str, text: &str) -> Result<Gate, Error> {
        self.floors = Some(Floors::read(name, text)?);
        Ok(self)
    }

    /// Checks that every rule applies to the newest point of a history.
    ///
    /// # Errors
    ///
    /// The first rule that does not, with its position.
    pub(crate) fn check_for_history(&self) -> Result<(), Error> {
        for rule in &self.rules {
            let what = match rule {
                Rule { is_geomean: true, .. } => "the geometric mean has no history",
                Rule { is_of_clocks: true, .. } => {
                    return Err(rule
                        .place
                        .error("time compares the clocks of two sides: use sec/op or cpu-sec/op"));
                }
                rule if rule.has(Term::Proven) => "proven cannot be used for a single point",
                rule if rule.has(Term::MedianOnly) => "median-only has no meaning in a history",
                rule if rule.has(Term::AnyOrder) => "any-order has no meaning in a history",
                Rule { runs: 1.., .. } => "n>= is about the runs of two sides",
                _ => continue,
            };
            return Err(rule.limit_place.error(format!("{what}: say any, +5% or +20ns")));
        }
        let clauses = [
            ("accept", !self.accepts.is_empty()),
            ("agree", !self.agree.is_empty()),
            ("floors", self.floors.is_some() || self.floors_file.is_some()),
            ("order", self.order.is_some()),
        ];
        let Some((clause, _)) = clauses.into_iter().find(|(_, is_there)| *is_there) else {
            return Ok(());
        };
        let message = format!("{clause} compares two sides, but a history has only one");
        Err(Error::of_setting("gate", message))
    }

    pub(crate) fn missing(&self, rule: &Rule) -> MissingPolicy {
        rule.missing.unwrap_or(self.other_missing_rows())
    }

    /// Returns the policy for benchmarks without a rule that the new side lacks.
    pub(crate) fn other_missing_rows(&self) -> MissingPolicy {
        self.missing.unwrap_or(MissingPolicy::Warn)
    }

    pub(crate) fn new_rows(&self, rule: &Rule) -> MissingPolicy {
        rule.new.unwrap_or(self.other_new_rows())
    }

    /// Returns the policy for benchmarks without a rule that the baseline lacks.
    pub(crate) fn other_new_rows(&self) -> MissingPolicy {
        self.new.unwrap_or(MissingPolicy::Warn)
    }

    /// Sets a clause.
    ///
    /// # Errors
    ///
    /// The values that the clause takes.
    pub(super) fn set(
        &mut self,
        clause: Clause,
        value: ClauseValue<'_>,
    ) -> Result<(), &'static str> {
        let word = match &value {
            ClauseValue::Word(word, _) => word,
            ClauseValue::Keys(_) => "",
        };
        let policy = || MissingPolicy::from_name(word).ok_or("expected fail, warn or ignore");
        let allows = || match word {
            "fail" => Ok(false),
            "allow" => Ok(true),
            _ => Err("expected fail or allow"),
        };
        match clause {
            Clause::Missing => self.missing = Some(policy()?),
            Clause::New => self.new = Some(policy()?),
            Clause::Mismatch => self.allows_mismatch = Some(allows()?),
            Clause::Failed => self.allows_failed = Some(allows()?),
            Clause::Malformed => self.allows_malformed = Some(allows()?),
            Clause::Unconfirmed => self.allows_unconfirmed = Some(allows()?),
            Clause::Order => {
                let demand = OrderDemand::from_name(word).ok_or(OrderDemand::EXPECTED)?;
                if let ClauseValue::Word(_, place) = value {
                    self.order = Some((demand, place));
                }
            }
            Clause::Agree => match value {
                ClauseValue::Keys(keys) => self.agree.extend(keys),
                ClauseValue::Word(..) => return Err("expected keys"),
            },
        }
        Ok(())
    }

    pub(crate) fn accept_texts(&self) -> Vec<AcceptText> {
        self.accepts.iter().map(Accept::describe).collect()
    }

    pub(crate) fn texts(&self) -> Vec<RuleText> {
        let text = |rule: &Rule| RuleText {
            source: rule.place.name(),
            text: rule.text.clone(),
            matched: 0,
        };
        self.rules.iter().map(text).collect()
    }
}
