/** Shakes a thing on the board that cannot be chosen, unless the person prefers less motion. */

import { prefersReducedMotion } from "./motion";

const DURATION = 280; // milliseconds

export function shake(element: Element): void {
  if (!prefersReducedMotion()) element.animate({ translate: ["0", "-4px", "4px", "-3px", "0"] }, DURATION);
}
