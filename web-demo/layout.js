/**
 * The layout of the view: one sentence above the answer, and the panel for editing it: shelves of keys, and the
 * settings of the comparison.
 */
import { byId, h, named } from "./dom.js";
import { Fields } from "./fields.js";
import { Pivot } from "./pivot.js";
import { CHOICES } from "./words.js";

export class Layout {
  /** @param {import("./table.js").Host} host @param {import("./side.js").Side} side */
  constructor(host, side) {
    this.host = host;
    this.side = side;
    /** @type {import("./pivot.js").Key[]} */ this.keys = [];
    /** @type {import("./pivot.js").Parts|null} the parts of the view */ this.parts = null;
    this.fields = new Fields((patch) => host.question(patch));
    this.pivot = new Pivot((patch) => host.question(patch), host.tell, this.fields,
      (key, order) => host.ask("values", key, order));
    const { fields } = this;
    const setting = (/** @type {string} */ text, /** @type {HTMLElement} */ field) => h("div", { class: "setting" }, h("span", { text }), field);
    this.base = h("span", { class: "base" }, "against ", fields.choice("base", "What columns are compared with", []));
    this.settings = h("div", { class: "group" },
      h("h3", { text: "Comparison" }),
      setting("Test", fields.choice("test", "Which averages are compared, and by which test", CHOICES.test)),
      setting("Runs", fields.choice("pair", "Which runs of both sides belong together: pair only runs that were measured close to each other", [])),
      setting("Equal within", fields.text("margin", "Equivalence margin, such as 2% or 0.02")),
      setting("Alpha", fields.text("alpha", "Alpha: significant up to this p")),
      setting("Adjust p", fields.choice("adjust", "How p is adjusted for the number of comparisons", CHOICES.adjust)),
      setting("Confidence", fields.text("confidence", "Confidence level of intervals")),
      setting("Better", fields.text("better", "Which way is better, as unit=higher or unit=lower; separate several by ;", "unit=higher")),
      setting("Derive", fields.text("derive", "Units computed from others; several behind ;", "ops/s = 1 / sec/op; speedup")),
      setting("Texts", fields.choice("plain", "What tables as text and CSV show", [["", "with outcomes and intervals"], ["1", "as benchstat prints them"]])),
      h("div", { class: "row-of-buttons" }, h("button", { type: "button", class: "reset", text: "Reset the view", title: "Back to the default comparison", on: { click: () => host.question(null) } })));
    this.said = h("span");
    byId("sentence").append(this.said, this.base,
      h("button", { type: "button", id: "edit-view", text: "Edit view", title: "Choose rows, columns, tables and filters (v)", on: { click: () => (side.now === "layout" ? side.dismiss() : this.open()) } }));
  }

  /**
   * @param {import("./pivot.js").Key[]} keys the keys of the inputs
   */
  know(keys) {
    this.keys = keys;
    if (this.parts) this.pivot.show(this.parts, keys);
  }

  open() {
    this.side.open("layout", "View", this.pivot.root, this.settings);
  }

  /**
   * @param {import("./state.js").Query} query @param {import("./pivot.js").Parts} parts
   * @param {import("./pkg/session.js").RunResult|null} report the last answer
   */
  show(query, parts, report) {
    const bases = report?.bases ?? [];
    this.fields.offer("base", query.base, [...CHOICES.base, ...bases.map(({ base, label }) => [base, label])]);
    this.fields.offer("pair", query.pair, [...CHOICES.pair, ...this.keys.flatMap(({ key, pair, distinct }) => (pair && distinct > 1 ? [[pair, `in pairs by ${key}`]] : []))]);
    this.fields.show(query);
    this.parts = parts;
    this.pivot.show(parts, this.keys);
    this.base.hidden = bases.length < 2 && query.base === "first";
    if (!report) return;
    const { rows, columns, tables, filter } = report.pivot;
    // Tables by configuration are the default, so they are not mentioned.
    const words = [["Rows", rows], ["Columns", columns], ["Tables", query.table === ".config" ? "" : tables], ["Only", filter]].filter(([, text]) => text);
    this.said.replaceChildren(...words.flatMap(([name, text], at) => [...(at ? [" · "] : []), `${name} `, h("b", { title: text }, named(text))]));
  }

  /**
   * Shows an error in its field; returns whether there is such a field.
   * @param {{message: string, detail: any}|null} error
   */
  wrong(error) {
    const field = this.fields.wrong(error);
    if (field && !field.isConnected) this.open();
    return !error || !!field;
  }
}
