/** Dragging with a pointer (mouse, pen, finger) between zones; the keyboard has separate controls. */
import { h } from "./dom.js";

/**
 * @param {HTMLElement} root the element with items and zones
 * @param {{item: string, zone: string, list?: string, handle?: string, drop: (item: HTMLElement, zone: HTMLElement, index: number) => void}} options selectors (`list`: the element in a zone that contains the items), and the action: `index` counts the zone's items without the dragged item
 */
export function dragItems(root, { item, zone, list, handle, drop }) {
  root.addEventListener("pointerdown", (down) => {
    const target = /** @type {Element} */ (down.target);
    const element = /** @type {HTMLElement|null} */ (target.closest(item));
    if (!element || down.button !== 0 || target.closest("input, select, textarea")) return;
    if (handle && !target.closest(handle)) return;
    // A finger scrolls, unless the touched element is only for dragging.
    if (down.pointerType === "touch" && getComputedStyle(handle ? /** @type {Element} */ (target.closest(handle)) : element).touchAction !== "none") return;
    const box = element.getBoundingClientRect();
    const marker = h("span", { class: "drop-marker", "aria-hidden": "true" });
    /** @type {HTMLElement|null} */ let ghost = null;
    /** @type {{zone: HTMLElement, index: number}|null} */ let aim = null;

    const move = (/** @type {PointerEvent} */ event) => {
      if (!ghost) {
        if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 6) return;
        ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
        ghost.classList.add("ghost");
        ghost.setAttribute("aria-hidden", "true");
        ghost.style.width = `${box.width}px`;
        document.body.append(ghost);
        document.body.classList.add("moving");
        element.classList.add("moved");
      }
      event.preventDefault();
      ghost.style.left = `${event.clientX - (down.clientX - box.left)}px`;
      ghost.style.top = `${event.clientY - (down.clientY - box.top)}px`;
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest(zone);
      aim = over instanceof HTMLElement && root.contains(over) ? place(over, event) : null;
      for (const lit of root.querySelectorAll(".aimed")) lit.classList.remove("aimed");
      if (!aim) return marker.remove();
      aim.zone.classList.add("aimed");
    };
    const place = (/** @type {HTMLElement} */ over, /** @type {PointerEvent} */ event) => {
      const others = /** @type {HTMLElement[]} */ ([...over.querySelectorAll(item)].filter((other) => other !== element));
      let index = others.findIndex((other) => before(event, other.getBoundingClientRect()));
      if (index < 0) index = others.length;
      const next = others[index];
      if (next) next.before(marker);
      else if (others.length) others[others.length - 1].after(marker);
      else ((list && over.querySelector(list)) || over).append(marker);
      return { zone: over, index };
    };
    const stop = (/** @type {Event} */ event) => {
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        // This key only ends the drag.
        event.preventDefault();
        event.stopPropagation();
      }
      for (const [name, listener] of listeners) window.removeEventListener(name, listener, true);
      for (const lit of root.querySelectorAll(".aimed")) lit.classList.remove("aimed");
      marker.remove();
      if (!ghost) return;
      ghost.remove();
      document.body.classList.remove("moving");
      element.classList.remove("moved");
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      window.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", swallow, true), 50);
      if (event.type === "pointerup" && aim) drop(element, aim.zone, aim.index);
    };
    /** @type {[string, any][]} */
    const listeners = [["pointermove", move], ["pointerup", stop], ["pointercancel", stop], ["keydown", stop]];
    for (const [name, listener] of listeners) window.addEventListener(name, listener, true);
  });
}

/** Returns whether the pointer is before a box in reading order. @param {PointerEvent} event @param {DOMRect} box */
function before(event, box) {
  if (event.clientY < box.top) return true;
  return event.clientY <= box.bottom && event.clientX < box.left + box.width / 2;
}
