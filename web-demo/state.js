/**
 * What is shown, as one value; and the same as the URL's hash. Only what differs from the defaults
 * is written, and the data itself never is.
 * @typedef {{table: string, row: string, col: string, ignore: string, filter: string, alpha: number, confidence: number, derive: string, verdicts: boolean, margin: string, adjust: string, better: string}} Query
 * @typedef {{by: string, column: number, descending: boolean}} Sort
 * @typedef {{query: Query, unit: string, sort: Sort, search: string, open: {table: number, at: number}|null, chart: number[], example: boolean}} State
 */

/** @type {Readonly<Query>} */
export const QUERY = Object.freeze({
  table: ".config", row: ".fullname", col: ".file", ignore: "", filter: "*", alpha: 0.05, confidence: 0.95,
  derive: "", verdicts: false, margin: "1%", adjust: "none", better: "",
});

/** @type {Readonly<Sort>} */
export const FIRST = Object.freeze({ by: "first", column: 0, descending: false });

const SORTS = ["first", "worst", "label", "center", "delta", "p"];
const TEXTS = /** @type {const} */ (["table", "row", "col", "ignore", "filter", "derive"]);
/** What verdicts go by; any of them in the URL asks for verdicts. */
const JUDGED = /** @type {const} */ (["margin", "adjust", "better"]);
const NUMBERS = /** @type {const} */ (["alpha", "confidence"]);

/** @returns {State} */
export function fresh() {
  return { query: { ...QUERY }, unit: "", sort: { ...FIRST }, search: "", open: null, chart: [], example: false };
}

/** @param {State} state @returns {string} the hash, with its `#`, or "" */
export function toHash(state) {
  const out = new URLSearchParams();
  if (state.example) out.set("example", "1");
  for (const name of [...TEXTS, ...NUMBERS]) {
    if (state.query[name] !== QUERY[name]) out.set(name, String(state.query[name]));
  }
  if (state.query.verdicts) {
    for (const name of JUDGED) if (name === "margin" || state.query[name] !== QUERY[name]) out.set(name, state.query[name]);
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
  for (const name of TEXTS) state.query[name] = read.get(name) ?? QUERY[name];
  for (const name of JUDGED) {
    state.query[name] = read.get(name) ?? QUERY[name];
    state.query.verdicts ||= read.has(name);
  }
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

/** Whether two queries ask the same. @param {Query} a @param {Query} b */
export function sameQuery(a, b) {
  return [...TEXTS, ...NUMBERS].every((name) => Object.is(a[name], b[name])) &&
    a.verdicts === b.verdicts && (!a.verdicts || JUDGED.every((name) => a[name] === b[name]));
}

/** A query as the page keeps it, of one that the module gives: what the module has no word for stays as it is. @param {any} query @param {Query} rest */
export function adopted(query, rest) {
  const own = Object.fromEntries([...TEXTS, ...NUMBERS].filter((name) => typeof query[name] === typeof QUERY[name]).map((name) => [name, query[name]]));
  return { ...rest, ...own };
}
