/** Lets a tile fly from its stack to the space on which it is laid. */

import { flyFrom } from "$lib/transitions";
import type { TransitionConfig } from "svelte/transition";

/** The back of a tile, which says from which stack it comes: its id without the number. */
export function backOf(tile: string): string {
  return tile.replace(/\d+$/, "");
}

/** A transition for a drawing around (0, 0): it comes from the tile's stack, if that is in the same drawing. */
export function flyFromStack(node: SVGGraphicsElement, { tile }: { tile: string }): TransitionConfig {
  return flyFrom(node, node.ownerSVGElement?.querySelector(`[data-stack="${CSS.escape(backOf(tile))}"]`));
}
