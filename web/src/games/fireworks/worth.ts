/** Says what things are worth to a seat, with the values of the box in play. */

import type { Say } from "$lib/board";
import { aboutFunction, lying, parse, printedName, type Face } from "./faces";
import type { CoreRing, FireworksView, Worth } from "./view";

type Counts = Record<string, number>;

/** What a seat's character gives it, and what the seat still lacks for it. */
export function aboutCharacter(name: string, worth: Worth, lacks: Counts, say: Say): string {
  const sentences = [aboutFlowers(worth, say), aboutSpecials(worth, say)];
  if (worth.bonus && Object.keys(worth.needs).length) {
    const who = printedName("character", name, say);
    if (Object.keys(lacks).length) sentences.unshift(say("character.lacks", { needs: things(lacks, say) }));
    sentences.unshift(say("character.bonus", { name: who, bonus: worth.bonus, needs: things(worth.needs, say) }));
  }
  return sentences.join(" ");
}

export function things(counts: Counts, say: Say): string {
  return Object.entries(counts)
    .map(([what, count]) => say(`need.${what}`, { count }))
    .join(", ");
}

/** What a tile on a seat's board is good for; a core comes with its `ring`. */
export function aboutTile(face: Face, worth: Worth, say: Say, ring?: CoreRing, joined = false): string[] {
  const { kind, extra } = face;
  const sentences: string[] = [];
  if (ring) sentences.push(...aboutRing(ring, worth, say));
  if (kind === "basic") sentences.push(say("about.basic"));
  if (kind === "special") sentences.push(aboutSpecials(worth, say));
  if (extra === "flower") sentences.push(aboutFlowers(worth, say));
  if (extra === "saturn" || extra === "kaleidoscope") {
    const [same, different] = worth[extra];
    sentences.push(say(joined ? `about.${extra}.joined` : `about.${extra}`, { same, different }));
  }
  return sentences;
}

/** Describe a tile that lies in the box or beside it, and what it is good for if its face is known. */
export function aboutLying(tile: Parameters<typeof lying>[0], worth: Worth, say: Say): string {
  if (tile.face === null) return lying(tile, say);
  const face = parse(tile.face);
  const uses = face.kind === "function" ? [aboutFunction(tile.face, say)] : aboutTile(face, worth, say);
  return [lying(tile, say), ...uses].join(" ");
}

/** The values that hold for whoever looks, or for the seat to move. */
export function worthFor({ worth, seat, active }: FireworksView): Worth {
  return worth[seat ?? active]!;
}

/** What lies around a core, what it lacks, and what a ring is worth. */
function aboutRing({ petals, whole, shape, colour, points }: CoreRing, worth: Worth, say: Say): string[] {
  const [both, one, own, incomplete] = worth.big;
  const lacks = shape === null || colour === null ? say("ring.edge") : say("ring.lacks", { shape, colour });
  return [
    say("about.core", { count: petals, whole, points }),
    ...(shape === 0 || colour === 0 ? [] : [lacks]),
    say("ring.worth", { both, shape: one, colour: own, incomplete }),
  ];
}

function aboutFlowers(worth: Worth, say: Say): string {
  return say("about.flower", { points: worth.flower });
}

function aboutSpecials(worth: Worth, say: Say): string {
  const points = worth.special.slice(0, -1).join(", ");
  return say("about.special", { points, most: worth.special.at(-1)!, count: worth.special.length });
}
