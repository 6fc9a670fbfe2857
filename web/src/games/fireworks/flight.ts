/** Lets a tile that was taken fly from the box to its place in the city. */

import { flyFrom } from "$lib/transitions";
import type { TransitionConfig } from "svelte/transition";

/** A transition for a drawing around (0, 0): it comes from the tile of this number in the box, if that is in sight. */
export function flyIn(node: SVGGraphicsElement, { tile }: { tile: number }): TransitionConfig {
  return flyFrom(node, document.querySelector(`[data-sky] [data-spot="tile:${tile}"]`));
}
