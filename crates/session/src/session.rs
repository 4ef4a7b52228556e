//! The session itself: inputs, and the last answer about them.

use std::ops::Range;

use benchlens_core::format::any_text;
use benchlens_core::grid::{Bars, bars};
use benchlens_core::project::FieldOrder;
use benchlens_core::query::Focus;
use benchlens_core::render::{self, Chart, ChartKind, ChartKinds, ChartQuery};
use benchlens_core::store::{Part, PartBuilder};
use benchlens_core::table::{is_told, is_worse, row_order};
use benchlens_core::{Answer, AnswerCache, Asking, Plan, Query, Store, StoreBuilder};
use serde::Deserialize;

use crate::over_time::{self, OverTime};
use crate::packed::read_packed;
use crate::types::{
    AskView, ChangeView, ChangesView, DetailView, DiagnosticPage, GateView, InputView, KeyView,
    PointsView, RowsPage, RowsQuery, RunResult, SuggestionView, ValueView,
};
use crate::{SessionError, answer, asking, command, detail, gate, inputs, rows};

/// An input on its way to another place.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// Its place until now.
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
    /// The answer that is being worked out, with its query.
    asking: Option<(Query, Plan, Asking)>,
    /// The first rows of that answer.
    first: Option<Shown>,
    /// What happened in the rows of the last answer over its columns.
    over_time: OverTime,
    /// The last order of rows, with what asked for it: scrolling asks for the same again.
    order: Option<(RowsQuery, Vec<u32>)>,
}

/// An answer with the bars of its tables.
#[derive(Debug)]
struct Shown {
    answer: Answer,
    bars: Vec<Bars>,
}

impl Shown {
    fn new(answer: Answer) -> Shown {
        let report = &answer.report;
        let bars = (0..report.tables.len()).map(|table| bars(report, table)).collect();
        Shown { answer, bars }
    }

    fn result(&self, store: &Store, query: &Query) -> RunResult {
        answer::run_result(store, query, &self.answer, &self.bars)
    }

    /// Rows of a table, in an order.
    fn rows(&self, table: usize, order: &[u32], range: Range<usize>) -> Result<RowsPage> {
        let bars = self.bars.get(table).ok_or(SessionError::NoSuchTable(table))?;
        let page = rows::row_page(&self.answer.report, bars, table, order, range);
        page.ok_or(SessionError::NoSuchTable(table))
    }

    /// The order that a view asks for.
    fn order(&self, view: &RowsQuery) -> Vec<u32> {
        let (report, &RowsQuery { table, sort, ref search, changed, worse, .. }) =
            (&self.answer.report, view);
        let mut order = row_order(report, table, sort, search);
        order.retain(|&row| !changed || is_told(report, table, row as usize));
        order.retain(|&row| worse.is_none_or(|worse| is_worse(report, table, row as usize, worse)));
        order
    }
}

pub(crate) type Result<T> = std::result::Result<T, SessionError>;

/// Reading.
impl Session {
    /// A session that hashes what it reads with a seed; see [`StoreBuilder::seeded`]. Nothing that it
    /// answers depends on it.
    pub fn seeded(seed: u64) -> Session {
        Session { builder: StoreBuilder::seeded(seed), ..Session::default() }
    }

    /// Begins an input: `name` is what messages call it, `label` its column. One that is still open
    /// ends here.
    pub fn begin(&mut self, name: &[u8], label: &[u8]) {
        self.forget_all();
        self.builder.begin(name, label);
    }

