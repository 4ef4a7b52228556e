/** Paging: how much is shown at first. The page and its worker agree on it, so that one message brings it all. */

/** So many tables of a unit; more come as they are scrolled to. */
export const AT_ONCE = 24;

const ALL_UP_TO = 60;
/** The least number of rows of a table that is scrolled in a window of its own. */
export const TALL = ALL_UP_TO + 1;
const OF_MANY = 48;
/** A table with more rows than this shows those that changed, unless the reader says otherwise. */
const MANY_ROWS = 30;

/** How many rows are loaded first, of so many. @param {number} rows */
export function firstRows(rows) {
  return rows > ALL_UP_TO ? OF_MANY : ALL_UP_TO;
}

/** By what fraction a row got worse at least, of the state's percentage; nothing for all rows. @param {string} worse */
export function shareOf(worse) {
  return worse ? Number.parseFloat(worse) / 100 : null;
}

/** What of the view is in the command line. @param {{unit: string, sort: import("./state.js").Sort, changed: boolean, worse: string}} view */
export function focusOf({ unit, sort, changed, worse }) {
  return { units: unit ? [unit] : [], ...((sort.by !== "first" || sort.descending) && { sort: /** @type {any} */ (sort) }), changed, ...(worse && { worse: /** @type {number} */ (shareOf(worse)) }) };
}

/** Whether a table is scrolled in a window of its own. @param {number} rows */
export function isTall(rows) {
  return rows > ALL_UP_TO;
}

const NEWS = /** @type {const} */ (["regressed", "improved", "changed", "missing", "new"]);

/**
 * Whether rows without a change are left out: as the reader says, and without a word where there are many rows and
 * some of them changed.
 * @param {boolean|null} said @param {{rows: number, counts: Record<string, number>}[]} tables those of a unit
 */
export function changedOnly(said, tables) {
  if (said !== null) return said;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return rows > MANY_ROWS && tables.some(({ counts }) => NEWS.some((kind) => (counts[kind] ?? 0) > 0));
}
