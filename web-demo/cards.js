/**
 * The cards of the units: the counts of outcomes in large type, the geometric mean with its interval, and the
 * distribution of the changes. The module provides all texts.
 */
import { h, named } from "./dom.js";

/** The appearance of each outcome. */
export const LOOKS = /** @type {Record<string, string>} */ ({ regressed: "worse", improved: "better", changed: "changed", differs: "changed", missing: "changed", new: "changed" });

/**
 * @param {HTMLElement} box @param {import("./pkg/session.js").CardView[]} all
 * @param {Map<string, string>} shorter the short names of columns
 * @param {number} now @param {(at: number) => void} choose
 */
export function cards(box, all, shorter, now, choose) {
  const held = box.contains(document.activeElement);
  box.replaceChildren(...all.map((card, at) => one(card, shorter, at, at === now, choose)));
  if (held) /** @type {HTMLElement|null} */ (box.querySelector("[aria-selected=true]"))?.focus();
}

/** @param {import("./pkg/session.js").CardView} card @param {Map<string, string>} shorter @param {number} at @param {boolean} on @param {(at: number) => void} choose */
function one(card, shorter, at, on, choose) {
  const [first, ...others] = card.columns;
  const several = others.length + card.more > 0;
  const found = card.words.filter(({ outcome }) => LOOKS[outcome]);
  // Without any change, the largest group is the answer, and it has no color.
  const largest = Math.max(...card.words.map(({ count }) => count));
  const large = found.length ? found : card.words.filter(({ count }) => count === largest).slice(0, 1);
  const rest = card.words.filter((word) => !large.includes(word));
  const word = (/** @type {import("./pkg/session.js").CardWord} */ { outcome, text }) => h("span", { class: LOOKS[outcome] ?? "", text });
  return h("button", {
    type: "button", role: "tab", "aria-selected": String(on), "aria-controls": "tables", tabindex: on ? "0" : "-1",
    class: "card", data: { unit: card.unit }, on: { click: () => choose(at) },
  },
  h("span", { class: "unit-name", text: card.unit, title: card.unit }),
  h("span", { class: `words big${found.length ? "" : " quiet"}` }, ...(large.length ? large.map(word) : [h("span", { text: card.rows })])),
  rest.length > 0 && h("span", { class: "words" }, ...rest.map(word)),
  first?.geomean ? mean(first, several, shorter) : null,
  card.strip.length > 1 ? strip(card) : null);
}

/** @param {import("./pkg/session.js").CardColumn} column @param {boolean} several whether the card has more columns @param {Map<string, string>} shorter */
function mean({ geomean, interval, label, look }, several, shorter) {
  const short = shorter.get(label);
  // Screen readers read the whole name.
  const name = short ? h("span", { title: label }, h("span", { "aria-hidden": "true" }, named(short)), h("span", { class: "visually-hidden" }, named(label))) : named(label);
  return h("span", { class: "mean" }, "geomean ", h("b", { class: look, text: geomean }),
    interval && ` (${interval})`, several && h("span", { class: "of" }, " in ", name));
}

/** Draws the changes between the least and the greatest. @param {import("./pkg/session.js").CardView} card */
function strip({ strip: marks, zero }) {
  const box = h("span", { class: "strip", "aria-hidden": "true" });
  if (zero !== null) {
    const line = h("i", { class: "zero", title: "No change" });
    line.style.left = `${zero * 100}%`;
    box.append(line);
  }
  for (const [place, outcome] of marks) {
    const mark = h("i", { class: LOOKS[outcome] ?? "" });
    mark.style.left = `${place * 100}%`;
    box.append(mark);
  }
  return box;
}
