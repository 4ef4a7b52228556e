/** A change over time in the side panel: its size, the points on both sides, and the query that compares them. */
import { LOOKS } from "./cards.js";
import { h, named } from "./dom.js";
import { adopted } from "./state.js";

/** @typedef {import("./pkg/session.js").ChangeView} ChangeView */

/**
 * @param {import("./table.js").Host} host @param {import("./side.js").Side} side @param {ChangeView} about
 * @param {boolean} enter whether the panel gets the focus
 */
export function showChange(host, side, about, enter) {
  const { label, outcome, size, bounds, test, between, remarks, before, after, compare_sides: whole, compare, few } = about;
  const sides = /** @type {[string, import("./pkg/session.js").ChangeSide][]} */ ([["before", before], ["after", after]]);
  const facts = h("table", { class: "facts", "aria-label": "Both sides of the change" },
    h("thead", {}, h("tr", {}, h("td"), ...["points", "median"].map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...sides.map(([name, { points, center }]) => h("tr", {}, h("th", { scope: "row", text: name }), h("td", { class: "wraps" }, named(points)), h("td", { text: center })))));
  const nearest = h("table", { class: "facts nearest", "aria-label": "The points next to the change" },
    ...sides.map(([name, { nearest: points }]) => h("tbody", {}, ...points.map(({ label: point, center }, at) => h("tr", {},
      h("th", { scope: "row", class: "wraps" }, named(point)), h("td", { text: center }), h("td", { class: "count", text: at ? "" : name }))))));
  const ask = (/** @type {import("./pkg/session.js").Suggestion|null} */ offer, /** @type {string} */ id, /** @type {string} */ text, /** @type {string} */ look) => offer && h("button", {
    type: "button", class: look, id, text, title: offer.title, on: { click: () => host.question(adopted(offer.query), { chart: null }) },
  });
  side[enter ? "open" : "show"]("change", label || "(none)", h("div", { class: "detail-box" },
    h("p", {}, h("span", { class: `detail-outcome ${LOOKS[outcome] ?? ""}`, text: `${outcome} ${size}` }), bounds && ` ${bounds}`),
    h("p", { class: "detail-sentence", text: `Between ${between}. Over the points of both sides: ${test}.` }),
    ...remarks.map((text) => h("p", { class: "small", text })),
    h("div", { class: "facts-scroll", tabindex: "0", role: "group", "aria-label": "Both sides" }, facts),
    h("p", { class: "row-of-buttons" }, ask(whole, "compare-sides", "Compare both sides", "primary"), ask(compare, "compare-points", "Compare the two points", "")),
    whole && h("p", { class: "small", text: "Both sides: all runs of the points before it against all runs of those after it, up to the neighboring changes." }),
    compare && few && h("p", { class: "small", text: few }),
    h("h3", { text: "The points next to it" }),
    h("div", { class: "facts-scroll", tabindex: "0", role: "group", "aria-label": "Points" }, nearest)));
}
