/** The side panel: it shows one thing at a time, next to the answer if there is room, otherwise over it. */
import { byId, named } from "./dom.js";

export class Side {
  /** @param {import("./table.js").Host} host */
  constructor(host) {
    this.host = host;
    this.now = "";
    /** @type {Record<string, () => void>} the action when the user closes a thing */ this.closed = {};
    /** @type {HTMLElement|null} the element that had the focus before */ this.before = null;
    byId("side-close").addEventListener("click", () => this.dismiss());
  }

  /** @param {string} what @param {() => void} closed */
  on(what, closed) {
    this.closed[what] = closed;
  }

  /** Returns the maximum width of a picture in the panel, in pixels. */
  width() {
    return Math.min(470, document.documentElement.clientWidth) - 34;
  }

  /** Shows a thing. @param {string} what @param {string} title @param {...Node} body */
  show(what, title, ...body) {
    const other = this.now;
    const top = other === what ? byId("side").scrollTop : 0;
    this.now = what;
    if (other && other !== what) this.closed[other]?.();
    byId("side-title").replaceChildren(named(title));
    byId("side").dataset.what = what;
    byId("side-body").replaceChildren(...body);
    byId("side").hidden = false;
    byId("side").scrollTop = top;
    document.body.classList.add("with-side");
  }

  /**
   * Shows a thing that the user asked for, and gives it the focus.
   * @param {string} what @param {string} title @param {...Node} body
   */
  open(what, title, ...body) {
    if (!this.now) this.before = /** @type {HTMLElement|null} */ (document.activeElement);
    this.show(what, title, ...body);
    byId("side").focus();
  }

  /** Closes the panel, whatever it shows. */
  close() {
    if (!this.now) return;
    this.now = "";
    byId("side").hidden = true;
    byId("side-body").replaceChildren();
    document.body.classList.remove("with-side");
  }

  /** @param {string} what */
  closeIf(what) {
    if (this.now === what) this.close();
  }

  /** Closes the panel for the user. Returns whether it was open. */
  dismiss() {
    const what = this.now;
    if (!what) return false;
    const inside = byId("side").contains(document.activeElement);
    this.close();
    this.closed[what]?.();
    if (inside && this.before?.isConnected) this.before.focus();
    this.before = null;
    return true;
  }
}