    /// Reads the next bytes of the input, cut anywhere.
    ///
    /// # Errors
    ///
    /// If no input is open.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<()> {
        self.builder.feed(chunk).map_err(|_| SessionError::NoInput)
    }

    /// Ends the input, if one is open.
    pub fn end(&mut self) {
        self.builder.end();
    }

    /// Begins a file of the input, which is a folder: what follows is read by itself.
    ///
    /// # Errors
    ///
    /// If no input is open.
    pub fn member(&mut self, name: &[u8]) -> Result<()> {
        if !self.builder.is_open() {
            return Err(SessionError::NoInput);
        }
        self.builder.member(name);
        Ok(())
    }

    /// Reads a whole file that is packed or an archive, as one input or as several; says what was left out of it,
    /// or nothing.
    ///
    /// # Errors
    ///
    /// Why nothing of it can be read.
    pub fn read_packed(&mut self, name: &str, label: &str, bytes: &[u8]) -> Result<String> {
        self.read_packed_telling(name, label, bytes, &mut |_| ())
    }

    /// The same, and says again and again how many of the bytes are unpacked.
    ///
    /// # Errors
    ///
    /// As [`read_packed`](Session::read_packed).
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

    /// Everything read, for [`append_bytes`](Session::append_bytes) of another session. An input that is open ends.
    pub fn to_bytes(&mut self) -> Vec<u8> {
        self.end();
        self.store().to_bytes()
    }

    /// Appends the inputs of another session, as if they had been read here; `label` replaces theirs.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged.
    pub fn append_bytes(&mut self, bytes: &[u8], label: Option<&str>) -> Result<()> {
        let store = Store::from_bytes_seeded(self.builder.seed(), bytes)?;
        self.end();
        self.forget_all();
        self.builder.append_store(&store, label.map(str::as_bytes));
        Ok(())
    }

    /// Begins a part of a large input in the text format of Go: whole lines, without a byte-order mark.
    pub fn part_begin(&mut self) {
        self.part = Some(PartBuilder::new(any_text()).seeded(self.builder.seed()));
    }

    /// Reads the next bytes of the part.
    ///
    /// # Errors
    ///
    /// If no part is open.
    pub fn part_feed(&mut self, chunk: &[u8]) -> Result<()> {
        self.part.as_mut().ok_or(SessionError::NoPart)?.feed(chunk);
        Ok(())
    }

    /// Ends the part, for [`append_part`](Session::append_part) of another session.
    ///
    /// # Errors
    ///
    /// If no part is open.
    pub fn part_to_bytes(&mut self) -> Result<Vec<u8>> {
        let part = self.part.take().ok_or(SessionError::NoPart)?;
        Ok(part.finish().to_bytes())
    }

    /// Appends the next part of the current input, between [`begin`](Session::begin) and
    /// [`end`](Session::end).
    ///
    /// # Errors
    ///
    /// If no input is open, or the bytes are damaged.
    pub fn append_part(&mut self, bytes: &[u8]) -> Result<()> {
        let part = Part::from_bytes_seeded(self.builder.seed(), bytes)?;
        if !self.builder.is_open() {
            return Err(SessionError::NoInput);
        }
        self.builder.append_part(part);
        Ok(())
    }

    /// Puts the inputs into another order with other labels; those not named are dropped.
    ///
    /// # Errors
    ///
    /// If there is no such input.
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

    /// The inputs.
    pub fn inputs(&self) -> Vec<InputView> {
        inputs::inputs(self.store())
    }

    /// Lines that do not count, from place `start` to place `end`.
    pub fn diagnostics(&self, start: usize, end: usize) -> DiagnosticPage {
        inputs::diagnostics(self.store(), start, end)
    }

    /// The keys of the results with their values.
    pub fn keys(&self) -> Vec<KeyView> {
        inputs::keys(self.store())
    }

    /// The values of a key in their order on a shelf, with an empty one if results lack the key. Nothing if
    /// there is no such key, or if it has more values than a menu can hold.
    pub fn values(&self, key: &str, order: &FieldOrder) -> Vec<ValueView> {
        inputs::values(self.store(), key, order)
    }

    /// Comparisons that make sense within a single input, as changes of the present query.
    pub fn suggestions(&self, present: &Query) -> Vec<SuggestionView> {
        command::suggestions(self.store(), present)
    }

    /// What was read.
    pub fn store(&self) -> &Store {
        self.builder.store()
    }
}

/// Asking.
impl Session {
    /// Asks a query. An input that is open ends.
    ///
    /// # Errors
    ///
    /// The first error in it; the last answer stays.
    pub fn run(&mut self, query: &Query) -> Result<RunResult> {
        self.ask_cancel();
        let plan = query.compile()?;
        self.end();
        let answer = plan.answer_with(self.builder.store(), &mut self.cache)?;
        Ok(self.keep(query, answer))
    }

