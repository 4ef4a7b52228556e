//! The session: inputs, and the last answer about them.

use std::ops::Range;

use benchlens_core::format::any_text;
use benchlens_core::grid::{Bars, bars};
use benchlens_core::project::FieldOrder;
use benchlens_core::queries::AnswerCache;
use benchlens_core::query::RowSelection;
use benchlens_core::render::{self, Chart, ChartKind, ChartKinds, ChartQuery};
use benchlens_core::store::{Part, PartBuilder};
use benchlens_core::table::{is_reported, is_worse, row_order};
use benchlens_core::{Answer, Evaluation, Plan, Query, Store, StoreBuilder};
use serde::Deserialize;

use crate::lengths::Lengths;
use crate::over_time::{self, OverTime};
use crate::packed::read_packed;
use crate::types::{
    AskView, ChangeView, ChangesView, DetailView, DiagnosticPage, GateView, InputView, KeyView,
    PointsView, RowsPage, RowsQuery, RunResult, SuggestionView, ValueView,
};
use crate::{SessionError, answer, command, detail, evaluation, gate, inputs, rows};

/// An input that moves to another index.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// Its current index.
    pub input: usize,
    /// Its new label.
    pub label: String,
}

/// Inputs and the last answer about them.
#[derive(Debug, Default)]
pub struct Session {
    builder: StoreBuilder,
    part: Option<PartBuilder>,
    answer: Option<Shown>,
    cache: AnswerCache,
    /// The answer that is being computed, with its query.
    asking: Option<(Query, Plan, Evaluation)>,
    /// The first rows of this answer.
    first: Option<Shown>,
    /// The changes in the rows of the last answer over its columns.
    over_time: OverTime,
    /// The last order of rows, with the request for it, because scrolling requests the same order again.
    order: Option<(RowsQuery, Vec<u32>)>,
}

/// An answer with the bars and the lengths of its tables.
#[derive(Debug)]
struct Shown {
    answer: Answer,
    bars: Vec<Bars>,
    lengths: Vec<Option<Lengths>>,
}

impl Shown {
    fn new(answer: Answer) -> Shown {
        let report = answer.report();
        let bars = (0..report.tables.len()).map(|table| bars(report, table)).collect();
        let lengths = report.tables.iter().map(Lengths::of).collect();
        Shown { answer, bars, lengths }
    }

    fn result(&self, store: &Store, query: &Query) -> RunResult {
        answer::run_result(store, query, &self.answer, &self.bars, &self.lengths)
    }

    /// Returns rows of a table, in an order.
    fn rows(&self, table: usize, order: &[u32], range: Range<usize>) -> Result<RowsPage> {
        let bars = self.bars.get(table).ok_or(SessionError::NoSuchTable(table))?;
        let lengths = self.lengths[table].as_ref();
        let page = rows::row_page(self.answer.report(), bars, lengths, table, order, range);
        page.ok_or(SessionError::NoSuchTable(table))
    }

    /// Returns the order that a view requests.
    fn order(&self, view: &RowsQuery) -> Vec<u32> {
        let (report, &RowsQuery { table, sort, ref search, changed, worse, .. }) =
            (self.answer.report(), view);
        let mut order = row_order(report, table, sort, search);
        order.retain(|&row| !changed || is_reported(report, table, row as usize));
        order.retain(|&row| worse.is_none_or(|worse| is_worse(report, table, row as usize, worse)));
        order
    }
}

pub(crate) type Result<T> = std::result::Result<T, SessionError>;

/// Reading inputs.
impl Session {
    /// Returns a session that hashes its inputs with a seed; see [`StoreBuilder::seeded`]. The answers do not depend
    /// on the seed.
    pub fn seeded(seed: u64) -> Session {
        Session { builder: StoreBuilder::seeded(seed), ..Session::default() }
    }

    /// Begins an input: messages use `name`, and its column uses `label`. If another input is open, it ends here.
    pub fn begin(&mut self, name: &[u8], label: &[u8]) {
        self.forget_all();
        self.builder.begin(name, label);
    }

