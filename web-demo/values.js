/** A key's values: the values that are included, their order, and the shelf of the key. */
import { byId, h, named } from "./dom.js";
import { dragItems } from "./drag.js";

/**
 * @param {{
 *   key: string, known: import("./pivot.js").Key|null, part: string, placed: import("./pivot.js").Placed|null,
 *   filter: Record<string, string[]>|null, shelves: {part: string, name: string}[],
 *   move: (part: string) => void, order: (order: any) => void, keep: (values: string[]|null) => void, closed: () => void,
 * }} about
 */
export function openValues(about) {
  const { key, known, part, placed } = about;
  const dialog = byId("values");
  const shelves = [...about.shelves, { part: "keys", name: "Nowhere" }];
  const moves = h("div", { class: "row-of-buttons", role: "group", "aria-label": "Shelf" }, ...shelves.map((shelf) => h("button", {
    type: "button", text: shelf.name, "aria-pressed": String(shelf.part === part),
    on: {
      click: () => {
        dialog.close();
        if (shelf.part !== part) about.move(shelf.part);
      },
    },
  })));
  dialog.replaceChildren(h("h2", { id: "values-title" }, h("code", {}, named(key))), h("p", { class: "small", text: "Place on" }), moves);
  if (known) dialog.append(...values(about));
  else if (placed) dialog.append(...orders(about, () => null));
  dialog.append(h("form", { method: "dialog" }, h("button", { class: "primary", text: "Done" })));
  dialog.onclose = about.closed;
  dialog.onclick = (/** @type {MouseEvent} */ event) => {
    if (event.target === dialog) dialog.close();
  };
  dialog.showModal();
}

/** @param {Parameters<typeof openValues>[0]} about @returns {HTMLElement[]} */
function values(about) {
  const { key, known, placed, filter } = about;
  if (!known) return [];
  const whole = known.values.length >= known.distinct;
  const kept = filter && Object.hasOwn(filter, key) ? filter[key] : null;
  const can = whole && filter !== null;
  const byHand = placed && typeof placed.order === "object" ? listed(placed.order) : null;
  const known_values = new Map(known.values.map((v) => [v.value, v]));
  const start = byHand ? [...byHand.filter((v) => known_values.has(v)), ...known.values.map((v) => v.value).filter((v) => !byHand.includes(v))] : known.values.map((v) => v.value);
  const list = h("ol", { class: "values" });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const ticked = () => boxes().filter((box) => box.checked).map((box) => box.value);
  const boxes = () => /** @type {HTMLInputElement[]} */ ([...list.querySelectorAll("input")]);
  const current = { byHand: !!byHand };
  const tick = () => {
    const on = ticked();
    if (current.byHand && on.length) return about.order(remaining(placed?.order, on));
    wrong.textContent = on.length ? "" : "No value counts: tick at least one. Until then the last choice holds.";
    if (on.length) about.keep(on.length === boxes().length ? null : on);
  };
  const reorder = () => {
    current.byHand = true;
    const radio = /** @type {HTMLInputElement|null} */ (byId("values").querySelector("input[name=order][value=list]"));
    if (radio) radio.checked = true;
    about.order({ list: ticked() });
  };
  const shift = (/** @type {HTMLElement} */ item, /** @type {number} */ step, /** @type {HTMLElement} */ button) => {
    const other = step < 0 ? item.previousElementSibling : item.nextElementSibling;
    if (!other) return;
    if (step < 0) other.before(item);
    else other.after(item);
    button.focus();
    reorder();
  };
  for (const value of start) {
    const on = byHand ? byHand.includes(value) : !kept || kept.includes(value);
    const item = h("li", { class: "value" });
    const up = h("button", { type: "button", text: "↑", "aria-label": `${value || "(none)"} earlier`, on: { click: () => shift(item, -1, up) } });
    const down = h("button", { type: "button", text: "↓", "aria-label": `${value || "(none)"} later`, on: { click: () => shift(item, 1, down) } });
    item.append(
      h("label", {},
        h("input", { type: "checkbox", value, checked: on, disabled: !can && !byHand, on: { change: tick } }),
        h("span", { class: "value-text" }, named(value || "(none)")),
        h("span", { class: "count", text: String(known_values.get(value)?.count ?? "") })));
    if (placed && whole) item.append(h("span", { class: "shift" }, up, down));
    list.append(item);
  }
  if (placed && whole) {
    const around = h("div", {}, list);
    dragItems(around, {
      item: ".value", zone: ".values",
      drop: (item, _, index) => {
        const others = [...list.children].filter((other) => other !== item);
        if (others[index]) others[index].before(item);
        else list.append(item);
        reorder();
      },
    });
  }
  const all = (/** @type {boolean} */ on) => () => {
    for (const box of boxes()) box.checked = on;
    tick();
  };
  const note = !whole ? `The first ${known.values.length} of ${known.distinct} values; write a filter to choose among them.`
    : filter === null ? "The filter is written by hand: change it as text." : "";
  const picks = can || byHand ? h("div", { class: "row-of-buttons" },
    h("button", { type: "button", text: "All", on: { click: all(true) } }),
    h("button", { type: "button", text: "None", on: { click: all(false) } })) : h("span");
  return [...(placed ? orders(about, ticked, current) : []), h("p", { class: "small", text: note || "Values that count" }), picks, wrong, list.parentElement ?? list];
}

/**
 * @param {Parameters<typeof openValues>[0]} about
 * @param {() => string[]|null} ticked
 * @param {{byHand: boolean}} [current]
 */
function orders(about, ticked, current = { byHand: false }) {
  const now = typeof about.placed?.order === "object" ? "list" : about.placed?.order;
  const whole = about.known && about.known.values.length >= about.known.distinct;
  const kinds = [["first", "first seen"], ["alpha", "alphabetical"], ["num", "numeric"], ...(whole ? [["list", "by hand"]] : [])];
  return [h("fieldset", { class: "orders" }, h("legend", { text: "Order" }), ...kinds.map(([value, name]) => h("label", {},
    h("input", {
      type: "radio", name: "order", value, checked: now === value,
      on: {
        change: () => {
          current.byHand = value === "list";
          about.order(value === "list" ? { list: ticked() } : value);
        },
      },
    }), ` ${name}`)))];
}

/**
 * Returns the values of a list; the members of groups are listed separately.
 * @param {{list: string[]}|{groups: import("./pkg/session.js").ValueGroup[]}} order
 */
function listed(order) {
  return "list" in order ? order.list : order.groups.flatMap(({ name, values }) => values ?? [name]);
}

/**
 * Returns an order of only these values; groups are kept.
 * @param {import("./pkg/session.js").FieldOrder|undefined} order @param {string[]} on
 */
function remaining(order, on) {
  if (typeof order !== "object" || !("groups" in order)) return { list: on };
  const known = listed(order);
  const left = order.groups.map(({ name, values }) => ({ name, values: values && values.filter((value) => on.includes(value)) }));
  const alone = on.filter((value) => !known.includes(value)).map((name) => ({ name, values: null }));
  return { groups: [...left.filter(({ name, values }) => (values ? values.length : on.includes(name))), ...alone] };
}
