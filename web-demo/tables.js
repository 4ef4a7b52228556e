/** The unit tabs and the tables of the chosen unit. */
import { byId, h } from "./dom.js";
import { Chart } from "./chart.js";
import { AT_ONCE } from "./paging.js";
import { Table } from "./table.js";

/** What a unit's tab counts, and how it looks. */
const BADGES = [["regressed", "worse"], ["missing", "changed"], ["improved", "better"], ["changed", "changed"]];
const SORTS = [["first", "in file order"], ["worst", "worst first"], ["label", "by name"]];

export class Tables {
  /** @param {import("./table.js").Host} host */
  constructor(host) {
    this.host = host;
    this.root = byId("tables");
    this.tabs = byId("units");
    /** @type {Table[]} */ this.tables = [];
    /** @type {Chart[]} */ this.charts = [];
    /** Counts what was to be shown: an answer to something older is dropped. */
    this.shown = 0;
    /** @type {import("./pkg/benchlens.js").RunResult|null} */ this.report = null;
    /** @type {ReturnType<typeof byUnit>} */ this.found = [];
    byId("sort").append(...SORTS.map(([value, text]) => h("option", { value, text })), h("option", { value: "column", text: "by column", disabled: true }));
    byId("sort").addEventListener("change", () => host.change({ sort: { by: byId("sort").value, column: 0, descending: false }, open: null }));
    /** @type {any} What was typed is on its way into the state. */ this.typing = null;
    byId("search").addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => {
        this.typing = null;
        host.change({ search: byId("search").value, open: null }, true);
      }, 120);
    });
    this.tabs.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.unit(this.now() + step);
      this.tabs.querySelector("[aria-selected=true]")?.focus();
    });
  }

  /** The units by first appearance, each with its tables and what was found in them. */
  units() {
    return this.found;
  }

  /** The chosen unit's place. */
  now() {
    const at = this.units().findIndex((u) => u.unit === this.host.state().unit);
    return Math.max(0, at);
  }

  /** Chooses a unit by its place. @param {number} at */
  unit(at) {
    const chosen = this.units()[at];
    if (chosen && at !== this.now()) this.host.change({ unit: at === 0 ? "" : chosen.unit, open: null });
  }

  /** @param {import("./pkg/benchlens.js").RunResult} report @param {[number, import("./table.js").RowsPage][]} [rows] the first rows of tables, where they came with the answer */
  async show(report, rows = []) {
    const top = this.root.offsetHeight;
    if (report !== this.report) this.found = byUnit(report.tables);
    this.report = report;
    const { sort, search } = this.host.state();
    const listed = SORTS.some(([by]) => by === sort.by);
    byId("sort").value = listed ? sort.by : "column";
    if (this.typing === null && byId("search").value !== search) byId("search").value = search;
    const now = this.now();
    const held = this.tabs.contains(document.activeElement);
    this.tabs.replaceChildren(...this.units().map((unit, at) => this.#tab(unit, at, at === now)));
    if (held) this.tabs.querySelector("[aria-selected=true]")?.focus();
    byId("view-bar").hidden = this.units().length === 0;
    await this.#blocks(this.units()[now]?.tables ?? [], new Map(rows), top);
  }

  /** @param {ReturnType<typeof byUnit>[number]} unit @param {number} at @param {boolean} on */
  #tab({ unit, counts }, at, on) {
    const badges = BADGES.filter(([kind]) => counts[kind] > 0)
      .map(([kind, look]) => h("span", { class: `badge ${look}`, text: ` ${counts[kind]} ${kind}` }));
    return h("button", {
      type: "button", role: "tab", "aria-selected": String(on), "aria-controls": "tables", tabindex: on ? "0" : "-1", class: "unit", data: { unit },
      on: { click: () => this.unit(at) },
    }, h("span", { class: "unit-name", text: unit }), ...badges);
  }

  /** @param {number[]} indexes @param {Map<number, import("./table.js").RowsPage>} rows @param {number} top the height until now */
  async #blocks(indexes, rows, top) {
    const mine = ++this.shown;
    this.later?.disconnect();
    // Blocks with their rows; nothing where something else is to be shown by then.
    const add = async (/** @type {number} */ from) => {
      const some = indexes.slice(from, from + AT_ONCE).map((index) => this.#block(index));
      await Promise.all(some.map(({ table }) => table.show(rows.get(table.index))));
      return mine === this.shown ? some : null;
    };
    const first = await add(0);
    if (!first) return;
    this.root.style.minHeight = `${top}px`;
    const scrolled = new Map(this.tables.map((t) => [t.index, [t.scroll.scrollTop, t.scroll.scrollLeft]]));
    const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
    const back = focused instanceof HTMLElement ? this.#wayBack(focused) : null;
    this.tables = first.map(({ table }) => table);
    this.charts = first.map(({ chart }) => chart);
    this.root.replaceChildren(...first.map(({ block }) => block));
    for (const table of this.tables) {
      await table.settle();
      const [, left] = scrolled.get(table.index) ?? [0, 0];
      table.scroll.scrollLeft = left;
    }
    back?.();
    this.root.style.minHeight = "";
    if (indexes.length > AT_ONCE) this.#more(indexes, add);
  }

  /** Finds the control again that had the focus before a redraw. @param {HTMLElement} focused */
  #wayBack(focused) {
    const sort = focused.dataset.sort;
    const index = this.tables.find((t) => t.block.contains(focused))?.index;
    const act = focused.dataset.act;
    return () => {
      const table = this.tables.find((t) => t.index === index) ?? this.tables[0];
      const selector = sort ? `[data-sort="${sort}"]` : act ? `[data-act="${act}"]` : ".open-row[tabindex='0']";
      /** @type {HTMLElement|null|undefined} */ (table?.block.querySelector(selector))?.focus({ preventScroll: true });
    };
  }

  /** @param {number[]} indexes @param {(from: number) => Promise<{block: HTMLElement, table: Table, chart: Chart}[]|null>} add */
  #more(indexes, add) {
    const end = h("p", { class: "small more", text: "…" });
    this.root.append(end);
    let busy = false;
    this.later = new IntersectionObserver(async (seen) => {
      if (busy || !seen.some((s) => s.isIntersecting)) return;
      busy = true;
      const some = await add(this.tables.length);
      if (!some) return;
      for (const { block, table, chart } of some) {
        this.tables.push(table);
        this.charts.push(chart);
        end.before(block);
        await table.settle();
      }
      busy = false;
      if (this.tables.length >= indexes.length) {
        this.later?.disconnect();
        end.remove();
      } else {
        this.later?.unobserve(end);
        this.later?.observe(end);
      }
    }, { rootMargin: "600px" });
    this.later.observe(end);
  }

  /** @param {number} index */
  #block(index) {
    const { tables, versus } = /** @type {import("./pkg/benchlens.js").RunResult} */ (this.report);
    const meta = tables[index];
    const block = h("section", { class: "block", data: { table: index } });
    const keys = h("p", { class: "table-keys" }, ...meta.keys.map(([name, value]) =>
      h("span", {}, h("span", { class: "key-name", text: name }), " ", h("span", { class: "key-value", text: value || "(none)" }))));
    const titled = [meta.title, meta.unit].filter(Boolean).join(", ");
    const bar = h("div", { class: "block-bar" }, keys);
    block.append(bar);
    if (this.units()[this.now()].tables.length > 1 && meta.sentence) block.append(h("p", { class: "small", text: meta.sentence }));
    const chart = new Chart(index, meta, this.host, block, bar);
    const table = new Table(meta, index, this.host, { block, titled, versus });
    chart.show();
    return { block, table, chart };
  }

  /** The state comes from elsewhere: what is being typed does not count. */
  untype() {
    clearTimeout(this.typing);
    this.typing = null;
  }

  /** There is another width for pictures. */
  async draw() {
    await Promise.all([...this.tables, ...this.charts].map((part) => part.draw()));
  }

  /** The state's open row or its charts changed. */
  async follow() {
    await Promise.all([...this.tables.map((table) => table.follow()), ...this.charts.map((chart) => chart.show())]);
  }
}

/** @param {import("./table.js").Meta[]} tables */
function byUnit(tables) {
  /** @type {Map<string, {unit: string, tables: number[], counts: Record<string, number>}>} */ const units = new Map();
  for (const [index, { unit, counts }] of tables.entries()) {
    const known = units.get(unit) ?? { unit, tables: [], counts: {} };
    known.tables.push(index);
    for (const [kind, count] of Object.entries(counts)) known.counts[kind] = (known.counts[kind] ?? 0) + count;
    units.set(unit, known);
  }
  return [...units.values()];
}
