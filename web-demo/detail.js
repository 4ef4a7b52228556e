/** A row in the side panel: its description in words, its samples on one axis, and every value in run order. */
import { drawn, h, named } from "./dom.js";
import { LOOKS } from "./cards.js";
import { isDark } from "./theme.js";

/** @param {import("./pkg/session.js").DetailView} about @returns {HTMLElement} the benchmark in each unit */
function units({ columns, label, units }) {
  const cell = (/** @type {import("./pkg/session.js").CellView|undefined} */ cell) => [
    h("td", { text: (cell?.center || "–") + (cell?.range && ` ± ${cell.range}` || "") }),
    h("td", { class: LOOKS[cell?.outcome ?? ""] ?? "", text: cell?.delta ?? "" })];
  return h("div", { class: "facts-scroll", tabindex: "0", role: "group", "aria-label": "Units" },
    h("table", { class: "facts", "aria-label": `Units of ${label}` },
      h("thead", {}, h("tr", {}, h("th", { scope: "col", text: "unit" }),
        ...columns.map((column) => h("th", { scope: "colgroup", colspan: "2" }, named(column.label || "(none)"))))),
      h("tbody", {}, ...units.map(({ unit, cells }) => h("tr", {}, h("th", { scope: "row", text: unit }),
        ...columns.flatMap(({ column }) => cell(cells.find((cell) => cell.column === column))))))));
}

/**
 * @param {import("./table.js").Host} host @param {import("./side.js").Side} side
 * @param {number} table @param {import("./table.js").RowView} row
 */
export async function detail(host, side, table, row) {
  const { open } = host.state();
  const width = side.width();
  const theme = isDark() ? "dark" : "light";
  const [about, picture] = await Promise.all([
    host.ask("detail", table, row.row),
    host.ask("chart", { kind: "samples", table, rows: [row.row], width, theme }),
  ]);
  // The user may have closed the row meanwhile, or opened another one.
  if (host.state().open !== open) return;
  const strip = drawn(picture.svg);
  const facts = h("table", { class: "facts", "aria-label": `Samples of ${about.label}` },
    h("thead", {}, h("tr", {}, h("td"), ...["n", about.average, "interval", "p"].map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...about.columns.map((/** @type {import("./pkg/session.js").DetailColumn} */ column) => h("tr", {},
      h("th", { scope: "row" }, named(column.label || "(none)")),
      ...[String(column.n), column.center, column.interval ?? "–", column.p || "–"].map((text) => h("td", { text }))))));
  const runs = about.columns.flatMap((/** @type {import("./pkg/session.js").DetailColumn} */ column) => [
    h("p", { class: "small" }, named(column.label || "(none)"), ", in run order"),
    h("p", { class: "values-run" }, ...column.values.map((value) => h("span", { text: `${value} ` })), column.more && h("b", { text: column.more }))]);
  const issues = about.columns.flatMap((/** @type {import("./pkg/session.js").DetailColumn} */ { label, sample_issues }) =>
    sample_issues.map((text) => h("p", { class: "small sample-issue" }, named(label || "(none)"), `: ${text}`)));
  const outcome = row.outcomes[0]?.outcome;
  const several = about.outcomes.length > 1;
  // Only the outcome is highlighted, not the reason or the number of runs needed.
  const words = [...about.outcomes.map((/** @type {string} */ text) => {
    const [, head, rest] = /^(.*?(?:; |$))(.*)$/.exec(text) ?? [];
    return h("p", { class: several ? "detail-sentence" : "" }, h("span", { class: `detail-outcome ${several ? "" : LOOKS[outcome] ?? ""}`, text: head }), rest);
  }), h("p", { class: "detail-sentence", text: about.sentence })];
  const drawing = strip ? [h("div", { class: "picture", tabindex: "0", role: "group", "aria-label": "Samples on one axis" }, strip)] : [];
  side.show("row", about.label || "(none)", h("div", { class: "detail-box" },
    ...(several ? [...drawing, ...words] : [...words, ...drawing]),
    ...issues,
    h("div", { class: "facts-scroll", tabindex: "0", role: "group", "aria-label": "Samples" }, facts),
    about.units.length > 0 && units(about),
    ...runs));
  // The panel covers most of a phone.
  document.querySelector("tr.is-open")?.scrollIntoView({ block: "nearest" });
}
