/**
 * The inputs in the header: label, baseline, position in the order, malformed lines, removal. Many inputs are a
 * list in the side panel.
 */
import { byId, h, named, say, seen } from "./dom.js";
import { dragItems } from "./drag.js";
import { baseOf } from "./relabel.js";

const SHOWN = 200;
/** The maximum number of inputs in the header: fewer on a phone. */
const inHeader = () => (matchMedia("(max-width: 640px)").matches ? 2 : 4);

/**
 * @typedef {import("./pkg/session.js").InputView} Input
 * @typedef {{input: number, label: string|null}} Placed an input's current index, and its given label, if any
 * @typedef {Placed & {id: number}} Known an input with its number
 * @typedef {(all: Known[]) => Placed[]|null} Reorder returns the new order of all inputs, or null if nothing changes
 * @typedef {(reorder: Reorder, swapped?: boolean) => Promise<boolean>} Arrange changes the inputs after all earlier changes
 */

export class Inputs {
  /**
   * @param {Arrange} arrange
   * @param {(start: number, end: number) => Promise<import("./pkg/session.js").DiagnosticPage>} diagnostics
   * @param {import("./table.js").Host} host @param {import("./side.js").Side} side
   */
  constructor(arrange, diagnostics, host, side) {
    this.box = byId("inputs-box");
    this.list = h("ol", { id: "inputs", "aria-label": "Inputs, in the order they are compared" });
    this.arrange = arrange;
    this.diagnostics = diagnostics;
    this.host = host;
    this.side = side;
    /** @type {Input[]} */ this.inputs = [];
    /** @type {number[]} the numbers, by input */ this.ids = [];
    /** How many labels the user entered. */ this.entered = 0;
    dragItems(document.body, {
      item: ".input", zone: "#inputs", handle: ".grip",
      drop: (chip, _, index) => this.#move(this.ids[Number(chip.dataset.input)], () => index),
    });
  }

  /** @param {Input[]} inputs @param {number[]} ids */
  show(inputs, ids) {
    const back = this.#wayBack();
    this.inputs = inputs;
    this.ids = ids;
    this.#draw();
    back();
  }

