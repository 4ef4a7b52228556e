/** The inputs as chips: label, counts, place in the order, malformed lines, removal. */
import { byId, h, say } from "./dom.js";
import { dragItems } from "./drag.js";

const SHOWN = 200;

/**
 * @typedef {import("./pkg/benchlens.js").InputView} Input
 * @typedef {{input: number, label: string|null}} Kept an input's place until now, and the label it was given, if any
 */

export class Inputs {
  /**
   * @param {(kept: Kept[]) => Promise<void>} arrange
   * @param {(start: number, end: number) => Promise<import("./pkg/benchlens.js").DiagnosticPage>} diagnostics
   */
  constructor(arrange, diagnostics) {
    this.list = byId("inputs");
    this.arrange = arrange;
    this.diagnostics = diagnostics;
    /** @type {Input[]} */ this.inputs = [];
    /** @type {(string|null)[]} the labels that were given, by input */ this.given = [];
    dragItems(this.list, {
      item: ".input", zone: "#inputs", handle: ".grip",
      drop: (chip, _, index) => this.#move(Number(chip.dataset.input), index),
    });
  }

  /** @param {Input[]} inputs @param {(string|null)[]} given */
  show(inputs, given) {
    this.inputs = inputs;
    this.given = given;
    this.list.replaceChildren(...inputs.map((input, at) => this.#chip(input, at)));
  }

  /** @param {Input} input @param {number} at */
  #chip(input, at) {
    const several = this.inputs.length > 1;
    const place = `${at + 1} of ${this.inputs.length}`;
    const grip = several && h("button", {
      type: "button", class: "grip", text: "⠿", title: "Drag, or press the arrow keys, to change the order",
      "aria-label": `${input.label}, input ${place}: arrow keys change the order`,
      on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#arrow(event, at) },
    });
    const label = h("input", {
      type: "text", class: "label", value: input.label, "aria-label": `Label of ${input.name}`, spellcheck: "false",
      on: { change: () => this.#relabel(at, label.value) },
    });
    label.size = Math.min(28, Math.max(4, [...input.label].length + 1));
    const malformed = input.malformed > 0 && h("button", {
      type: "button", class: "bad", text: `⚠ ${input.malformed} malformed`, on: { click: () => this.#listMalformed() },
    });
    const nothing = input.results === 0;
    return h("li", { class: `input side-${at}${nothing ? " nothing" : ""}`, data: { input: at } },
      grip, label,
      h("span", { class: "what" },
        input.name !== input.label && h("span", { class: "name", text: input.name }),
        h("span", { class: "kind", text: `${nothing ? "⚠ " : ""}${input.kind}` })),
      malformed,
      h("button", { type: "button", class: "remove", text: "×", "aria-label": `Remove ${input.label}`, on: { click: () => this.#remove(at) } }));
  }

  /** @returns {Kept[]} */
  #all() {
    return this.inputs.map((_, at) => ({ input: at, label: this.given[at] ?? null }));
  }

  /** @param {number} from @param {number} to */
  async #move(from, to) {
    if (from === to || to < 0 || to >= this.inputs.length) return;
    const kept = this.#all();
    kept.splice(to, 0, ...kept.splice(from, 1));
    const { label } = this.inputs[from];
    await this.arrange(kept);
    this.list.children[to]?.querySelector(".grip")?.focus();
    say(`${label} is now input ${to + 1} of ${this.inputs.length}`);
  }

  /** @param {KeyboardEvent} event @param {number} at */
  #arrow(event, at) {
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    this.#move(at, at + step);
  }

  /** @param {number} at @param {string} label */
  async #relabel(at, label) {
    const kept = this.#all();
    kept[at].label = label || null;
    await this.arrange(kept);
  }

  /** @param {number} at */
  async #remove(at) {
    const { label } = this.inputs[at];
    await this.arrange(this.#all().filter((_, i) => i !== at));
    say(`Removed ${label}`);
    const next = this.list.children[Math.min(at, this.list.children.length - 1)];
    (next?.querySelector(".remove") ?? document.querySelector("header [data-do=open]"))?.focus();
  }

  async #listMalformed() {
    const dialog = byId("malformed");
    const list = h("ol", {});
    const more = h("button", { type: "button", text: "Show more", on: { click: () => add() } });
    const add = async () => {
      const start = list.children.length;
      const { total, items } = await this.diagnostics(start, start + SHOWN);
      for (const { input, line, text } of items) {
        list.append(h("li", {}, h("code", { class: "place", text: `${input}:${line}` }), " ", text));
      }
      more.hidden = list.children.length >= total;
    };
    dialog.replaceChildren(
      h("h2", { id: "malformed-title", text: "Lines that could not be read" }),
      h("p", { text: "They are left out; everything else counts." }),
      list, more,
      h("form", { method: "dialog" }, h("button", { text: "Close" })));
    await add();
    dialog.showModal();
  }
}
