/** The line that reports hidden rows, below tables and charts. */
import { h } from "./dom.js";

/**
 * Returns a sentence about hidden rows, and a button that shows them.
 * @param {import("./table.js").Host} host @param {number} count
 * @param {boolean} isMore whether other rows are shown
 * @returns {(string|HTMLElement)[]}
 */
export function hiddenRows(host, count, isMore) {
  const { search, worse } = host.state();
  const [rows, are] = count === 1 ? ["row", "is"] : ["rows", "are"];
  const why = worse ? `without a regression of more than ${worse}` : "without a change";
  const more = search && isMore ? "more " : "";
  const text = search
    ? `${count} ${more}${rows} ${why} ${count === 1 ? "matches" : "match"} the search but ${are} hidden. `
    : `${count} ${rows} ${why} ${are} hidden. `;
  const show = () => host.change({ changed: false, worse: "", open: null });
  return [text, h("button", { type: "button", class: "link", text: "Show all", on: { click: show } })];
}
