/** The icon and the sound of what happens in Festival. */

import type { Signs } from "$lib/signs";

export const SIGNS: Signs = {
  side: ["card", "card"],
  lay: ["tile", "tile"],
  tile: ["tile", "tile"],
  empty: ["tile", null],
  take: ["card", "card"],
  card: ["card", "card"],
  dry: ["card", null],
  complete: ["firework", "firework"],
  claim: ["points", "cheer"],
  trigger: ["round", "gong"],
  last: ["round", "gong"],
  pass: ["skip", null],
  won: ["end", null],
  shared: ["end", null],
};

/** Keys that tell of a thing which stays where it is, and so is silent. */
export const STILL = ["empty", "dry"];
