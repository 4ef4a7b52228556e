/**
 * Paging: the amount of data that is shown first. The app and its worker use the same numbers, so that one message
 * contains all of it.
 */

/** The number of tables of a unit that are shown first; more appear while scrolling. */
export const AT_ONCE = 24;

const ALL_UP_TO = 60;
/** The minimum number of rows of a table that scrolls in its own window. */
export const TALL = ALL_UP_TO + 1;
const OF_MANY = 48;
/** A table with more rows shows only rows that changed, unless the user decides otherwise. */
const MANY_ROWS = 30;

/** Returns the number of rows to load first. @param {number} rows */
export function firstRows(rows) {
  return rows > ALL_UP_TO ? OF_MANY : ALL_UP_TO;
}

/**
 * Returns the minimum regression as a fraction, from the state's percentage, or nothing for all rows.
 * @param {string} worse
 */
export function shareOf(worse) {
  return worse ? Number.parseFloat(worse) / 100 : null;
}

/**
 * Returns the part of the view that the command line contains.
 * @param {{unit: string, sort: import("./state.js").Sort, changed: boolean, worse: string}} view
 */
export function focusOf({ unit, sort, changed, worse }) {
  return { units: unit ? [unit] : [], ...((sort.by !== "first" || sort.descending) && { sort: /** @type {any} */ (sort) }), changed, ...(worse && { worse: /** @type {number} */ (shareOf(worse)) }) };
}

/** Returns whether a table scrolls in its own window. @param {number} rows */
export function isTall(rows) {
  return rows > ALL_UP_TO;
}

const NEWS = /** @type {const} */ (["regressed", "improved", "changed", "differs", "missing", "new"]);

/**
 * Returns whether rows without a change are hidden: as the user has chosen, and by default if there are many rows
 * and some of them changed.
 * @param {boolean|null} said @param {{rows: number, counts: Record<string, number>}[]} tables the tables of a unit
 */
export function changedOnly(said, tables) {
  if (said !== null) return said;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return rows > MANY_ROWS && tables.some(({ counts }) => NEWS.some((kind) => (counts[kind] ?? 0) > 0));
}
