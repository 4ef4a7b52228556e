/** Marks of a chart that can be chosen: the changes of its rows over time. */

/**
 * Turns the marks of changes into buttons: one of them can be reached with Tab, the others with arrow keys.
 * @param {Element|null} svg
 */
export function asButtons(svg) {
  // With the role of a picture, its content would be hidden from screen readers.
  svg?.setAttribute("role", "group");
  for (const [at, mark] of [...(svg?.querySelectorAll("[data-change]") ?? [])].entries()) {
    mark.setAttribute("role", "button");
    mark.setAttribute("tabindex", at === 0 ? "0" : "-1");
    mark.setAttribute("aria-label", (mark.querySelector(":scope > title")?.textContent ?? "").replaceAll("\n", ", "));
  }
}

/** Returns a selector that finds an element of the chart after a redraw. @param {Element|null} element */
export function selectorOf(element) {
  if (element?.id) return `#${CSS.escape(element.id)}`;
  const { row, change } = /** @type {any} */ (element)?.dataset ?? {};
  return change === undefined ? "" : `[data-row="${row}"][data-change="${change}"]`;
}

/** @param {Element} mark @param {number} step */
export function focusBeside(mark, step) {
  const all = [...(mark.closest("svg")?.querySelectorAll("[data-change]") ?? [])];
  const next = /** @type {SVGElement|undefined} */ (all[all.indexOf(mark) + step]);
  if (!next) return;
  mark.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}
