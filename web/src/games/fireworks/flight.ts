/** Lets a tile that was taken fly from the box to its place in the city. */

import { slowDuration } from "$lib/motion";
import { drop } from "$lib/transitions";
import type { TransitionConfig } from "svelte/transition";

/** A transition for a drawing around (0, 0): it comes from the tile of this number in the box, if that is in sight. */
export function flyIn(node: SVGGraphicsElement, { tile }: { tile: number }): TransitionConfig {
  const from = document.querySelector(`[data-sky] [data-spot="tile:${tile}"]`)?.getBoundingClientRect();
  const matrix = node.getScreenCTM();
  if (!from?.width || !matrix) return drop(node);
  const to = node.getBoundingClientRect();
  const unit = Math.hypot(matrix.a, matrix.b);
  const dx = (from.left + from.width / 2 - to.left - to.width / 2) / unit;
  const dy = (from.top + from.height / 2 - to.top - to.height / 2) / unit;
  const size = from.width / Math.max(to.width, 1);
  return {
    duration: slowDuration() * 1.4,
    easing: (t) => 1 - (1 - t) ** 3,
    css: (_, u) => `transform: translate(${dx * u}px, ${dy * u - 60 * u * (1 - u)}px) scale(${1 + (size - 1) * u})`,
  };
}
