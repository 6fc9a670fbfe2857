/** Says what things are worth to a seat, with the values of the box in play. */

import type { Say } from "$lib/board";
import type { Face } from "./faces";
import type { Worth } from "./view";

/** What a seat's character gives it. */
export function aboutCharacter(name: string, worth: Worth, say: Say): string {
  const needs = Object.entries(worth.needs).map(([what, count]) => say(`need.${what}`, { count }));
  const sentences = [aboutFlowers(worth, say), aboutSpecials(worth, say)];
  if (worth.bonus && needs.length)
    sentences.unshift(
      say("character.bonus", { name: say(`character.${name}`), bonus: worth.bonus, needs: needs.join(", ") }),
    );
  return sentences.join(" ");
}

/** What a tile on a seat's board is good for. `petals` of the tiles around a core point at it. */
export function aboutTile(face: Face, worth: Worth, say: Say, petals = 0, joined = false): string[] {
  const { kind, extra } = face;
  const [both, shape, colour, incomplete] = worth.big;
  const sentences: string[] = [];
  if (kind === "core") sentences.push(say("about.core", { count: petals, both, shape, colour, incomplete }));
  if (kind === "basic") sentences.push(say("about.basic"));
  if (kind === "special") sentences.push(aboutSpecials(worth, say));
  if (extra === "flower") sentences.push(aboutFlowers(worth, say));
  if (extra === "saturn" || extra === "kaleidoscope") {
    const [same, different] = worth[extra];
    sentences.push(say(joined ? `about.${extra}.joined` : `about.${extra}`, { same, different }));
  }
  return sentences;
}

function aboutFlowers(worth: Worth, say: Say): string {
  return say("about.flower", { points: worth.flower });
}

function aboutSpecials(worth: Worth, say: Say): string {
  return say("about.special", { points: worth.special.slice(0, -1).join(", "), most: worth.special.at(-1)! });
}
