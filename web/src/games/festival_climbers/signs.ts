/** The icon and the sound of what happens in Festival Climbers. */

import type { Signs } from "$lib/signs";

export const SIGNS: Signs = {
  introduce: ["climber", "step"],
  climb: ["climber", "step"],
  pass: ["skip", null],
  summit: ["bell", "bell"],
  stuck: ["end", null],
};
