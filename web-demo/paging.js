/** Paging: how much is shown at first. The page and its worker agree on it, so that one message brings it all. */

/** So many tables of a unit; more come as they are scrolled to. */
export const AT_ONCE = 24;

const ALL_UP_TO = 120;
const OF_MANY = 36;

/** How many rows are loaded first, of so many. @param {number} rows */
export function firstRows(rows) {
  return rows > ALL_UP_TO ? OF_MANY : ALL_UP_TO;
}
