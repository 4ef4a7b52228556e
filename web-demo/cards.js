/**
 * The cards of the units: the geometric mean, the counts of outcomes, and the distribution of the changes. The
 * module provides all texts.
 */
import { h, named } from "./dom.js";

/** The appearance of each outcome. */
export const LOOKS = /** @type {Record<string, string>} */ ({ regressed: "worse", improved: "better", changed: "changed", differs: "changed", missing: "changed", new: "changed" });

/**
 * @param {HTMLElement} box @param {import("./pkg/benchlens.js").CardView[]} all
 * @param {number} now @param {(at: number) => void} choose
 */
export function cards(box, all, now, choose) {
  const held = box.contains(document.activeElement);
  box.replaceChildren(...all.map((card, at) => one(card, at, at === now, choose)));
  if (held) /** @type {HTMLElement|null} */ (box.querySelector("[aria-selected=true]"))?.focus();
}

/** @param {import("./pkg/benchlens.js").CardView} card @param {number} at @param {boolean} on @param {(at: number) => void} choose */
function one(card, at, on, choose) {
  const [first, ...others] = card.columns;
  const several = others.length + card.more > 0;
  const quiet = !card.words.some(({ outcome }) => LOOKS[outcome]);
  return h("button", {
    type: "button", role: "tab", "aria-selected": String(on), "aria-controls": "tables", tabindex: on ? "0" : "-1",
    class: `card${quiet ? " quiet" : ""}`, data: { unit: card.unit }, on: { click: () => choose(at) },
  },
  h("span", { class: "unit-name", title: card.unit }, card.unit, several && first ? h("span", { class: "of" }, " · ", named(first.label)) : null),
  first?.geomean ? h("span", { class: `big ${first.look}`, text: first.geomean, title: "Geometric mean of the changes" }) : null,
  // The number belongs to one column, but the counts belong to all columns.
  h("span", { class: "words" }, several && first?.geomean && h("span", { class: "of", text: "in all columns:" }), ...(card.words.length ? card.words.map(({ outcome, text }) => h("span", { class: LOOKS[outcome] ?? "", text })) : [h("span", { text: card.rows })])),
  first?.interval ? h("span", { class: "interval", text: first.interval }) : null,
  card.strip.length > 1 ? strip(card) : null);
}

/** Draws the changes between the least and the greatest. @param {import("./pkg/benchlens.js").CardView} card */
function strip({ strip: marks }) {
  const box = h("span", { class: "strip", "aria-hidden": "true" });
  for (const [place, outcome] of marks) {
    const mark = h("i", { class: LOOKS[outcome] ?? "" });
    mark.style.left = `${place * 100}%`;
    box.append(mark);
  }
  return box;
}
