/**
 * The shelves: which keys tell tables, rows and columns apart, which are ignored, which values count.
 * Chips and texts say the same; whichever is changed, the other follows.
 */
import { byId, h, say } from "./dom.js";
import { dragItems } from "./drag.js";
import { openValues } from "./values.js";

/**
 * @typedef {import("./pkg/benchlens.js").FieldText} Placed
 * @typedef {import("./pkg/benchlens.js").KeyView} Key
 * @typedef {{table: Placed[]|null, row: Placed[]|null, col: Placed[]|null, ignore: Placed[]|null, filter: import("./pkg/benchlens.js").FilterValues|null}} Parts
 */

/** @type {[string, string, string][]} part, name, what it is for */
const SHELVES = [
  ["table", "Table", "one table for each value"],
  ["row", "Row", "one row for each value"],
  ["col", "Column", "one column for each value"],
  ["filter", "Filter", "which results count"],
  ["ignore", "Ignore", "differences that do not matter"],
];
const ORDER = [...SHELVES.map(([part]) => part), "keys"];
const NAMES = Object.fromEntries([...SHELVES.map(([part, name]) => [part, name]), ["keys", "Keys"]]);
/** What columns can be compared with besides one of them. */
const BASES = [["first", "first column"], ["previous", "previous column"]];
/** Which runs of both sides belong together, besides those with equal values of a key. */
const PAIRS = [["auto", "as recorded"], ["none", "independent"], ["runs", "in pairs"], ["loose", "in pairs, extra runs dropped"]];
const MARKS = { first: "", alpha: "A→Z", num: "1→9" };

export class Pivot {
  /**
   * @param {(patch: Partial<import("./state.js").Query>|null) => void} change asks something else, or what is asked by default
   * @param {(name: string, value: any) => Promise<any>} tell the module's functions
   */
  constructor(change, tell) {
    this.change = change;
    this.tell = tell;
    /** @type {Key[]} */ this.keys = [];
    /** @type {Parts} */ this.parts = { table: [], row: [], col: [], ignore: [], filter: {} };
    /** @type {Record<string, HTMLInputElement|HTMLSelectElement>} */ this.texts = {};
    this.root = byId("shelves");
    this.#build();
    dragItems(this.root, {
      item: ".chip", zone: ".zone",
      drop: (chip, zone, index) => this.place(chip.dataset, String(zone.dataset.part), index),
    });
  }

  #build() {
    for (const [part, name, what] of SHELVES) {
      this.root.append(h("div", { class: "shelf", role: "group", "aria-label": name },
        h("div", { class: "zone", data: { part } }, h("span", { class: "shelf-name", text: name, title: what }), h("span", { class: "chips" })),
        this.text(part, `${name} as text`), part === "col" && this.#choice("base", "compared with ", "What columns are compared with")));
    }
    this.root.append(h("div", { class: "shelf numbers", role: "group", "aria-label": "Test" },
      h("div", { class: "zone-less" }, h("span", { class: "shelf-name", text: "Test" }),
        this.#choice("pair", "runs ", "Which runs of both sides belong together: pair only runs that were measured close to each other")),
      h("div", { class: "settings" },
        h("label", {}, "alpha ", this.text("alpha", "Alpha: significant up to this p")),
        h("label", {}, "confidence ", this.text("confidence", "Confidence of the intervals of medians")),
        h("label", { class: "wide" }, "derive ", this.text("derive", "Units computed from others; several behind ;", "ops/s = 1 / sec/op; speedup")))));
    this.root.append(h("div", { class: "shelf tray", role: "group", "aria-label": "Keys not placed" },
      h("div", { class: "zone", data: { part: "keys" } }, h("span", { class: "shelf-name", text: "Keys" }), h("span", { class: "chips" })),
      h("button", { type: "button", class: "reset", text: "Reset", title: "Back to the default comparison", on: { click: () => this.change(null) } })));
  }

  /** A list to choose a part of the query from. @param {string} part @param {string} label @param {string} title */
  #choice(part, label, title) {
    const choice = h("select", { id: part, title, on: { change: () => this.change({ [part]: choice.value }) } });
    this.texts[part] = choice;
    return h("div", { class: "choice" }, h("label", {}, label, choice), h("p", { class: "wrong", id: `wrong-${part}` }));
  }

  /** Fills such a list. @param {"base"|"pair"} part @param {string} now what is chosen @param {string[][]} choices values and what they mean */
  #offer(part, now, choices) {
    if (!choices.some(([value]) => value === now)) choices.push([now, now]);
    this.texts[part].replaceChildren(...choices.map(([value, text]) => h("option", { value, text: text || "(none)", selected: value === now })));
  }

