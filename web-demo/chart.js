/** The chart of a unit's table: drawn by the module, with its choices, tooltips, and ways to take it away. */
import { byId, drawn, h, notice, say } from "./dom.js";
import { save } from "./export.js";
import { isDark } from "./theme.js";

const NAMES = /** @type {Record<string, string>} */ ({ forest: "Changes", medians: "Medians", scaling: "Scaling", history: "History" });
/** What is saved suits a slide. */
const SLIDE = { width: 960 };
/** So many rows at first: more cannot be read at a glance. */
const ROWS = 40;

export class ChartView {
  /** @param {import("./table.js").Host} host */
  constructor(host) {
    this.host = host;
    this.asked = 0;
    this.rowsShown = ROWS;
    /** @type {import("./pkg/benchlens.js").RunResult|null} */ this.report = null;
    /** @type {import("./pkg/benchlens.js").CardView|null} the unit */ this.card = null;
    /** Whether rows without a change are left out. */ this.changed = false;
    /** @type {number|null} the chosen table of the unit */ this.table = null;
    /** @type {Set<number>} rows that the reader left out */ this.hidden = new Set();
    this.root = byId("chart");
    this.root.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.#tip(event));
    this.root.addEventListener("pointerleave", () => byId("tip")?.remove());
  }

  /**
   * @param {import("./pkg/benchlens.js").RunResult} report @param {import("./pkg/benchlens.js").CardView} card the unit
   * @param {boolean} changed whether rows without a change are left out
   */
  async show(report, card, changed) {
    if (this.card !== card) {
      this.hidden.clear();
      this.rowsShown = ROWS;
    }
    Object.assign(this, { report, card, changed });
    await this.draw();
  }

  /** @param {Partial<import("./state.js").ChartState>} patch */
  #choose(patch) {
    const now = this.host.state().chart;
    if (now) this.host.change({ chart: { ...now, ...patch } });
  }

  async draw() {
    const { host, report, card } = /** @type {any} */ (this);
    const mine = ++this.asked;
    const { chart, sort, search } = host.state();
    if (!chart || !report) return;
    const tables = card.tables;
    const table = tables.includes(this.table) ? /** @type {number} */ (this.table) : tables[0];
    const kinds = await host.ask("chart_kinds", table);
    const view = { table, sort, search, changed: this.changed, start: 0, end: this.rowsShown };
    const page = await host.ask("rows", JSON.stringify(view));
    const all = page.rows.map((/** @type {any} */ { row, label }) => ({ row, label }));
    const rows = all.filter((/** @type {any} */ { row }) => !this.hidden.has(row)).map((/** @type {any} */ { row }) => row);
    const kind = kinds.kinds.includes(chart.kind) ? chart.kind : "auto";
    const query = { kind, table, rows, title: chart.title, ...(chart.x && { x: chart.x }) };
    const theme = isDark() ? "dark" : "light";
    const width = Math.max(300, Math.min(1400, this.root.clientWidth - 2));
    const empty = !rows.length;
    const picture = empty ? null : await host.ask("chart", JSON.stringify({ ...query, width, theme }));
    if (mine !== this.asked) return;
    const now = picture?.kind ?? kinds.auto;
    const take = (/** @type {string} */ name, /** @type {(svg: string) => any} */ work) => async () => {
      try {
        const { svg } = await host.ask("chart", JSON.stringify({ ...query, ...SLIDE, theme: "light" }));
        await work(svg);
      } catch (error) {
        host.failed(error);
      }
      say(name);
    };
    const file = ["benchlens", card.unit, now].join("-").replace(/[^\w.-]+/g, "_").slice(0, 80);
    const title = h("input", { type: "text", id: "chart-title", value: chart.title, placeholder: "Title", "aria-label": "Title of the chart", on: { change: () => this.#choose({ title: title.value }) } });
    const choice = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string[][]} */ options, /** @type {string} */ value, /** @type {(value: string) => void} */ chosen) => {
      const field = h("select", { id, on: { change: () => chosen(field.value) } }, ...options.map(([v, text]) => h("option", { value: v, text, selected: v === value })));
      return h("label", {}, label, field);
    };
    const held = this.root.contains(document.activeElement) ? document.activeElement?.id : "";
    const more = picture && page.total > all.length && h("p", { class: "small" }, `The first ${all.length} rows. `, h("button", { type: "button", class: "link", text: "Show more rows", on: { click: () => {
      this.rowsShown *= 2;
      this.draw().catch(host.failed);
    } } }));
    this.root.replaceChildren(
      h("div", { class: "chart-tools" },
        h("div", { class: "segments", role: "group", "aria-label": "Kind of chart" }, ...kinds.kinds.filter((/** @type {string} */ k) => NAMES[k]).map((/** @type {string} */ k) =>
          h("button", { type: "button", id: `kind-${k}`, "aria-pressed": String(k === now), text: NAMES[k], on: { click: () => this.#choose({ kind: k }) } }))),
        tables.length > 1 && choice("chart-table", "Table", tables.map((/** @type {number} */ t) => [String(t), report.tables[t].title || `table ${t + 1}`]), String(table), (/** @type {string} */ value) => {
          this.table = Number(value);
          this.draw().catch(host.failed);
        }),
        now === "scaling" && kinds.numeric_keys.length > 1 && choice("chart-x", "Over", kinds.numeric_keys.map((/** @type {string} */ k) => [k, k]), chart.x || kinds.numeric_keys[0], (x) => this.#choose({ x })),
        title, this.#rows(all, page.total),
        h("span", { class: "gap" }),
        h("button", { type: "button", text: "Copy image", on: { click: take("Copied the image", (svg) => copyImage(svg)) } }),
        h("button", { type: "button", text: "Save SVG", on: { click: take("Saved", (svg) => save(new Blob([svg], { type: "image/svg+xml" }), `${file}.svg`)) } }),
        h("button", { type: "button", text: "Save PNG", on: { click: take("Saved", async (svg) => save(await pixels(svg), `${file}.png`)) } })),
      empty ? h("p", { class: "small no-rows", text: search ? "No row matches the search." : this.changed ? "No row changed: turn off “Changed only” to see all." : "No rows." })
        : h("figure", { class: "chart", tabindex: "0", role: "group", "aria-label": "Chart" }, drawn(picture.svg)),
      ...(more ? [more] : []));
    if (held) byId(held)?.focus();
  }

  /** Which rows are drawn. @param {{row: number, label: string}[]} all @param {number} total */
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
      list.append(h("li", {}, h("label", {}, h("span", { text: label || "(none)" }), box)));
    }
    return h("div", { class: "menu" }, button, list);
  }

  /** Shows what a mark stands for, beside the pointer. @param {PointerEvent} event */
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

/** @param {string} svg */
async function copyImage(svg) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pixels(svg) })]);
  } catch {
    notice("The browser did not allow copying the image. Save it instead.", { kind: "note" });
  }
}

/** An SVG as a PNG at twice its size. @param {string} text @returns {Promise<Blob>} */
async function pixels(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large."))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
