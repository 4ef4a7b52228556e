/**
 * The shelves: the keys that form tables, rows and columns, the keys that are ignored, and the values that are
 * included. Chips and texts are equivalent; a change of one updates the other.
 */
import { h, named, say } from "./dom.js";
import { dragItems } from "./drag.js";
import { openValues } from "./values.js";

/**
 * @typedef {import("./pkg/session.js").FieldText} Placed
 * @typedef {import("./pkg/session.js").KeyView} Key
 * @typedef {{table: Placed[]|null, row: Placed[]|null, col: Placed[]|null, ignore: Placed[]|null, filter: import("./pkg/session.js").FilterValues|null}} Parts
 */

/**
 * @type {[string, string, string][]} part, name, purpose
 */
const SHELVES = [
  ["table", "Table", "one table for each value"],
  ["row", "Row", "one row for each value"],
  ["col", "Column", "one column for each value"],
  ["filter", "Filter", "which results count"],
  ["ignore", "Ignore", "differences that do not matter"],
];
const ORDER = [...SHELVES.map(([part]) => part), "keys"];
const NAMES = Object.fromEntries([...SHELVES.map(([part, name]) => [part, name]), ["keys", "Keys"]]);
const MARKS = { first: "", alpha: "A→Z", num: "1→9" };

export class Pivot {
  /**
   * @param {(patch: Partial<import("./state.js").Query>|null) => void} change changes the query, or resets it to the default
   * @param {(name: string, value: any) => Promise<any>} tell calls the module's functions
   * @param {import("./fields.js").Fields} fields creates the text fields of the shelves
   * @param {(key: string, order: any) => Promise<Key["values"]>} ordered returns the values of a key in an order
   */
  constructor(change, tell, fields, ordered) {
    this.ordered = ordered;
    this.change = change;
    this.tell = tell;
    /** @type {Key[]} */ this.keys = [];
    /** @type {Parts} */ this.parts = { table: [], row: [], col: [], ignore: [], filter: {} };
    this.root = h("div", { id: "shelves" });
    for (const [part, name, what] of SHELVES) {
      this.root.append(h("div", { class: "shelf", role: "group", "aria-label": name, data: { part } },
        h("div", { class: "zone" }, h("span", { class: "shelf-name", text: name, title: what }), h("span", { class: "chips" })),
        fields.text(part, `${name} as text`)));
    }
    this.root.append(h("div", { class: "shelf tray", role: "group", "aria-label": "Keys not placed", data: { part: "keys" } },
      h("div", { class: "zone" }, h("span", { class: "shelf-name", text: "Keys" }), h("span", { class: "chips" }))));
    dragItems(this.root, {
      item: ".chip", zone: ".shelf", list: ".chips",
      drop: (chip, zone, index) => this.place(chip.dataset, String(zone.dataset.part), index),
    });
  }

  /** @param {Parts} parts @param {Key[]} keys */
  show(parts, keys) {
    const held = /** @type {HTMLElement|null} */ (document.activeElement?.closest(".chip"));
    const focus = this.focus ?? (held && { ...held.dataset });
    this.keys = keys;
    this.parts = parts;
    for (const part of ORDER) {
      const chips = this.#shelf(part).map(({ key, mark }) => this.#chip(key, part, mark));
      const zone = this.root.querySelector(`.shelf[data-part=${part}] .chips`);
      zone?.replaceChildren(...(chips.length ? chips : [h("span", { class: "small", text: part === "keys" ? "all placed" : "—" })]));
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
      return placed.map(({ key, order }) => ({ key, mark: typeof order === "object" ? ("groups" in order ? "grouped" : "by hand") : MARKS[order] }));
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
    }, h("span", { class: "key" }, named(key)), distinct && h("span", { class: "count", text: distinct }),
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
   * @param {boolean} [stepping] by keyboard: the key moves to the filter shelf without opening the values
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
      // Without a column nothing is compared, so the column of the inputs returns.
      if (from === "col" && to !== "col" && !patch[from].length && this.#shelf("keys").some((c) => c.key === ".file")) patch[from] = [{ key: ".file", order: "first" }];
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

  /** Returns whether a key is useless as a column: `.file` if there is only one file. @param {string} key */
  #idle(key) {
    return key === ".file" && this.keys.find((k) => k.key === key)?.distinct === 1;
  }

  /** @param {string} key @param {string} part */
  async #open(key, part) {
    const known = this.keys.find((k) => k.key === key) ?? null;
    const placed = part === "keys" || part === "filter" ? null : (this.parts[/** @type {"table"} */ (part)] ?? []).find((p) => p.key === key) ?? null;
    // The values have the order of the shelf, because manual changes start from it.
    const own = known && placed ? await this.ordered(key, placed.order) : [];
    openValues({
      key, known: known && own.length ? { ...known, values: own } : known, part, placed,
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
}
