/** Where things are in a kitchen: crates for the cubes, pieces at home, and the cooked dishes. */

import type { Form } from "$stage/form.svelte";
import { KINDS } from "./components";
import type { Box, Point } from "./layout";

export interface KitchenPlan {
  box: Box;
  /** The line with the name; none where there is no room. */
  title: Point | null;
  crates: Box;
  pieces: Box;
  /** The dishes in sets; none where only cubes and pieces are shown. */
  meter: Box | null;
  /** The factor by which pieces at home are drawn. */
  scale: number;
}

const TITLE = 24;
const PAD = 8;
const LEAST = 284; // crates of a width that a finger hits
const HOME = 34; // from one piece at home to the next, and its height

/** A whole kitchen: all in one line on a desktop, cubes above dishes on a phone. */
export function layKitchen(box: Box, form: Form): KitchenPlan {
  const title = { x: box.x + PAD, y: box.y + 17 };
  const top = box.y + TITLE;
  if (form === "wide") {
    const height = box.height - TITLE - PAD;
    const inner = box.width - 4 * PAD;
    const crates = { x: box.x + PAD, y: top, width: inner * 0.43, height };
    const pieces = { x: crates.x + crates.width + PAD, y: top, width: inner * 0.15, height };
    const x = pieces.x + pieces.width + PAD;
    const meter = { x, y: box.y + PAD, width: box.x + box.width - PAD - x, height: box.height - 2 * PAD };
    return { box, title, crates, pieces, meter, scale: 1.15 };
  }
  const inner = box.width - 2 * PAD;
  const tall = form === "tall";
  const crates = { x: box.x + PAD, y: top, width: tall ? inner : Math.max(LEAST, inner * 0.66), height: 104 };
  const pieces = tall
    ? { x: box.x + PAD, y: top + 104 + PAD, width: inner, height: 42 }
    : { x: crates.x + crates.width + PAD, y: top, width: inner - crates.width - PAD, height: 104 };
  const y = Math.max(crates.y + crates.height, pieces.y + pieces.height) + PAD;
  const meter = { x: box.x + PAD, y, width: inner, height: box.y + box.height - PAD - y };
  return { box, title, crates, pieces, meter, scale: tall ? 1.15 : 1 };
}

/** Only cubes and pieces, for the pane of a phone that also has the street or the buffet. */
export function layStrip(box: Box, form: Form): KitchenPlan {
  const tall = form === "tall";
  const crates = tall
    ? { x: box.x, y: box.y + box.height - 46, width: box.width, height: 46 }
    : { x: box.x, y: box.y, width: Math.max(LEAST, box.width * 0.64), height: box.height };
  const pieces = tall
    ? { x: box.x, y: box.y, width: box.width, height: box.height - 48 }
    : { x: crates.x + crates.width + 4, y: box.y, width: box.width - crates.width - 4, height: box.height };
  return { box, title: null, crates, pieces, meter: null, scale: tall ? 0.92 : 0.9 };
}

export function crateOf({ crates }: KitchenPlan, kind: string): Box {
  const width = crates.width / KINDS.length;
  return {
    x: crates.x + width * (KINDS as readonly string[]).indexOf(kind),
    y: crates.y,
    width,
    height: crates.height,
  };
}

const CUBE = 21;

/** How many cubes lie beside and above each other in a crate; further ones are not seen. */
function heap(crate: Box): { across: number; up: number } {
  const up = Math.max(1, Math.floor((crate.height - 24) / CUBE));
  return up > 1 ? { across: 2, up } : { across: 1, up };
}

/** The middle of a cube in its crate: in rows from the ground up. */
export function cubeInCrate(crate: Box, index: number, count: number): Point {
  const { across, up } = heap(crate);
  if (up === 1) return { x: crate.x + 14 + Math.min(index, 3), y: crate.y + crate.height / 2 - Math.min(index, 3) * 2 };
  const at = Math.min(index, across * up - 1);
  const inRow = count === 1 ? 1 : across;
  const spare = index - at;
  return {
    x: crate.x + crate.width / 2 + ((at % across) - (inRow - 1) / 2) * CUBE + Math.min(spare, 2) * 1.5,
    y: crate.y + crate.height - 30 - Math.floor(at / across) * CUBE - Math.min(spare, 2) * 1.5,
  };
}

/** Where the number of cubes in a crate stands. */
export function countInCrate(crate: Box): Point {
  if (heap(crate).up === 1) return { x: crate.x + crate.width - 9, y: crate.y + crate.height / 2 + 5 };
  return { x: crate.x + crate.width / 2, y: crate.y + crate.height - 5 };
}

/** The middle of a piece at home: helpers, then discs, then the start card, in as many rows as there is room for. */
export function homeAt({ pieces, scale }: KitchenPlan, index: number, total: number): Point {
  const rows = Math.max(1, Math.floor(pieces.height / (HOME * scale)));
  const across = Math.ceil(total / rows);
  const step = Math.min(27 * scale, (pieces.width - 22) / Math.max(across, 1));
  const lines = Math.ceil(total / across);
  const height = Math.min(pieces.height / lines, 44);
  return {
    x: pieces.x + 15 + step * (index % across),
    y: pieces.y + (pieces.height - height * lines) / 2 + height * (Math.floor(index / across) + 0.5),
  };
}
