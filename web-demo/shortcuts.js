/** Keyboard shortcuts, and the help that lists them. */
import { byId, h, inField } from "./dom.js";

const HELP = [
  ["j k", "next, previous row"],
  ["Enter", "open or close the row"],
  ["/", "search the rows"],
  ["s", "next sort order: file order, worst first, by name"],
  ["d", "only rows that differ, or all"],
  ["1 – 9", "choose a unit"],
  ["c", "chart or table"],
  ["v", "edit the view"],
  ["o", "open files"],
  ["O", "open a folder"],
  ["Ctrl Z", "undo the removal of inputs"],
  ["t", "theme: system, light, dark"],
  ["Esc", "leave a field, close what is open"],
  ["?", "this list"],
];
const CHIPS = [
  ["Enter", "values, order and shelf of a key"],
  ["↑ ↓", "move a key to the shelf before or after"],
  ["← →", "move a key within its shelf, an input within its order"],
  ["Delete", "take a key off its shelf"],
];

/**
 * @param {{
 *   answers: import("./answers.js").Answers, host: import("./table.js").Host, side: import("./side.js").Side,
 *   open: () => void, openFolder: () => void, theme: () => void,
 * }} page
 */
export function shortcuts({ answers, host, side, open, openFolder, theme }) {
  const { tables } = answers;
  const actions = /** @type {Record<string, () => any>} */ ({
    j: () => (answers.charted() ? answers.chart.step(1) : step(tables, 1)),
    k: () => (answers.charted() ? answers.chart.step(-1) : step(tables, -1)),
    "/": () => {
      byId("search").focus();
      byId("search").select();
    },
    s: () => {
      const orders = ["first", "worst", "label"];
      const by = orders[(orders.indexOf(host.state().sort.by) + 1) % orders.length];
      host.change({ sort: { by, column: null, descending: false }, open: null });
    },
    d: () => !byId("changed-box").hidden && host.change({ changed: !answers.changedOnly(), open: null }),
    c: () => (answers.charted() ? answers.asTable() : answers.asChart()),
    v: () => byId("edit-view").click(),
    o: open,
    O: openFolder,
    t: theme,
    "?": help,
  });
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (inField(event.target)) {
      if (event.key === "Escape" && event.target === byId("search")) {
        tables.tables[0]?.focusRow(tables.tables[0].at);
      } else if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
      return;
    }
    const inTable = event.target instanceof Element && event.target.closest(".open-row");
    const action = actions[event.key] ?? (inTable ? { ArrowDown: actions.j, ArrowUp: actions.k }[event.key] : undefined);
    if (event.key === "Escape") {
      if (!side.dismiss()) return;
    } else if (/^[1-9]$/.test(event.key)) answers.unit(Number(event.key) - 1);
    else if (action) action();
    else return;
    event.preventDefault();
  });
}

/**
 * Returns the table with the focus, or the first table with an open row, or the first table.
 * @param {import("./tables.js").Tables} tables
 */
function present({ tables }) {
  return tables.find((t) => t.block.contains(document.activeElement)) ?? tables.find((t) => t.open !== null) ?? tables[0];
}

/** @param {import("./tables.js").Tables} tables @param {number} by */
async function step(tables, by) {
  const table = present(tables);
  if (!table) return;
  const inside = document.activeElement?.closest(".open-row") && table.block.contains(document.activeElement);
  if (!inside) return table.focusRow(table.at);
  if (await table.focusRow(table.at + by)) {
    // An open row follows the focus, so that its details remain visible.
    if (table.open !== null) table.host.change({ open: { table: table.index, at: table.at } }, true);
    return;
  }
  const other = tables.tables[tables.tables.indexOf(table) + by];
  await other?.focusRow(by > 0 ? 0 : other.total - 1);
}

export function help() {
  const dialog = byId("help");
  const list = (/** @type {string[][]} */ rows) => h("dl", {}, ...rows.flatMap(([key, what]) => [
    h("dt", {}, ...key.split(" ").map((k) => (k === "–" ? " – " : h("kbd", { text: k })))), h("dd", { text: what })]));
  dialog.replaceChildren(h("h2", { id: "help-title", text: "Keyboard" }), list(HELP), h("h3", { text: "On a key of the view" }), list(CHIPS),
    h("form", { method: "dialog" }, h("button", { class: "primary", text: "Close" })));
  dialog.showModal();
}
