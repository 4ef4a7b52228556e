/** Small helpers for building the web app. Strings always become text, never markup. */

/**
 * Makes an element. Props: `class`, `text`, `on` ({event: handler}), `data`, booleans and attributes.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {any}
 */
export function h(tag, props = {}, ...children) {
  const element = /** @type {any} */ (document.createElement(tag));
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name === "text") element.textContent = seen(String(value));
    else if (name === "on") for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "value" || name === "checked" || name === "indeterminate") element[name] = value;
    else element.setAttribute(name, value === true ? "" : SPOKEN.has(name) ? seen(String(value)) : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(typeof child === "string" ? seen(child) : child);
  return element;
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Invisible characters, and characters that can change how other characters are displayed. */
const STRANGE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** The same characters except line ends, which our own texts contain as well. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** The attributes that users read. */
const SPOKEN = new Set(["title", "aria-label", "placeholder"]);

/**
 * Returns a text in which invisible characters are written out, because sentences contain names from logs.
 * @param {string} text
 */
export function seen(text) {
  return text.replace(HIDDEN, (c) => `\\u{${/** @type {number} */ (c.codePointAt(0)).toString(16)}}`);
}

/**
 * Returns a name from a log: isolated, so that it cannot change the direction of the surrounding text, and with
 * visible control characters.
 * @param {string} text
 */
export function named(text) {
  if (!STRANGE.test(text)) return h("bdi", { text });
  return h("bdi", { class: "strange", title: "This name holds characters that cannot be seen", text: text.replaceAll("\n", "\\u{a}") });
}

/** Announces a text only to screen readers. @param {string} text */
export function say(text) {
  byId("said").textContent = seen(text);
}

/**
 * Shows a message with a button that closes it; an empty text removes the message.
 * @param {string} text
 * @param {{command?: string, kind?: "error"|"note"}} [more]
 */
export function notice(text, { command = "", kind = "error" } = {}) {
  const box = byId("notice");
  box.replaceChildren();
  box.className = kind;
  if (!text) return;
  const lines = h("div", {}, h("p", { text }));
  if (command) lines.append(h("pre", { text: command, tabindex: "0", "aria-label": "Command" }));
  box.append(lines, h("button", { type: "button", "aria-label": "Dismiss", text: "×", on: { click: () => notice("") } }));
}

const DRAWN = new Set(["svg", "g", "path", "line", "rect", "circle", "ellipse", "polyline", "polygon", "text", "tspan", "title", "desc", "defs", "clippath"]);

/**
 * Returns the module's SVG as an element: it contains only drawing elements, without handlers or external
 * references.
 * @param {string} text
 * @returns {SVGElement|null}
 */
export function svg(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") return null;
  for (const node of [root, ...root.querySelectorAll("*")]) {
    if (!DRAWN.has(node.nodeName.toLowerCase())) {
      node.remove();
      continue;
    }
    for (const { name } of [...node.attributes]) {
      if (/^on|href$|^style$/i.test(name)) node.removeAttribute(name);
    }
  }
  return /** @type {any} */ (document.importNode(root, true));
}

/** Returns a picture from the module, with its tooltips. @param {string} text */
export function drawn(text) {
  const picture = svg(text);
  if (!picture) return null;
  picture.removeAttribute("aria-labelledby");
  return picture;
}

/** Returns whether a key press belongs to a text field. @param {EventTarget|null} target */
export function inField(target) {
  return target instanceof Element && !!target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
}
