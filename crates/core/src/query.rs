//! Queries about a store.
//!
//! Connects store, project and table: checks a [`Query`], runs it, writes it as a command line, and suggests queries.

mod evaluation;
mod shards;
mod suggestion;

use std::borrow::Cow;
use std::sync::Arc;

use crate::base::pace::{ENDLESS, Pace, block_on};
use crate::base::shell::{push_flag, push_word};
use crate::base::{Argument, Error, Sentence, label_inputs};
use crate::gate::{Gate, GateOutcome, enforce};
use crate::project::Filter;
use crate::project::Schema;
pub use crate::spec::{AnalysisQuery, Query, RowSelection, Sort, SortBy, TestKind};
#[doc(hidden)]
pub use crate::spec::{Configured, Group, Kind, SETTINGS, Setting, Use, setting, settings};
use crate::spec::{NO_PAIRS, check, push_flags};
use crate::store::Store;
use crate::table::{
    AnalysisSettings, AnswerCache, BaseChoice, Baseline, Cells, CompiledQuery, Derivation, Note,
    Pairing, Report, Settings, answer, answer_cached, first_rows, notes_of, parse_better,
};
pub use crate::table::{Frame, Shard, ShardError};
use crate::unit::Direction;
pub(crate) use evaluation::PORTION;
pub use evaluation::{Evaluation, EvaluationHandle, Progress};
#[doc(hidden)]
pub use suggestion::as_rate;
pub use suggestion::{
    Side, Suggestion, compared_alone, compared_sides, history_within_input, suggestions,
    suggestions_within_input,
};

/// A query that has been checked.
#[derive(Debug, Clone)]
pub struct Plan {
    query: Query,
    schema: Schema,
    baseline: Baseline,
    pairing: Option<Pairing>,
    settings: Settings,
    derivations: Vec<Derivation>,
    analysis: Option<AnalysisSettings>,
    gate: Option<Arc<Gate>>,
}

impl Query {
    /// Returns the command line that runs this query on inputs (names with labels), for a POSIX shell.
    pub fn command(&self, inputs: &[(Vec<u8>, Vec<u8>)]) -> Vec<u8> {
        self.command_reading(&[], inputs)
    }

