/** The two menus of the header: exports, and further actions. */
import { byId, h } from "./dom.js";
import { copy, exportOutput, save } from "./export.js";
import { copyImage, pixels } from "./picture.js";
import { saveReport } from "./report.js";
import { nextTheme, theme } from "./theme.js";
import { OUTPUTS } from "./words.js";

export class Menus {
  /** @param {import("./table.js").Host} host @param {{clear: () => Promise<void>, gate: () => void, link: () => string, linkWithData: () => Promise<string>, post: () => Promise<string>, state: () => string, view: () => any}} page */
  constructor(host, page) {
    const output = h("select", { id: "output", "aria-label": "Output" }, ...Object.entries(OUTPUTS).map(([value, { title }]) => h("option", { value, text: title })));
    const item = (/** @type {string} */ text, /** @type {(button: HTMLElement) => any} */ work, /** @type {any} */ props = {}) => {
      const button = h("button", { type: "button", text, ...props, on: { click: () => Promise.resolve(work(button)).catch(host.failed) } });
      return button;
    };
    this.share = menu(byId("share-menu"), "Share", [
      item("Copy link to this view", (button) => copy(page.link(), "link", button), { "data-act": "copy-link" }),
      item("Copy link with the results", async (button) => copy(await page.linkWithData(), "link", button), { "data-act": "copy-link-data" }),
      item("Save report (one HTML file)", async () => (await host.whole()) && save(await saveReport(host, page.state(), page.view()), "benchlens.html"), { "data-act": "save-report" }),
      item("Copy as image", async () => (await host.whole()) && copyImage(await page.post(), 1), { "data-act": "copy-post" }),
      item("Save as image", async () => (await host.whole()) && save(await pixels(await page.post(), 1), "benchlens.png"), { "data-act": "save-post" }),
      h("hr"),
      h("label", {}, "Tables as ", output),
      item("Copy", async (button) => (await host.whole()) && exportOutput(host.ask, false, button), { "data-act": "copy-output" }),
      item("Download", async (button) => (await host.whole()) && exportOutput(host.ask, true, button), { "data-act": "save-output" }),
    ]);
    this.themes = item("", () => this.theme(), { id: "theme" });
    this.more = menu(byId("more-menu"), "⋯", [
      h("button", { type: "button", "data-do": "open", text: "Open files…" }),
      h("button", { type: "button", "data-do": "open-folder", text: "Open a folder…" }),
      h("button", { type: "button", "data-do": "addresses", text: "Open addresses…" }),
      h("button", { type: "button", "data-do": "paste", text: "Paste a log" }),
      h("button", { type: "button", "data-do": "example", text: "Show the example" }),
      h("hr", { class: "with-data" }),
      item("Try a gate…", () => page.gate(), { class: "with-data", "data-act": "gate" }),
      item("Clear all", () => page.clear(), { class: "with-data", "data-act": "clear" }),
      h("hr"),
      this.themes,
      h("button", { type: "button", "data-do": "help", text: "Keyboard (?)" }),
    ], "More");
    this.#say();
  }

  theme() {
    nextTheme();
    this.#say();
  }

  #say() {
    this.themes.textContent = `Theme: ${theme()}`;
  }
}

/**
 * Returns a button with a list below it.
 * @param {HTMLElement} box @param {string} text @param {Node[]} items @param {string} [label]
 */
function menu(box, text, items, label = text) {
  const list = h("div", { class: "menu-list", hidden: true, role: "group", "aria-label": label }, ...items);
  const button = h("button", { type: "button", "aria-expanded": "false", "aria-label": label, title: label, text: text === label ? `${text} ▾` : text });
  const set = (/** @type {boolean} */ open) => {
    list.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  button.addEventListener("click", () => set(list.hidden));
  box.append(button, list);
  document.addEventListener("pointerdown", (event) => {
    if (!box.contains(/** @type {Node} */ (event.target))) set(false);
  });
  list.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const chosen = /** @type {Element} */ (event.target).closest("button");
    if (chosen && !chosen.dataset.act?.startsWith("copy")) set(false);
  });
  box.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !box.contains(/** @type {Node} */ (event.relatedTarget))) set(false);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || list.hidden) return;
    set(false);
    button.focus();
    event.stopPropagation();
    event.preventDefault();
  });
  return { set };
}
