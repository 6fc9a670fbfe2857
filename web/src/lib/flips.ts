/** Svelte transitions for pieces drawn around (0, 0): turned over, dropped, taken up. */

import type { TransitionConfig } from "svelte/transition";
import { slow } from "./motion";

const settle = (t: number): number => 1 - (1 - t) ** 3;

/** Turns a tile or card over to the side that comes in. */
export function turned(_node: Element): TransitionConfig {
  return { duration: slow(), easing: settle, css: (t) => `transform: scaleX(${Math.max(t, 0.02)})` };
}

/** Drops a piece onto the table, or lifts it off. */
export function dropped(_node: Element): TransitionConfig {
  return {
    duration: slow(),
    easing: settle,
    css: (t, u) => `transform: translateY(${-28 * u}px) scale(${1 + 0.5 * u}); opacity: ${t}`,
  };
}

/** Lets a piece come out of nothing, or shrink away. */
export function grown(_node: Element): TransitionConfig {
  return { duration: slow(), easing: settle, css: (t) => `transform: scale(${Math.max(t, 0.02)}); opacity: ${t}` };
}
