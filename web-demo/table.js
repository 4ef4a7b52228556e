/**
 * One table, with real rows and cells. A long table is a window on its rows: the row elements are reused, and
 * their contents change when the rows at the new position have been loaded, so that jumps never show an empty
 * table.
 */
import { h } from "./dom.js";
import { comparisons, foot, head, isWordy, row } from "./cells.js";
import { hiddenRows } from "./hidden.js";
import { firstRows, isTall, shareOf } from "./paging.js";

/** The number of rows that are requested and stored at once. */
const PAGE = 120;
const KEPT_PAGES = 24;
/** The number of steps in which the style makes a table narrower. */
const TIGHTEST = 4;

/**
 * @typedef {import("./pkg/session.js").TableView} Meta
 * @typedef {import("./pkg/session.js").RowView} RowView
 * @typedef {import("./pkg/session.js").RowsPage} RowsPage
 * @typedef {{
 *   ask: (method: string, ...args: any) => Promise<any>, call: (op: string, args?: any[], options?: any) => Promise<any>,
 *   tell: (name: string, ...args: any) => Promise<any>, state: () => import("./state.js").State,
 *   query: () => Promise<import("./state.js").Query>, inputs: () => {name: string, label: string}[],
 *   bases: () => import("./pkg/session.js").BaseChoice[],
 *   whole: (again?: boolean) => Promise<boolean>,
 *   change: (patch: any, replace?: boolean) => void, question: (patch: Partial<import("./state.js").Query>|null, view?: Partial<import("./state.js").State>) => void,
 *   failed: (error: any) => void,
 * }} Host
 * @typedef {{block: HTMLElement, titled: string, shorter: Map<string, string>[], changed: boolean, early: boolean}} Place
 *   `shorter` has the short names of columns by level, `early` is whether the
 *   rows are shown before the answer is complete
 */

export class Table {
  /** The last measured height of a row, which is most likely still correct. */
  static height = 31;

