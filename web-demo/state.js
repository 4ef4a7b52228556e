/**
 * The state of the view as one value, and its form as the URL's hash. Only the parts of the query that differ from
 * the module's defaults are stored and written. Data is not included; shared links contain the names of
 * inputs.
 * @typedef {Record<typeof TEXTS[number], string> & Record<typeof NUMBERS[number], number>} Query
 * @typedef {{by: string, column: number|null, descending: boolean}} Sort
 * @typedef {{kind: string, x: string, title: string}} ChartState
 * @typedef {{name: string, label: string|null}} Named an input of a link
 * @typedef {{table: number, row: number, number: number}} Spot a change of a row over the columns
 * @typedef {{query: Partial<Query>, unit: string, sort: Sort, search: string, changed: boolean|null, worse: string, open: {table: number, at: number}|null, chart: ChartState|null, spot: Spot|null, gate: string, example: boolean, inputs: Named[], src: string}} State
 */
import { CHARTS, SORTS } from "./words.js";

/** @type {Readonly<Sort>} */
export const FIRST = Object.freeze({ by: "first", column: null, descending: false });
/** @type {Readonly<ChartState>} */
export const CHART = Object.freeze({ kind: "auto", x: "", title: "" });
/** Tables, even if a chart would be shown automatically. @type {Readonly<ChartState>} */
export const TABLES = Object.freeze({ kind: "off", x: "", title: "" });

const KINDS = ["auto", "off", ...Object.keys(CHARTS)];
/**
 * The settings that the app stores in the same form as the module. `tests/settings.rs` compares these names with
 * the settings of the library.
 */
const LAYOUT = /** @type {const} */ (["table", "row", "col", "ignore", "filter", "base", "pair"]);
const NUMBERS = /** @type {const} */ (["alpha", "confidence"]);
/**
 * All text settings, including settings that the app writes in another form, and `plain`, which is not a setting
 * of the library.
 */
const TEXTS = /** @type {const} */ ([...LAYOUT, "derive", "test", "margin", "adjust", "better", "plain"]);
const ALL = /** @type {const} */ ([...TEXTS, ...NUMBERS]);

/** @returns {State} */
export function fresh() {
  return { query: {}, unit: "", sort: { ...FIRST }, search: "", changed: null, worse: "", open: null, chart: null, spot: null, gate: "", example: false, inputs: [], src: "" };
}

/** @param {State} state @returns {string} the hash, with its `#`, or "" */
export function toHash(state) {
  const out = new URLSearchParams();
  if (state.example) out.set("example", "1");
  if (state.src) out.set("src", state.src);
  for (const { name, label } of state.inputs) out.append("in", label === null || label === name ? name : `${label}=${name}`);
  for (const name of ALL) {
    if (state.query[name] !== undefined) out.set(name, String(state.query[name]));
  }
  if (state.unit) out.set("unit", state.unit);
  const { by, column, descending } = state.sort;
  if (by !== "first" || descending) out.set("sort", `${by}${column === null ? "" : `.${column}`}${descending ? ".down" : ""}`);
  if (state.search) out.set("search", state.search);
  if (state.changed !== null) out.set("changed", state.changed ? "1" : "0");
  if (state.worse) out.set("worse", state.worse);
  if (state.chart) {
    out.set("chart", state.chart.kind);
    if (state.chart.x) out.set("x", state.chart.x);
    if (state.chart.title) out.set("title", state.chart.title);
  }
  if (state.gate) out.set("gate", state.gate);
  if (state.spot) out.set("change", `${state.spot.table}.${state.spot.row}.${state.spot.number}`);
  if (state.open) out.set("open", `${state.open.table}.${state.open.at}`);
  const text = out.toString().replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%40", "@");
  return text && `#${text}`;
}

/** @param {string} hash @returns {State} */
export function fromHash(hash) {
  const state = fresh();
  const read = new URLSearchParams(hash.replace(/^#/, ""));
  state.example = read.has("example");
  state.src = read.get("src") ?? "";
  state.inputs = read.getAll("in").map((text) => {
    const at = text.indexOf("=");
    return at > 0 ? { label: text.slice(0, at), name: text.slice(at + 1) } : { label: null, name: text };
  });
  for (const name of TEXTS) {
    const text = read.get(name);
    if (text !== null) state.query[name] = text;
  }
  for (const name of NUMBERS) {
    const value = Number.parseFloat(read.get(name) ?? "");
    if (!Number.isNaN(value)) state.query[name] = value;
  }
  state.unit = read.get("unit") ?? "";
  const [by, ...rest] = (read.get("sort") ?? "").split(".");
  const column = rest.find((part) => /^\d+$/.test(part));
  if (SORTS.includes(by)) state.sort = { by, column: column === undefined ? null : whole(column), descending: rest.includes("down") };
  state.search = read.get("search") ?? "";
  const changed = read.get("changed");
  state.changed = changed === null ? null : changed !== "0";
  const worse = read.get("worse") ?? "";
  if (/^\d+(\.\d+)?%$/.test(worse)) state.worse = worse;
  const kind = read.get("chart");
  if (kind !== null && KINDS.includes(kind)) state.chart = { kind, x: read.get("x") ?? "", title: read.get("title") ?? "" };
  state.gate = read.get("gate") ?? "";
  const spot = /^(\d+)\.(\d+)\.(\d+)$/.exec(read.get("change") ?? "");
  if (spot) state.spot = { table: whole(spot[1]), row: whole(spot[2]), number: whole(spot[3]) };
  const open = /^(\d+)\.(\d+)$/.exec(read.get("open") ?? "");
  if (open) state.open = { table: whole(open[1]), at: whole(open[2]) };
  return state;
}

/** @param {string|undefined} text */
function whole(text) {
  return Math.max(0, Number.parseInt(text ?? "", 10) || 0);
}

/**
 * Returns the settings of a query that differ from the defaults.
 * @param {Partial<Query>} query @param {Query} defaults @returns {Partial<Query>}
 */
export function differing(query, defaults) {
  return Object.fromEntries(ALL.filter((name) => query[name] !== undefined && !Object.is(query[name], defaults[name])).map((name) => [name, query[name]]));
}

/** Returns whether two queries are equivalent. @param {Partial<Query>} a @param {Partial<Query>} b */
export function sameQuery(a, b) {
  return ALL.every((name) => Object.is(a[name], b[name]));
}

/**
 * Returns the settings that the app stores from a query of the module.
 * @param {import("./pkg/session.js").Query} query @returns {Partial<Query>}
 */
export function adopted(query) {
  const settings = Object.fromEntries([...LAYOUT, ...NUMBERS].map((name) => [name, query[name]]));
  return { ...settings, derive: (query.derive ?? []).join("; ") };
}
