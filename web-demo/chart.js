/** The chart of a unit's table: drawn by the module, with options, tooltips, and ways to export it. */
import { shareOf } from "./paging.js";
import { byId, drawn, h, named, notice } from "./dom.js";
import { save } from "./export.js";
import { detail } from "./detail.js";
import { hiddenRows } from "./hidden.js";
import { asButtons, buttonOf, focusBeside, selectorOf } from "./marks.js";
import { copyImage, pixels } from "./picture.js";
import { showChange } from "./change.js";
import { FIRST } from "./state.js";
import { isDark } from "./theme.js";
import { CHARTS } from "./words.js";

/** The kind of chart that needs a search for changes first. */
const OVER = "changes";
/** The kind of chart that begins with the worst row. */
const FOREST = "forest";
/** Returns whether rows have their default order. @param {import("./state.js").Sort} sort */
const isDefault = ({ by, descending }) => by === FIRST.by && !descending;
/** A picture is drawn again when its width has not changed for this time in milliseconds. */
const STILL = 60;
/** The initial number of rows; more cannot be read at a glance. */
const ROWS = 40;

export class ChartView {
  /**
   * @param {import("./table.js").Host} host @param {import("./side.js").Side} side
   * @param {() => Readonly<import("./state.js").ChartState>|null} charted the chart that is shown
   * @param {(points: import("./pkg/session.js").PointsView|null) => Promise<void>} told reports the content of the chart: points of a history, or columns
   */
  constructor(host, side, charted, told) {
    this.host = host;
    this.side = side;
    this.charted = charted;
    this.told = told;
    /** Whether any rows are compared. */ this.compared = false;
    /** Whether the analysis of the answer will follow; the search for changes over time then waits for it. */ this.waiting = false;
    /** The number of the running search for changes over time. */ this.looking = 0;
    /** @type {import("./pkg/session.js").RunResult|null} the answer for which the user cancelled this search */ this.gaveUp = null;
    /** The width of the picture. */ this.width = 0;
    /** @type {number|null} the table whose changes over time are drawn */ this.over = null;
    /** @type {number|null} the table whose rows are drawn in another chart */ this.drawn = null;
    this.asked = 0;
    /** The number of the last drawing that was completed. */ this.completed = 0;
    this.rowsShown = ROWS;
    /** @type {import("./pkg/session.js").RunResult|null} */ this.report = null;
    /** @type {import("./pkg/session.js").CardView|null} the unit */ this.card = null;
    /** Whether rows without a change are hidden. */ this.changed = false;
    /** Whether rows that did not change over time are shown next to others. */ this.unchanged = false;
    /** @type {Partial<import("./pkg/session.js").ChartQuery>|null} the query of the picture, without its width */ this.query = null;
    /** @type {number|null} the chosen table of the unit */ this.table = null;
    /** @type {Set<number>} rows that the user removed */ this.hidden = new Set();
    this.root = byId("chart");
    this.root.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.#tip(event));
    side.on("change", () => host.state().spot && host.change({ spot: null }));
    this.root.addEventListener("click", (/** @type {Event} */ event) => this.#chooses(event).catch(host.failed));
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
    this.root.addEventListener("pointerleave", () => byId("tip")?.remove());
    /** @type {any} */ let resizing = 0;
    new ResizeObserver(() => {
      clearTimeout(resizing);
      resizing = setTimeout(() => this.#fit().catch(host.failed), STILL);
    }).observe(this.root);
  }

  /**
   * @param {import("./pkg/session.js").RunResult} report @param {import("./pkg/session.js").CardView} card the unit
   * @param {{changed: boolean, compared: boolean, waiting: boolean}} view whether rows without a change are hidden, any row is compared, and the analysis will follow
   */
  async show(report, card, view) {
    if (this.card !== card) {
      this.hidden.clear();
      this.rowsShown = ROWS;
      this.unchanged = false;
    }
    Object.assign(this, { report, card, ...view });
    await this.draw();
  }

  /** Cancels a drawing that has begun, because tables are shown: it would describe the new answer as a chart. */
  leave() {
    this.asked++;
  }

  /** @param {Partial<import("./state.js").ChartState>} patch */
  #choose(patch) {
    const now = this.charted();
    if (now) this.host.change({ chart: { ...now, ...patch } });
  }

  async draw() {
    const { host, report, card } = /** @type {any} */ (this);
    const mine = ++this.asked;
    const { search } = host.state();
    const chart = this.charted();
    if (!chart || !report) return;
    const tables = card.tables;
    const table = tables.includes(this.table) ? /** @type {number} */ (this.table) : tables[0];
    const kinds = await host.ask("chart_kinds", table);
    const asked = kinds.kinds.includes(chart.kind) ? chart.kind : "auto";
    const kind = asked === "auto" && !chart.x ? kinds.auto : asked;
    const isOver = kind === OVER;
    const gaveUp = isOver && this.gaveUp === report;
    const points = isOver && !gaveUp ? await host.ask("points", table) : null;
    if (mine !== this.asked) return;
    await this.told(points);
    const { rows, all, total, filtered, empty } = isOver && !gaveUp ? await this.#allRows(table) : await this.#firstRows(table, kind);
    const query = { kind: /** @type {import("./pkg/session.js").ChartKind} */ (gaveUp ? "history" : asked), table, rows, title: chart.title, unchanged: this.unchanged || !!search, ...(chart.x && { x: chart.x }) };
    this.query = query;
    const theme = isDark() ? "dark" : "light";
    const width = this.#room();
    if (mine !== this.asked) return;
    // Search only once, when the answer is complete.
    if (isOver && this.waiting && !gaveUp) return;
    const picture = empty ? null : await this.#picture(mine, { ...query, width, theme });
    if (mine !== this.asked || picture === false) return;
    const now = picture?.kind ?? kinds.auto;
    const take = (/** @type {(svg: string) => any} */ work) => async () => {
      try {
        // The width is the same as in the CLI and in reports, so that the same chart has the same bytes.
        const { svg } = await host.ask("chart", { ...query, theme: "light" });
        await work(svg);
      } catch (error) {
        host.failed(error);
      }
    };
    const file = ["benchlens", card.unit, now].join("-").replace(/[^\w.-]+/g, "_").slice(0, 80);
    const title = h("input", { type: "text", id: "chart-title", value: chart.title, placeholder: "Title", "aria-label": "Title of the chart", on: { change: () => this.#choose({ title: title.value }) } });
    const choice = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string[][]} */ options, /** @type {string} */ value, /** @type {(value: string) => void} */ chosen) => {
      const field = h("select", { id, on: { change: () => chosen(field.value) } }, ...options.map(([v, text]) => h("option", { value: v, text, selected: v === value })));
      return h("label", {}, label, field);
    };
    const back = this.#wayBack();
    const isCut = picture?.notes.length && [FOREST, "medians"].includes(now) && kinds.kinds.includes(OVER);
    const folded = isOver && picture && picture.shown < picture.total && !query.unchanged && h("p", { class: "small" }, h("button", { type: "button", class: "link", id: "unchanged", text: "Show the rows that did not change", on: { click: () => {
      this.unchanged = true;
      this.draw().catch(host.failed);
    } } }));
    const more = picture && total > all.length && h("p", { class: "small" }, `The first ${all.length} rows. `, h("button", { type: "button", class: "link", text: "Show more rows", on: { click: () => {
      this.rowsShown *= 2;
      this.draw().catch(host.failed);
    } } }));
    this.root.replaceChildren(
      h("div", { class: "chart-tools" },
        h("div", { class: "segments", role: "group", "aria-label": "Kind of chart" }, ...Object.keys(CHARTS).filter((k) => kinds.suitable.includes(k) || k === now).map((k) =>
          h("button", { type: "button", id: `kind-${k}`, "aria-pressed": String(k === now), text: CHARTS[k], on: { click: () => this.#kind(k) } }))),
        tables.length > 1 && choice("chart-table", "Table", tables.map((/** @type {number} */ t) => [String(t), report.tables[t].title || `table ${t + 1}`]), String(table), (/** @type {string} */ value) => {
          this.table = Number(value);
          this.draw().catch(host.failed);
        }),
        now === "scaling" && kinds.numeric_keys.length > 1 && choice("chart-x", "Over", kinds.numeric_keys.map((/** @type {string} */ k) => [k, k]), chart.x || kinds.numeric_keys[0], (x) => this.#choose({ x })),
        title, all.length > 0 && this.#rows(all, total + filtered),
        h("span", { class: "gap" }),
        h("button", { type: "button", text: "Copy image", on: { click: take((svg) => copyImage(svg)) } }),
        h("button", { type: "button", text: "Save SVG", on: { click: take((svg) => save(new Blob([svg], { type: "image/svg+xml" }), `${file}.svg`)) } }),
        h("button", { type: "button", text: "Save PNG", on: { click: take(async (svg) => save(await pixels(svg), `${file}.png`)) } })),
      ...(gaveUp ? [h("p", { class: "small" }, "The search for changes over time was cancelled, so these are the medians alone. ", h("button", { type: "button", class: "link", id: "look-again", text: "Search again", on: { click: () => this.#kind(OVER) } }))] : []),
      ...(picture ? [h("figure", { class: "chart", tabindex: "0", role: "group", "aria-label": "Chart" }, drawn(picture.svg))] : []),
      ...(empty && !filtered ? [h("p", { class: "small no-rows", text: search ? "No row matches the search." : "No rows." })] : []),
      ...(more ? [more] : []), ...(folded ? [folded] : []), ...(filtered ? [h("p", { class: "small hidden-rows" }, ...hiddenRows(host, filtered, total > 0))] : []),
      ...(isCut ? [this.#allColumns()] : []));
    this.over = now === OVER && picture ? table : null;
    this.drawn = now === OVER || !picture ? null : table;
    byId("changed-box").hidden = !this.compared || now === OVER;
    // The order of the file is the default, but not that of these charts.
    byId("sort").options[0].disabled = now === FOREST;
    if (now === FOREST && isDefault(host.state().sort)) byId("sort").value = "worst";
    asButtons(this.root.querySelector("figure svg"), now);
    back();
    this.width = width;
    this.completed = mine;
    await this.follow();
  }

  /** Offers the chart that shows all columns, because this one shows only the last ones. */
  #allColumns() {
    const button = h("button", { type: "button", class: "link", id: "all-columns", text: "Show all columns over time", on: { click: () => this.#kind(OVER) } });
    return h("p", { class: "small" }, "This chart has room for only the last columns. ", button);
  }

  /** Returns the maximum width of a picture. */
  #room() {
    return Math.max(300, Math.min(1400, this.root.clientWidth - 2));
  }

  /**
   * Restores the focused element, and the element that was focused before the side panel opened, after the picture
   * was replaced.
   */
  #wayBack() {
    const inside = (/** @type {Element|null} */ element) => (element && this.root.contains(element) ? element : null);
    const [held, before] = [inside(document.activeElement), inside(this.side.before)].map(selectorOf);
    const found = (/** @type {string} */ selector) => /** @type {HTMLElement|null} */ (selector ? this.root.querySelector(selector) : null);
    return () => {
      if (before) this.side.before = found(before);
      found(held)?.focus({ preventScroll: true });
    };
  }

  /** @param {string} kind */
  #kind(kind) {
    this.gaveUp = null;
    if (this.charted()?.kind === kind) this.draw().catch(this.host.failed);
    else this.#choose({ kind });
  }

  /**
   * Returns the first rows, including rows that the user removed.
   * @param {number} table @param {string} kind
   */
  async #firstRows(table, kind) {
    // Unless the user chooses an order, the worst change comes first.
    const isWorst = kind === FOREST && isDefault(this.host.state().sort);
    const sort = isWorst ? { ...FIRST, by: "worst" } : this.host.state().sort;
    const page = await this.host.ask("rows", { ...this.#view(table), sort, start: 0, end: this.rowsShown });
    const all = page.rows.map((/** @type {any} */ { row, label }) => ({ row, label }));
    const rows = all.filter((/** @type {any} */ { row }) => !this.hidden.has(row)).map((/** @type {any} */ { row }) => row);
    // All rows in the chart's own order are the chart that the CLI draws by default.
    const inOwnOrder = isWorst || (kind !== FOREST && rows.every((/** @type {number} */ row, /** @type {number} */ at) => row === at));
    const isWhole = inOwnOrder && rows.length === this.report?.tables[table].rows;
    return { rows: isWhole ? [] : rows, all, total: page.total, filtered: await this.#filtered(table, page.total), empty: !rows.length };
  }

  /**
   * Returns the number of rows that match the search but are hidden.
   * @param {number} table @param {number} shown
   */
  async #filtered(table, shown) {
    const view = this.#view(table);
    if (!view.changed && view.worse === null) return 0;
    const all = await this.host.ask("rows", { ...view, changed: false, worse: null, start: 0, end: 0 });
    return all.total - shown;
  }

  /**
   * Returns all rows that match the search; the module finds the rows that changed over time.
   * @param {number} table
   */
  async #allRows(table) {
    const { sort, search, worse } = this.host.state();
    const rows = await this.host.ask("row_indices", { table, sort, search, worse: shareOf(worse), start: 0, end: 0 });
    return { rows, all: [], total: 0, filtered: 0, empty: !rows.length };
  }

  /**
   * Returns a picture from the module, or false if the search for it was cancelled.
   * @param {number} mine @param {any} query
   */
  async #picture(mine, query) {
    const progress = (/** @type {import("./worker-client.js").Progress} */ { done, total, text }) => {
      if (mine !== this.asked) return;
      this.looking = mine;
      byId("working").hidden = false;
      byId("working-bar").value = total ? done / total : 0;
      byId("working-text").textContent = text;
    };
    try {
      return await this.host.call("chart", [query], { progress });
    } catch (error) {
      if (/** @type {any} */ (error).stopped) return false;
      throw error;
    } finally {
      if (this.looking === mine) {
        this.looking = 0;
        byId("working").hidden = true;
      }
    }
  }

  /** Cancels the search for changes over time. Returns whether one was running. */
  async stop() {
    if (!this.looking || this.looking !== this.asked) return false;
    this.gaveUp = this.report;
    this.asked++;
    await this.host.call("cancel");
    notice("The search for changes over time was cancelled. The chart shows the medians alone.", { kind: "note" });
    await this.draw();
    return true;
  }

  /** Shows the change or the row from the state in the side panel. */
  async follow() {
    const { spot } = this.host.state();
    const svg = this.root.querySelector("figure svg");
    for (const mark of svg?.querySelectorAll("[data-open]") ?? []) mark.removeAttribute("data-open");
    await this.#followRow();
    if (!spot || spot.table !== this.over) {
      return this.side.closeIf("change");
    }
    const about = await this.host.ask("change", spot.table, spot.row, spot.number).catch(() => null);
    const now = this.host.state().spot;
    if (!about || !now || JSON.stringify(now) !== JSON.stringify(spot)) return about ? undefined : this.side.closeIf("change");
    const mark = svg?.querySelector(`[data-row="${spot.row}"][data-change="${spot.number}"]`);
    mark?.setAttribute("data-open", "");
    showChange(this.host, this.side, about, !!mark && document.activeElement === mark);
  }

  /** Returns the query for rows in the order of the tables. @param {number} table */
  #view(table) {
    const { sort, search, worse } = this.host.state();
    return { table, sort, search, changed: this.changed, worse: shareOf(worse) };
  }

  /** Shows the details of the open row. */
  async #followRow() {
    const { open } = this.host.state();
    if (!open || open.table !== this.drawn) return this.side.closeIf("row");
    const page = await this.host.ask("rows", { ...this.#view(open.table), start: open.at, end: open.at + 1 });
    if (this.host.state().open !== open) return;
    const [row] = page.rows;
    if (!row) return this.side.closeIf("row");
    for (const mark of this.root.querySelectorAll(`figure svg [role=button][data-row="${row.row}"]`)) mark.setAttribute("data-open", "");
    await detail(this.host, this.side, open.table, row);
  }

  /** Redraws the picture for the available width, for example after the side panel has opened or closed. */
  async #fit() {
    const isDrawn = this.over !== null || this.drawn !== null;
    const width = this.#room();
    // A scroll bar is not a sufficient reason, nor is a picture that is hidden.
    if (!isDrawn || !this.root.clientWidth || Math.abs(this.width - width) <= 24) return;
    if (this.completed !== this.asked) return await this.draw();
    // Only the picture is replaced, because a button that is replaced while it is pressed is not clicked.
    const figure = this.root.querySelector("figure.chart");
    if (!figure) return;
    const mine = ++this.asked;
    const picture = await this.#picture(mine, { .../** @type {any} */ (this.query), width, theme: isDark() ? "dark" : "light" });
    if (mine !== this.asked || !picture) return;
    const back = this.#wayBack();
    figure.replaceChildren(drawn(picture.svg));
    asButtons(figure.querySelector("svg"), picture.kind);
    back();
    this.width = width;
    this.completed = mine;
    await this.follow();
  }

  /** Opens a change or a row that was clicked. @param {Event} event */
  async #chooses(event) {
    const mark = buttonOf(/** @type {Element} */ (event.target));
    if (!mark) return;
    mark.focus();
    byId("tip")?.remove();
    const row = Number(mark.dataset.row);
    if (this.over !== null) this.host.change({ spot: { table: this.over, row, number: Number(mark.dataset.change) } });
    if (this.drawn === null) return;
    const table = this.drawn;
    const { open } = this.host.state();
    const rows = await this.host.ask("row_indices", { ...this.#view(table), start: 0, end: 0 });
    const at = rows.indexOf(row);
    this.host.change({ open: at < 0 || (open?.table === table && open.at === at) ? null : { table, at } });
  }

  /** Moves the focus among the marks, or to the current mark. @param {number} by */
  step(by) {
    const held = document.activeElement?.closest("#chart svg [role=button]");
    if (held) focusBeside(held, by);
    else /** @type {SVGElement|null} */ (this.root.querySelector("figure svg [role=button][tabindex='0']"))?.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const mark = /** @type {Element} */ (event.target).closest("svg [role=button]");
    if (!mark) return;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) focusBeside(mark, step);
    else if (event.key === "Enter" || event.key === " ") this.#chooses(event).catch(this.host.failed);
    else return;
    event.preventDefault();
  }

  /** Lists the rows that are drawn. @param {{row: number, label: string}[]} all @param {number} total */
  #rows(all, total) {
    const list = h("ul", { class: "menu-list", hidden: true });
    const button = h("button", { type: "button", id: "chart-rows", "aria-expanded": "false", text: `Rows ${all.filter(({ row }) => !this.hidden.has(row)).length} of ${total} ▾`, on: { click: () => {
      list.hidden = !list.hidden;
      button.setAttribute("aria-expanded", String(!list.hidden));
    } } });
    for (const { row, label } of all) {
      const box = h("input", { type: "checkbox", checked: !this.hidden.has(row), on: { change: () => {
        if (box.checked) this.hidden.delete(row);
        else this.hidden.add(row);
        this.draw().then(() => byId("chart-rows")?.click(), this.host.failed);
      } } });
      list.append(h("li", {}, h("label", {}, h("span", {}, named(label || "(none)")), box)));
    }
    return h("div", { class: "menu" }, button, list);
  }

  /** Shows the meaning of a mark next to the pointer. @param {PointerEvent} event */
  #tip(event) {
    const mark = /** @type {Element} */ (event.target).closest("svg [data-row]");
    const text = mark?.querySelector(":scope > title")?.textContent ?? "";
    if (!text) return byId("tip")?.remove();
    const tip = byId("tip") ?? h("div", { id: "tip", role: "tooltip" });
    tip.textContent = text;
    if (!tip.isConnected) document.body.append(tip);
    const { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${Math.min(event.clientX + 12, innerWidth - width - 8)}px`;
    tip.style.top = `${event.clientY + 16 + height > innerHeight ? event.clientY - height - 10 : event.clientY + 16}px`;
  }
}
