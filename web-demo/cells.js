/**
 * The parts of a table: headings that sort, rows, cells, delta bars, the geomean. The module provides all texts
 * and positions.
 */
import { h, named } from "./dom.js";
import { LOOKS } from "./cards.js";

/**
 * Returns whether a column is compared with another.
 * @param {import("./table.js").Meta} meta @param {number} column
 */
const compared = ({ bases }, column) => bases[column] !== null;

/**
 * Returns whether all other columns are compared with a column.
 * @param {import("./table.js").Meta} meta @param {number} column
 */
const isBase = ({ bases }, column) => bases.length > 1 && bases[column] === null && bases.every((base, other) => other === column || base === column);

/** Returns the number of compared columns. @param {import("./table.js").Meta} meta */
export const comparisons = ({ bases }) => bases.filter((base) => base !== null).length;

/** Returns whether there is room for more than the change of a comparison. @param {import("./table.js").Meta} meta */
export const isWordy = (meta) => comparisons(meta) === 1;

/** Returns the number of cells of a column. @param {import("./table.js").Meta} meta @param {number} column */
function span(meta, column) {
  if (!compared(meta, column)) return meta.lengths ? 2 : 1;
  return 2 + (meta.bar_axis ? 1 : 0) + (isWordy(meta) ? 1 : 0);
}

/** @param {import("./table.js").Table} table @param {import("./table.js").Host} host */
export function head({ meta, shorter }, host) {
  const levels = meta.columns[0]?.length ?? 0;
  const names = meta.row_fields.length;
  const rows = [];
  for (let level = 0; level < levels; level++) {
    const line = h("tr", { role: "row", "aria-rowindex": level + 1, class: `level level-${level}` }, h("td", { role: "cell", class: "name", colspan: names }));
    for (let c = 0; c < meta.columns.length;) {
      let to = c + 1;
      while (to < meta.columns.length && meta.columns[to].slice(0, level + 1).every((text, l) => text === meta.columns[c][l])) to++;
      let cells = 0;
      for (let i = c; i < to; i++) cells += span(meta, i);
      const text = meta.columns[c][level] || "(none)";
      const marked = level === levels - 1 && to - c === 1 && isBase(meta, c);
      const short = shorter[level]?.get(text);
      // Screen readers read the whole name.
      const whole = short && (marked ? `${text}, base` : text);
      line.append(h("th", { role: "columnheader", scope: to - c > 1 ? "colgroup" : "col", colspan: cells, class: `column${compared(meta, c) || meta.lengths ? " spans" : ""}`, title: text, "aria-label": whole },
        h("span", { class: "column-name" }, named(short ?? text)), marked && h("span", { class: "base-mark", text: "base" })));
      c = to;
    }
    rows.push(line);
  }
  const sub = h("tr", { role: "row", "aria-rowindex": levels + 1, class: "sub" });
  for (const [at, field] of meta.row_fields.entries()) {
    const text = field === ".fullname" ? "name" : field;
    sub.append(at === 0 ? sorter(host, "label", null, text, "name") : h("th", { role: "columnheader", scope: "col", text }));
  }
  for (let c = 0; c < meta.columns.length; c++) {
    sub.append(sorter(host, "center", c, meta.unit, compared(meta, c) ? "num" : "num base-value"));
    if (meta.lengths) sub.append(h("th", { role: "columnheader", scope: "col", class: "length", text: meta.direction === "higher" ? "vs highest of its name" : "vs lowest of its name", title: "The ratio to this value among the rows whose names have the same first part" }));
    if (!compared(meta, c)) continue;
    sub.append(sorter(host, "delta", c, meta.versus, "delta"));
    if (meta.bar_axis) sub.append(h("th", { role: "columnheader", scope: "col", class: "bar-cell", "aria-label": `change of ${meta.column_labels[c]} on one axis` }, axis(meta.bar_axis, isWordy(meta))));
    if (isWordy(meta)) sub.append(sorter(host, "p", c, "outcome", "verdict"));
  }
  rows.push(sub);
  return h("thead", { role: "rowgroup" }, ...rows);
}