  /** A field for a part of the query, with room for what is wrong in it. @param {string} part @param {string} label @param {string} [hint] */
  text(part, label, hint) {
    const apply = () => {
      const value = part === "alpha" || part === "confidence" ? Number(field.value.trim() || "NaN") : field.value;
      this.change({ [part]: value });
    };
    /** @type {any} */ let later;
    const field = h("input", {
      type: "text", "aria-label": label, title: label, placeholder: hint, spellcheck: "false", autocomplete: "off", id: `text-${part}`,
      inputmode: part === "alpha" || part === "confidence" ? "decimal" : null,
      on: {
        input: () => {
          clearTimeout(later);
          later = setTimeout(apply, 300);
        },
        change: () => {
          clearTimeout(later);
          apply();
        },
      },
    });
    this.texts[part] = field;
    return h("div", { class: "text" }, field, h("p", { class: "wrong", id: `wrong-${part}` }));
  }

  /**
   * @param {import("./state.js").Query} query @param {Parts} parts @param {Key[]} keys
   * @param {import("./pkg/benchlens.js").BaseChoice[]} bases the columns that the last answer has
   */
  show(query, parts, keys, bases) {
    const held = /** @type {HTMLElement|null} */ (document.activeElement?.closest(".chip"));
    const focus = this.focus ?? (held && { ...held.dataset });
    this.keys = keys;
    this.parts = parts;
    this.#offer("base", query.base, [...BASES, ...bases.map(({ base, label }) => [base, label])]);
    this.#offer("pair", query.pair, [...PAIRS, ...keys.flatMap(({ key, pair, distinct }) => (pair && distinct > 1 ? [[pair, `in pairs by ${key}`]] : []))]);
    for (const [part, field] of Object.entries(this.texts)) {
      if (document.activeElement !== field) field.value = String(query[/** @type {keyof import("./state.js").Query} */ (part)]);
    }
    for (const part of ORDER) {
      const chips = this.#shelf(part).map(({ key, mark }) => this.#chip(key, part, mark));
      const zone = this.root.querySelector(`[data-part=${part}] .chips`);
      zone?.replaceChildren(...(chips.length ? chips : [h("span", { class: "none", text: part === "keys" ? "all placed" : "—" })]));
    }
    if (focus) this.#chipAt(focus.key, focus.part)?.focus();
    this.focus = null;
  }

  /** @param {string} part @returns {{key: string, mark: string}[]} */
  #shelf(part) {
    if (part === "filter") {
      return Object.entries(this.parts.filter ?? {}).map(([key, values]) => ({ key, mark: this.#ticked(key, values) }));
    }
    if (part !== "keys") {
      const placed = this.parts[/** @type {"table"} */ (part)] ?? [];
      return placed.map(({ key, order }) => ({ key, mark: typeof order === "object" ? "by hand" : MARKS[order] }));
    }
    const used = new Set(["table", "row", "col", "ignore"].flatMap((p) => (this.parts[/** @type {"table"} */ (p)] ?? []).map(({ key }) => key)));
    const all = [...new Set([...this.keys.map(({ key }) => key), ".fullname", ".config"])];
    return all.filter((key) => !used.has(key)).map((key) => ({ key, mark: "" }));
  }

  /** @param {string} key @param {string[]} values */
  #ticked(key, values) {
    const known = this.keys.find((k) => k.key === key);
    return known ? `${values.length}/${known.distinct}` : values.join(" ");
  }

  /** @param {string} key @param {string} part @param {string} mark */
  #chip(key, part, mark) {
    const known = this.keys.find((k) => k.key === key);
    const distinct = known ? String(known.distinct) : "";
    return h("button", {
      type: "button", class: `chip${known?.distinct === 1 ? " single" : ""}`, data: { key, part },
      title: "Drag to another shelf; Enter opens its values; ↑ ↓ change the shelf, ← → the place, Delete takes it off",
      on: {
        click: () => this.#open(key, part),
        keydown: (/** @type {KeyboardEvent} */ event) => this.#press(event, key, part),
      },
    }, h("span", { class: "key", text: key }), distinct && h("span", { class: "count", text: distinct }),
    h("span", { class: "visually-hidden", text: `${known ? " values" : ""}, in ${NAMES[part]} ` }), mark && h("span", { class: "mark", text: mark }));
  }