    /// Returns the command line for inputs that are read with options.
    pub(crate) fn command_reading(
        &self,
        reading: &[(&'static str, String)],
        inputs: &[(Vec<u8>, Vec<u8>)],
    ) -> Vec<u8> {
        let more: Vec<_> = reading.iter().map(|(name, value)| (*name, &value[..])).collect();
        self.command_with(&more, &input_words(inputs))
    }

    /// Returns the command line for files in unknown folders, with more settings: files of the same name always have
    /// labels.
    #[doc(hidden)]
    pub fn command_of_files(
        &self,
        more: &[(&str, &str)],
        inputs: &[(Vec<u8>, Vec<u8>)],
    ) -> Vec<u8> {
        self.command_with(more, &file_words(inputs))
    }

    fn command_with(&self, more: &[(&str, &str)], words: &[Vec<u8>]) -> Vec<u8> {
        let mut line = b"benchlens".to_vec();
        push_flags(&mut line, self);
        more.iter().for_each(|&(name, value)| push_flag(&mut line, name, value.as_bytes()));
        push_inputs(&mut line, words);
        line
    }
}

/// Appends the words of inputs to a command line.
pub(crate) fn push_inputs(line: &mut Vec<u8>, words: &[Vec<u8>]) {
    if words.iter().any(|word| word.starts_with(b"-") && word != b"-") {
        line.extend_from_slice(b" --");
    }
    for word in words {
        line.push(b' ');
        push_word(line, word);
    }
}

/// Returns the words of inputs in unknown folders: files of the same name always have labels.
pub(crate) fn file_words(inputs: &[(Vec<u8>, Vec<u8>)]) -> Vec<Vec<u8>> {
    let is_twice = |name: &[u8]| 1 < inputs.iter().filter(|(known, _)| known == name).count();
    let words = input_words(inputs).into_iter().zip(inputs).map(|(word, (name, label))| {
        if is_twice(name) { [label, &b"="[..], name].concat() } else { word }
    });
    words.collect()
}

/// Returns `path` if the input would get this label automatically, otherwise `label=path`.
fn input_words(inputs: &[(Vec<u8>, Vec<u8>)]) -> Vec<Vec<u8>> {
    let mut arguments: Vec<Argument> =
        inputs.iter().map(|(name, _)| Argument { path: name.clone(), label: None }).collect();
    // A label that must be written may change the numbers of the others.
    loop {
        let labels = label_inputs(&arguments);
        let wrong = |&i: &usize| labels[i] != inputs[i].1;
        let Some(wrong) = (0..inputs.len()).find(wrong) else { break };
        arguments[wrong].label = Some(inputs[wrong].1.clone());
    }
    let word = |argument: Argument| match argument.label {
        Some(label) => [&label[..], b"=", &argument.path].concat(),
        None => argument.path,
    };
    arguments.into_iter().map(word).collect()
}

/// The answer to a query: a report, with the result of the gate if the plan has one, and the results in each cell.
#[derive(Clone)]
pub struct Answer {
    report: Report,
    gate: Option<GateOutcome>,
    /// `None` after it was released.
    cells: Option<Arc<Cells>>,
}

impl Answer {
    /// Returns the report.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Returns the result of the gate, if the plan has one.
    #[must_use]
    pub fn gate(&self) -> Option<&GateOutcome> {
        self.gate.as_ref()
    }

    /// Returns the report, so that a front end can select other rows of it.
    #[doc(hidden)]
    pub fn report_mut(&mut self) -> &mut Report {
        &mut self.report
    }

    /// Returns the report without the rest of the answer.
    #[must_use]
    pub fn into_report(self) -> Report {
        self.report
    }

    /// Returns the result of the gate, if the plan has one, without the rest of the answer.
    #[must_use]
    pub fn into_gate(self) -> Option<GateOutcome> {
        self.gate
    }

    /// Returns the values of a cell in reading order, in the table's unit; empty if there is no such cell. `store` must
    /// be the store that the query ran on.
    pub fn samples(&self, store: &Store, table: usize, row: usize, column: usize) -> Vec<f64> {
        // A report that was made in shards has the values if the query asked for them, but the store does not.
        let found = self.report.tables.get(table).and_then(|table| table.rows.get(row));
        let found =
            found.and_then(|row| row.cells.iter().find(|own| own.column as usize == column));
        match found.and_then(crate::table::Cell::samples) {
            Some(samples) => samples.to_vec(),
            None => match &self.cells {
                Some(cells) => cells.samples(store, table, row, column),
                None => Vec::new(),
            },
        }
    }

    /// Returns the columns that the others can be compared with, in their order.
    ///
    /// ```
    /// use benchlens_core::{Input, Query, Store};
    ///
    /// let log = |n: &str| format!("BenchmarkSort/n={n} 1 3 ns/op\n").into_bytes();
    /// let logs = [log("10"), log("20")];
    /// let store = Store::read(logs.iter().map(|bytes| Input::new(b"f", bytes)));
    /// let answer = Query::default().col("/n").compile()?.run(&store)?;
    /// let choices = answer.base_choices();
    /// assert_eq!(choices.iter().map(|choice| &choice.base[..]).collect::<Vec<_>>(), ["10", "20"]);
    /// # Ok::<(), benchlens_core::Error>(())
    /// ```
    #[must_use]
    pub fn base_choices(&self) -> Vec<BaseChoice> {
        self.cells.as_ref().map(|cells| cells.base_choices()).unwrap_or_default()
    }

    /// Returns the answer without the references to the results, which use memory: it then has no samples and no choice
    /// of columns.
    #[must_use]
    pub fn released(self) -> Answer {
        Answer { cells: None, ..self }
    }
}

impl std::fmt::Debug for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Answer { report, gate, .. } = self;
        f.debug_struct("Answer").field("report", report).field("gate", gate).finish_non_exhaustive()
    }
}

impl PartialEq for Answer {
    fn eq(&self, other: &Answer) -> bool {
        (&self.report, &self.gate) == (&other.report, &other.gate)
    }
}