/** @param {import("./table.js").Host} host @param {string} by @param {number|null} column @param {string} text @param {string} kind */
function sorter(host, by, column, text, kind) {
  const { sort } = host.state();
  const on = sort.by === by && (by === "label" || sort.column === column);
  const next = !on ? { by, column, descending: false } : sort.descending ? { by: "first", column: null, descending: false } : { by, column, descending: true };
  const button = h("button", { type: "button", class: "sorter", data: { sort: `${by}.${column ?? 0}` }, title: `Sort by ${by === "p" ? "p" : text}`, on: { click: () => host.change({ sort: next, open: null }) } },
    text, h("span", { class: "arrow", "aria-hidden": "true", text: on ? (sort.descending ? " ↓" : " ↑") : "" }));
  return h("th", { role: "columnheader", scope: "col", class: kind, "aria-sort": on ? (sort.descending ? "descending" : "ascending") : "none" }, button);
}

/** A label this close to an end begins or ends there. */
const EDGE = 0.06;
/** The distance between labels on a narrow axis. */
const NARROW = 0.42;

/**
 * Draws the axis of the delta bars: every tick has a mark, and a label if there is room.
 * @param {import("./pkg/session.js").BarAxis} axis @param {boolean} roomy
 */
function axis({ ticks, zero }, roomy) {
  const box = h("span", { class: "bar-axis" });
  const apart = roomy ? 0.22 : NARROW;
  /** @type {{place: number, isSpare: boolean}[]} */ const labelled = [];
  // "No change" comes first, because this tick must have a label.
  for (const [place, text] of [...ticks].sort(([a], [b]) => Math.abs(a - zero) - Math.abs(b - zero))) {
    const mark = h("i");
    mark.style.left = `${place * 100}%`;
    box.append(mark);
    if (!text || labelled.some((other) => Math.abs(other.place - place) < apart)) continue;
    // A narrower axis has fewer labels.
    const isSpare = labelled.some((other) => !other.isSpare && Math.abs(other.place - place) < NARROW);
    labelled.push({ place, isSpare });
    const label = h("span", { class: `${place < EDGE ? "at-start" : place > 1 - EDGE ? "at-end" : ""}${isSpare ? " spare" : ""}`, text });
    label.style.left = `${place * 100}%`;
    box.append(label);
  }
  return box;
}

/**
 * @param {import("./table.js").RowView} item @param {number} at @param {number} index @param {boolean} here @param {boolean} open
 * @param {import("./table.js").Meta} meta
 */
export function row(item, at, index, here, open, meta) {
  const [first, ...others] = item.parts;
  const button = h("button", { type: "button", class: "open-row", tabindex: here ? "0" : "-1", "aria-expanded": String(open), title: item.label || "(none)" }, named(first || "(none)"));
  const line = h("tr", { role: "row", "aria-rowindex": index, data: { at }, class: open ? "is-open" : "" }, h("th", { role: "rowheader", scope: "row", class: "name" }, button),
    ...others.map((text) => h("td", { role: "cell", class: "part" }, named(text))));
  for (let c = 0; c < meta.columns.length; c++) {
    const cell = item.cells.find(({ column }) => column === c);
    line.append(...cells(meta, item, cell, c));
  }
  return line;
}