  /** @param {string|undefined} key @param {string|undefined} part */
  #chipAt(key, part) {
    const chips = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll(".chip")]);
    return chips.find((c) => c.dataset.key === key && c.dataset.part === part);
  }

  /** @param {KeyboardEvent} event @param {string} key @param {string} part */
  #press(event, key, part) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.#shelf(part).findIndex((c) => c.key === key);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      const to = ORDER[ORDER.indexOf(part) + step];
      if (to) this.place({ key, part }, to, Infinity, true);
    } else if (along) {
      const index = at + along;
      if (index >= 0 && index < this.#shelf(part).length) this.place({ key, part }, part, index);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      if (part !== "keys") this.place({ key, part }, "keys", 0);
    } else return;
    event.preventDefault();
  }

  /**
   * Moves a key to a shelf.
   * @param {DOMStringMap|{key: string, part: string}} chip
   * @param {string} to
   * @param {number} index
   * @param {boolean} [stepping] by keyboard: the filter shelf is entered without opening the values
   */
  async place({ key = "", part: from = "" }, to, index, stepping = false) {
    if (to === "filter" && from !== "filter" && !stepping) return this.#open(key, from);
    if (to === "filter" && stepping) to = from === "col" ? "ignore" : "col";
    /** @type {any} */ const patch = {};
    /** @type {Placed} */ let placed = { key, order: "first" };
    if (from === "filter") {
      const { [key]: _, ...left } = this.parts.filter ?? {};
      patch.filter = await this.tell("write_filter", left);
    } else if (from !== "keys") {
      const list = this.parts[/** @type {"table"} */ (from)] ?? [];
      placed = list.find((p) => p.key === key) ?? placed;
      patch[from] = list.filter((p) => p.key !== key);
    }
    if (to !== "keys" && to !== "filter") {
      const there = /** @type {Placed[]} */ (patch[to] ?? this.parts[/** @type {"table"} */ (to)] ?? []).filter((p) => p.key !== key);
      const replaced = to === "col" ? there.filter((p) => !this.#idle(p.key)) : there;
      replaced.splice(Math.min(index, replaced.length), 0, placed);
      patch[to] = replaced;
    }
    for (const part of ["table", "row", "col", "ignore"]) {
      if (patch[part]) patch[part] = await this.tell("write_projection", patch[part]);
    }
    this.focus = { key, part: to };
    say(`${key}: ${NAMES[to]}`);
    this.change(patch);
  }

  /** Whether a key says nothing as a column: `.file` when there is one. @param {string} key */
  #idle(key) {
    return key === ".file" && this.keys.find((k) => k.key === key)?.distinct === 1;
  }

  /** @param {string} key @param {string} part */
  #open(key, part) {
    const known = this.keys.find((k) => k.key === key) ?? null;
    const placed = part === "keys" || part === "filter" ? null : (this.parts[/** @type {"table"} */ (part)] ?? []).find((p) => p.key === key) ?? null;
    openValues({
      key, known, part, placed,
      filter: this.parts.filter,
      shelves: SHELVES.filter(([p]) => p !== "filter").map(([p, name]) => ({ part: p, name })),
      move: (to) => this.place({ key, part }, to, Infinity),
      order: async (order) => {
        const list = (this.parts[/** @type {"table"} */ (part)] ?? []).map((p) => (p.key === key ? { key, order } : p));
        this.change({ [part]: await this.tell("write_projection", list) });
      },
      keep: async (values) => {
        const { [key]: _, ...left } = this.parts.filter ?? {};
        const filter = values ? { ...left, [key]: values } : left;
        this.change({ filter: await this.tell("write_filter", filter) });
      },
      closed: () => this.#chipAt(key, part)?.focus(),
    });
  }

  /** Shows what is wrong where it is wrong; null clears. @param {{message: string, detail: any}|null} error */
  wrong(error) {
    for (const [part, field] of Object.entries(this.texts)) {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
      byId(`wrong-${part}`).replaceChildren();
    }
    if (!error) return true;
    const { part, span } = error.detail ?? {};
    const field = this.texts[part];
    if (!field) return false;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", `wrong-${part}`);
    byId(`wrong-${part}`).append(...place(error.detail.text ?? field.value, span), error.detail.message ?? error.message);
    if (byId("pivot").contains(field)) byId("pivot").open = true;
    return true;
  }
}

/** The text with the wrong part of it marked. @param {string} text @param {{start: number, end: number}|null} span */
function place(text, span) {
  if (!span) return [];
  const wrong = text.slice(span.start, span.end) || "\u00a0";
  return [h("code", {}, text.slice(0, span.start), h("mark", { text: wrong }), text.slice(Math.max(span.end, span.start))), " "];
}
