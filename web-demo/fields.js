/** Fields of the query: each field edits a part of the query and shows its error. */
import { h } from "./dom.js";

/** The parts that are numbers in text fields; other texts are shown as errors. */
const NUMBERS = new Set(["alpha", "confidence"]);
const LATER = 300;

export class Fields {
  /** @param {(patch: Partial<import("./state.js").Query>) => void} change */
  constructor(change) {
    this.change = change;
    /** @type {Record<string, {field: any, wrong: HTMLElement}>} */ this.all = {};
  }

  /** Adds a text field. @param {string} part @param {string} label @param {string} [hint] */
  text(part, label, hint) {
    const apply = () => this.change({ [part]: NUMBERS.has(part) ? Number(field.value.trim() || "NaN") : field.value });
    /** @type {any} */ let later;
    const field = h("input", {
      type: "text", "aria-label": label, title: label, placeholder: hint, spellcheck: "false", autocomplete: "off", id: `text-${part}`,
      inputmode: NUMBERS.has(part) ? "decimal" : null,
      on: {
        input: () => {
          clearTimeout(later);
          later = setTimeout(apply, LATER);
        },
        change: () => {
          clearTimeout(later);
          apply();
        },
      },
    });
    return h("div", { class: "text" }, field, this.#wrong(part, field));
  }

  /**
   * Adds a list of choices.
   * @param {string} part @param {string} title @param {string[][]} [choices] values and their descriptions
   */
  choice(part, title, choices) {
    const field = h("select", { id: part, title, "aria-label": title, on: { change: () => this.change({ [part]: field.value }) } });
    if (choices) field.append(...choices.map(([value, text]) => h("option", { value, text })));
    return h("div", { class: "choice" }, field, this.#wrong(part, field));
  }

  /** @param {string} part @param {any} field */
  #wrong(part, field) {
    const wrong = h("p", { class: "wrong", id: `wrong-${part}` });
    this.all[part] = { field, wrong };
    return wrong;
  }

  /** Fills a list. @param {string} part @param {string} now the current choice @param {string[][]} choices */
  offer(part, now, choices) {
    const all = choices.some(([value]) => value === now) ? choices : [...choices, [now, now]];
    this.all[part].field.replaceChildren(...all.map(([value, text]) => h("option", { value, text: text || "(none)", selected: value === now })));
  }

  /** Shows the query, except in the field that is being edited. @param {any} query */
  show(query) {
    for (const [part, { field }] of Object.entries(this.all)) {
      if (document.activeElement !== field) field.value = String(query[part]);
    }
  }

  /**
   * Shows an error in its field and returns the field; null removes the error.
   * @param {{message: string, detail: any}|null} error @returns {any} the field, or nothing if the error belongs to no field
   */
  wrong(error) {
    for (const { field, wrong } of Object.values(this.all)) {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
      wrong.replaceChildren();
    }
    const { part, span, text, message } = error?.detail ?? {};
    const found = Object.hasOwn(this.all, part ?? "") ? this.all[part] : null;
    if (!error || !found) return null;
    found.field.setAttribute("aria-invalid", "true");
    found.field.setAttribute("aria-describedby", found.wrong.id);
    found.wrong.append(...place(text ?? found.field.value, span), message ?? error.message);
    return found.field;
  }
}

/**
 * Returns the text with the wrong part marked.
 * @param {string} text @param {{start: number, end: number}|null} span
 */
function place(text, span) {
  if (!span) return [];
  const wrong = text.slice(span.start, span.end) || "\u00a0";
  return [h("code", {}, text.slice(0, span.start), h("mark", { text: wrong }), text.slice(Math.max(span.end, span.start))), " "];
}
