//! Keywords of a call to a query, and to the gate.
//!
//! The keywords have the names of the program's flags, with `_` for `-`, and take the same words: the library reads both. A number
//! may be a number of Python; a list may be one text.

use benchlens_core::Plan;
use benchlens_core::query::QueryWords;
use benchlens_inputs::{Rules, RulesError, Threads, read_rules};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::failure;

/// A word: a text, or a number as Python writes it.
pub(crate) struct Word(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for Word {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Word> {
        Ok(Word(object.str()?.extract()?))
    }
}

/// One text, or several.
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

/// What a call asks.
#[derive(Default)]
pub(crate) struct Question {
    pub(crate) words: QueryWords,
    pub(crate) gate: Vec<String>,
    pub(crate) gate_file: Option<String>,
    pub(crate) today: Option<String>,
}

impl Question {
    /// The question of a call's keywords.
    ///
    /// # Errors
    ///
    /// A keyword that there is not, or a value that it cannot have.
    pub(crate) fn of(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Question> {
        let mut asked = Question::default();
        for (name, value) in keywords.into_iter().flatten() {
            let name: String = name.extract()?;
            if !value.is_none() {
                asked.take(&name, &value)?;
            }
        }
        Ok(asked)
    }

    fn take(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let one = || value.extract::<String>().map(Some);
        let number = || value.extract::<Word>().map(|word| Some(word.0));
        let several = || value.extract::<Words>().map(|words| words.0);
        let flag = || value.extract::<bool>();
        let words = &mut self.words;
        match name {
            "table" => words.table = one()?,
            "row" => words.row = one()?,
            "col" => words.col = one()?,
            "ignore" => words.ignore = one()?,
            "filter" => words.filter = one()?,
            "base" => words.base = one()?,
            "pair" => words.pair = one()?,
            "control" => words.control = one()?,
            "derive" => words.derive = several()?,
            "alpha" => words.alpha = number()?,
            "confidence" => words.confidence = number()?,
            "delta_ci" => words.delta_ci = flag()?,
            "margin" => words.margin = number()?,
            "adjust" => words.adjust = one()?,
            "better" => words.better = several()?,
            "sort" => words.sort = one()?,
            "changed" => words.changed = flag()?,
            "worse" => words.worse = share(value.extract()?),
            "unit" => words.unit = several()?,
            "top" => words.top = number()?,
            "samples" => words.samples = flag()?,
            "gate" => self.gate = several()?,
            "gate_file" => self.gate_file = one()?,
            "today" => self.today = number()?,
            _ => {
                let message = format!("compare() got an unexpected keyword argument '{name}'");
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(())
    }

    /// The checked query, with its gate.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(crate) fn plan(self, py: Python<'_>) -> PyResult<Plan> {
        let is_adjustment_given = self.words.adjust.is_some();
        let query = self.words.query().map_err(|error| failure::query(py, &error))?;
        let plan = query.compile().map_err(|error| failure::query(py, &error))?;
        let (file, today) = (self.gate_file.as_deref(), self.today.as_deref());
        let read = read_rules(&Rules { texts: &self.gate, file, today });
        let read = read.map_err(|error| match error {
            RulesError::Rule(error) => failure::query(py, &error),
            RulesError::Today(message) => failure::query_sentence(py, "today", &message),
            RulesError::File(message) => failure::read(py, &message, Vec::new()),
        })?;
        Ok(match read.gate {
            Some(gate) if is_adjustment_given => plan.with_gate(gate.without_adjustment()),
            Some(gate) => plan.with_gate(gate),
            None => plan,
        })
    }
}

/// A share, or whether there is one: `True` stands for any, however small.
pub(crate) fn share(word: Option<Word>) -> Option<String> {
    match word?.0 {
        text if text == "True" => Some("0".into()),
        text if text == "False" => None,
        text => Some(text),
    }
}

/// How many threads a word asks for.
///
/// # Errors
///
/// That it is no count.
pub(crate) fn threads(py: Python<'_>, word: Option<Word>) -> PyResult<Threads> {
    let threads = word.map_or(Ok(Threads(None)), |word| Threads::parse(&word.0));
    threads.map_err(|message| failure::query_sentence(py, "threads", &message))
}

/// The text of an optional word.
pub(crate) fn word(word: Option<Word>) -> Option<String> {
    word.map(|word| word.0)
}

/// The texts of optional words.
pub(crate) fn words(words: Option<Words>) -> Vec<String> {
    words.map(|words| words.0).unwrap_or_default()
}
