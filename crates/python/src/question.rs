//! Converts the keywords of a call to a query and a gate.
//!
//! The keywords have the names of the CLI's flags, with `_` for `-`, and accept the same values, because the library
//! lists both. A number may be a Python number, and a list may be a single text.

use std::path::PathBuf;

use benchlens_core::gate::Gate;
use benchlens_core::query::{Configured, Kind, Setting, setting};
use benchlens_core::{Error, HistoryPlan, HistoryQuery, Plan, Query};
use benchlens_inputs::{Rules, RulesError, Threads, read_rules};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use crate::failure;

/// A value: a text, or a number as Python formats it.
pub(crate) struct Word(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for Word {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Word> {
        Ok(Word(object.str()?.extract()?))
    }
}

/// One text or several.
pub(crate) struct Words(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Words {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Words> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Words(vec![text.extract()?]));
        }
        Ok(Words(object.extract()?))
    }
}

/// The keywords of a call as texts, which a pickled answer contains.
#[derive(Clone, Default, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked {
    /// The flags with their words.
    pub(crate) settings: Vec<(String, Vec<String>)>,
    pub(crate) gate: Vec<String>,
    pub(crate) gate_file: Option<String>,
    pub(crate) today: Option<String>,
    /// The rule files that were read, with their texts.
    pub(crate) files: Vec<(PathBuf, String)>,
}

impl Asked {
    /// Returns the keywords of a call of a method that asks this kind of query.
    ///
    /// # Errors
    ///
    /// Returns an error for an unknown keyword, or for a value of a wrong type.
    pub(crate) fn of<Q: Configured>(
        method: &str,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Asked> {
        let mut asked = Asked::default();
        for (name, value) in keywords.into_iter().flatten() {
            let name: String = name.extract()?;
            if !value.is_none() {
                asked.take::<Q>(method, &name, &value)?;
            }
        }
        Ok(asked)
    }

    fn take<Q: Configured>(
        &mut self,
        method: &str,
        name: &str,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        match name {
            "gate" => self.gate = value.extract::<Words>()?.0,
            "gate_file" => self.gate_file = Some(value.extract()?),
            "today" if method != "history" => self.today = Some(value.extract::<Word>()?.0),
            _ => {
                let unknown = || {
                    let message = format!("{method}() got an unexpected keyword argument '{name}'");
                    PyTypeError::new_err(message)
                };
                let flag = name.replace('_', "-");
                let known = setting::<Q>(&flag).filter(|_| !name.contains('-'));
                let words = words::<Q>(known.ok_or_else(unknown)?, value)?;
                self.settings.push((flag, words));
            }
        }
        Ok(())
    }

    /// Returns the checked query, as `compile` checks it, and the gate. Keeps everything that a later call needs for
    /// the same answer.
    fn checked<Q: Configured, P>(
        &mut self,
        py: Python<'_>,
        compile: impl FnOnce(&Q) -> Result<P, Error>,
    ) -> PyResult<(P, Option<Gate>)> {
        let mut query = Q::default();
        let mut words = self
            .settings
            .iter()
            .flat_map(|(flag, words)| words.iter().map(move |word| (flag, word)));
        let set = words.try_for_each(|(flag, word)| query.set(flag, word));
        let plan =
            set.and_then(|()| compile(&query)).map_err(|error| failure::query(py, &error))?;
        let is_gate = !self.gate.is_empty() || self.gate_file.is_some();
        if is_gate && self.today.is_none() {
            self.today = benchlens_inputs::today().map(|day| day.to_string());
        }
        let read = read_rules(&Rules {
            texts: &self.gate,
            file: self.gate_file.as_deref(),
            today: self.today.as_deref(),
            known: &self.files,
            is_adjusted: self
                .settings
                .iter()
                .any(|(flag, words)| flag == "adjust" && !words.is_empty()),
        });
        let read = read.map_err(|error| match error {
            RulesError::Rule(error) => failure::query(py, &error),
            RulesError::Today(message) => {
                failure::query_sentence(py, "today", &message.to_string())
            }
            RulesError::File(failure) => failure::read(py, &failure, Vec::new()),
        })?;
        self.files = read.files.into_iter().zip(read.texts).collect();
        Ok((plan, read.gate))
    }

    /// Returns the checked query of a comparison, with its gate.
    ///
    /// # Errors
    ///
    /// Returns an error if the query is invalid.
    pub(crate) fn plan(&mut self, py: Python<'_>) -> PyResult<Plan> {
        let (plan, gate) = self.checked(py, Query::compile)?;
        Ok(match gate {
            Some(gate) => plan.with_gate(gate),
            None => plan,
        })
    }

    /// Returns the checked query of a history, with its gate.
    ///
    /// # Errors
    ///
    /// Returns an error if the query is invalid, or if a rule does not apply to histories.
    pub(crate) fn history_plan(&mut self, py: Python<'_>) -> PyResult<HistoryPlan> {
        let (plan, gate) = self.checked(py, HistoryQuery::compile)?;
        match gate {
            Some(gate) => plan.with_gate(gate).map_err(|error| failure::query(py, &error)),
            None => Ok(plan),
        }
    }
}

/// Returns the words of a value. `True` is the flag without a value, and `False` omits the flag.
fn words<Q: Configured>(setting: &Setting, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let given = |word: &str, is_given: bool| is_given.then(|| word.into()).into_iter().collect();
    Ok(match (setting.kind::<Q>(), setting.alone) {
        (Some(Kind::List), _) => value.extract::<Words>()?.0,
        (Some(Kind::Switch), _) => given("", value.extract()?),
        (Some(Kind::Number), Some(alone)) if value.is_instance_of::<PyBool>() => {
            given(alone, value.extract()?)
        }
        (Some(Kind::Number), _) => vec![value.extract::<Word>()?.0],
        (Some(Kind::Text | Kind::Word) | None, _) => vec![value.extract()?],
    })
}

/// Returns the number of threads that a value requests.
///
/// # Errors
///
/// Returns an error if the value is not a count.
pub(crate) fn threads(py: Python<'_>, word: Option<Word>) -> PyResult<Threads> {
    let threads = word.map_or(Ok(Threads(None)), |word| Threads::parse("threads", &word.0));
    threads.map_err(|error| failure::query(py, &error))
}

/// Returns the text of an optional value.
pub(crate) fn word(word: Option<Word>) -> Option<String> {
    word.map(|word| word.0)
}
