//! Which functions are in which part, and what each part has for the other.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::Facts;

/// Where the first part imports from what brings the second one: module and name.
pub(super) const LOADER: (&str, &str) = ("later", "load");

/// Which functions are where.
pub(super) struct Plan {
    pub(super) facts: Facts,
    /// For each function, whether it is in the second part.
    pub(super) later: Vec<bool>,
    /// The places of the table that lead to functions of the second part.
    pub(super) doors: BTreeMap<u32, u32>,
    /// The place by which a function of the second part is called from the first.
    pub(super) door_of: BTreeMap<u32, u32>,
    /// The functions of the first part that the second one calls by name.
    pub(super) shared: Vec<u32>,
    /// How many places the table has then.
    pub(super) places: u32,
}

impl Plan {
    pub(super) fn of(facts: Facts, later: Vec<bool>) -> Plan {
        let is_later = |function: &u32| later[*function as usize];
        let mut doors: BTreeMap<u32, u32> = facts.slots.clone();
        doors.retain(|_, function| is_later(function));
        let mut door_of: BTreeMap<u32, u32> =
            doors.iter().map(|(&place, &function)| (function, place)).collect();
        let mut places = facts.tables.get(facts.table as usize).map_or(0, |t| t.initial as u32);
        let mut shared = BTreeSet::new();
        let mut door_to = |function: u32| {
            door_of.entry(function).or_insert_with(|| {
                doors.insert(places, function);
                places += 1;
                places - 1
            });
        };
        let exported = facts.exported.iter().filter(|function| is_later(function));
        exported.for_each(|&function| door_to(function));
        for function in facts.own() {
            for &called in facts.called_by(function) {
                match (is_later(&function), is_later(&called)) {
                    (false, true) => door_to(called),
                    (true, false) => {
                        shared.insert(called);
                    }
                    _ => {}
                }
            }
        }
        let shared = shared.into_iter().collect();
        Plan { facts, later, doors, door_of, shared, places }
    }

    /// The functions of a part, in their order in the module.
    pub(super) fn functions(&self, later: bool) -> impl Iterator<Item = u32> {
        self.facts.own().filter(move |&function| self.later[function as usize] == later)
    }

    /// The new numbers of all functions, given those of a part, which are put behind `before` others.
    pub(super) fn renumbered(&self, later: bool, before: u32) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..self.facts.types.len() as u32).collect();
        for (number, function) in (before..).zip(self.functions(later)) {
            numbers[function as usize] = number;
        }
        numbers
    }
}

/// What the first part exports for the second has a digit first: no other name has.
pub(super) fn shared_name(place: usize) -> String {
    const DIGITS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let (mut left, mut name) = (place / 10, String::from(char::from(DIGITS[place % 10])));
    while 0 < left {
        name.push(char::from(DIGITS[left % 36]));
        left /= 36;
    }
    name
}

pub(super) fn failed(error: impl std::fmt::Display) -> String {
    error.to_string()
}
