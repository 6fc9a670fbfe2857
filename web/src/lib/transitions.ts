/** Svelte transitions for pieces drawn around (0, 0). */

import type { TransitionConfig } from "svelte/transition";
import { slowDuration } from "./motion";

const easing = (t: number): number => 1 - (1 - t) ** 3;

/** Turn a tile or card over to the side that comes in. */
export function turnOver(_node: Element): TransitionConfig {
  return { duration: slowDuration(), easing, css: (t) => `transform: scaleX(${Math.max(t, 0.02)})` };
}

/** Drop a piece onto the table, or lift it off. */
export function drop(_node: Element): TransitionConfig {
  return {
    duration: slowDuration(),
    easing,
    css: (t, u) => `transform: translateY(${-28 * u}px) scale(${1 + 0.5 * u}); opacity: ${t}`,
  };
}

/** Let a piece grow out of nothing, or shrink away. */
export function grow(_node: Element): TransitionConfig {
  return { duration: slowDuration(), easing, css: (t) => `transform: scale(${Math.max(t, 0.02)}); opacity: ${t}` };
}
