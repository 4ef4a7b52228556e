/** One table: real rows and cells, only those in sight (and some around them) in the document. */
import { h, room } from "./dom.js";
import { head, foot, row, width } from "./cells.js";
import { detail } from "./detail.js";
import { firstRows } from "./paging.js";

const AROUND = 40;
/** What stands beside the picture of an open row, in pixels. */
const BESIDE = 64;

/**
 * @typedef {import("./pkg/benchlens.js").TableView} Meta
 * @typedef {import("./pkg/benchlens.js").RowView} RowView
 * @typedef {import("./pkg/benchlens.js").RowsPage} RowsPage
 * @typedef {{
 *   ask: (method: string, ...args: any) => Promise<any>, state: () => import("./state.js").State,
 *   change: (patch: any, replace?: boolean) => void, failed: (error: any) => void,
 * }} Host
 */

export class Table {
  /** The height of a row, as it was last: most likely it is still the same. */
  static height = 0;

  /** @param {Meta} meta @param {number} index @param {Host} host @param {{block: HTMLElement, titled: string, versus: string}} place `versus` stands above comparisons */
  constructor(meta, index, host, { block, titled, versus }) {
    this.meta = meta;
    this.versus = versus;
    this.index = index;
    this.host = host;
    this.block = block;
    this.total = meta.rows;
    this.start = 0;
    this.end = 0;
    this.height = Table.height;
    this.extra = 0;
    /** @type {number|null} */ this.open = null;
    this.at = 0;
    this.asked = 0;
    this.body = h("tbody", { role: "rowgroup" });
    this.foot = h("tfoot", { role: "rowgroup" });
    this.table = h("table", { role: "table", "aria-label": titled, class: `levels-${meta.columns[0]?.length ?? 1}` }, head(this, host), this.body, this.foot);
    this.table.style.setProperty("--columns", String(meta.columns.length));
    this.scroll = h("div", { class: "scroll", role: "region", "aria-label": titled, tabindex: "0", on: { scroll: () => this.#scrolled() } }, this.table);
    this.notes = h("ul", { class: "footnotes" });
    this.none = h("p", { class: "small none", text: "No row matches the search.", hidden: true });
    block.append(this.scroll, this.none, this.notes);
    this.resized = new ResizeObserver(() => this.#measureDetail());
    this.body.addEventListener("click", (/** @type {MouseEvent} */ event) => this.#clicked(event));
  }

  /**
   * Shows the rows of the present order and search from the top, with the open row if there is one.
   * @param {RowsPage} [ready] the first rows, where they came with the answer
   */
  async show(ready) {
    const { open } = this.host.state();
    this.open = open && open.table === this.index ? open.at : null;
    this.at = this.open ?? 0;
    await this.#load(0, firstRows(this.meta.rows), ready);
  }

  /** What can only be done once the table is in the page: heights, the open row in sight, and rows for a very high window. */
  async settle() {
    this.remeasure();
    if (this.open !== null && this.scroll.classList.contains("tall")) await this.reveal(this.open);
    this.#scrolled();
  }

  /** @param {number} start @param {number} end @param {RowsPage} [ready] */
  async #load(start, end, ready) {
    const { sort, search } = this.host.state();
    const asked = ++this.asked;
    const view = { table: this.index, sort, search, start, end };
    /** @type {RowsPage} */ const answer = ready ?? (await this.host.ask("rows", JSON.stringify(view)));
    if (asked !== this.asked) return;
    this.total = answer.total;
    this.start = start;
    this.end = Math.min(end, answer.total);
    if (this.open !== null && this.open >= this.total) this.open = null;
    const opened = this.open === null ? null : answer.rows[this.open - start];
    const shown = opened ? await this.#detail(opened) : null;
    if (asked !== this.asked) return;
    this.#put(answer.rows, shown);
    this.foot.replaceChildren(...(answer.geomean ? [foot(answer.geomean, this.meta)] : []));
    this.notes.replaceChildren(...answer.footnotes.map(([n, text]) => h("li", {}, h("sup", { text: String(n) }), " ", text)));
    this.scroll.classList.toggle("tall", this.total > 30);
    this.table.setAttribute("aria-rowcount", String(this.total + this.#heads() + (answer.geomean ? 1 : 0)));
    this.scroll.hidden = this.total === 0;
    this.none.hidden = this.total !== 0;
  }

  #heads() {
    return this.table.tHead.rows.length;
  }

  /** @param {RowView[]} rows @param {HTMLElement|null} shown the open row's details */
  #put(rows, shown) {
    const held = this.body.contains(document.activeElement) ? document.activeElement?.closest("tr")?.getAttribute("aria-rowindex") : null;
    const first = this.#heads() + 1;
    const lines = rows.map((item, i) => row(item, this.start + i, first + this.start + i, this.start + i === this.at, this.start + i === this.open, this.meta));
    const out = [];
    for (const [i, line] of lines.entries()) {
      out.push(line);
      if (shown && this.start + i === this.open) out.push(shown);
    }
    this.body.replaceChildren(this.#spacer(), ...out, this.#spacer());
    this.#space();
    this.resized.disconnect();
    if (shown) this.resized.observe(shown);
    if (this.body.isConnected) this.remeasure();
    if (held) /** @type {HTMLElement|null} */ (this.body.querySelector(`tr[aria-rowindex="${held}"] .open-row`))?.focus({ preventScroll: true });
  }

  /** Takes the height of a row, once it is in the page. */
  remeasure() {
    const one = this.body.querySelector("tr[data-at]");
    if (one) Table.height = this.height = one.getBoundingClientRect().height || this.height;
    this.#measureDetail();
  }

  #spacer() {
    return h("tr", { class: "spacer", role: "presentation", "aria-hidden": "true" }, h("td", { role: "presentation", colspan: width(this.meta) }));
  }

  #measureDetail() {
    const shown = this.body.querySelector("tr.detail");
    if (shown) this.extra = shown.getBoundingClientRect().height;
    this.#space();
  }

  /** Gives the rows out of sight their room; reads no layout, so that nothing is laid out without it. */
  #space() {
    const { open } = this;
    const above = open !== null && open < this.start ? this.extra : 0;
    const below = open !== null && open >= this.end ? this.extra : 0;
    const [top, bottom] = [this.body.firstElementChild, this.body.lastElementChild];
    if (!top) return;
    top.style.height = `${this.start * this.height + above}px`;
    bottom.style.height = `${(this.total - this.end) * this.height + below}px`;
    top.hidden = this.start === 0;
    bottom.hidden = this.end >= this.total;
  }

  /** The row at a place of the whole body. @param {number} y */
  #rowAt(y) {
    if (!this.height) return 0;
    const open = this.open ?? Infinity;
    const edge = (open + 1) * this.height;
    if (y < edge) return Math.floor(y / this.height);
    return Math.max(open, Math.floor((y - this.extra) / this.height));
  }

  #scrolled() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(async () => {
      this.waiting = 0;
      const from = this.#rowAt(this.scroll.scrollTop);
      const to = this.#rowAt(this.scroll.scrollTop + this.scroll.clientHeight) + 1;
      if (from >= this.start && Math.min(to, this.total) <= this.end) return;
      try {
        if (this.scroll.isConnected) await this.#load(Math.max(0, from - AROUND), to + AROUND);
      } catch (error) {
        // Of a table that is gone nobody wants rows.
        if (this.scroll.isConnected) this.host.failed(error);
      }
    });
  }

  /** Brings a row into sight, loading it if need be. @param {number} at */
  async reveal(at) {
    const y = at * this.height + (this.open !== null && this.open < at ? this.extra : 0);
    const head = this.table.tHead.offsetHeight;
    const box = this.scroll;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + this.height + head > box.scrollTop + box.clientHeight) box.scrollTop = y + this.height + head - box.clientHeight + this.height;
    if (at < this.start || at >= this.end) await this.#load(Math.max(0, at - AROUND), at + AROUND);
  }

  /** Makes a row the present one and focuses it. @param {number} at */
  async focusRow(at) {
    if (at < 0 || at >= this.total) return false;
    await this.reveal(at);
    this.at = at;
    for (const button of this.body.querySelectorAll(".open-row")) {
      const here = Number(button.closest("tr")?.dataset.at) === at;
      button.tabIndex = here ? 0 : -1;
      if (here) button.focus({ preventScroll: this.scroll.classList.contains("tall") });
      if (here) button.scrollIntoView({ block: "nearest" });
    }
    return true;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const line = /** @type {HTMLElement|null} */ (target.closest("tr[data-at]"));
    if (!line || target.closest("tr.detail") || getSelection()?.toString()) return;
    this.at = Number(line.dataset.at);
    this.toggle(this.at);
  }

  /** Opens or closes a row; the state knows it. @param {number} at */
  toggle(at) {
    const open = this.open === at ? null : { table: this.index, at };
    this.host.change({ open });
  }

  /** Follows the state: which row is open. */
  async follow() {
    const { open } = this.host.state();
    const wanted = open && open.table === this.index ? open.at : null;
    if (wanted === this.open) return;
    this.open = wanted;
    if (wanted !== null) this.at = wanted;
    this.extra = 0;
    await this.#again();
  }

  /** Draws the open row's picture as wide as there is room. */
  async draw() {
    if (this.open !== null) await this.#again();
  }

  /** Loads the rows once more that are there. */
  async #again() {
    await this.#load(this.start, Math.max(this.end, this.start + 1));
  }

  /** @param {RowView} opened */
  async #detail(opened) {
    /** @type {import("./pkg/benchlens.js").DetailView} */ const about = await this.host.ask("detail", this.index, opened.row, room(BESIDE));
    return h("tr", { class: "detail", role: "row" }, h("td", { role: "cell", colspan: width(this.meta) }, detail(opened.label, about)));
  }
}
