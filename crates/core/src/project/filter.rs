//! Filters: which measurements of which results are kept.

use super::extract::Key;
use super::facts::{Facts, Stored, value_of};
use super::regexp::Room;
use super::syntax::{Expression, ParseError, Pattern, parse_filter_within};
use crate::base::Error;
use crate::store::Store;
use crate::unit::tidy;

/// A filter that has been checked.
#[derive(Debug, Clone)]
pub(crate) struct Filter {
    root: Node,
}

#[derive(Debug, Clone)]
enum Node {
    All,
    Not(Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
    Match(Key, Vec<Pattern>),
}

/// The measurements of a row that a filter keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mask {
    /// All measurements or no measurement: the unit does not matter.
    Whole(bool),
    /// One answer for each measurement.
    Each(Vec<bool>),
}

impl Mask {
    /// Returns whether any measurement may be kept.
    pub(crate) fn any(&self) -> bool {
        match self {
            Mask::Whole(all) => *all,
            Mask::Each(each) => each.contains(&true),
        }
    }

    pub(crate) fn keeps(&self, column: usize) -> bool {
        match self {
            Mask::Whole(all) => *all,
            Mask::Each(each) => each[column],
        }
    }

    fn combine(self, other: Mask, decisive: bool) -> Mask {
        match (self, other) {
            (Mask::Whole(a), b) => {
                if a == decisive {
                    Mask::Whole(a)
                } else {
                    b
                }
            }
            (a, Mask::Whole(b)) => {
                if b == decisive {
                    Mask::Whole(b)
                } else {
                    a
                }
            }
            (Mask::Each(mut a), Mask::Each(b)) => {
                for (a, b) in a.iter_mut().zip(b) {
                    *a = if decisive { *a || b } else { *a && b };
                }
                Mask::Each(a)
            }
        }
    }
}

impl Filter {
    /// Compiles the text of a setting.
    pub(crate) fn compile(part: &'static str, query: &str) -> Result<Filter, Error> {
        let filter = Filter::parse(&mut Room::default(), query);
        filter.map_err(|trouble| trouble.in_query(part, query))
    }

    /// Parses a filter that is a part of a longer query, whose regular expressions share the memory limit `room`.
    pub(crate) fn parse(room: &mut Room, query: &str) -> Result<Filter, ParseError> {
        let expression = parse_filter_within(room, query)?;
        Ok(Filter { root: node(expression)? })
    }

    /// Returns a filter that keeps the measurements in these units.
    pub(crate) fn of_units(units: impl IntoIterator<Item = Vec<u8>>) -> Filter {
        let patterns = units.into_iter().map(Pattern::Literal).collect();
        Filter { root: Node::Match(Key::Unit, patterns) }
    }

    /// Returns whether the filter may keep a measurement in a tidied unit, whatever the rest of its result is.
    pub(crate) fn may_keep_unit(&self, tidied: &[u8]) -> bool {
        self.root.possible(tidied).0
    }

    /// Returns the units that the filter names in full.
    pub(crate) fn named_units(&self) -> Vec<&[u8]> {
        let (mut units, mut open) = (Vec::new(), vec![&self.root]);
        while let Some(node) = open.pop() {
            match node {
                Node::Not(inner) => open.push(inner),
                Node::And(nodes) | Node::Or(nodes) => open.extend(nodes.iter().rev()),
                Node::Match(Key::Unit, patterns) => {
                    for pattern in patterns {
                        if let Pattern::Literal(unit) = pattern {
                            units.push(&unit[..]);
                        }
                    }
                }
                Node::All | Node::Match(..) => {}
            }
        }
        units
    }

    /// Returns the mask for a series.
    pub(crate) fn mask(&self, store: &Store, series: u32) -> Mask {
        self.mask_of(Stored::series(store, series))
    }

    /// Returns the mask for a result.
    pub(crate) fn mask_of<'f>(&self, facts: impl Facts<'f>) -> Mask {
        self.root.mask(facts)
    }

    /// Returns whether the filter keeps measurements of a series in a unit that the series itself does not have.
    pub(crate) fn keeps_unit(&self, store: &Store, series: u32, unit: &[u8]) -> bool {
        self.root.keeps_unit(Stored::series(store, series), unit)
    }

    /// Returns all keys that the filter names.
    pub(super) fn keys(&self) -> Vec<&Key> {
        let (mut keys, mut open) = (Vec::new(), vec![&self.root]);
        while let Some(node) = open.pop() {
            match node {
                Node::All => {}
                Node::Not(inner) => open.push(inner),
                Node::And(nodes) | Node::Or(nodes) => open.extend(nodes.iter().rev()),
                Node::Match(key, _) => keys.push(key),
            }
        }
        keys
    }
}