impl Query {
    /// Checks the query.
    ///
    /// # Errors
    ///
    /// The first error, with its position: the filter comes first, then the projections for tables, rows, columns and
    /// keys to ignore, then the levels.
    pub fn compile(&self) -> Result<Plan, Error> {
        let Query { table, row, col, ignore, filter, .. } = self;
        let Query { alpha, confidence, derive, analysis, .. } = self;
        let mut schema = Schema::compile(filter, table, row, col, ignore)?;
        check(self)?;
        let baseline = Baseline::parse(&self.base)?;
        let pairing = Pairing::parse(&self.pair)?;
        if let Some(key) = pairing.as_ref().and_then(Pairing::key) {
            schema = schema.paired_by(key.clone());
        }
        if self.is_controlled() {
            let control = Filter::compile("control", &self.control)?;
            schema = schema.controlled_by(control);
        }
        let (alpha, confidence, samples) = (*alpha, *confidence, self.samples);
        let settings = Settings { alpha, confidence, test: self.test, threads: 1, samples };
        let analysis = analysis.as_ref().map(AnalysisQuery::compile).transpose()?;
        let derivations = derivations(derive)?;
        Ok(Plan {
            query: self.clone(),
            schema,
            baseline,
            pairing,
            settings,
            derivations,
            analysis,
            gate: None,
        })
    }
}

/// Returns the units that a query computes from others.
///
/// # Errors
///
/// The first invalid expression, or a unit that two of them define.
pub(crate) fn derivations(texts: &[String]) -> Result<Vec<Derivation>, Error> {
    let all = texts.iter().map(|text| Derivation::compile(text)).collect::<Result<Vec<_>, _>>()?;
    match Derivation::named_twice(&all) {
        Some(unit) => {
            let message = Sentence::setting("derive").and(format!(" defines {unit} twice"));
            Err(Error::range("derive", message))
        }
        None => Ok(all),
    }
}

/// Returns which direction is better for the units that a query names.
///
/// # Errors
///
/// The first invalid text.
pub(crate) fn directions(texts: &[String]) -> Result<Vec<(Vec<u8>, Direction)>, Error> {
    texts.iter().map(|text| parse_better(text)).collect()
}

impl AnalysisQuery {
    fn compile(&self) -> Result<AnalysisSettings, Error> {
        let AnalysisQuery { margin, adjust, outcomes, better } = self;
        let better = directions(better)?;
        let (margin, adjust, outcomes) = (*margin, *adjust, *outcomes);
        Ok(AnalysisSettings {
            margin,
            adjust,
            outcomes,
            better,
            equivalence: true,
            any_order: false,
            gate_only: None,
        })
    }
}

impl Plan {
    /// Returns the plan for up to this number of threads. The answer does not depend on it.
    pub fn with_threads(mut self, threads: usize) -> Plan {
        self.settings.threads = threads;
        self
    }

    /// Returns the plan for a report without [`Effect::equivalence_interval`](crate::table::Effect), unless an outcome
    /// or a rule depends on it: it takes a fifth of the time of an analysis, and only JSON contains it.
    pub fn without_equivalence_intervals(mut self) -> Plan {
        let is_needed = self.gate.as_ref().is_some_and(|gate| gate.needs_proof());
        if let Some(analysis) = &mut self.analysis {
            analysis.equivalence = is_needed;
        }
        self
    }

    /// Returns the plan with rules for its comparisons, whose result is [`Answer::gate`]. A query without an analysis
    /// still has none: then only the comparisons that rules concern have effects.
    pub fn with_gate(mut self, gate: Gate) -> Plan {
        let hidden = || {
            // The defaults are valid.
            let settings = AnalysisQuery::default().compile().ok()?;
            let gate_only = Some(gate.rules.iter().map(|rule| rule.filter.clone()).collect());
            Some(AnalysisSettings { outcomes: false, equivalence: false, gate_only, ..settings })
        };
        self.analysis = self.analysis.take().or_else(hidden);
        if let Some(analysis) = &mut self.analysis {
            analysis.equivalence |= gate.needs_proof();
            analysis.any_order = gate.allows_any_order();
        }
        self.gate = Some(Arc::new(gate));
        self
    }