    /// Reads the next bytes of the input; the text may be split anywhere.
    ///
    /// # Errors
    ///
    /// Returns an error if no input is open.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<()> {
        self.builder.feed(chunk).map_err(|_| SessionError::NoInput)
    }

    /// Ends the input, if one is open.
    pub fn end(&mut self) {
        self.builder.end();
    }

    /// Begins a file of the input, which is a folder; the following bytes are read as a separate text.
    ///
    /// # Errors
    ///
    /// Returns an error if no input is open.
    pub fn member(&mut self, name: &[u8]) -> Result<()> {
        if !self.builder.is_open() {
            return Err(SessionError::NoInput);
        }
        self.builder.member(name);
        Ok(())
    }

    /// Reads a complete file that is packed or an archive, as one input or several. Returns a sentence about what was
    /// skipped, or nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing of the file can be read.
    pub fn read_packed(&mut self, name: &str, label: &str, bytes: &[u8]) -> Result<String> {
        self.read_packed_telling(name, label, bytes, &mut |_| ())
    }

    /// Does the same, and repeatedly reports how many bytes have been unpacked.
    ///
    /// # Errors
    ///
    /// Fails like [`read_packed`](Session::read_packed).
    pub fn read_packed_telling(
        &mut self,
        name: &str,
        label: &str,
        bytes: &[u8],
        tell: &mut dyn FnMut(u64),
    ) -> Result<String> {
        self.end();
        self.forget_all();
        read_packed(&mut self.builder, name, label, bytes, tell).map_err(SessionError::Packed)
    }

    /// Returns all inputs as bytes for [`append_bytes`](Session::append_bytes) of another session. If an input is
    /// open, it ends.
    pub fn to_bytes(&mut self) -> Vec<u8> {
        self.end();
        self.store().to_bytes()
    }

    /// Appends the inputs of another session, as if they had been read here; `label` replaces their labels.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are damaged.
    pub fn append_bytes(&mut self, bytes: &[u8], label: Option<&str>) -> Result<()> {
        let store = Store::from_bytes_seeded(self.builder.seed(), bytes)?;
        self.end();
        self.forget_all();
        self.builder.append_store(&store, label.map(str::as_bytes));
        Ok(())
    }

    /// Begins a part of a large input in Go's text format: complete lines, without a byte-order mark.
    pub fn part_begin(&mut self) {
        self.part = Some(PartBuilder::new(any_text()).seeded(self.builder.seed()));
    }

    /// Reads the next bytes of the part.
    ///
    /// # Errors
    ///
    /// Returns an error if no part is open.
    pub fn part_feed(&mut self, chunk: &[u8]) -> Result<()> {
        self.part.as_mut().ok_or(SessionError::NoPart)?.feed(chunk);
        Ok(())
    }

    /// Ends the part, and returns its bytes for [`append_part`](Session::append_part) of another session.
    ///
    /// # Errors
    ///
    /// Returns an error if no part is open.
    pub fn part_to_bytes(&mut self) -> Result<Vec<u8>> {
        let part = self.part.take().ok_or(SessionError::NoPart)?;
        Ok(part.finish().to_bytes())
    }

    /// Appends the next part of the current input. Call this between [`begin`](Session::begin) and
    /// [`end`](Session::end).
    ///
    /// # Errors
    ///
    /// Returns an error if no input is open, or if the bytes are damaged.
    pub fn append_part(&mut self, bytes: &[u8]) -> Result<()> {
        let part = Part::from_bytes_seeded(self.builder.seed(), bytes)?;
        if !self.builder.is_open() {
            return Err(SessionError::NoInput);
        }
        self.builder.append_part(part);
        Ok(())
    }

    /// Reorders the inputs and gives them new labels; inputs that are not listed are removed.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such input.
    pub fn arrange(&mut self, order: &[Placed]) -> Result<()> {
        let known = self.store().inputs().len();
        if let Some(unknown) = order.iter().find(|placed| known <= placed.input) {
            return Err(SessionError::NoSuchInput(unknown.input));
        }
        self.end();
        let mut arranged = StoreBuilder::seeded(self.builder.seed());
        let placed = order.iter().map(|Placed { input, label }| (*input, label.as_bytes()));
        arranged.append_inputs(self.store(), placed);
        self.forget_all();
        self.builder = arranged;
        Ok(())
    }

    /// Returns the inputs.
    pub fn inputs(&self) -> Vec<InputView> {
        inputs::inputs(self.store())
    }

    /// Returns the ignored lines from index `start` up to, but not including, index `end`.
    pub fn diagnostics(&self, start: usize, end: usize) -> DiagnosticPage {
        inputs::diagnostics(self.store(), start, end)
    }

    /// Returns the keys of the results with their values.
    pub fn keys(&self) -> Vec<KeyView> {
        inputs::keys(self.store())
    }

    /// Returns the values of a key in the order of the layout, including an empty value if some results lack the key.
    /// Returns nothing if there is no such key, or if it has more values than a menu can show.
    pub fn values(&self, key: &str, order: &FieldOrder) -> Vec<ValueView> {
        inputs::values(self.store(), key, order)
    }

    /// Returns useful comparisons within a single input, as changes of the current query.
    pub fn suggestions(&self, present: &Query) -> Vec<SuggestionView> {
        command::suggestions(self.store(), present)
    }

    /// Returns everything that has been read.
    pub fn store(&self) -> &Store {
        self.builder.store()
    }
}

