/** The icon and the sound of what happens in Festo!. */

import type { Signs } from "$lib/signs";

// Points have their sound when they reach a seat.
export const SIGNS: Signs = {
  chose: ["choice", null],
  round: ["round", "gong"],
  stocked: ["cube", "cubes"],
  dish: ["dish", "card"],
  event: ["event", "card"],
  salt: ["cube", "cube"],
  gave: ["card", "card"],
  kept: ["card", null],
  dice: ["die", "die"],
  "no dice": ["die", null],
  placed: ["person", "step"],
  done: ["skip", null],
  order: ["rank", null],
  gained: ["points", null],
  all: ["cube", "cubes"],
  took: ["cube", "cube"],
  home: ["person", "step"],
  declined: ["skip", null],
  used: ["effect", "magic"],
  moved: ["cube", "cube"],
  sent: ["person", "step"],
  reserved: ["person", "step"],
  returned: ["cube", "cube"],
  fetched: ["cube", "cube"],
  laid: ["disc", "tile"],
  card: ["card", "card"],
  prepared: ["dish", "pan"],
  paid: ["cube", "cubes"],
  "paid nothing": ["cube", null],
  freed: ["person", "step"],
  passed: ["skip", null],
  end: ["end", null],
};

/** Keys that tell of a thing which stays where it is, and so is silent. */
export const STILL = ["kept", "no dice", "paid nothing"];