    /// Checks that the results have the units that the query computes with and shows.
    fn check(&self, store: &Store) -> Result<(), Error> {
        self.derivations.iter().try_for_each(|derivation| derivation.check(store))?;
        self.query.focus.check(store, self.derivations.iter().map(Derivation::unit))
    }

    /// Returns the notes of the answer, without computing the answer.
    ///
    /// # Errors
    ///
    /// The same errors as [`Plan::run`].
    pub fn notes(&self, store: &Store) -> Result<Vec<Note>, Error> {
        self.check(store)?;
        notes_of(store, &self.separated(store).compiled())
    }

    /// Returns the labels of all columns of the answer, in their order, without computing the answer.
    ///
    /// # Errors
    ///
    /// The same errors as [`Plan::run`].
    #[doc(hidden)]
    pub fn columns(&self, store: &Store) -> Result<Vec<String>, Error> {
        self.check(store)?;
        let choices = self.separated(store).compiled().group(store)?.base_choices();
        Ok(choices.into_iter().map(|choice| choice.label).collect())
    }

    /// Returns the answer.
    ///
    /// # Errors
    ///
    /// The results lack something that the query needs: the units of `derive` and of [`RowSelection::units`], or the column of
    /// `base`.
    pub fn run(&self, store: &Store) -> Result<Answer, Error> {
        self.check(store)?;
        let (report, cells) = answer(store, &self.separated(store).compiled())?;
        Ok(self.gated(store, report, cells))
    }

    /// Returns the same answer, but sooner if `cache` already answered other queries about this store, as in a view
    /// that changes again and again. The cache forgets its facts about another store, or about this store before it had
    /// more results.
    ///
    /// # Errors
    ///
    /// The same errors as [`Plan::run`].
    ///
    /// ```
    /// use benchlens_core::{Input, Query, Store, queries::AnswerCache};
    ///
    /// let bytes = b"BenchmarkA 1 3 ns/op\nBenchmarkA 1 4 ns/op\n";
    /// let store = Store::read([Input::new(b"f", bytes)]);
    /// let mut cache = AnswerCache::default();
    /// for alpha in [0.05, 0.01] {
    ///     let plan = Query::default().alpha(alpha).compile()?;
    ///     assert_eq!(plan.answer_with(&store, &mut cache)?, plan.run(&store)?);
    /// }
    /// # Ok::<(), benchlens_core::Error>(())
    /// ```
    pub fn answer_with(&self, store: &Store, cache: &mut AnswerCache) -> Result<Answer, Error> {
        self.check(store)?;
        let pace = Pace::new(ENDLESS);
        let (report, cells) =
            block_on(answer_cached(store, &self.separated(store).compiled(), cache, &pace))?;
        Ok(self.gated(store, report, cells))
    }

    /// Returns the first rows of the tables of a unit while the answer is computed with this cache, and how many rows
    /// each table will have. If there is no such unit, it uses the unit of the first table. The rows are those of the
    /// answer, except the facts that all rows decide together: notes, geometric means, outcomes. `None` until the
    /// results are sorted into cells.
    ///
    /// ```
    /// use benchlens_core::{Query, StoreBuilder, queries::AnswerCache};
    ///
    /// let mut builder = StoreBuilder::default();
    /// builder.begin(b"f", b"f");
    /// builder.feed(b"BenchmarkA 1 3 ns/op\nBenchmarkB 1 4 ns/op\n")?;
    /// builder.end();
    /// let (plan, cache) = (Query::default().compile()?, AnswerCache::default());
    /// let mut asking = plan.clone().begin(builder.shared(), &cache);
    /// while !asking.progress().is_comparing {
    ///     assert!(asking.step(1).is_none());
    /// }
    /// let (first, counts) = plan.first_rows(builder.store(), &cache, "sec/op", 1).expect("there are cells");
    /// assert_eq!((first.report().tables[0].rows.len(), &counts[..]), (1, &[2][..]));
    /// # Ok::<(), benchlens_core::Error>(())
    /// ```
    #[must_use]
    pub fn first_rows(
        &self,
        store: &Store,
        cache: &AnswerCache,
        unit: &str,
        rows: usize,
    ) -> Option<(Answer, Vec<usize>)> {
        let (report, cells, counts) =
            first_rows(store, &self.separated(store).compiled(), cache, unit, rows)?;
        Some((Answer { report, gate: None, cells: Some(cells) }, counts))
    }

