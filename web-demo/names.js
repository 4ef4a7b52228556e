/**
 * Short names of columns: without the words that all names begin or end with. `udecimal-f53b86b3.txt` and
 * `udecimal-af1b16a2.txt` become `f53b86b3` and `af1b16a2`.
 */
import { seen } from "./dom.js";

/** The ends of words. `=` is not one of them, because a value needs its key. */
const ENDS = new Set("-_./\\ ,:;+@#~");
/** A shorter name must contain this, because `3` or `1.2` alone does not say what it counts. */
const CLEAR = /\p{L}|\d{4}|\d\.\d+\.\d/u;
/** Names are only shortened by at least this number of characters, and by this fraction of the longest name. */
const SAVED_MIN = 8;
const SAVED_SHARE = 0.4;

const isDigit = (/** @type {string|undefined} */ char) => char !== undefined && /\d/.test(char);

/**
 * Returns the short form of each name that has one.
 * @param {Iterable<string>} all @returns {Map<string, string>}
 */
export function shortNames(all) {
  const names = [...new Set(all)].filter(Boolean);
  // Names with invisible characters are always shown completely.
  if (names.length < 2 || names.some((name) => seen(name) !== name)) return new Map();
  const starts = cuts(names, (name, at) => name[at]);
  const ends = cuts(names, (name, at) => name[name.length - 1 - at]);
  const longest = Math.max(...names.map(({ length }) => length));
  for (const end of ends) {
    for (const start of starts) {
      const short = names.map((name) => name.slice(start, Math.max(start, name.length - end)));
      if (!short.every((name) => CLEAR.test(name))) continue;
      const saved = start + end;
      if (saved < SAVED_MIN || saved < SAVED_SHARE * longest) return new Map();
      return new Map(names.map((name, at) => [name, short[at]]));
    }
  }
  return new Map();
}

/**
 * Returns the numbers of characters at one end that all names share and that end with a word, from the greatest to 0.
 * @param {string[]} names @param {(name: string, at: number) => string|undefined} charAt counts from that end
 */
function cuts(names, charAt) {
  const [first] = names;
  const found = [0];
  for (let at = 0; at < first.length; at++) {
    const char = charAt(first, at);
    if (char === undefined || names.some((name) => charAt(name, at) !== char)) break;
    // A number such as 1.2 and a date such as 2024-11-05 are one word.
    const isInNumber = isDigit(charAt(first, at - 1)) && names.some((name) => isDigit(charAt(name, at + 1)));
    if (ENDS.has(char) && !isInNumber) found.unshift(at + 1);
  }
  return found;
}

/**
 * Returns the short names of the columns of tables: for each level of their keys, and for their labels.
 * @param {import("./pkg/session.js").TableView[]} tables
 */
export function columnNames(tables) {
  /** @type {Set<string>[]} */ const levels = [];
  /** @type {Set<string>} */ const labels = new Set();
  for (const { columns, column_labels: own } of tables) {
    for (const label of own) labels.add(label);
    for (const key of columns) for (const [level, name] of key.entries()) (levels[level] ??= new Set()).add(name);
  }
  return { levels: levels.map(shortNames), labels: shortNames(labels) };
}
