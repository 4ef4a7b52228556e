/**
 * What is shown, as one value; and the same as the URL's hash. Of the query only what differs from the
 * module's defaults is kept and written, and the data itself never is.
 * @typedef {{table: string, row: string, col: string, ignore: string, filter: string, base: string, pair: string, alpha: number, confidence: number, derive: string, outcomes: boolean, margin: string, adjust: string, better: string}} Query
 * @typedef {{by: string, column: number, descending: boolean}} Sort
 * @typedef {{query: Partial<Query>, unit: string, sort: Sort, search: string, open: {table: number, at: number}|null, chart: number[], example: boolean}} State
 */

/** @type {Readonly<Sort>} */
export const FIRST = Object.freeze({ by: "first", column: 0, descending: false });

const SORTS = ["first", "worst", "label", "center", "delta", "p"];
const TEXTS = /** @type {const} */ (["table", "row", "col", "ignore", "filter", "base", "pair", "derive"]);
/** Settings of the analysis; any of them in the URL asks for outcomes. */
const ANALYSIS = /** @type {const} */ (["margin", "adjust", "better"]);
const NUMBERS = /** @type {const} */ (["alpha", "confidence"]);
const ALL = /** @type {const} */ ([...TEXTS, ...NUMBERS, "outcomes", ...ANALYSIS]);

/** @returns {State} */
export function fresh() {
  return { query: {}, unit: "", sort: { ...FIRST }, search: "", open: null, chart: [], example: false };
}

/** @param {State} state @returns {string} the hash, with its `#`, or "" */
export function toHash(state) {
  const out = new URLSearchParams();
  if (state.example) out.set("example", "1");
  for (const name of [...TEXTS, ...NUMBERS]) {
    if (state.query[name] !== undefined) out.set(name, String(state.query[name]));
  }
  if (state.query.outcomes) {
    const own = ANALYSIS.filter((name) => state.query[name] !== undefined);
    for (const name of own) out.set(name, String(state.query[name]));
    if (!own.length) out.set("outcomes", "1");
  }
  if (state.unit) out.set("unit", state.unit);
  const { by, column, descending } = state.sort;
  if (by !== "first" || descending) out.set("sort", `${by}.${column}${descending ? ".down" : ""}`);
  if (state.search) out.set("search", state.search);
  if (state.chart.length) out.set("chart", state.chart.join("."));
  if (state.open) out.set("open", `${state.open.table}.${state.open.at}`);
  const text = out.toString().replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%40", "@");
  return text && `#${text}`;
}

/** @param {string} hash @returns {State} */
export function fromHash(hash) {
  const state = fresh();
  const read = new URLSearchParams(hash.replace(/^#/, ""));
  state.example = read.has("example");
  for (const name of [...TEXTS, ...ANALYSIS]) {
    const text = read.get(name);
    if (text !== null) state.query[name] = text;
  }
  if (["outcomes", ...ANALYSIS].some((name) => read.has(name))) state.query.outcomes = true;
  for (const name of NUMBERS) {
    const value = Number.parseFloat(read.get(name) ?? "");
    if (!Number.isNaN(value)) state.query[name] = value;
  }
  state.unit = read.get("unit") ?? "";
  const [by, column, down] = (read.get("sort") ?? "").split(".");
  if (SORTS.includes(by)) state.sort = { by, column: whole(column), descending: down === "down" };
  state.search = read.get("search") ?? "";
  state.chart = (read.get("chart") ?? "").split(".").filter((n) => /^\d+$/.test(n)).map(whole);
  const open = /^(\d+)\.(\d+)$/.exec(read.get("open") ?? "");
  if (open) state.open = { table: whole(open[1]), at: whole(open[2]) };
  return state;
}

/** @param {string|undefined} text */
function whole(text) {
  return Math.max(0, Number.parseInt(text ?? "", 10) || 0);
}

/** What of a query differs from the defaults. @param {Partial<Query>} query @param {Query} defaults @returns {Partial<Query>} */
export function differing(query, defaults) {
  return Object.fromEntries(ALL.filter((name) => query[name] !== undefined && !Object.is(query[name], defaults[name])).map((name) => [name, query[name]]));
}

/** Whether two queries ask the same. @param {Partial<Query>} a @param {Partial<Query>} b */
export function sameQuery(a, b) {
  const names = a.outcomes || b.outcomes ? ALL : [...TEXTS, ...NUMBERS];
  return names.every((name) => Object.is(a[name], b[name]));
}

/** What the page keeps of a query that the module gives. @param {import("./pkg/benchlens.js").Query} query @returns {Partial<Query>} */
export function adopted({ table, row, col, ignore, filter, base, pair, alpha, confidence }) {
  return { table, row, col, ignore, filter, base, pair, alpha, confidence };
}