/** @param {import("./table.js").Meta} meta @param {import("./table.js").RowView} item @param {import("./pkg/session.js").CellView|undefined} cell @param {number} c */
function cells(meta, item, cell, c) {
  const value = h("td", { role: "cell", class: compared(meta, c) ? "num" : "num base-value" });
  if (cell) value.append(h("span", { class: "center", text: cell.center }), h("span", { class: "range", text: cell.range && `± ${cell.range}` }), ...sup(cell.notes));
  if (!compared(meta, c)) return meta.lengths ? [value, lengthOf(item.length)] : [value];
  const analysed = item.outcomes.find(({ column }) => column === c);
  const outcome = analysed?.outcome ?? (cell?.delta ? cell.outcome : null) ?? null;
  const look = (outcome && LOOKS[outcome]) ?? "none";
  const delta = h("td", { role: "cell", class: `delta ${look}`, title: [cell?.delta && `${cell.delta} against ${meta.column_labels[cell.base ?? 0]}`, analysed?.interval, cell?.odds, outcome].filter(Boolean).join(" · ") });
  delta.append(h("span", { class: "by", text: cell?.delta || (isWordy(meta) ? "" : outcome ?? "") }), ...sup(cell?.delta_notes));
  const out = [value, delta];
  if (meta.bar_axis) out.push(h("td", { role: "cell", class: "bar-cell" }, bar(meta.bar_axis, item.bars.find(({ column }) => column === c), look)));
  if (isWordy(meta)) {
    out.push(h("td", { role: "cell", class: "verdict" }, h("span", { class: `word ${look}`, text: analysed || outcome !== "inconclusive" ? outcome ?? "" : "" }),
      h("span", { class: "more" }, h("span", { class: "interval", text: analysed?.interval ?? "" }), h("span", { class: "odds", text: ` ${[cell?.odds, analysed?.more].filter(Boolean).join(", ")}` }))));
  }
  return out;
}

/**
 * Shows a value next to the other values of its group: their ratio, and a bar.
 * @param {import("./table.js").RowView["length"]} found
 */
function lengthOf(found) {
  const bar = h("i");
  if (found) bar.style.width = `${found[0] * 100}%`;
  return h("td", { role: "cell", class: "length" }, found && h("span", { class: "length-of" },
    h("span", { class: "times", text: found[1] }), h("span", { class: "length-bar", "aria-hidden": "true" }, bar)));
}

/**
 * Draws a change with its interval on the axis of the table, in front of the margin.
 * @param {import("./pkg/session.js").BarAxis} axis @param {{at: number, lo: number, hi: number}|undefined|null} found @param {string} look
 * @param {boolean} [geo] whether it is a geometric mean
 */
function bar({ zero, margin }, found, look, geo = false) {
  const box = h("span", { class: `delta-bar ${look}`, "aria-hidden": "true" });
  const put = (/** @type {string} */ kind, /** @type {number} */ from, /** @type {number} */ to) => {
    const part = h("span", { class: kind });
    part.style.left = `${from * 100}%`;
    if (to > from) part.style.width = `${(to - from) * 100}%`;
    box.append(part);
  };
  if (margin) put("band", margin[0], margin[1]);
  put("zero", zero, zero);
  if (!found) return box;
  if (found.hi > found.lo) put("reach", found.lo, found.hi);
  put(geo ? "point geo" : "point", found.at, found.at);
  return box;
}

/** @param {number[]|undefined} notes */
function sup(notes) {
  return notes?.length ? [h("sup", { text: notes.join(" ") })] : [];
}

/** @param {import("./pkg/session.js").GeomeanView[]} geomean @param {import("./table.js").Meta} meta @param {number} index */
export function foot(geomean, meta, index) {
  const line = h("tr", { role: "row", "aria-rowindex": index }, h("th", { role: "rowheader", scope: "row", class: "name", text: "geomean", colspan: meta.row_fields.length }));
  for (let c = 0; c < meta.columns.length; c++) {
    const g = geomean[c];
    line.append(h("td", { role: "cell", class: compared(meta, c) ? "num" : "num base-value" }, h("span", { class: "center", text: g?.center ?? "" }), h("span", { class: "range" }), ...(compared(meta, c) ? [] : sup(g?.notes))));
    if (meta.lengths) line.append(lengthOf(null));
    if (!compared(meta, c)) continue;
    const ratio = g?.ratio ?? "";
    const at = `${ratio} [`.indexOf(" [");
    line.append(h("td", { role: "cell", class: "delta", title: ratio }, h("span", { class: "by", text: ratio.slice(0, at) }), h("span", { class: "interval", text: ratio.slice(at) }), ...sup(g?.notes)));
    if (meta.bar_axis) line.append(h("td", { role: "cell", class: "bar-cell" }, bar(meta.bar_axis, g?.bar, "none", true)));
    if (isWordy(meta)) line.append(h("td", { role: "cell", class: "verdict" }));
  }
  return line;
}
