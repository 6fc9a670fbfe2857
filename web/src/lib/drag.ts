/** A Svelte action to drag one spot onto another with mouse or finger. */

import type { Choice } from "./choice.svelte";

interface Settings {
  id: string;
  /** Decides whether the spot can be picked up, and what happens when it is dropped. */
  choice: Pick<Choice, "canStart" | "drag">;
}

const DRAG_DISTANCE = 8; // pixels until a press becomes a drag
const CLICK_DELAY = 400; // milliseconds in which a click can still follow from a touch

export function drag(element: SVGGElement, settings: Settings): { update(s: Settings): void; destroy(): void } {
  let current = settings;
  let start: { x: number; y: number; pointer: number } | null = null;
  let dragging = false;

  function down(event: PointerEvent): void {
    start = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    dragging = false;
    // Capture the pointer current: a fast drag leaves the element before the first move event.
    if (current.choice.canStart(current.id)) element.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent): void {
    if (!start || event.pointerId !== start.pointer) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!dragging && Math.hypot(dx, dy) > DRAG_DISTANCE) {
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
    if (dragging) {
      element.style.pointerEvents = "none";
      const below = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-spot]");
      element.style.pointerEvents = "";
      const onto = below?.getAttribute("data-spot");
      if (onto) current.choice.drag(current.id, onto);
      window.addEventListener("click", ignoreClick, { capture: true });
      setTimeout(
        () => window.removeEventListener("click", ignoreClick, { capture: true }),
        event.pointerType === "touch" ? CLICK_DELAY : 0,
      );
    }
    stop();
  }

  /** Ignore the click event that ends a drag. */
  function ignoreClick(event: Event): void {
    if (element.contains(event.target as Node)) event.stopPropagation();
  }

  function stop(): void {
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
