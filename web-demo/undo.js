/**
 * Undoing the removal of inputs: a message with a button for a while, and Ctrl+Z until the inputs change in another
 * way.
 */
import { byId, h, inField, say } from "./dom.js";

/** The message disappears after this time in milliseconds, unless it has the pointer or the focus. */
const LATER = 15_000;
/** Results of more inputs are not remembered, because they would need their memory twice. */
const MOST = 2_000_000;

/**
 * @template View
 * @typedef {{view: View, copies: import("./loader.js").Source[]}} Removed the view before a removal, and the copies of its inputs
 */

/** @template View */
export class Undo {
  /**
   * @param {import("./kept.js").Kept} kept
   * @param {{
   *   call: (op: string) => Promise<any>, alone: (work: () => Promise<any>) => Promise<any>,
   *   back: (view: View) => Promise<void>, answer: () => Promise<void>, failed: (error: any) => void,
   * }} page `alone` runs a change of the inputs after all earlier changes, `back` restores the inputs of a view
   */
  constructor(kept, page) {
    this.kept = kept;
    this.page = page;
    /** @type {Removed<View>|null} */ this.removed = null;
    /** @type {any} */ this.timer = 0;
    this.box = byId("toast");
    for (const event of ["pointerleave", "focusout"]) this.box.addEventListener(event, () => this.#hideLater());
    window.addEventListener("keydown", (event) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
      if (!isUndo || !this.removed || inField(event.target) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      this.#undo();
    });
  }

  /**
   * Remembers one removal, before it happens.
   * @param {"remember"|"set_aside"} op how the worker remembers the results @param {View} view
   * @param {{results: number}[]} inputs
   */
  async remember(op, view, inputs) {
    this.forget();
    if (op === "remember" && inputs.reduce((sum, { results }) => sum + results, 0) > MOST) return;
    const copies = await this.kept.copies();
    await this.page.call(op);
    this.removed = { view, copies };
  }

  /** Reports the removal, and offers to undo it. @param {string} text */
  offer(text) {
    if (!this.removed) return say(text);
    say(`${text}. Undo with Control Z.`);
    this.box.replaceChildren(
      h("span", { text }),
      h("button", { type: "button", text: "Undo", title: "Undo (Ctrl+Z)", on: { click: () => this.#undo() } }),
      h("button", { type: "button", class: "plain", text: "×", "aria-label": "Dismiss", on: { click: () => this.#hide() } }));
    this.box.hidden = false;
    this.#hideLater();
  }

  /** Forgets the last removal, because the inputs have changed since. */
  forget() {
    if (this.removed) this.page.call("forget").catch(() => {});
    this.removed = null;
    this.#hide();
  }

  #hide() {
    clearTimeout(this.timer);
    if (this.box.contains(document.activeElement)) byId("main").focus();
    this.box.hidden = true;
  }

  #hideLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.box.matches(":hover, :focus-within")) this.#hideLater();
      else this.#hide();
    }, LATER);
  }

  async #undo() {
    this.#hide();
    try {
      const done = await this.page.alone(async () => {
        // An earlier change can have replaced the removal, or another key press undone it.
        if (!this.removed) return null;
        const { view, copies } = this.removed;
        this.removed = null;
        await this.page.back(view);
        return { stored: this.kept.store(copies) };
      });
      if (!done) return;
      await Promise.all([this.page.answer(), done.stored]);
      say("The removal was undone");
    } catch (error) {
      this.page.failed(error);
    }
  }
}
