/** A Svelte action to drag one spot onto another with mouse or finger. A long press calls `onLongPress`. */

import type { Choice } from "./choice.svelte";
import { canHover, LONG_PRESS } from "./tooltip";

interface Settings {
  id: string;
  /** Decides whether the spot can be picked up, and what happens when it is dropped. */
  choice: Pick<Choice, "canStart" | "drag">;
  /** Called when a finger rests on the spot. */
  onLongPress: () => void;
}

const DRAG_DISTANCE = 8; // pixels until a press becomes a drag
const CLICK_DELAY = 400; // milliseconds in which a click can still follow from a touch

export function drag(element: SVGGElement, settings: Settings): { update(s: Settings): void; destroy(): void } {
  let current = settings;
  let start: { x: number; y: number; pointer: number } | null = null;
  let dragging = false;
  let timer = 0;
  let explained = false;

  function down(event: PointerEvent): void {
    start = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    dragging = false;
    explained = false;
    // Capture the pointer current: a fast drag leaves the element before the first move event.
    if (current.choice.canStart(current.id)) element.setPointerCapture(event.pointerId);
    if (!canHover(event)) timer = window.setTimeout(longPress, LONG_PRESS);
  }

  function longPress(): void {
    explained = true;
    current.onLongPress();
  }

  function move(event: PointerEvent): void {
    if (!start || event.pointerId !== start.pointer) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!dragging && Math.hypot(dx, dy) > DRAG_DISTANCE) {
      clearTimeout(timer);
      if (!current.choice.canStart(current.id)) return stop();
      dragging = true;
      element.classList.add("dragged");
    }
    if (dragging) element.style.translate = translation(dx, dy);
  }

  /** Keep the page from scrolling while a finger drags the spot. */
  function preventScroll(event: TouchEvent): void {
    if (dragging) event.preventDefault();
  }

  /** Convert a distance on the screen to the units of the drawing. */
  function translation(dx: number, dy: number): string {
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
      if (onto) current.choice.drag(current.id, onto);
    }
    if (dragging || explained) {
      window.addEventListener("click", ignoreClick, { capture: true });
      setTimeout(
        () => window.removeEventListener("click", ignoreClick, { capture: true }),
        canHover(event) ? 0 : CLICK_DELAY,
      );
    }
    stop();
  }

  /** Ignore the click event that ends a drag or a long press. */
  function ignoreClick(event: Event): void {
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
  element.addEventListener("touchmove", preventScroll, { passive: false });
  return {
    update: (s) => (current = s),
    destroy: stop,
  };
}