    /// Begins to work out the answer to a query; the last answer stays until [`ask_step`](Session::ask_step)
    /// gives this one. An answer that is being worked out is given up, and an input that is open ends.
    ///
    /// # Errors
    ///
    /// The first error in the query.
    pub fn ask_begin(&mut self, query: &Query) -> Result<()> {
        self.ask_cancel();
        let plan = query.compile()?;
        self.end();
        let asking = plan.clone().begin(self.builder.shared(), &self.cache);
        self.asking = Some((query.clone(), plan, asking));
        Ok(())
    }

    /// Works on, for about as long as it takes to look at `work` values; gives the answer when it is there.
    ///
    /// # Errors
    ///
    /// If nothing is being worked out, or what the query needs is not there; the last answer stays.
    pub fn ask_step(&mut self, work: u64) -> Result<AskView> {
        let (query, plan, mut asking) = self.asking.take().ok_or(SessionError::NotAsking)?;
        match asking.step(work) {
            Some(answer) => {
                let answer = self.keep(&query, answer?);
                Ok(AskView { answer: Some(answer), progress: asking::progress(&asking) })
            }
            None => {
                let progress = asking::progress(&asking);
                self.asking = Some((query, plan, asking));
                Ok(AskView { answer: None, progress })
            }
        }
    }

    /// Whether an answer is being worked out.
    pub fn is_asking(&self) -> bool {
        self.asking.is_some()
    }

    /// Gives up the answer that is being worked out, if there is one; the last answer stays.
    pub fn ask_cancel(&mut self) {
        self.asking = None;
        self.first = None;
    }

    /// What can be told already of the answer that is being worked out: so many rows of each table of a unit, of the
    /// first unit if there is none of this name. Nothing until results are sorted into cells. The tables say how many
    /// rows they will have; what is counted is counted among the first ones.
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

    /// Some of these rows. The page says how many there are among the first ones.
    ///
    /// # Errors
    ///
    /// If there are none, or no such table.
    pub fn first_rows(&self, view: &RowsQuery) -> Result<RowsPage> {
        let first = self.first.as_ref().ok_or(SessionError::NotAsking)?;
        let page = first.rows(view.table, &first.order(view), view.start..view.end)?;
        // It would be the mean of these rows alone.
        Ok(RowsPage { geomean: None, ..page })
    }

    /// Keeps an answer as the last one.
    fn keep(&mut self, query: &Query, answer: Answer) -> RunResult {
        self.forget();
        let shown = Shown::new(answer);
        let result = shown.result(self.store(), query);
        self.answer = Some(shown);
        result
    }

    /// Rows of a table of the last answer.
    ///
    /// # Errors
    ///
    /// If there is no answer or no such table.
    pub fn rows(&mut self, view: &RowsQuery) -> Result<RowsPage> {
        let shown = self.answer.as_ref().ok_or(SessionError::NoAnswer)?;
        // Scrolling changes no order.
        let asked = RowsQuery { start: 0, end: 0, ..view.clone() };
        let known = self.order.take().filter(|(known, _)| *known == asked);
        let known = known.unwrap_or_else(|| (asked, shown.order(view)));
        let (_, order) = self.order.insert(known);
        shown.rows(view.table, order, view.start..view.end)
    }

    /// One row of the last answer with its samples; its picture is as wide as `room` allows, in pixels.
    ///
    /// # Errors
    ///
    /// If there is no answer or no such row.
    pub fn detail(&self, table: usize, row: usize, room: Option<f64>) -> Result<DetailView> {
        let answer = self.answer()?;
        if answer.report.tables.len() <= table {
            return Err(SessionError::NoSuchTable(table));
        }
        let detail = detail::detail(self.store(), answer, table, row, room);
        detail.ok_or(SessionError::NoSuchRow(row))
    }

    /// A chart of a table of the last answer.
    ///
    /// # Errors
    ///
    /// If there is no answer, nothing of what the query names, or nothing to show.
    pub fn chart(&mut self, query: &ChartQuery) -> Result<Chart> {
        let shown = self.answer.as_ref().ok_or(SessionError::NoAnswer)?;
        let (answer, store) = (&shown.answer, self.builder.store());
        let samples = |table, row, column| answer.samples(store, table, row, column);
        let known = match render::kind_of(&answer.report, query) {
            ChartKind::Changes => self.over_time.all(&answer.report),
            _ => None,
        };
        Ok(render::chart_with(&answer.report, query, &samples, known)?)
    }

