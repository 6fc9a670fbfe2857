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

/** Let a piece drawn around (0, 0) fly in an arc from where something else is, or drop if that is out of sight. */
export function flyFrom(node: SVGGraphicsElement, origin: Element | null | undefined): TransitionConfig {
  const from = origin?.getBoundingClientRect();
  const matrix = node.getScreenCTM();
  if (!from?.width || !matrix) return drop(node);
  const to = node.getBoundingClientRect();
  const unit = Math.hypot(matrix.a, matrix.b);
  const dx = (from.left + from.width / 2 - to.left - to.width / 2) / unit;
  const dy = (from.top + from.height / 2 - to.top - to.height / 2) / unit;
  const size = from.width / Math.max(to.width, 1);
  return {
    duration: slowDuration() * 1.4,
    easing,
    css: (_, u) => `transform: translate(${dx * u}px, ${dy * u - 60 * u * (1 - u)}px) scale(${1 + (size - 1) * u})`,
  };
}

/** Let a piece grow out of nothing, or shrink away. */
export function grow(_node: Element): TransitionConfig {
  return { duration: slowDuration(), easing, css: (t) => `transform: scale(${Math.max(t, 0.02)}); opacity: ${t}` };
}

/** Let a mark light up three times and go; at rest it is not to be seen. */
export function pulse(_node: Element): TransitionConfig {
  return { duration: slowDuration() * 4, css: (t) => `opacity: ${Math.abs(Math.sin(3 * Math.PI * t))}` };
}
