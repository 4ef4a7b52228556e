/**
 * Updates the labels in the view: the baseline, a manual order, and the values of a filter name inputs by label,
 * and must refer to the same inputs after labels have changed.
 */

/** The key of labels. */
const KEY = ".file";
/** Words that choose a baseline and are not labels. */
const WORDS = ["first", "previous"];

/**
 * Returns the changes of a query after labels have changed.
 * @param {Partial<import("./state.js").Query>} query
 * @param {{parts: import("./pivot.js").Parts|null, bases: {base: string, label: string}[], tell: (name: string, value: any) => Promise<any>}} view the parsed query, the possible baselines, and the module's functions
 * @param {Map<string, string>} labels new labels by old labels
 * @returns {Promise<Partial<import("./state.js").Query>>}
 */
export async function relabelled(query, { parts, bases, tell }, labels) {
  /** @type {Partial<import("./state.js").Query>} */ const patch = {};
  const renamed = (/** @type {string[]} */ values) => [...new Set(values.map((value) => labels.get(value) ?? value))];
  const base = bases.find((one) => one.base === query.base);
  const now = base && labels.get(base.label);
  if (now !== undefined) patch.base = baseOf(now);
  for (const part of /** @type {const} */ (["table", "row", "col", "ignore"])) {
    const placed = parts?.[part];
    if (!placed?.some(({ key, order }) => key === KEY && typeof order === "object")) continue;
    patch[part] = await tell("write_projection", placed.map((one) => (one.key === KEY ? { key: KEY, order: ordered(one.order, renamed) } : one)));
  }
  const values = parts?.filter?.[KEY];
  if (values) patch.filter = await tell("write_filter", { ...parts.filter, [KEY]: renamed(values) });
  return patch;
}

/** @param {import("./pkg/session.js").FieldOrder} order @param {(values: string[]) => string[]} renamed @returns {import("./pkg/session.js").FieldOrder} */
function ordered(order, renamed) {
  if (typeof order !== "object") return order;
  if ("list" in order) return { list: renamed(order.list) };
  // A value in a group of its own has no other name.
  return { groups: order.groups.map(({ name, values }) => (values ? { name, values: renamed(values) } : { name: renamed([name])[0], values })) };
}

/** Returns the name of a label's column in the query. @param {string} label */
export function baseOf(label) {
  return label === "" || /[",]/.test(label) || WORDS.includes(label) ? `"${label.replaceAll('"', '""')}"` : label;
}
