/** Anything on a board that is no spot but explains itself on hover or under a resting finger. */

import type { Table } from "./board";

interface Settings {
  table: Table;
  text: string;
}

export const LONG = 450; // milliseconds until a press explains
const FAR = 8; // pixels until a press is a way to somewhere

/**
 * Whether a pointer can be over a thing without touching it. What a finger has asked for stays until it touches
 * again.
 */
export function hovers(event: PointerEvent): boolean {
  return event.pointerType !== "touch";
}

export function explained(element: Element, settings: Settings): { update(s: Settings): void; destroy(): void } {
  let now = settings;
  let timer = 0;
  let start = { x: 0, y: 0 };
  const show = (): void => now.table.explain(now.text, element.getBoundingClientRect());
  const on = (type: string, heard: (event: PointerEvent) => void): void =>
    element.addEventListener(type, heard as EventListener);
  const stop = (): void => clearTimeout(timer);

  on("pointerenter", (event) => hovers(event) && show());
  on("pointerleave", (event) => hovers(event) && now.table.explain(null));
  on("pointerdown", (event) => {
    start = { x: event.clientX, y: event.clientY };
    if (!hovers(event)) timer = window.setTimeout(show, LONG);
  });
  on("pointermove", (event) => Math.hypot(event.clientX - start.x, event.clientY - start.y) > FAR && stop());
  on("pointerup", stop);
  on("pointercancel", stop);
  return { update: (s) => (now = s), destroy: stop };
}
