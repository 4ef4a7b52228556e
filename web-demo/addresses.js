/**
 * Results at addresses: a link with addresses of other sites waits for a click, and a dialog reads typed addresses.
 * The reader of a link sees which sites learn about it before any of them is asked.
 */
import { byId, h, named } from "./dom.js";
import { typedSources } from "./src-links.js";

/**
 * Resolves when the user agrees to fetch; at once if all addresses belong to the app's own site.
 * @param {import("./src-links.js").Linked[]} list
 */
export async function agreed(list) {
  if (list.every(({ url }) => new URL(url).origin === location.origin)) return;
  const box = byId("expected");
  await new Promise((done) => {
    const button = h("button", { type: "button", class: "primary", id: "fetch", text: list.length === 1 ? "Fetch it" : "Fetch them", on: { click: () => done(null) } });
    box.replaceChildren(
      h("span", { text: `This link shows results from ${list.length === 1 ? "this address" : "these addresses"}:` }),
      h("ul", { class: "addresses" }, ...list.map(({ url, label }) => h("li", {}, ...(label ? [named(label), " = "] : []), named(url)))),
      button);
    box.hidden = false;
    button.focus();
  });
  box.hidden = true;
  box.replaceChildren();
}

/** Asks for addresses, one per line. @param {(list: import("./src-links.js").Linked[]) => any} open */
export function askForAddresses(open) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("addresses"));
  const field = h("textarea", { id: "addresses-field", rows: "4", "aria-label": "Addresses, one per line", placeholder: "https://…", spellcheck: "false" });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const fetchAll = () => {
    try {
      const list = typedSources(field.value, location.href);
      if (!list.length) return void (wrong.textContent = "Type at least one address.");
      dialog.close();
      open(list);
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
    }
  };
  dialog.replaceChildren(
    h("h2", { id: "addresses-title", text: "Open addresses" }),
    h("p", { text: "Addresses of logs, one per line. The sites must allow other pages to read them (CORS)." }),
    field, wrong,
    h("p", { class: "row-of-buttons" },
      h("button", { type: "button", class: "primary", id: "addresses-fetch", text: "Fetch", on: { click: fetchAll } }),
      h("button", { type: "button", text: "Cancel", on: { click: () => dialog.close() } })));
  dialog.showModal();
  field.focus();
}
