/** Marks of a chart that can be chosen: the changes of its rows over time. */

/** Makes buttons of the marks of changes: one can be reached by Tab, the others by arrow keys. @param {Element|null} svg */
export function asButtons(svg) {
  // A picture hides what is in it.
  svg?.setAttribute("role", "group");
  for (const [at, mark] of [...(svg?.querySelectorAll("[data-change]") ?? [])].entries()) {
    mark.setAttribute("role", "button");
    mark.setAttribute("tabindex", at === 0 ? "0" : "-1");
    mark.setAttribute("aria-label", (mark.querySelector(":scope > title")?.textContent ?? "").replaceAll("\n", ", "));
  }
}

/** What finds an element of the chart again after it was drawn anew. @param {Element|null} element */
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
