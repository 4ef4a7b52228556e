/** Explains why there is no answer: none of the inputs contains a benchmark result. */
import { byId, h, named } from "./dom.js";

/** The words of the module around the reason; the web app lists the formats itself. */
const AROUND = /^no benchmark results: |; see benchlens formats$/g;

/**
 * Shows the reason for each input, and the formats, if no input has results; otherwise removes them.
 * @param {import("./inputs.js").Input[]} inputs
 */
export function explain(inputs) {
  const isUnreadable = inputs.length > 0 && inputs.every(({ results }) => results === 0);
  document.body.classList.toggle("unreadable", isUnreadable);
  const box = byId("unreadable");
  if (!isUnreadable) return box.replaceChildren();
  const reasons = inputs.map(({ name, kind }) => h("li", {}, h("b", {}, named(name)), `: ${kind.replaceAll(AROUND, "")}`));
  box.replaceChildren(
    h("h2", { text: "No benchmark results" }),
    h("ul", {}, ...reasons),
    h("p", { text: `benchlens reads ${byId("formats").textContent}.` }),
    h("p", { class: "actions" },
      h("button", { type: "button", "data-do": "open", text: "Open other files…" }),
      h("button", { type: "button", "data-do": "example", text: "Try the example" })));
}
