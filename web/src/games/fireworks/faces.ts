/** Parses the names of tiles, and translates them. */

import type { Say } from "$lib/board";

const COLOURS = new Set(["red", "yellow", "green", "blue"]);
const SHAPES = new Set(["peony", "chrysanthemum", "willow", "palm", "dahlia", "crossette"]);
const EXTRAS = new Set(["saturn", "kaleidoscope", "flower"]);
const FUNCTIONS = new Set(["gale", "heavy rain", "fireworks"]);

export interface Face {
  kind: "core" | "basic" | "special" | "function";
  /** Only for cores and basic tiles. */
  colour?: string;
  shape?: string;
  extra?: string;
}

/** `red core`, `blue willow saturn`, `cat`, `heavy rain`. */
export function parse(face: string): Face {
  if (FUNCTIONS.has(face)) return { kind: "function" };
  const [colour, shape, extra] = face.split(" ");
  if (!COLOURS.has(colour!)) return { kind: "special" };
  return shape === "core" ? { kind: "core", colour } : { kind: "basic", colour, shape, extra };
}

export function faceName(face: string, say: Say): string {
  const { colour, shape, extra } = parse(face);
  return extra ? say(`with.${extra}`, { tile: say(`tile.${colour} ${shape}`) }) : say(`tile.${face}`);
}

/** What a function tile does when the turn ends. */
export function aboutFunction(face: string, say: Say): string {
  return say(`about.${face}`);
}

/** Translate a name that is printed in the box, such as that of a card. Other names stay as they are. */
export function printedName(kind: "card.name" | "character" | "city", name: string, say: Say): string {
  const key = `${kind}.${name}`;
  const text = say(key);
  return text.endsWith(key) ? name : text;
}

/** Say how many of the tiles that nobody has seen have each colour, shape, extra, picture and function. */
export function aboutUnseen(unseen: Record<string, number>, say: Say): string {
  const parts = Object.entries(unseen).map(([word, count]) => `${count} ${tileWord(word, say)}`);
  return say("unseen", { tiles: parts.join(", ") });
}

function tileWord(word: string, say: Say): string {
  return say(COLOURS.has(word) || SHAPES.has(word) || EXTRAS.has(word) ? `word.${word}` : `tile.${word}`);
}

/** Translate a tile as the story names it: `17 (red peony)`. */
export function numbered(words: string, say: Say): string {
  const found = /^(\d+) \((.+)\)$/.exec(words);
  return found
    ? say("numbered", { number: found[1]!, tile: faceName(found[2]!, say) })
    : say("number", { number: words });
}

/** Describe what is known about a tile in the box or beside it. */
export function lying(tile: { id: number; face: string | null; up: boolean; waiting?: boolean }, say: Say): string {
  if (tile.face === null) return say("down.unknown", { number: tile.id });
  const what = say(tile.up ? "up" : "down.known", { number: tile.id, tile: faceName(tile.face, say) });
  return tile.waiting ? say("waiting", { what }) : what;
}