    /// Returns the answer with the results of the rules, if there are any.
    fn gated(&self, store: &Store, report: Report, cells: Arc<Cells>) -> Answer {
        let (Some(gate), Some(analysis)) = (&self.gate, &self.analysis) else {
            return Answer { report, gate: None, cells: Some(cells) };
        };
        let (report, outcome) = enforce(store, &cells, report, gate, analysis);
        Answer { report, gate: Some(outcome), cells: Some(cells) }
    }

    /// Returns the plan that separates results of a store by what ran.
    fn separated(&self, store: &Store) -> Cow<'_, Plan> {
        match self.schema.separated(store, false) {
            Some(schema) => Cow::Owned(Plan { schema, ..self.clone() }),
            None => Cow::Borrowed(self),
        }
    }

    fn compiled(&self) -> CompiledQuery<'_> {
        let Plan { query, schema, baseline, settings, derivations, analysis, .. } = self;
        let (settings, analysis) = (*settings, analysis.as_ref());
        let pairing = self.pairing.as_ref();
        CompiledQuery { query, schema, baseline, pairing, derivations, settings, analysis }
    }
}

/// Returns the query that [`calibrate`](crate::gate::calibrate) needs: a table for each package, a row for each whole
/// name, a column for each input. Machines may differ, because that is also noise.
#[must_use]
pub fn calibration_query() -> Query {
    Query { table: "pkg".into(), pair: NO_PAIRS.into(), ..Query::default().plain() }
}

/// Runs `query` on `store`.
///
/// # Errors
///
/// The first error of the query; see [`Query::compile`] and [`Plan::run`].
pub fn run(store: &Store, query: &Query) -> Result<Answer, Error> {
    query.compile()?.run(store)
}

#[cfg(test)]
mod tests {
    mod confirming;
    mod machine;
    mod suites;

    use super::*;
    use crate::table::Adjustment;

    #[test]
    fn command_lines_say_what_is_not_the_default() {
        let command = |query: Query, inputs: &[(&str, &str)]| {
            let bytes = |text: &str| text.as_bytes().to_vec();
            let inputs: Vec<_> = inputs.iter().map(|&(n, l)| (bytes(n), bytes(l))).collect();
            String::from_utf8(query.command(&inputs)).unwrap()
        };
        let default = Query::default;
        assert_eq!(command(default(), &[("a.txt", "a.txt")]), "benchlens a.txt");
        let same = [("f", "f#0"), ("f", "f#1")];
        assert_eq!(command(default(), &same), "benchlens f f");
        let labelled = [("f", "old"), ("f", "f")];
        assert_eq!(command(default(), &labelled), "benchlens old=f f");
        let query = Query { col: "/n@(1 2)".into(), alpha: 0.01, ..default() };
        let want = "benchlens -col '/n@(1 2)' -alpha 0.01 'my log'";
        assert_eq!(command(query, &[("my log", "my log")]), want);
        assert_eq!(command(default(), &[("-x", "-x")]), "benchlens -- -x");
        let analysis =
            AnalysisQuery { adjust: Adjustment::Bh, outcomes: true, ..Default::default() };
        let derive = vec!["ops/s = 1 / sec/op".into()];
        let query = Query { derive, analysis: Some(analysis), ..default() };
        let want = "benchlens -derive 'ops/s = 1 / sec/op' -outcomes -adjust bh f";
        assert_eq!(command(query, &[("f", "f")]), want);
        let query = Query { analysis: Some(AnalysisQuery::default()), ..default() };
        assert_eq!(command(query, &[("f", "f")]), "benchlens -outcomes f");
    }
}
