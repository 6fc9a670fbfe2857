/** Dragging one spot onto another, with mouse or finger; a long press without moving explains. */

import type { Choice } from "./choice.svelte";
import { hovers, LONG } from "./explained";

interface Settings {
  id: string;
  /** Whether a thing can be picked up, and what follows when it is put down. */
  choice: Pick<Choice, "starts" | "drag">;
  /** Called when a finger rests on the thing. */
  held: () => void;
}

const FAR = 8; // pixels until a press becomes a drag
const LATE = 400; // milliseconds after which no click follows from a finger any more

export function drag(element: SVGGElement, settings: Settings): { update(s: Settings): void; destroy(): void } {
  let now = settings;
  let start: { x: number; y: number; pointer: number } | null = null;
  let dragging = false;
  let timer = 0;
  let explained = false;

  function down(event: PointerEvent): void {
    start = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    dragging = false;
    explained = false;
    // Capture the pointer now: a quick hand has left the element before its first move event.
    if (now.choice.starts(now.id)) element.setPointerCapture(event.pointerId);
    if (!hovers(event)) timer = window.setTimeout(rest, LONG);
  }

  /** A finger that rests on the thing asks what it is. */
  function rest(): void {
    explained = true;
    now.held();
  }

  function move(event: PointerEvent): void {
    if (!start || event.pointerId !== start.pointer) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!dragging && Math.hypot(dx, dy) > FAR) {
      clearTimeout(timer);
      if (!now.choice.starts(now.id)) return stop();
      dragging = true;
      element.classList.add("dragged");
    }
    if (dragging) element.style.translate = shift(dx, dy);
  }

  /** While a finger carries the thing, the page must not scroll under it. */
  function hold(event: TouchEvent): void {
    if (dragging) event.preventDefault();
  }

  /** Pixels of the screen in units of the drawing. */
  function shift(dx: number, dy: number): string {
    const matrix = (element.parentElement as unknown as SVGGraphicsElement | null)?.getScreenCTM();
    const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    return `${dx / scale}px ${dy / scale}px`;
  }

  function up(event: PointerEvent): void {
    clearTimeout(timer);
    if (dragging) {
      element.style.pointerEvents = "none";
      const below = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-spot]");
      element.style.pointerEvents = "";
      const onto = below?.getAttribute("data-spot");
      if (onto) now.choice.drag(now.id, onto);
    }
    if (dragging || explained) {
      window.addEventListener("click", swallow, { capture: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), hovers(event) ? 0 : LATE);
    }
    stop();
  }

  /** The click that ends a drag, or a question, is not a click. */
  function swallow(event: Event): void {
    if (element.contains(event.target as Node)) event.stopPropagation();
  }

  function stop(): void {
    clearTimeout(timer);
    start = null;
    dragging = false;
    element.classList.remove("dragged");
    element.style.translate = "";
  }

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", stop);
  element.addEventListener("touchmove", hold, { passive: false });
  return {
    update: (s) => (now = s),
    destroy: stop,
  };
}