    /// Whether a chart needs what [`changes_step`](Session::changes_step) works out, and that is not there yet.
    ///
    /// # Errors
    ///
    /// If there is no answer.
    pub fn needs_changes(&self, query: &ChartQuery) -> Result<bool> {
        let kind = render::kind_of(&self.answer()?.report, query);
        Ok(kind == ChartKind::Changes && self.over_time.known().is_none())
    }

    /// Begins to look for changes in all rows of the last answer over its columns, unless they are known or looked for
    /// already.
    ///
    /// # Errors
    ///
    /// If there is no answer.
    pub fn changes_begin(&mut self) -> Result<()> {
        let shown = self.answer.as_ref().ok_or(SessionError::NoAnswer)?;
        self.over_time.begin(&shown.answer.report);
        Ok(())
    }

    /// Looks on, for about as long as it takes to look at `work` values. What is found is kept until there is another
    /// answer.
    ///
    /// # Errors
    ///
    /// If no change is being looked for.
    pub fn changes_step(&mut self, work: u64) -> Result<ChangesView> {
        let (done, progress) = self.over_time.step(work).ok_or(SessionError::NotLooking)?;
        Ok(ChangesView { done, progress })
    }

    /// Gives up the search for changes, if there is one; what was found before stays.
    pub fn changes_cancel(&mut self) {
        self.over_time.cancel();
    }

    /// A change of a row of the last answer, by its number in that row.
    ///
    /// # Errors
    ///
    /// If there is no answer or no such change, or changes were not looked for.
    pub fn change(&self, table: usize, row: usize, number: usize) -> Result<ChangeView> {
        let report = &self.answer()?.report;
        let over = self.over_time.known();
        let found = over.and_then(|over| over_time::change(report, over, table, row, number));
        found.ok_or(SessionError::NoSuchChange(number))
    }

    /// The columns of a table of the last answer as points of a history, in words.
    ///
    /// # Errors
    ///
    /// If there is no answer or no such table.
    pub fn points(&self, table: usize) -> Result<PointsView> {
        let report = &self.answer()?.report;
        let points = over_time::points(self.store(), report, table);
        points.ok_or(SessionError::NoSuchTable(table))
    }

    /// The places of the rows that a view asks for, all of them, in its order.
    ///
    /// # Errors
    ///
    /// If there is no answer or no such table.
    pub fn places(&self, view: &RowsQuery) -> Result<Vec<u32>> {
        let shown = self.answer.as_ref().ok_or(SessionError::NoAnswer)?;
        if view.table < shown.bars.len() {
            Ok(shown.order(view))
        } else {
            Err(SessionError::NoSuchTable(view.table))
        }
    }

    /// The charts that a table of the last answer can have.
    ///
    /// # Errors
    ///
    /// If there is no answer or no such table.
    pub fn chart_kinds(&self, table: usize) -> Result<ChartKinds> {
        let report = &self.answer()?.report;
        if table < report.tables.len() {
            Ok(render::chart_kinds(report, table))
        } else {
            Err(SessionError::NoSuchTable(table))
        }
    }

    /// Another focus of the last answer; gives the one before.
    pub(crate) fn refocus(&mut self, focus: Focus) -> Result<Focus> {
        let shown = self.answer.as_mut().ok_or(SessionError::NoAnswer)?;
        Ok(std::mem::replace(&mut shown.answer.report.query.focus, focus))
    }

    /// What the rules of a gate, as the program's `-gate` takes them, say of the last answer.
    ///
    /// # Errors
    ///
    /// If there is no answer, or a rule is wrong: with its place.
    pub fn gate(&mut self, rules: &str) -> Result<GateView> {
        let query = self.answer()?.report.query.clone();
        let plan = gate::plan(&query, rules)?;
        let answer = plan.answer_with(self.builder.store(), &mut self.cache)?;
        gate::gate(self.store(), &query, rules, &answer)
    }

    /// The command line that asks a query of the inputs, and shows of the answer what `focus` says.
    pub fn command(&self, query: &Query, focus: &Focus) -> String {
        let query = Query { focus: focus.clone(), ..query.clone() };
        command::command(self.store(), &query, &[])
    }

    /// The last answer.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn answer(&self) -> Result<&Answer> {
        self.answer.as_ref().map(|shown| &shown.answer).ok_or(SessionError::NoAnswer)
    }

    /// The results change: there must be room for them, and nothing that was found out holds.
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
