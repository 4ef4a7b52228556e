/** The tables of the chosen unit, and the open row of one of them. */
import { byId, h, named } from "./dom.js";
import { detail } from "./detail.js";
import { columnNames } from "./names.js";
import { AT_ONCE } from "./paging.js";
import { Table } from "./table.js";

export class Tables {
  /** @param {import("./table.js").Host} host @param {import("./side.js").Side} side */
  constructor(host, side) {
    this.host = host;
    this.side = side;
    this.root = byId("tables");
    /** @type {Table[]} */ this.tables = [];
    /** Counts requests to show tables, so that an answer to an older request is dropped. */
    this.shown = 0;
    let width = 0;
    // The panel next to the tables makes them narrower.
    new ResizeObserver(() => {
      if (this.root.clientWidth === width) return;
      width = this.root.clientWidth;
      for (const table of this.tables) table.measure();
    }).observe(this.root);
  }

  clear() {
    this.shown++;
    this.tables = [];
    this.root.replaceChildren();
  }

  /**
   * @param {import("./pkg/session.js").RunResult} report @param {import("./pkg/session.js").CardView} card the unit
   * @param {boolean} changed whether rows without a change are hidden
   * @param {[number, import("./table.js").RowsPage][]} rows the first rows of tables, if they are part of the answer
   * @param {boolean} [early] whether the answer is not complete yet
   */
  async show(report, card, changed, rows, early = false) {
    const ready = new Map(rows);
    const top = this.root.offsetHeight;
    const mine = ++this.shown;
    const { levels: shorter } = columnNames(report.tables);
    this.later?.disconnect();
    // Returns blocks with their rows, or nothing if another view has been requested in the meantime.
    const add = async (/** @type {number} */ from) => {
      const indexes = card.tables.slice(from, from + AT_ONCE);
      const some = indexes.map((index) => this.#block(report, card, index, { shorter, changed, early }));
      try {
        await Promise.all(some.map((table) => table.show(ready.get(table.index))));
      } catch (error) {
        // Errors of removed tables do not matter.
        if (mine === this.shown) throw error;
      }
      return mine === this.shown ? some : null;
    };
    const first = await add(0);
    if (!first) return;
    this.root.style.minHeight = `${top}px`;
    const scrolled = new Map(this.tables.map((t) => [t.index, t.scroll.scrollLeft]));
    const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
    const back = focused instanceof HTMLElement ? this.#wayBack(focused) : null;
    this.tables = first;
    this.root.replaceChildren(...first.map(({ block }) => block));
    for (const table of this.tables) {
      await table.settle();
      table.scroll.scrollLeft = scrolled.get(table.index) ?? 0;
    }
    // The user may have moved the focus in the meantime.
    if (document.activeElement === document.body) back?.();
    this.root.style.minHeight = "";
    if (card.tables.length > AT_ONCE) this.#more(card.tables.length, add);
    await this.#detail();
  }

  /** Restores the focus of a control after a redraw. @param {HTMLElement} focused */
  #wayBack(focused) {
    const sort = focused.dataset.sort;
    const index = this.tables.find((t) => t.block.contains(focused))?.index;
    return () => {
      const table = this.tables.find((t) => t.index === index) ?? this.tables[0];
      const selector = sort ? `[data-sort="${sort}"]` : ".open-row[tabindex='0']";
      /** @type {HTMLElement|null|undefined} */ (table?.block.querySelector(selector))?.focus({ preventScroll: true });
    };
  }

  /** @param {number} count @param {(from: number) => Promise<Table[]|null>} add */
  #more(count, add) {
    const end = h("p", { class: "small more-tables", text: "…" });
    this.root.append(end);
    let busy = false;
    this.later = new IntersectionObserver(async (seen) => {
      if (busy || !seen.some((s) => s.isIntersecting)) return;
      busy = true;
      const some = await add(this.tables.length);
      if (!some) return;
      for (const table of some) {
        this.tables.push(table);
        end.before(table.block);
        await table.settle();
      }
      busy = false;
      if (this.tables.length >= count) {
        this.later?.disconnect();
        end.remove();
      } else {
        this.later?.unobserve(end);
        this.later?.observe(end);
      }
    }, { rootMargin: "600px" });
    this.later.observe(end);
  }

  /**
   * @param {import("./pkg/session.js").RunResult} report @param {import("./pkg/session.js").CardView} card
   * @param {number} index @param {{shorter: Map<string, string>[], changed: boolean, early: boolean}} more the short names of columns, and the rows that are shown
   */
  #block({ tables }, card, index, more) {
    const meta = tables[index];
    const block = h("section", { class: "block", data: { table: index } });
    const keys = h("p", { class: "table-keys" }, ...meta.keys.map(([name, value]) =>
      h("span", {}, h("span", { class: "key-name" }, named(name)), " ", h("span", { class: "key-value" }, named(value || "(none)")))));
    block.append(keys);
    if (card.tables.length > 1 && meta.sentence) block.append(h("p", { class: "small", text: meta.sentence }));
    const titled = [meta.title, meta.unit].filter(Boolean).join(", ");
    return new Table(meta, index, this.host, { block, titled, ...more });
  }

  /** Shows the open row's details in the side panel. */
  async #detail() {
    const { open } = this.host.state();
    const table = open && this.tables.find(({ index }) => index === open.table);
    const found = table && open && open.at < table.total ? await table.rowAt(open.at) : undefined;
    if (!table || !open || !found) return this.side.closeIf("row");
    await detail(this.host, this.side, open.table, found);
  }

  /** Updates the open row from the state. */
  async follow() {
    for (const table of this.tables) table.follow();
    await this.#detail();
  }

  /** Redraws after a change of the width or the theme. */
  async redraw() {
    for (const table of this.tables) await table.settle();
    await this.#detail();
  }
}
