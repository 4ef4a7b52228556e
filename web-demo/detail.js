/** An open row: what it says in words, its samples on one axis, and every value in run order. */
import { h, svg } from "./dom.js";

/**
 * @param {string} label
 * @param {import("./pkg/benchlens.js").DetailView} about
 */
export function detail(label, about) {
  const strip = svg(about.strip);
  // Roles, since a narrow screen lays the rows out by a grid.
  const cell = (/** @type {any} */ props, /** @type {Node[]} */ ...inside) => h("td", { role: "cell", ...props }, ...inside);
  const facts = h("table", { role: "table", class: "facts", "aria-label": `Samples of ${label}` },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...["", "n", "median", "interval", "p", "values in run order"].map((text) => h("th", { role: "columnheader", scope: "col", text })))),
    h("tbody", { role: "rowgroup" }, ...about.columns.map((column) => h("tr", { role: "row" },
      h("th", { role: "rowheader", scope: "row", class: `side-${column.column}`, text: column.label || "(none)" }),
      cell({ text: String(column.n) }), cell({ text: column.center }), cell({ text: column.interval ?? "–" }), cell({ text: column.p || "–" }),
      cell({ class: "values-run" }, ...column.values.map((value) => h("span", { text: value })))))));
  return h("div", { class: "detail-box" },
    h("p", { class: "detail-name", text: label }),
    h("p", { class: "detail-sentence", text: about.sentence }),
    ...about.outcomes.map((text) => h("p", { class: "detail-sentence", text })),
    strip && h("div", { class: "strip", tabindex: "0", role: "group", "aria-label": "Samples on one axis" }, strip),
    ...about.columns.flatMap(({ label: column, sample_issues }) => sample_issues.map((text) => h("p", { class: "small sample-issue", text: `${column || "(none)"}: ${text}` }))),
    h("div", { class: "facts-scroll", tabindex: "0", role: "group", "aria-label": "Samples" }, facts));
}
