//! One entry: a repetition, or a summary of repetitions.

use super::name;
use crate::Number;
use crate::decimal::Factor;
use crate::json::{Cursor, Found, Out, Stop, Str};
use crate::names::Name;
use crate::times::{self, seconds};
use benchlens_base::NumberError;

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    #[default]
    Repetition,
    Mean,
    Median,
    /// Another summary.
    Other,
}

/// The endings of aggregates' names. In files of versions before 1.5, only the endings distinguish aggregates from
/// repetitions.
const ENDINGS: [(&[u8], Role); 3] =
    [(b"_mean", Role::Mean), (b"_median", Role::Median), (b"_stddev", Role::Other)];

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) role: Role,
    /// The ending of its name, if only the ending shows that it is an aggregate.
    ending: &'static [u8],
    /// The name and the label as written; the name is compared with the previous entry.
    own: Vec<u8>,
    label: Vec<u8>,
    name: Name,
    /// The unit of times, which is usually the unit of the previous entry.
    factor: Factor,
    iterations: i64,
    /// The number of units of the last result, if the name and these units are still the same; otherwise 0.
    repeated: usize,
    /// The reason why there is no result.
    problem: Option<String>,
    is_failed: bool,
    /// Whether a value was skipped.
    is_wrong: bool,
    values: Vec<Number>,
    units: Vec<Vec<u8>>,
}

// The meanings of member keys.
const COUNTER: u8 = 0;
const NAME: u8 = 1;
const RUN_NAME: u8 = 2;
const RUN_TYPE: u8 = 3;
const AGGREGATE: u8 = 4;
const ITERATIONS: u8 = 5;
const REAL: u8 = 6;
const CPU: u8 = 7;
const TIME_UNIT: u8 = 8;
const LABEL: u8 = 9;
const SKIPPED: u8 = 10;
const MESSAGE: u8 = 11;
const COMPLEXITY: u8 = 12;
const IGNORED: u8 = 13;
const BYTES: u8 = 14;
const ITEMS: u8 = 15;
const ALLOCATIONS: u8 = 16;
const FAILED: u8 = 17;

fn role(key: &[u8]) -> u8 {
    match key {
        b"name" => NAME,
        b"run_name" => RUN_NAME,
        b"run_type" => RUN_TYPE,
        b"aggregate_name" => AGGREGATE,
        b"iterations" => ITERATIONS,
        b"real_time" => REAL,
        b"cpu_time" => CPU,
        b"time_unit" => TIME_UNIT,
        b"label" => LABEL,
        b"error_occurred" => FAILED,
        b"skipped" => SKIPPED,
        b"error_message" | b"skip_message" => MESSAGE,
        b"big_o" | b"rms" => COMPLEXITY,
        b"bytes_per_second" => BYTES,
        b"items_per_second" => ITEMS,
        b"allocs_per_iter" => ALLOCATIONS,
        b"family_index"
        | b"per_family_instance_index"
        | b"repetitions"
        | b"repetition_index"
        | b"threads"
        | b"complexity_n"
        | b"cpu_coefficient"
        | b"real_coefficient"
        | b"aggregate_unit" => IGNORED,
        _ => COUNTER,
    }
}

