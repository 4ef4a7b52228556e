/** Marks of a chart that can be chosen: the changes of its rows over time, its rows, or the values of its rows. */

/** The marks that can be chosen in each kind of chart. @type {Record<string, string>} */
const MARKS = { changes: "[data-change]", forest: "[data-row]:not([data-column])", medians: "[data-row]:not([data-column])", quantiles: "[data-row]:not([data-column])" };
const VALUES = "[data-row][data-column]";

/**
 * Turns the marks of a chart into buttons: one of them can be reached with Tab, the others with arrow keys.
 * @param {Element|null} svg @param {string} kind
 */
export function asButtons(svg, kind) {
  // With the role of a picture, its content would be hidden from screen readers.
  svg?.setAttribute("role", "group");
  for (const [at, mark] of [...(svg?.querySelectorAll(MARKS[kind] ?? VALUES) ?? [])].entries()) {
    mark.setAttribute("role", "button");
    mark.setAttribute("tabindex", at === 0 ? "0" : "-1");
    mark.setAttribute("aria-label", (mark.querySelector(":scope > title")?.textContent ?? "").replaceAll("\n", ", "));
  }
}

/**
 * Returns the button for an element of a chart: the mark itself, or the row that contains the mark.
 * @param {Element} element @returns {SVGElement|null}
 */
export function buttonOf(element) {
  const mark = /** @type {SVGElement|null} */ (element.closest("svg [data-row]"));
  if (!mark || mark.getAttribute("role")) return mark;
  return /** @type {SVGElement} */ (mark.ownerSVGElement).querySelector(`${MARKS.forest}[role][data-row="${mark.dataset.row}"]`);
}

/** Returns a selector that finds an element of the chart after a redraw. @param {Element|null} element */
export function selectorOf(element) {
  if (element?.id) return `#${CSS.escape(element.id)}`;
  if (element?.matches("figure")) return "figure";
  const { row, change, column } = /** @type {any} */ (element)?.dataset ?? {};
  if (row === undefined) return "";
  if (change !== undefined) return `[data-row="${row}"][data-change="${change}"]`;
  return `[data-row="${row}"]${column === undefined ? ":not([data-column])" : `[data-column="${column}"]`}`;
}

/** @param {Element} mark @param {number} step */
export function focusBeside(mark, step) {
  const all = [...(mark.closest("svg")?.querySelectorAll("[role=button]") ?? [])];
  const next = /** @type {SVGElement|undefined} */ (all[all.indexOf(mark) + step]);
  if (!next) return;
  mark.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}