  /**
   * @param {Meta} meta @param {number} index @param {Host} host
   * @param {Place} place
   */
  constructor(meta, index, host, { block, titled, shorter, changed, early }) {
    this.meta = meta;
    this.shorter = shorter;
    this.changed = changed;
    this.early = early;
    this.index = index;
    this.host = host;
    this.block = block;
    this.total = meta.rows;
    this.start = 0;
    this.end = 0;
    /** @type {number|null} */ this.open = null;
    this.at = 0;
    this.asked = 0;
    /** @type {Map<number, Promise<RowsPage>>} pages by their index */ this.pages = new Map();
    this.body = h("tbody", { role: "rowgroup" });
    this.foot = h("tfoot", { role: "rowgroup" });
    this.table = h("table", { role: "table", "aria-label": titled, class: `grid${isWordy(meta) ? " one" : ""}${meta.bar_axis ? "" : meta.columns.length > 1 ? " plain" : meta.lengths ? " alone lengths" : " plain alone"}` }, head(this, host), this.body, this.foot);
    this.table.style.setProperty("--bars", String(comparisons(meta)));
    this.window = h("div", { class: "window" }, this.table);
    this.sizer = h("div", { class: "sizer" }, this.window);
    this.scroll = h("div", { class: "scroll", role: "region", "aria-label": titled, tabindex: "0", on: { scroll: () => this.#scrolled() } }, this.sizer);
    this.notes = h("ul", { class: "footnotes" });
    this.none = h("p", { class: "small no-rows", hidden: true });
    this.hidden = h("p", { class: "small hidden-rows", hidden: true });
    block.append(this.scroll, this.none, this.hidden, this.notes);
    this.body.addEventListener("click", (/** @type {MouseEvent} */ event) => this.#clicked(event));
  }

  /**
   * Shows the rows of the current order and search, with the open row if there is one.
   * @param {RowsPage} [ready] the first rows, if they are part of the answer
   */
  async show(ready) {
    const { open } = this.host.state();
    this.open = open && open.table === this.index ? open.at : null;
    this.at = this.open ?? 0;
    const first = ready ?? (await this.#rows(0, firstRows(this.meta.rows)));
    this.total = first.total;
    this.geomean = first.geomean;
    this.isTall = isTall(this.total);
    this.#put(0, first);
    const geomean = this.foot.querySelector("th");
    if (geomean) geomean.textContent = this.total < this.meta.rows ? "geomean of all rows" : "geomean";
    this.scroll.classList.toggle("tall", this.isTall);
    this.table.setAttribute("aria-rowcount", String(this.total + this.#heads() + (first.geomean ? 1 : 0)));
    this.scroll.hidden = this.total === 0;
    const matching = await this.#matching();
    this.none.hidden = matching !== 0;
    this.none.textContent = this.host.state().search ? "No row matches the search." : "No rows.";
    this.hidden.hidden = matching <= this.total;
    if (matching > this.total) this.hidden.replaceChildren(...hiddenRows(this.host, matching - this.total, this.total > 0));
  }

  /** Returns the number of rows that the search matches, including hidden rows. */
  async #matching() {
    const { search, worse } = this.host.state();
    // Before the answer is complete, the number of changed rows is unknown.
    if (this.early || !(this.changed || worse)) return this.total;
    return search ? (await this.#rows(0, 0, true)).total : this.meta.rows;
  }

  /** Completes the table once it is in the document: measures heights, and scrolls to the open row. */
  async settle() {
    this.measure();
    if (this.open !== null && this.isTall) await this.reveal(this.open);
    // The first rows fill the window; the next rows are loaded in the meantime.
    else if (this.isTall && (this.fit ?? 0) < this.end) for (let page = 0; page < 2 && page * PAGE < this.total; page++) this.#page(page).catch(() => {});
    else if (this.isTall) await this.#fill();
  }

  #heads() {
    return this.table.tHead.rows.length;
  }

  /**
   * @param {number} start @param {number} end @param {boolean} [all] whether to include rows that are hidden
   * @returns {Promise<RowsPage>}
   */
  #rows(start, end, all = false) {
    const { sort, search, worse } = this.host.state();
    const which = { changed: this.changed && !all, worse: all ? null : shareOf(worse) };
    return this.host.ask("rows", { table: this.index, sort, search, ...which, start, end });
  }

  /** Returns a page of rows, which is requested only once. @param {number} page */
  #page(page) {
    const known = this.pages.get(page);
    if (known) return known;
    const asked = this.#rows(page * PAGE, (page + 1) * PAGE);
    asked.catch(() => this.pages.delete(page));
    this.pages.set(page, asked);
    const oldest = this.pages.keys().next().value;
    if (this.pages.size > KEPT_PAGES && oldest !== undefined) this.pages.delete(oldest);
    return asked;
  }

  /**
   * Shows rows in the window; `from` is the index of the first.
   * @param {number} from @param {{rows: RowView[], geomean: RowsPage["geomean"], footnotes: RowsPage["footnotes"]}} page
   */
  #put(from, { rows, footnotes }) {
    const held = this.body.contains(document.activeElement) ? document.activeElement?.closest("tr")?.getAttribute("aria-rowindex") : null;
    const first = this.#heads() + 1;
    this.start = from;
    this.end = from + rows.length;
    const here = this.at >= this.start && this.at < this.end ? this.at : this.start;
    this.body.replaceChildren(...rows.map((item, i) => row(item, from + i, first + from + i, from + i === here, from + i === this.open, this.meta)));
    if (!this.foot.firstChild && this.geomean) this.foot.replaceChildren(foot(this.geomean, this.meta, this.total + first));
    this.notes.replaceChildren(...footnotes.map(([n, text]) => h("li", {}, h("sup", { text: String(n) }), " ", text)));
    if (held) /** @type {HTMLElement|null} */ (this.body.querySelector(`tr[aria-rowindex="${held}"] .open-row`) ?? this.scroll)?.focus({ preventScroll: true });
  }

  /** Measures the height of a row, and gives the window the height of all rows. */
  measure() {
    this.#narrow(true);
    const one = this.body.querySelector("tr[data-at]");
    if (one) Table.height = one.getBoundingClientRect().height || Table.height;
    const around = this.table.tHead.offsetHeight + this.foot.offsetHeight;
    this.fit = Math.max(1, Math.ceil((this.scroll.clientHeight - around) / Table.height));
    this.sizer.style.height = this.isTall ? `${around + this.total * Table.height}px` : "";
    this.window.style.height = this.isTall ? `${this.scroll.clientHeight}px` : "";
    this.window.style.overflow = this.isTall ? "clip" : "";
  }

  /**
   * Makes a table with outcomes narrower in steps until they are all visible.
   * @param {boolean} [again] whether the available width may have changed
   */
  #narrow(again = false) {
    if (!isWordy(this.meta)) return;
    if (again) delete this.table.dataset.tight;
    for (let step = Number(this.table.dataset.tight ?? 0); step < TIGHTEST && this.scroll.clientWidth < this.table.offsetWidth;) this.table.dataset.tight = String(++step);
  }

  /** Returns the first row of the window. */
  #top() {
    const most = Math.max(0, this.total - Math.max(1, (this.fit ?? 1) - 1));
    return Math.min(most, Math.round(this.scroll.scrollTop / Table.height));
  }

  #scrolled() {
    if (this.waiting || !this.isTall) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.#fill().catch((error) => {
        // Errors of a removed table do not matter.
        if (this.scroll.isConnected) this.host.failed(error);
      });
    });
  }

  /** Fills the window with the rows at its position, once they are loaded; then loads the rows around it. */
  async #fill() {
    const from = this.#top();
    const to = Math.min(this.total, from + (this.fit ?? 1) + 1);
    const asked = ++this.asked;
    const [first, last] = [Math.floor(from / PAGE), Math.floor(Math.max(from, to - 1) / PAGE)];
    const pages = await Promise.all(Array.from({ length: last - first + 1 }, (_, i) => this.#page(first + i)));
    if (asked !== this.asked || !this.scroll.isConnected) return;
    const rows = pages.flatMap((page) => page.rows).slice(from - first * PAGE, to - first * PAGE);
    const notes = new Map(pages.flatMap((page) => page.footnotes));
    this.#put(from, { rows, geomean: null, footnotes: [...notes].sort(([a], [b]) => a - b) });
    this.#narrow();
    for (const near of [last + 1, first - 1]) if (near >= 0 && near * PAGE < this.total) this.#page(near).catch(() => {});
  }

  /** Scrolls to a row, and loads it first if necessary. @param {number} at */
  async reveal(at) {
    if (!this.isTall) return;
    const fit = Math.max(1, (this.fit ?? 1) - 1);
    const top = this.#top();
    if (at < top) this.scroll.scrollTop = at * Table.height;
    else if (at >= top + fit) this.scroll.scrollTop = (at - fit + 1) * Table.height;
    await this.#fill();
  }

  /** Makes a row the current row and focuses it. @param {number} at */
  async focusRow(at) {
    if (at < 0 || at >= this.total) return false;
    this.at = at;
    await this.reveal(at);
    for (const button of this.body.querySelectorAll(".open-row")) {
      const here = Number(button.closest("tr")?.dataset.at) === at;
      button.tabIndex = here ? 0 : -1;
      if (here) button.focus({ preventScroll: this.isTall });
      if (here && !this.isTall) button.scrollIntoView({ block: "nearest" });
    }
    return true;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const line = /** @type {HTMLElement|null} */ (target.closest("tr[data-at]"));
    if (!line) return;
    // A user who has selected text of the row with the mouse does not want to open the row. A selection in a field
    // does not count.
    const selected = getSelection();
    if (event.detail && selected?.toString() && line.contains(selected.anchorNode)) return;
    this.at = Number(line.dataset.at);
    this.toggle(this.at);
  }

  /** Opens or closes a row through the state. @param {number} at */
  toggle(at) {
    const open = this.open === at ? null : { table: this.index, at };
    this.host.change({ open });
  }

  /**
   * Returns the row of the report at an index of the current order.
   * @param {number} at @returns {Promise<RowView|undefined>}
   */
  async rowAt(at) {
    const page = this.isTall ? await this.#page(Math.floor(at / PAGE)) : await this.#rows(at, at + 1);
    return page.rows[this.isTall ? at % PAGE : 0];
  }

  /** Updates the open row from the state. */
  follow() {
    const { open } = this.host.state();
    const wanted = open && open.table === this.index ? open.at : null;
    if (wanted === this.open) return;
    this.open = wanted;
    if (wanted !== null) this.at = wanted;
    for (const line of this.body.rows) {
      const is = Number(line.dataset.at) === wanted;
      line.classList.toggle("is-open", is);
      line.querySelector(".open-row")?.setAttribute("aria-expanded", String(is));
    }
  }
}
