/** A Svelte action that shows a tooltip while the pointer is over an element or a finger rests on it. */

import type { TableContext } from "./board";

interface Settings {
  table: TableContext;
  text: string;
}

export const LONG_PRESS = 450; // milliseconds until a press counts as long
const DRAG_DISTANCE = 8; // pixels until a press is the start of a movement

/** Whether a pointer can be over an element without touching it. A finger's tooltip stays until the next touch. */
export function canHover(event: PointerEvent): boolean {
  return event.pointerType !== "touch";
}

export function tooltip(element: Element, settings: Settings): { update(s: Settings): void; destroy(): void } {
  let current = settings;
  let timer = 0;
  let start = { x: 0, y: 0 };
  const show = (): void => current.table.showTooltip(current.text, element.getBoundingClientRect());
  const on = (type: string, listener: (event: PointerEvent) => void): void =>
    element.addEventListener(type, listener as EventListener);
  const stop = (): void => clearTimeout(timer);

  on("pointerenter", (event) => canHover(event) && show());
  on("pointerleave", (event) => canHover(event) && current.table.showTooltip(null));
  on("pointerdown", (event) => {
    start = { x: event.clientX, y: event.clientY };
    if (!canHover(event)) timer = window.setTimeout(show, LONG_PRESS);
  });
  on("pointermove", (event) => Math.hypot(event.clientX - start.x, event.clientY - start.y) > DRAG_DISTANCE && stop());
  on("pointerup", stop);
  on("pointercancel", stop);
  return { update: (s) => (current = s), destroy: stop };
}
