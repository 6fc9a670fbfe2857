/** The icon and the sound of what happens in Banner Festival. */

import type { Signs } from "$lib/signs";

// Points have their sound when they reach a seat.
export const SIGNS: Signs = {
  gate: ["gate", "gate"],
  drift: ["gate", "gate"],
  chosen: ["card", "card"],
  chose: ["card", "card"],
  "dummy up": ["card", "card"],
  "dummy down": ["card", "card"],
  bout: ["round", "card"],
  highest: ["rank", null],
  lowest: ["rank", null],
  middle: ["rank", null],
  "dummy highest": ["rank", null],
  "dummy lowest": ["rank", null],
  "dummy middle": ["rank", null],
  race: ["boat", "wave"],
  stunt: ["boat", "splash"],
  lap: ["boat", "horn"],
  hang: ["banner", "cloth"],
  "no banner": ["banner", null],
  fruit: ["fruit", "fruit"],
  keep: ["card", "card"],
  feast: ["fruit", "horn"],
  feasted: ["points", null],
  scoring: ["round", "gong"],
  majority: ["points", null],
  deal: ["card", "shuffle"],
  "last feast": ["points", null],
  end: ["end", null],
};

/** Keys that tell of a thing which stays where it is, and so is silent. */
export const STILL = ["no banner"];