/// Running queries.
impl Session {
    /// Runs a query. If an input is open, it ends.
    ///
    /// # Errors
    ///
    /// Returns the first error in the query; the last answer is kept.
    pub fn run(&mut self, query: &Query) -> Result<RunResult> {
        self.ask_cancel();
        let plan = query.compile()?;
        self.end();
        let answer = plan.answer_with(self.builder.store(), &mut self.cache)?;
        Ok(self.keep(query, answer))
    }

    /// Begins to compute the answer to a query; the last answer is kept until [`ask_step`](Session::ask_step) returns
    /// the new one. This cancels an answer that is being computed, and ends an open input.
    ///
    /// # Errors
    ///
    /// Returns the first error in the query.
    pub fn ask_begin(&mut self, query: &Query) -> Result<()> {
        self.ask_cancel();
        let plan = query.compile()?;
        self.end();
        let asking = plan.clone().begin(self.builder.shared(), &self.cache);
        self.asking = Some((query.clone(), plan, asking));
        Ok(())
    }

    /// Continues the computation for about the time that it takes to process `work` values. Returns the answer when
    /// it is complete.
    ///
    /// # Errors
    ///
    /// Returns an error if no answer is being computed, or if data that the query needs is missing; the last answer
    /// is kept.
    pub fn ask_step(&mut self, work: u64) -> Result<AskView> {
        let (query, plan, mut asking) = self.asking.take().ok_or(SessionError::NotAsking)?;
        match asking.step(work) {
            Some(answer) => {
                let answer = self.keep(&query, answer?);
                Ok(AskView { answer: Some(answer), progress: evaluation::progress(&asking) })
            }
            None => {
                let progress = evaluation::progress(&asking);
                self.asking = Some((query, plan, asking));
                Ok(AskView { answer: None, progress })
            }
        }
    }

    /// Returns whether an answer is being computed.
    pub fn is_asking(&self) -> bool {
        self.asking.is_some()
    }

    /// Cancels the answer that is being computed, if there is one; the last answer is kept.
    pub fn ask_cancel(&mut self) {
        self.asking = None;
        self.first = None;
    }

    /// Returns a preview of the answer that is being computed: the first `rows` rows of each table of a unit, or of
    /// the first unit if there is no unit with this name. Returns nothing until the results are grouped into cells.
    /// The tables give their final numbers of rows; all other counts are counts of the first rows.
    pub fn ask_first(&mut self, unit: &str, rows: usize) -> Option<RunResult> {
        let (query, plan, asking) = self.asking.as_ref()?;
        if !asking.progress().is_comparing {
            return None;
        }
        let (answer, counts) = plan.first_rows(self.store(), &self.cache, unit, rows)?;
        let first = Shown::new(answer);
        let mut result = first.result(self.store(), query);
        for (table, &rows) in result.tables.iter_mut().zip(&counts) {
            table.rows = rows;
        }
        self.first = Some(first);
        Some(result)
    }

    /// Returns some of these rows. The page gives the number of rows among the first ones.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no first rows, or no such table.
    pub fn first_rows(&self, view: &RowsQuery) -> Result<RowsPage> {
        let first = self.first.as_ref().ok_or(SessionError::NotAsking)?;
        let page = first.rows(view.table, &first.order(view), view.start..view.end)?;
        // This would be the mean of only these rows.
        Ok(RowsPage { geomean: None, ..page })
    }

    /// Stores an answer as the last one.
    fn keep(&mut self, query: &Query, answer: Answer) -> RunResult {
        self.forget();
        let shown = Shown::new(answer);
        let result = shown.result(self.store(), query);
        self.answer = Some(shown);
        result
    }

    /// Returns rows of a table of the last answer.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer or no such table.
    pub fn rows(&mut self, view: &RowsQuery) -> Result<RowsPage> {
        let shown = self.answer.as_ref().ok_or(SessionError::NoAnswer)?;
        // Scrolling does not change the order.
        let asked = RowsQuery { start: 0, end: 0, ..view.clone() };
        let known = self.order.take().filter(|(known, _)| *known == asked);
        let known = known.unwrap_or_else(|| (asked, shown.order(view)));
        let (_, order) = self.order.insert(known);
        shown.rows(view.table, order, view.start..view.end)
    }

    /// Returns one row of the last answer with its samples; its picture is as wide as `room` allows, in pixels.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer or no such row.
    pub fn detail(&self, table: usize, row: usize, room: Option<f64>) -> Result<DetailView> {
        let answer = self.answer()?;
        if answer.report().tables.len() <= table {
            return Err(SessionError::NoSuchTable(table));
        }
        let detail = detail::detail(self.store(), answer, table, row, room);
        detail.ok_or(SessionError::NoSuchRow(row))
    }

