/** Outcomes: the switch of the analysis, its settings, and its summary. */
import { byId, h } from "./dom.js";

const METHODS = [["none", "not adjusted"], ["holm", "Holm"], ["bh", "Benjamini–Hochberg"], ["by", "Benjamini–Yekutieli"]];

export class Outcomes {
  /**
   * @param {(patch: Partial<import("./state.js").Query>) => void} change
   * @param {import("./pivot.js").Pivot} pivot makes the fields, and shows what is wrong in them
   */
  constructor(change, pivot) {
    this.box = h("input", { type: "checkbox", id: "outcomes", on: { change: () => change({ outcomes: this.box.checked }) } });
    this.adjust = h("select", { id: "adjust", on: { change: () => change({ adjust: this.adjust.value }) } },
      ...METHODS.map(([value, text]) => h("option", { value, text })));
    this.more = h("div", { class: "analysis-more" },
      h("label", {}, "margin ", pivot.text("margin", "Equivalence margin, such as 2% or 0.02")),
      h("label", {}, "p ", this.adjust),
      h("label", {}, "better ", pivot.text("better", "Which way is better, as unit=higher or unit=lower; separate several by ;", "unit=higher")));
    byId("ask-outcomes").append(h("label", { class: "switch" }, this.box, " Outcomes: regressed, unchanged or inconclusive?"), this.more);
    this.said = byId("analysis");
  }

  /** @param {import("./state.js").Query} query */
  ask(query) {
    this.box.checked = query.outcomes;
    this.more.hidden = !query.outcomes;
    this.adjust.value = query.adjust;
  }

  /** @param {string[]} lines counts, tests, then machines and samples @param {boolean} waiting whether the answer is still to come */
  show([counts, tests, ...remarks], waiting) {
    const open = this.said.querySelector("details")?.open ?? false;
    this.said.replaceChildren(...(counts ? [
      h("p", { class: "analysis-counts", text: counts }), h("p", { class: "small", text: tests }),
      remarks.length > 0 && h("details", { open }, h("summary", { text: "Machines and samples" }), h("ul", {}, ...remarks.map((text) => h("li", { text })))),
    ].filter(Boolean) : waiting ? [h("p", { class: "small", text: "Analysing all comparisons…" })] : []));
  }
}