  /**
   * Returns a function that moves the focus from a control that is replaced to the new control. Nothing moves the focus
   * later, because the user may have moved it elsewhere.
   */
  #wayBack() {
    const held = /** @type {any} */ (document.activeElement);
    if (!this.box.contains(held) && !this.list.contains(held)) return () => {};
    const at = Number(held.closest(".input")?.dataset.input ?? -1);
    const id = this.ids[at];
    const control = held.id ? `#${held.id}` : `.${held.classList[0]}`;
    const { value, selectionStart, selectionEnd } = held;
    const { entered } = this;
    // The text that was typed so far becomes the label.
    if (control === ".label") held.blur();
    const isTyped = entered !== this.entered;
    return () => {
      const now = this.ids.indexOf(id);
      const near = `#inputs [data-input="${now < 0 ? Math.min(at, this.inputs.length - 1) : now}"]`;
      const wanted = at < 0 ? [`#inputs-box ${control}`] : [...(now < 0 ? [] : [`${near} ${control}`]), `${near} .remove`, "#empty [data-do=open]"];
      /** @type {any} */ const found = wanted.map((selector) => document.querySelector(selector)).find(Boolean);
      found?.focus();
      if (control !== ".label" || !found?.matches(control)) return;
      if (isTyped) found.value = value;
      found.setSelectionRange(selectionStart, selectionEnd);
    };
  }

  #draw() {
    const { inputs } = this;
    const many = inputs.length > inHeader();
    this.list.classList.toggle("many", many);
    const add = h("button", { type: "button", class: "add", "data-do": "open", text: "+", "aria-label": "Add files", title: "Add files (o)" });
    const items = inputs.map((input, at) => this.#chip(input, at, many));
    if (!many) {
      const swap = inputs.length === 2 && h("li", {}, h("button", { type: "button", class: "swap", "data-do": "swap", text: "⇄", "aria-label": "Swap both inputs", title: "Swap both inputs" }));
      this.list.replaceChildren(...(swap ? [items[0], swap, items[1]] : items), ...(inputs.length ? [h("li", {}, add)] : []));
      this.box.replaceChildren(this.list);
      this.side.closeIf("inputs");
      return;
    }
    this.list.replaceChildren(...items);
    const bad = inputs.filter(({ malformed, results }) => malformed > 0 || results === 0).length;
    this.box.replaceChildren(h("button", { type: "button", id: "inputs-open", text: `${inputs.length} inputs${bad ? " ⚠" : ""} ▾`, on: { click: () => this.#open() } }), " ", add);
    if (this.side.now === "inputs") this.side.show("inputs", "Inputs", this.#inSide());
  }

  #inSide() {
    return h("div", { id: "inputs-list" }, this.list);
  }

  #open() {
    if (this.side.now === "inputs") this.side.dismiss();
    else this.side.open("inputs", "Inputs", this.#inSide());
  }

  /** Returns the input that is the baseline, if the baseline is an input. */
  #base() {
    const { query } = this.host.state();
    const columns = query.col ?? ".file";
    if (columns !== ".file" || query.base === "previous") return -1;
    if (query.base === undefined || query.base === "first") return this.#first();
    return this.inputs.findIndex(({ label }) => this.#baseOf(label) === query.base);
  }

  /** Returns the input of the first column; an input without results has no column. */
  #first() {
    return this.inputs.findIndex(({ results }) => results > 0);
  }

  /** Returns the name of a column with this label in the query. @param {string} label */
  #baseOf(label) {
    return this.host.bases().find((base) => base.label === label)?.base ?? baseOf(label);
  }

  /** Marks the input that is the baseline of a changed query. */
  mark() {
    const base = this.#base();
    for (const chip of this.list.querySelectorAll(".input")) {
      const is = Number(chip.dataset.input) === base;
      chip.classList.toggle("is-base", is);
      const star = chip.querySelector(".star");
      if (star) mark(star, is);
    }
  }

  /** @param {Input} input @param {number} at @param {boolean} many */
  #chip(input, at, many) {
    const id = this.ids[at];
    const several = this.inputs.length > 1;
    const base = several && at === this.#base();
    const grip = several && h("button", {
      type: "button", class: "grip", text: "⠿", title: "Drag, or press the arrow keys, to change the order",
      "aria-label": `${input.label}, input ${at + 1} of ${this.inputs.length}: arrow keys change the order`,
      on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#arrow(event, id) },
    });
    const label = h("input", {
      // Invisible characters of a label are written out until the label is edited.
      type: "text", class: "label", value: seen(input.label), "aria-label": `Label of ${input.name}`, spellcheck: "false", dir: "auto",
      title: `${input.name === input.label ? "" : `${input.name}: `}${input.kind}`, on: {
        focus: () => { if (label.value !== input.label) label.value = input.label; },
        blur: () => { label.value = seen(label.value); },
        change: () => this.#relabel(id, label.value),
      },
    });
    label.size = Math.min(28, Math.max(4, [...input.label].length + 1));
    // A field can cut its text only at the end, so another element shows the label until the label is edited.
    const shown = h("span", { class: "label-shown", "aria-hidden": "true" }, h("bdi", { text: input.label }));
    const nothing = input.results === 0;
    const star = several && !nothing && h("button", {
      type: "button", class: "star", "aria-label": `${input.label} is the base`,
      on: { click: () => this.host.question({ col: ".file", base: at === this.#first() ? undefined : this.#baseOf(input.label) }) },
    });
    if (star) mark(star, base);
    const malformed = input.malformed > 0 && h("button", {
      type: "button", class: "bad", text: many ? `⚠ ${input.malformed} malformed` : `⚠ ${input.malformed}`, title: `${input.malformed} malformed`, "aria-label": `${input.malformed} malformed lines of ${input.label}`, on: { click: () => this.#listMalformed() },
    });
    return h("li", { class: `input${base ? " is-base" : ""}${nothing ? " nothing" : ""}`, data: { input: at } },
      grip, star, h("span", { class: "label-box" }, label, shown),
      nothing && h("span", { class: "bad", text: "⚠", title: input.kind }), malformed,
      h("button", { type: "button", class: "remove", text: "×", "aria-label": `Remove ${input.label}`, on: { click: () => this.#remove(id) } }),
      many && h("p", { class: "small kind" }, input.name !== input.label && named(`${input.name}: `), input.kind));
  }

  /** Swaps two inputs, also as the baseline and in a manual order. */
  async swap() {
    if (!(await this.arrange((all) => (all.length === 2 ? all.toReversed() : null), true))) return;
    const base = this.inputs[this.#base()];
    say(base ? `${base.label} is the base now` : "The inputs are swapped");
  }

  /** @param {number} id @param {(from: number) => number} where returns the new position */
  async #move(id, where) {
    const isMoved = await this.arrange((all) => {
      const from = all.findIndex((one) => one.id === id);
      const to = where(from);
      if (from < 0 || from === to || to < 0 || to >= all.length) return null;
      return all.toSpliced(from, 1).toSpliced(to, 0, all[from]);
    });
    const at = this.ids.indexOf(id);
    if (isMoved && at >= 0) say(`${this.inputs[at].label} is now input ${at + 1} of ${this.inputs.length}`);
  }

  /** @param {KeyboardEvent} event @param {number} id */
  #arrow(event, id) {
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    this.#move(id, (from) => from + step);
  }

  /** @param {number} id @param {string} label */
  async #relabel(id, label) {
    this.entered++;
    await this.arrange((all) => (all.some((one) => one.id === id) ? all.map((one) => (one.id === id ? { ...one, label: label || null } : one)) : null));
  }

  /** @param {number} id */
  async #remove(id) {
    await this.arrange((all) => (all.some((one) => one.id === id) ? all.filter((one) => one.id !== id) : null));
  }

  async #listMalformed() {
    const dialog = byId("malformed");
    const list = h("ol", {});
    const more = h("button", { type: "button", text: "Show more", on: { click: () => add() } });
    const add = async () => {
      const start = list.children.length;
      const { total, items } = await this.diagnostics(start, start + SHOWN);
      for (const { input, line, text } of items) {
        list.append(h("li", {}, h("code", { class: "place" }, named(input), `:${line}`), " ", text));
      }
      more.hidden = list.children.length >= total;
    };
    dialog.replaceChildren(
      h("h2", { id: "malformed-title", text: "Lines that could not be read" }),
      h("p", { text: "These lines are skipped; everything else is used." }),
      list, more,
      h("form", { method: "dialog" }, h("button", { text: "Close" })));
    await add();
    dialog.showModal();
  }
}

/**
 * @param {HTMLElement} star @param {boolean} on whether its input is the baseline
 */
function mark(star, on) {
  star.textContent = on ? "★" : "☆";
  star.setAttribute("aria-pressed", String(on));
  star.title = on ? "The others are compared with this" : "Compare the others with this";
}