    /// Returns a chart of a table of the last answer.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer, if an element of the query does not exist, or if there is nothing to
    /// show.
    pub fn chart(&mut self, query: &ChartQuery) -> Result<Chart> {
        let shown = self.answer.as_ref().ok_or(SessionError::NoAnswer)?;
        let (answer, store) = (&shown.answer, self.builder.store());
        let samples = |table, row, column| answer.samples(store, table, row, column);
        let known = match render::kind_of(answer.report(), query) {
            ChartKind::Changes => self.over_time.all(answer.report()),
            _ => None,
        };
        Ok(render::chart_with(answer.report(), query, &samples, known)?)
    }

    /// Returns whether a chart needs the result of [`changes_step`](Session::changes_step) and this result is not
    /// complete yet.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer.
    pub fn needs_changes(&self, query: &ChartQuery) -> Result<bool> {
        let kind = render::kind_of(self.answer()?.report(), query);
        Ok(kind == ChartKind::Changes && self.over_time.known().is_none())
    }

    /// Begins to search for changes in all rows of the last answer over its columns, unless the search is running or
    /// complete.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer.
    pub fn changes_begin(&mut self) -> Result<()> {
        let shown = self.answer.as_ref().ok_or(SessionError::NoAnswer)?;
        self.over_time.begin(shown.answer.report());
        Ok(())
    }

    /// Continues the search for about the time that it takes to process `work` values. Changes are kept until the
    /// next answer.
    ///
    /// # Errors
    ///
    /// Returns an error if no search is running.
    pub fn changes_step(&mut self, work: u64) -> Result<ChangesView> {
        let (done, progress) = self.over_time.step(work).ok_or(SessionError::NotLooking)?;
        Ok(ChangesView { done, progress })
    }

    /// Cancels the search for changes, if one is running; changes that are already known are kept.
    pub fn changes_cancel(&mut self) {
        self.over_time.cancel();
    }

    /// Returns a change of a row of the last answer, by its number in the row.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer or no such change, or if changes were not searched for.
    pub fn change(&self, table: usize, row: usize, number: usize) -> Result<ChangeView> {
        let report = self.answer()?.report();
        let over = self.over_time.known();
        let found = over.and_then(|over| over_time::change(report, over, table, row, number));
        found.ok_or(SessionError::NoSuchChange(number))
    }

    /// Returns the columns of a table of the last answer as points of a history, in words.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer or no such table.
    pub fn points(&self, table: usize) -> Result<PointsView> {
        let report = self.answer()?.report();
        let points = over_time::points(self.store(), report, table);
        points.ok_or(SessionError::NoSuchTable(table))
    }

    /// Returns the indices of all rows that a view requests, in its order.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer or no such table.
    pub fn row_indices(&self, view: &RowsQuery) -> Result<Vec<u32>> {
        let shown = self.answer.as_ref().ok_or(SessionError::NoAnswer)?;
        if view.table < shown.bars.len() {
            Ok(shown.order(view))
        } else {
            Err(SessionError::NoSuchTable(view.table))
        }
    }

    /// Returns the charts that are available for a table of the last answer.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer or no such table.
    pub fn chart_kinds(&self, table: usize) -> Result<ChartKinds> {
        let report = self.answer()?.report();
        if table < report.tables.len() {
            Ok(render::chart_kinds(report, table))
        } else {
            Err(SessionError::NoSuchTable(table))
        }
    }

    /// Changes the selection of rows in the last answer, and returns the previous one.
    pub(crate) fn refocus(&mut self, focus: RowSelection) -> Result<RowSelection> {
        let shown = self.answer.as_mut().ok_or(SessionError::NoAnswer)?;
        Ok(std::mem::replace(&mut shown.answer.report_mut().query.focus, focus))
    }

    /// Returns the result of gate rules, in the syntax of the CLI's `-gate`, for the last answer.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer, or if a rule is wrong: then with its position.
    pub fn gate(&mut self, rules: &str) -> Result<GateView> {
        let query = self.answer()?.report().query.clone();
        let plan = gate::plan(&query, rules)?;
        let answer = plan.answer_with(self.builder.store(), &mut self.cache)?;
        gate::gate(self.store(), &query, rules, &answer)
    }

    /// Returns the command line that runs a query on the inputs and shows the part of the answer that `focus`
    /// selects.
    pub fn command(&self, query: &Query, focus: &RowSelection) -> String {
        let query = query.clone().focus(focus.clone());
        command::command(self.store(), &query, &[])
    }

    /// Returns the last answer.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer.
    pub fn answer(&self) -> Result<&Answer> {
        self.answer.as_ref().map(|shown| &shown.answer).ok_or(SessionError::NoAnswer)
    }

    /// Drops everything that was computed, because the results are about to change and need the memory.
    fn forget_all(&mut self) {
        self.ask_cancel();
        self.forget();
        self.cache = AnswerCache::default();
    }

    /// Drops the last answer.
    fn forget(&mut self) {
        self.answer = None;
        self.first = None;
        self.order = None;
        self.over_time = OverTime::default();
    }
}
