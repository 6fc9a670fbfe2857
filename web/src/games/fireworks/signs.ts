/** The icon and the sound of what happens in Fireworks. */

import type { Signs } from "$lib/signs";

export const SIGNS: Signs = {
  turn: ["round", null],
  gather: ["tile", "shuffle"],
  launch: ["die", "die"],
  "launch from": ["die", "die"],
  up: ["firework", "firework"],
  down: ["tile", "tile"],
  out: ["tile", "tile"],
  failure: ["event", "fizzle"],
  reshuffle: ["card", "shuffle"],
  refill: ["card", "shuffle"],
  card: ["card", "card"],
  helper: ["person", "step"],
  enough: ["person", null],
  take: ["tile", "tile"],
  empty: ["tile", null],
  full: ["points", "cheer"],
  arrange: ["tile", "tile"],
  ready: ["choice", null],
  choose: ["choice", null],
  "own choice": ["tile", null],
  pass: ["tile", "tile"],
  rain: ["tile", "splash"],
  calm: ["event", null],
  symbol: ["firework", "firework"],
  "bonus tile": ["firework", "firework"],
  spent: ["tile", null],
  back: ["tile", "tile"],
  last: ["round", "gong"],
  limit: ["round", "gong"],
  over: ["end", null],
};

/** Keys that tell of a thing which stays where it is, and so is silent. */
export const STILL = ["enough", "empty", "own choice", "spent"];
