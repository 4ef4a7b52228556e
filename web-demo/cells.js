/** The parts of a table: headings that sort, rows, cells, the geomean. All strings are the module's. */
import { h } from "./dom.js";

/** What each outcome looks like. */
const LOOKS = { regressed: "worse", improved: "better", changed: "changed", missing: "changed", new: "changed", unchanged: "same", inconclusive: "none" };

/** Whether a column is compared with another. @param {import("./table.js").Meta} meta @param {number} column */
const compared = ({ bases }, column) => bases[column] !== null;

/** Whether all others are compared with a column. @param {import("./table.js").Meta} meta @param {number} column */
const isBase = ({ bases }, column) => bases[column] === null && bases.every((base, other) => other === column || base === column);

/** How many cells a column has. @param {import("./table.js").Meta} meta @param {number} column */
const span = (meta, column) => (compared(meta, column) ? 3 : 1);

/** How many cells a row has. @param {import("./table.js").Meta} meta */
export function width(meta) {
  return meta.columns.reduce((sum, _, column) => sum + span(meta, column), 1);
}

/** The label of a column. @param {import("./table.js").Meta} meta @param {number} column */
const label = ({ columns }, column) => columns[column].filter(Boolean).join(" ") || "(none)";

/** @param {import("./table.js").Table} table @param {import("./table.js").Host} host */
export function head({ meta, versus }, host) {
  const levels = meta.columns[0]?.length ?? 0;
  const rows = [];
  for (let level = 0; level < levels; level++) {
    const line = h("tr", { role: "row", "aria-rowindex": level + 1, class: `level level-${level}` }, h("td", { role: "cell", class: "corner" }));
    for (let c = 0; c < meta.columns.length;) {
      let to = c + 1;
      while (to < meta.columns.length && meta.columns[to].slice(0, level + 1).every((text, l) => text === meta.columns[c][l])) to++;
      let cells = 0;
      for (let i = c; i < to; i++) cells += span(meta, i);
      const text = meta.columns[c][level];
      const last = level === levels - 1;
      line.append(h("th", { role: "columnheader", scope: to - c > 1 ? "colgroup" : "col", colspan: cells, class: `column side-${last ? c : ""}`, title: text },
        h("span", { class: "column-name", text: text || "(none)" }), last && to - c === 1 && meta.columns.length > 1 && isBase(meta, c) && h("span", { class: "base-mark", text: "base" })));
      c = to;
    }
    rows.push(line);
  }
  const sub = h("tr", { role: "row", "aria-rowindex": levels + 1, class: "sub" }, sorter(host, "label", 0, "name", "corner"));
  for (let c = 0; c < meta.columns.length; c++) {
    sub.append(sorter(host, "center", c, meta.unit, "num"));
    if (compared(meta, c)) sub.append(sorter(host, "delta", c, versus, "delta"), sorter(host, "p", c, "p, n", "odds"));
  }
  rows.push(sub);
  return h("thead", { role: "rowgroup" }, ...rows);
}

/** @param {import("./table.js").Host} host @param {string} by @param {number} column @param {string} text @param {string} kind */
function sorter(host, by, column, text, kind) {
  const { sort } = host.state();
  const on = sort.by === by && (by === "label" || sort.column === column);
  const next = !on ? { by, column, descending: false } : sort.descending ? { by: "first", column: 0, descending: false } : { by, column, descending: true };
  const button = h("button", { type: "button", class: "sorter", data: { sort: `${by}.${column}` }, title: `Sort by ${text}`, on: { click: () => host.change({ sort: next, open: null }) } },
    text, h("span", { class: "arrow", "aria-hidden": "true", text: on ? (sort.descending ? " ↓" : " ↑") : "" }));
  return h("th", { role: "columnheader", scope: "col", class: kind, "aria-sort": on ? (sort.descending ? "descending" : "ascending") : "none" }, button);
}

/**
 * @param {any} item @param {number} at @param {number} index @param {boolean} here @param {boolean} open
 * @param {import("./table.js").Meta} meta
 */
export function row(item, at, index, here, open, meta) {
  const button = h("button", { type: "button", class: "open-row", tabindex: here ? "0" : "-1", "aria-expanded": String(open), title: item.label },
    h("span", { class: "twist", "aria-hidden": "true", text: open ? "▾" : "▸" }), h("span", { class: "row-label", text: item.label || "(none)" }));
  const line = h("tr", { role: "row", "aria-rowindex": index, data: { at }, class: open ? "is-open" : "" }, h("th", { role: "rowheader", scope: "row" }, button));
  for (let c = 0; c < meta.columns.length; c++) {
    const cell = item.cells.find((/** @type {any} */ other) => other.column === c);
    line.append(...cells(meta, cell, c, item.outcomes.find((/** @type {any} */ other) => other.column === c)));
  }
  return line;
}

/** @param {import("./table.js").Meta} meta @param {any} cell @param {number} column @param {{outcome: string, more: string}} [analysed] */
function cells(meta, cell, column, analysed) {
  const value = h("td", { role: "cell", class: "num" });
  if (cell) value.append(h("span", { class: "center", text: cell.center }), h("span", { class: "range", text: cell.range && `± ${cell.range}` }), ...sup(cell.notes));
  if (!compared(meta, column)) return [value];
  const outcome = analysed?.outcome ?? (cell?.delta ? cell.outcome : null);
  const look = outcome ? LOOKS[/** @type {"new"} */ (outcome)] : "none";
  // Without an analysis, the cell shows ~ for inconclusive.
  const word = analysed || outcome !== "inconclusive" ? outcome ?? "" : "";
  const delta = h("td", { role: "cell", class: `delta ${look}`, title: cell?.delta && `compared with ${label(meta, cell.base)}` });
  if (cell?.delta) {
    const glyph = look === "same" || look === "none" || !/^[-+]/.test(cell.delta) ? "" : cell.delta.startsWith("-") ? "▼" : "▲";
    delta.append(h("span", { class: "glyph", "aria-hidden": "true", text: glyph }), h("span", { class: "by", text: cell.delta }), ...sup(cell.delta_notes),
      h("span", { class: "word", text: word }));
  } else {
    if (cell) delta.append(...sup(cell.delta_notes));
    if (analysed) delta.append(h("span", { class: "glyph" }), h("span", { class: "by" }), h("span", { class: "word", text: word }));
  }
  return [value, delta, h("td", { role: "cell", class: "odds", text: [cell?.odds, analysed?.more].filter(Boolean).join(", ") })];
}

/** @param {number[]|undefined} notes */
function sup(notes) {
  return notes?.length ? [h("sup", { text: notes.join(" ") })] : [];
}

/** @param {any[]} geomean @param {import("./table.js").Meta} meta */
export function foot(geomean, meta) {
  const line = h("tr", { role: "row" }, h("th", { role: "rowheader", scope: "row" }, h("span", { class: "row-label", text: "geomean" })));
  for (let c = 0; c < meta.columns.length; c++) {
    const g = geomean[c];
    line.append(h("td", { role: "cell", class: "num" }, h("span", { class: "center", text: g?.center ?? "" }), h("span", { class: "range" }), ...(compared(meta, c) ? [] : sup(g?.notes))));
    if (compared(meta, c)) line.append(h("td", { role: "cell", class: "delta" }, h("span", { class: "glyph" }), h("span", { class: "by", text: g?.ratio ?? "" }), ...sup(g?.notes), h("span", { class: "word" })), h("td", { role: "cell", class: "odds" }));
  }
  return line;
}