fn node(expression: Expression) -> Result<Node, ParseError> {
    let nodes = |expressions: Vec<Expression>| -> Result<Vec<Node>, ParseError> {
        expressions.into_iter().map(node).collect()
    };
    Ok(match expression {
        Expression::All => Node::All,
        Expression::Not(inner) => Node::Not(Box::new(node(*inner)?)),
        Expression::And(terms) => Node::And(nodes(terms)?),
        Expression::Or(terms) => Node::Or(nodes(terms)?),
        Expression::Match { key: word, patterns } => {
            let key = Key::parse(&word)?;
            if key == Key::Config {
                return Err(ParseError::new(word.span, ".config is only allowed in projections"));
            }
            Node::Match(key, patterns)
        }
    })
}

impl Node {
    /// Returns whether the answer for measurements in a tidied unit can be yes, and whether it can be no.
    fn possible(&self, tidied: &[u8]) -> (bool, bool) {
        let all = |nodes: &[Node]| nodes.iter().map(|node| node.possible(tidied)).collect();
        match self {
            Node::All => (true, false),
            Node::Not(inner) => {
                let (yes, no) = inner.possible(tidied);
                (no, yes)
            }
            Node::And(nodes) => {
                let answers: Vec<_> = all(nodes);
                (answers.iter().all(|&(yes, _)| yes), answers.iter().any(|&(_, no)| no))
            }
            Node::Or(nodes) => {
                let answers: Vec<_> = all(nodes);
                (answers.iter().any(|&(yes, _)| yes), answers.iter().all(|&(_, no)| no))
            }
            Node::Match(Key::Unit, patterns) => {
                // A unit also matches as it was written. It is not known which texts of the unit a regular expression
                // matches.
                let may_match = |pattern: &Pattern| match pattern {
                    Pattern::Literal(unit) => tidy(unit).is_some_and(|tidy| tidy.unit == tidied),
                    _ => true,
                };
                let is_kept = patterns.iter().any(|pattern| pattern.matches(tidied));
                (is_kept || patterns.iter().any(may_match), !is_kept)
            }
            Node::Match(..) => (true, true),
        }
    }

    fn keeps_unit<'f>(&self, facts: impl Facts<'f>, unit: &[u8]) -> bool {
        let keeps = |node: &Node| node.keeps_unit(facts, unit);
        match self {
            Node::All => true,
            Node::Not(inner) => !keeps(inner),
            Node::And(nodes) => nodes.iter().all(keeps),
            Node::Or(nodes) => nodes.iter().any(keeps),
            Node::Match(Key::Unit, patterns) => patterns.iter().any(|p| p.matches(unit)),
            Node::Match(key, patterns) => matches(key, patterns, facts),
        }
    }

    fn mask<'f>(&self, facts: impl Facts<'f>) -> Mask {
        let fold = |nodes: &[Node], decisive: bool| {
            nodes.iter().fold(Mask::Whole(!decisive), |mask, node| match mask {
                Mask::Whole(answer) if answer == decisive => mask,
                mask @ (Mask::Whole(_) | Mask::Each(_)) => mask.combine(node.mask(facts), decisive),
            })
        };
        match self {
            Node::All => Mask::Whole(true),
            Node::Not(inner) => match inner.mask(facts) {
                Mask::Whole(all) => Mask::Whole(!all),
                Mask::Each(each) => Mask::Each(each.into_iter().map(|b| !b).collect()),
            },
            Node::And(nodes) => fold(nodes, false),
            Node::Or(nodes) => fold(nodes, true),
            Node::Match(Key::Unit, patterns) => unit_mask(patterns, facts),
            Node::Match(key, patterns) => Mask::Whole(matches(key, patterns, facts)),
        }
    }
}

fn matches<'f>(key: &Key, patterns: &[Pattern], facts: impl Facts<'f>) -> bool {
    let value = value_of(key, facts);
    patterns.iter().any(|pattern| pattern.matches(value))
}

/// Returns the mask for units, which match as written and as tidied.
fn unit_mask<'f>(patterns: &[Pattern], facts: impl Facts<'f>) -> Mask {
    let kept = |[written, tidied]: [&[u8]; 2]| {
        patterns.iter().any(|pattern| pattern.matches(tidied) || pattern.matches(written))
    };
    Mask::Each(facts.units().map(kept).collect())
}