/// Members as written.
#[derive(Default)]
struct Members<'a> {
    own: Option<Str<'a>>,
    run_name: Option<Str<'a>>,
    label: Option<Str<'a>>,
    run_type: Option<&'a [u8]>,
    aggregate: Option<&'a [u8]>,
    /// The times, in the unit of the previous entry, with their positions.
    times: [Option<(Scaled, Cursor<'a>)>; TIMES],
    time_unit: Option<&'a [u8]>,
    error: Option<Str<'a>>,
    is_skipped: bool,
    is_failed: bool,
    is_complexity: bool,
}

/// The number of times: wall clock and CPU.
const TIMES: usize = 2;

/// A number in another unit, or the reason why it cannot be read.
type Scaled = Result<Number, NumberError>;

impl Default for Entry {
    fn default() -> Self {
        Entry {
            role: Role::default(),
            ending: b"",
            own: Vec::new(),
            label: Vec::new(),
            name: Name::default(),
            factor: Factor::tens(-9),
            iterations: 1,
            repeated: 0,
            problem: None,
            is_failed: false,
            is_wrong: false,
            values: Vec::new(),
            units: Vec::new(),
        }
    }
}

impl Entry {
    /// Returns the name of the benchmark.
    pub(super) fn name(&self) -> &[u8] {
        self.name.text()
    }

    pub(super) fn take(&mut self, value: &mut Cursor<'_>) -> Result<(), Stop> {
        self.iterations = 1;
        self.problem = None;
        self.is_wrong = false;
        self.make_room();
        let members = self.members(value)?;
        self.role = match (members.run_type, members.aggregate) {
            _ if members.is_complexity => Role::Other,
            (Some(b"aggregate"), Some(b"mean")) => Role::Mean,
            (Some(b"aggregate"), Some(b"median")) => Role::Median,
            (Some(b"aggregate"), _) => Role::Other,
            _ => Role::Repetition,
        };
        let Some(own) = members.run_name.or(members.own) else {
            return value.lacks("a member `name`");
        };
        let own = own.text();
        let mut base = &own[..];
        self.ending = b"";
        for (ending, role) in ENDINGS.iter().filter(|_| members.run_name.is_none()) {
            let is_known = self.role == *role;
            let is_guessed = members.run_type.is_none() && self.role == Role::Repetition;
            if let Some(rest) = own
                .strip_suffix(*ending)
                .filter(|rest| !rest.is_empty() && (is_known || is_guessed))
            {
                self.role = *role;
                self.ending = if is_guessed { ending } else { b"" };
                base = rest;
                break;
            }
        }
        let label = members.label.map(|label| label.text()).unwrap_or_default();
        self.set_name(base, &label);
        self.is_failed = members.is_failed;
        if members.is_skipped || members.is_failed {
            let error = members.error.map(|error| error.text()).unwrap_or_default();
            self.problem = Some(String::from_utf8_lossy(&error).into_owned());
            return Ok(());
        }
        let Some(factor) = seconds(members.time_unit.unwrap_or(b"ns")) else {
            return value.lacks("ns, us, ms or s as `time_unit`");
        };
        let is_same = std::mem::replace(&mut self.factor, factor) == factor;
        let mut times = 0;
        for (time, unit) in members.times.into_iter().zip([&b"sec/op"[..], b"cpu-sec/op"]) {
            let Some((number, mut at)) = time else { continue };
            match if is_same { number } else { at.scaled(factor)? } {
                Ok(number) => {
                    self.set(times, unit, number);
                    times += 1;
                }
                Err(_) => self.is_wrong = true,
            }
        }
        // Space for both times precedes the counters.
        for _ in times..TIMES {
            self.repeated = 0;
            self.values.remove(times);
            self.units.remove(times);
        }
        if self.values.is_empty() && self.role != Role::Other && !self.is_wrong {
            return value.lacks("a member `real_time`");
        }
        Ok(())
    }

    /// Reads all members, including counters.
    fn members<'a>(&mut self, value: &mut Cursor<'a>) -> Result<Members<'a>, Stop> {
        let mut all = Members::default();
        let mut counters = TIMES;
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            let key = key.text();
            match role(&key) {
                NAME => all.own = Some(value.string()?),
                RUN_NAME => all.run_name = Some(value.string()?),
                RUN_TYPE => all.run_type = Some(value.string()?.raw),
                AGGREGATE => all.aggregate = Some(value.string()?.raw),
                ITERATIONS => self.iterations = value.count()?,
                TIME_UNIT => all.time_unit = Some(value.string()?.raw),
                LABEL => all.label = Some(value.string()?),
                SKIPPED => all.is_skipped |= value.is_true()?,
                FAILED => all.is_failed |= value.is_true()?,
                MESSAGE => all.error = Some(value.string()?),
                COMPLEXITY => {
                    all.is_complexity = true;
                    value.skip()?;
                }
                IGNORED => value.skip()?,
                role if matches!(role, REAL | CPU) || value.found()? == Found::Number => {
                    let is_time = matches!(role, REAL | CPU);
                    let at = value.clone();
                    let number =
                        value.scaled(if is_time { self.factor } else { Factor::tens(0) })?;
                    if is_time {
                        all.times[usize::from(role - REAL)] = Some((number, at));
                        continue;
                    }
                    let unit = match role {
                        BYTES => Some(&b"B/s"[..]),
                        ITEMS => Some(&b"items/s"[..]),
                        ALLOCATIONS => Some(&b"allocs/op"[..]),
                        _ => None,
                    };
                    match number {
                        Ok(number) => {
                            self.counter(counters, &key, unit, number);
                            counters += 1;
                        }
                        Err(_) => self.is_wrong = true,
                    }
                }
                _ => value.skip()?,
            }
        }
        Ok(all)
    }

    /// Reserves space for the times, which come first although their unit may be the last member.
    fn make_room(&mut self) {
        self.values.clear();
        self.values.resize(TIMES, Number::Wide(0.0));
        while self.units.len() < TIMES {
            self.units.push(Vec::new());
        }
    }

    /// Marks an entry as a repetition although its name ends like the name of an aggregate.
    pub(super) fn set_repetition(&mut self) {
        let own = [&self.own[..], std::mem::take(&mut self.ending)].concat();
        let label = std::mem::take(&mut self.label);
        self.set_name(&own, &label);
        self.role = Role::Repetition;
    }

    /// Returns whether only its name shows that it is an aggregate.
    pub(super) fn is_guessed(&self) -> bool {
        !self.ending.is_empty()
    }

    fn set_name(&mut self, own: &[u8], label: &[u8]) {
        if self.own != own || self.label != label {
            self.own.clear();
            self.own.extend_from_slice(own);
            self.label.clear();
            self.label.extend_from_slice(label);
            self.repeated = 0;
            name::write(own, label, &mut self.name);
        }
    }

    /// Adds a counter, under the name of its key or of a unit.
    fn counter(&mut self, at: usize, key: &[u8], unit: Option<&[u8]>, number: Number) {
        self.values.push(Number::Wide(0.0));
        match unit {
            Some(unit) => self.set(at, unit, number),
            None => {
                let unit = times::word(key);
                self.set(at, &unit, number);
            }
        }
    }

    fn set(&mut self, at: usize, unit: &[u8], number: Number) {
        while self.units.len() <= at {
            self.units.push(Vec::new());
        }
        if self.units[at] != unit {
            self.units[at] = unit.to_vec();
            self.repeated = 0;
        }
        self.values[at] = number;
    }

    /// Pushes the result, or the problem instead.
    pub(super) fn emit(&mut self, out: &mut Out<'_>) {
        let name = || String::from_utf8_lossy(self.name.text());
        if let Some(problem) = &self.problem {
            match &problem[..] {
                "" if self.is_failed => {}
                problem if self.is_failed => out.note(&format!("{}: {problem}", name())),
                "" => out.note(&format!("{}: skipped", name())),
                problem => out.note(&format!("{}: skipped: {problem}", name())),
            }
            if self.is_failed {
                out.failed(self.name.text());
            }
            return;
        }
        if self.role == Role::Other {
            return;
        }
        if self.is_wrong {
            out.unreadable(&format!(
                "{}: a value is not a number or is out of range: skipped",
                name()
            ));
        }
        if !self.values.is_empty() {
            let units = &self.units[..self.values.len()];
            let repeats = self.repeated == units.len();
            out.result_in(self.name.text(), self.iterations, &self.values, units, repeats);
            self.repeated = units.len();
        }
    }
}
