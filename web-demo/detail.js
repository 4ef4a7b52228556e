/** An open row: what it says in words, its samples on one axis, and every value in run order. */
import { h, svg } from "./dom.js";

/**
 * @param {string} label
 * @param {{sentence: string, judged: string[], strip: string, columns: {column: number, label: string, n: number, center: string, interval: string|null, p: string|null, symptoms: string[], values: string[]}[]}} about
 */
export function detail(label, about) {
  const strip = svg(about.strip);
  const facts = h("table", { class: "facts", "aria-label": `Samples of ${label}` },
    h("thead", {}, h("tr", {}, ...["", "n", "median", "interval", "p", "values in run order"].map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...about.columns.map((column) => h("tr", {},
      h("th", { scope: "row", class: `side-${column.column}`, text: column.label || "(none)" }),
      h("td", { text: String(column.n) }), h("td", { text: column.center }), h("td", { text: column.interval ?? "–" }), h("td", { text: column.p || "–" }),
      h("td", { class: "values-run" }, ...column.values.map((value) => h("span", { text: value })))))));
  return h("div", { class: "detail-box" },
    h("p", { class: "detail-name", text: label }),
    h("p", { class: "detail-sentence", text: about.sentence }),
    ...about.judged.map((text) => h("p", { class: "detail-sentence", text })),
    strip && h("div", { class: "strip", tabindex: "0", role: "group", "aria-label": "Samples on one axis" }, strip),
    ...about.columns.flatMap(({ label: column, symptoms }) => symptoms.map((text) => h("p", { class: "small symptom", text: `${column || "(none)"}: ${text}` }))),
    h("div", { class: "facts-scroll", tabindex: "0", role: "group", "aria-label": "Samples" }, facts));
}
