/**
 * The answer: runs the query, then shows the heading, the cards of the units, and the tables or the chart of one
 * unit.
 */
import { byId, h, named, notice, seen } from "./dom.js";
import { LOOKS, cards } from "./cards.js";
import { ChartView } from "./chart.js";
import { columnNames } from "./names.js";
import { keepForOffline } from "./offline.js";
import { changedOnly, focusOf } from "./paging.js";
import { CHART, TABLES, adopted } from "./state.js";
import { Tables } from "./tables.js";
import { isDark } from "./theme.js";
import { WorkerError } from "./worker-client.js";

/**
 * The progress of work is shown after this time in milliseconds; after resizing, the app is redrawn when the size
 * has not changed for this time.
 */
const IDLE = 250;
const SORTS = [["first", "file order"], ["worst", "worst first"], ["label", "by name"]];

/**
 * @typedef {import("./pkg/session.js").RunResult} RunResult
 * @typedef {{report: RunResult, rows: [number, import("./table.js").RowsPage][], only: boolean}} Early the first rows of tables, and whether rows without a change are hidden
 * @typedef {{mine: number, query: import("./state.js").Query, answer: any}} Answered an answer, with its query
 */

export class Answers {
  /** @param {import("./table.js").Host} host @param {import("./side.js").Side} side @param {import("./layout.js").Layout} layout */
  constructor(host, side, layout) {
    this.host = host;
    this.side = side;
    this.layout = layout;
    /** @type {RunResult|null} */ this.report = null;
    /**
     * The last answer of the session, even if it was not wanted any more, because the session returns the rows of
     * this answer.
     * @type {Answered|null}
     */
    this.last = null;
    this.asked = 0;
    /** How many changes of the view came; the body has the number of the last one until it is shown. */ this.followed = 0;
    /** The command line that prints the current view. */ this.command = "";
    /** @type {Promise<void>|null} the running query */ this.asking = null;
    /** Whether the user cancelled the last query. */ this.cancelled = false;
    /** @type {any} The timer that moves typed text into the state. */ this.typing = null;
    this.tables = new Tables(host, side);
    this.chart = new ChartView(host, side, () => this.charted(), (points) => this.#over(points));
    side.on("row", () => host.state().open && host.change({ open: null }));
    byId("sort").append(...SORTS.map(([value, text]) => h("option", { value, text })), h("option", { value: "column", text: "by column", disabled: true }));
    byId("sort").addEventListener("change", () => host.change({ sort: { by: byId("sort").value, column: null, descending: false }, open: null }));
    byId("changed").addEventListener("change", () => host.change({ changed: byId("changed").checked, worse: "", open: null }));
    byId("search").addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => {
        this.typing = null;
        host.change({ search: byId("search").value, open: null }, true);
      }, 120);
    });
    byId("units").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.unit(this.now() + step);
      byId("units").querySelector("[aria-selected=true]")?.focus();
    });
    let wide = innerWidth;
    /** @type {any} */ let resizing = 0;
    window.addEventListener("resize", () => {
      if (innerWidth === wide) return;
      wide = innerWidth;
      clearTimeout(resizing);
      resizing = setTimeout(() => this.redraw().catch(host.failed), IDLE);
    });
  }

  /**
   * Drops the last answer because the inputs have changed.
   * @param {boolean} asksAgain whether a query on the new inputs follows
   */
  forget(asksAgain) {
    this.report = null;
    this.last = null;
    this.asked++;
    if (!asksAgain) delete document.body.dataset.asking;
  }

  /** Runs the query and shows the answer. */
  async ask() {
    this.cancelled = false;
    this.asking = this.#ask();
    await this.asking;
  }

  /**
   * Ensures that the answer contains its analysis, which is computed in steps, because exports need the whole
   * answer. Returns whether the analysis is complete; the user may cancel it again.
   * @param {boolean} [again] whether to run a cancelled query again
   */
  async whole(again = true) {
    const isWhole = () => !this.cancelled && !this.last?.answer.waiting;
    await this.#idle();
    if (again && !isWhole()) await this.ask();
    await this.#idle();
    if (again && !isWhole()) notice("This needs the whole answer, which was cancelled.", { kind: "note" });
    return isWhole();
  }

  /** Waits until no query is running. */
  async #idle() {
    while (document.body.dataset.asking) {
      await this.asking;
      // Other inputs replaced this query, and the next query starts in a later task, so this loop has to yield to the
      // event loop.
      if (document.body.dataset.asking) await new Promise((done) => setTimeout(done));
    }
  }

  /** Returns the visible part of the answer, for a report. @returns {import("./report.js").Seen} */
  view() {
    const { unit, sort, search, worse } = this.host.state();
    const known = this.report?.cards.some((card) => card.unit === unit) ? unit : "";
    return { focus: focusOf({ unit: known, sort, changed: this.changedOnly(), worse }), search, chart: (this.charted() && this.chart.query) || undefined };
  }

  /** Returns a picture of the visible unit to post, with the address of this app. */
  async post() {
    const [table] = this.report?.cards[this.now()]?.tables ?? [0];
    const isOnline = location.protocol === "https:" && location.hostname !== "localhost";
    const post = isOnline ? location.host + location.pathname : "";
    const query = { ...(this.charted() && this.chart.query ? this.chart.query : { table }), theme: isDark() ? "dark" : "light", post };
    return (await this.host.call("chart", [query])).svg;
  }

  async #ask() {
    const mine = ++this.asked;
    const query = await this.host.query();
    if (mine !== this.asked) return;
    document.body.dataset.asking = String(mine);
    try {
      // If the analysis takes long, an answer with only the significance comes first.
      if (await this.#answer(mine, query, false)) await this.#answer(mine, query, true);
    } finally {
      if (mine === this.asked) delete document.body.dataset.asking;
    }
  }

  /** Stops the analysis; the current view stays. */
  async stop() {
    if (await this.chart.stop()) return;
    this.cancelled = true;
    const mine = this.asked++;
    delete document.body.dataset.asking;
    byId("working").hidden = true;
    await this.host.call("cancel");
    if (mine + 1 !== this.asked) return;
    const came = this.last?.mine === mine;
    const caught = await this.#catchUp();
    if (came && !this.last?.answer.waiting) {
      this.cancelled = false;
      notice("The answer came before it could be cancelled.", { kind: "note" });
      return;
    }
    // The chart waited for the analysis.
    if (came && this.charted()) await this.show();
    // The rows of an answer that never arrives are not an answer.
    if (!came && !caught) await this.#settled().show();
    document.body.classList.toggle("stale", !!this.report && !came);
    notice(came
      ? "The analysis was cancelled. The tables show which changes are significant; outcomes need the analysis."
      : "The question was cancelled. What is shown answers the question before it.", { kind: "note" });
  }

  /** Shows the session's last answer if it arrived too late to be shown; returns whether this was the case. */
  async #catchUp() {
    if (!this.last || this.last.answer.report === this.report) return false;
    this.#take(this.last);
    await this.show();
    return true;
  }

  /** Shows everything about an answer except its rows. @param {Answered} answered */
  #take({ query, answer }) {
    this.report = /** @type {RunResult} */ (answer.report);
    this.#settled();
    document.body.classList.remove("stale");
    this.layout.show(query, answer.parts, this.report);
    this.layout.wrong(null);
    this.#head(this.report);
    this.#suggest(answer.offers);
  }

  /**
   * Runs a query and shows its answer; returns whether the analysis will follow.
   * @param {number} mine @param {import("./state.js").Query} query @param {boolean} whole
   */
  async #answer(mine, query, whole) {
    const started = performance.now();
    const { unit, sort, search, changed, worse } = this.host.state();
    const late = setTimeout(() => {
      if (mine !== this.asked) return;
      byId("working").hidden = false;
      byId("working-text").textContent = "Answering…";
    }, IDLE);
    const progress = (/** @type {{done: number, total: number, text: string}} */ { done, total, text }) => {
      if (mine !== this.asked) return;
      byId("working").hidden = false;
      byId("working-bar").value = total ? done / total : 0;
      byId("working-text").textContent = text;
    };
    const first = (/** @type {Early} */ early) => {
      if (mine === this.asked) this.#early(early).catch(this.host.failed);
    };
    let answer;
    try {
      answer = await this.host.call("answer", [query, { unit, sort, search, changed, worse }, whole], { progress, first });
    } finally {
      clearTimeout(late);
    }
    const odd = (/** @type {const} */ (["alpha", "confidence"])).find((name) => Number.isNaN(query[name]));
    const error = odd ? { message: "not a number", detail: { part: odd, span: null, message: "not a number" } } : answer.error;
    const answered = { mine, query, answer };
    if (answer.report) this.last = answered;
    // Other inputs replaced this query, and a query on them follows.
    if (answer.stopped && mine === this.asked) this.asked++;
    if (mine !== this.asked) return false;
    byId("working").hidden = true;
    if (error) {
      await this.#catchUp();
      if (mine !== this.asked) return false;
      this.layout.show(query, answer.parts, this.report);
      document.body.classList.add("stale");
      if (error.fatal || !this.layout.wrong(error)) throw new WorkerError(error, null);
      return false;
    }
    this.#take(answered);
    const now = this.host.state();
    const same = now.unit === unit && now.sort === sort && now.search === search && now.changed === changed && now.worse === worse;
    await this.show(same ? answer : undefined, answer.waiting);
    if (mine !== this.asked) return false;
    document.body.dataset.shown = String(mine);
    keepForOffline();
    performance.measure("benchlens-run", { start: started });
    return answer.waiting;
  }

  /**
   * Shows the visible rows of an answer that is being computed. Values that depend on all rows are unchanged and
   * dimmed.
   * @param {Early} early
   */
  async #early({ report, rows, only }) {
    const card = report.cards.find(({ tables }) => tables.includes(rows[0][0]));
    if (!card || this.charted(report, card)) return;
    document.body.classList.add("early");
    await this.tables.show(report, card, only, rows, true);
  }

  /** Marks the view as a complete answer. */
  #settled() {
    document.body.classList.remove("early");
    return this;
  }

  /** Shows the heading, the answer in words, warnings about the measurement, and notes. @param {RunResult} found */
  #head(found) {
    // A chart has its own heading.
    if (!this.charted()) byId("heading").replaceChildren(named(found.heading));
    // The cards show the mean of the only compared column.
    const isInCards = found.cards.every(({ columns, more }) => columns.length + more < 2);
    const lines = found.suites.filter(({ outcome }) => outcome === null || !isInCards);
    byId("suites").replaceChildren(...lines.map(({ text, outcome }) => h("p", { class: outcome === null ? "unsure" : LOOKS[outcome] ?? "", text: seen(text) })));
    byId("answer").textContent = seen(found.sentence);
    const speaks = found.notes.filter(({ warning }) => warning);
    byId("warnings").replaceChildren(...speaks.map((note) => this.#note(note)));
    const analysis = found.cards.length ? found.analysis : [];
    const remarks = found.notes.filter(({ warning }) => !warning).map((note) => this.#note(note));
    const rest = [...remarks, ...analysis.map((text) => h("li", { text }))];
    byId("remarks").hidden = rest.length === 0;
    byId("remarks-title").textContent = rest.length === 1 ? "1 remark" : `${rest.length} remarks`;
    byId("remark-list").replaceChildren(...rest);
    const helpful = found.notes.filter(({ warning, fix }) => !warning && fix);
    if (helpful.length || !found.cards.length) byId("remarks").open = true;
  }

  /**
   * Returns a note, with a button for a query that would help.
   * @param {import("./pkg/session.js").NoteView} note
   */
  #note({ text, fix }) {
    return h("li", {}, h("span", { text }), fix && h("button", { type: "button", class: "offer", text: fix.title, on: { click: () => this.host.question(adopted(fix.query)) } }));
  }

  /** Offers useful comparisons if the inputs do not determine what to compare. @param {any[]} offers */
  #suggest(offers) {
    byId("suggest").replaceChildren(...offers.map(({ title, query, pressed }) =>
      h("button", { type: "button", class: "offer", "aria-pressed": String(!!pressed), text: title, title, on: { click: () => this.host.question(adopted(query)) } })));
  }

  /** Returns the index of the chosen unit among the cards. */
  now() {
    const at = this.report?.cards.findIndex(({ unit }) => unit === this.host.state().unit) ?? 0;
    return Math.max(0, at);
  }

  /** Chooses a unit by its index. @param {number} at */
  unit(at) {
    const chosen = this.report?.cards[at];
    if (chosen && at !== this.now()) this.host.change({ unit: at === 0 ? "" : chosen.unit, open: null });
  }

  /** Returns whether rows without a change are hidden. */
  changedOnly() {
    const card = this.report?.cards[this.now()];
    return !!this.report && !!card && changedOnly(this.host.state().changed, card.tables.map((at) => /** @type {RunResult} */ (this.report).tables[at]));
  }

  /**
   * Returns the chart that is shown, or nothing for tables. More than four columns in sequence are shown as a
   * chart automatically.
   * @param {RunResult|null} [report] @param {import("./pkg/session.js").CardView} [card]
   */
  charted(report = this.report, card = report?.cards[this.now()]) {
    const { chart } = this.host.state();
    if (chart) return chart.kind === TABLES.kind ? null : chart;
    return this.#isChartFirst(report, card) ? CHART : null;
  }

  /**
   * Returns whether a chart is shown by default.
   * @param {RunResult|null} [report] @param {import("./pkg/session.js").CardView} [card]
   */
  #isChartFirst(report = this.report, card = report?.cards[this.now()]) {
    return !!report && !!card && report.tables[card.tables[0]].over_time;
  }

  /**
   * Shows the chosen unit.
   * @param {{rows: [number, import("./table.js").RowsPage][], command: string}} [ready] the first rows of tables, and the command line, if they are part of the answer
   * @param {boolean} [waiting] whether the analysis of this answer will follow
   */
  async show(ready, waiting = false) {
    const { report } = this;
    if (!report) return;
    const { sort, search } = this.host.state();
    const chart = this.charted();
    byId("sort").options[0].disabled = false;
    byId("sort").value = SORTS.some(([by]) => by === sort.by) ? sort.by : "column";
    if (this.typing === null && byId("search").value !== search) byId("search").value = search;
    const at = this.now();
    cards(byId("units"), report.cards, columnNames(report.tables).labels, at, (place) => this.unit(place));
    const card = report.cards[at];
    byId("view-bar").hidden = !card;
    byId("view-tools").hidden = false;
    const compared = !!card && card.tables.some((index) => report.tables[index].bases.some((base) => base !== null));
    byId("changed-box").hidden = !compared;
    byId("changed").checked = this.changedOnly();
    byId("as-table").setAttribute("aria-pressed", String(!chart));
    byId("as-chart").setAttribute("aria-pressed", String(!!chart));
    byId("tables").hidden = !!chart;
    byId("chart").hidden = !chart;
    if (!chart) this.side.closeIf("change");
    if (card && chart) return await this.chart.show(report, card, { changed: this.changedOnly(), compared, waiting });
    this.chart.leave();
    document.body.classList.remove("points");
    byId("heading").replaceChildren(named(report.heading));
    const command = this.#command(ready?.command);
    if (!card) this.tables.clear();
    else await this.tables.show(report, card, this.changedOnly(), ready?.rows ?? []);
    await command;
  }

  /**
   * Describes a chart: the points of a history with the command that prints it, or the content of the tables.
   * @param {import("./pkg/session.js").PointsView|null} points
   */
  async #over(points) {
    if (this.report) byId("heading").replaceChildren(named(points?.heading ?? this.report.heading));
    // Points form a sequence, so none of them is the baseline of the others.
    document.body.classList.toggle("points", !!points);
    await this.#command(points?.command);
  }

  /** Shows the command that prints the current view. @param {string} [ready] */
  async #command(ready) {
    const { sort, unit, worse } = this.host.state();
    this.command = ready ?? (await this.host.call("command_now", [await this.host.query(), focusOf({ unit, sort, changed: this.changedOnly(), worse })]));
    byId("command").textContent = seen(this.command);
  }

  /** Follows a change of the view. @param {import("./state.js").State} before */
  async follow(before) {
    const mine = String(++this.followed);
    document.body.dataset.following = mine;
    try {
      await this.#follow(before);
    } finally {
      if (mine === document.body.dataset.following) delete document.body.dataset.following;
    }
  }

  /** @param {import("./state.js").State} before */
  async #follow(before) {
    const now = this.host.state();
    const names = /** @type {const} */ (["unit", "search", "changed", "worse"]);
    const view = names.some((name) => before[name] !== now[name]) || JSON.stringify(before.sort) !== JSON.stringify(now.sort) || JSON.stringify(before.chart) !== JSON.stringify(now.chart);
    if (view) await this.show();
    else if (this.charted()) await this.chart.follow();
    else await this.tables.follow();
  }

  /** Shows the most suitable chart. */
  asChart() {
    if (!this.charted()) this.host.change({ chart: this.#isChartFirst() ? null : { ...CHART }, open: null });
  }

  /** Shows the tables. */
  asTable() {
    if (this.charted()) this.host.change({ chart: this.#isChartFirst() ? { ...TABLES } : null, spot: null });
  }

  /** Redraws pictures after a change of the width or the theme. */
  async redraw() {
    if (!this.report) return;
    if (this.charted()) await this.chart.draw();
    else await this.tables.redraw();
  }

  /** Discards text that is being typed, because the state comes from elsewhere. */
  untype() {
    clearTimeout(this.typing);
    this.typing = null;
  }

  /** Moves the focus to the results. */
  focus() {
    const first = this.tables.tables[0];
    const chart = this.charted();
    if (first && !chart) return first.focusRow(first.at);
    byId(chart ? "chart" : "tables").focus();
  }
}
