/** Where things are at a stall: its character, the heaps of cubes, and the pieces on the pavement. */

import type { Form } from "$stage/form.svelte";
import { COLOURS } from "./components";
import type { Box, Point } from "./layout";
import type { Zone } from "./view";

/** The heights at which the parts of a stall begin and end, from the top of the stall. */
export interface StallParts {
  awning: number;
  /** The window with the character ends and the sign begins. */
  sign: number;
  /** The cubes begin. */
  cubes: number;
  /** The pavement begins. */
  pavement: number;
  /** The factor by which pieces are drawn. */
  scale: number;
  /** Whether the stall is only a line in the background. */
  line: boolean;
}

const LOW = 110; // a stall of less height is only a line
const CRAMPED = 140; // on a phone that shows a hint too, all parts of a stall are smaller
const CELL = 42; // the height of a heap of cubes with its number
const TOUCH = 40;
const CUBE = 21;

export function stallParts(box: Box, form: Form, zone: Zone): StallParts {
  if (box.height < LOW) {
    const sign = form === "wide" ? 44 : 0;
    return {
      awning: form === "wide" ? 12 : 8,
      sign,
      cubes: form === "wide" ? 44 : 10,
      pavement: box.height - 4,
      scale: 0.6,
      line: true,
    };
  }
  const wide = form === "wide";
  const cramped = isCramped(box, form);
  const [awning, name, pavement] = wide ? [26, 34, 74] : cramped ? [6, 15, 30] : [15, 15, 42];
  const room = box.height - awning - name - pavement - 6;
  const rows = Math.ceil(heapColours(zone).length / columns(box, zone, wide));
  const cubes = Math.min(Math.max(rows, wide ? 2 : 1) * CELL + 4, room - 2);
  const sign = awning + room - cubes;
  return {
    awning,
    sign,
    cubes: sign + name,
    pavement: box.height - pavement - 4,
    scale: wide ? 1.2 : cramped ? 0.7 : 0.9,
    line: false,
  };
}

function isCramped(box: Box, form: Form): boolean {
  return form === "tall" && box.height < CRAMPED;
}

/** The colours that have a heap: the grocery has a row of each. */
function heapColours(zone: Zone): string[] {
  return zone.place === "grocery" ? [...COLOURS] : COLOURS.filter((colour) => zone.cubes[colour]);
}

function columns(box: Box, zone: Zone, wide: boolean): number {
  if (zone.place === "grocery") return 3;
  const count = heapColours(zone).length;
  const most = Math.max(1, Math.floor((box.width - 4) / TOUCH));
  return wide && count <= 2 ? 1 : Math.min(most, Math.max(1, count));
}

/** A heap of cubes of one colour at a stall. */
export interface Pile extends Box {
  colour: string;
  count: number;
  moved: number;
  /** The distance from one cube to the next. */
  step: number;
  line: boolean;
  /** The factor by which cubes are drawn. */
  scale: number;
}

export function piles(zone: Zone, box: Box, form: Form): Pile[] {
  const parts = stallParts(box, form, zone);
  const all = heapColours(zone);
  const across = parts.line
    ? zone.place === "grocery" || all.length > 2
      ? 3
      : 2
    : columns(box, zone, form === "wide");
  const rows = Math.max(1, Math.ceil(all.length / across));
  const inset = form === "wide" ? 5 : 1;
  const area = {
    x: box.x + inset,
    y: box.y + parts.cubes,
    width: box.width - 2 * inset,
    height: parts.pavement - parts.cubes,
  };
  const height = parts.line ? Math.min(area.height / rows, 24) : Math.min(area.height / rows, 52);
  return all.map((colour, i) => {
    const row = Math.floor(i / across);
    const inRow = Math.min(across, all.length - row * across);
    const width = area.width / inRow;
    const count = zone.cubes[colour] ?? 0;
    const scale = parts.line ? 0.74 : form === "wide" ? 1.12 : isCramped(box, form) ? 0.85 : 1;
    const step = count > 1 ? Math.min(CUBE * scale, (width - 26 * scale) / (count - 1)) : 0;
    return {
      colour,
      count,
      moved: zone.moved[colour] ?? 0,
      step,
      line: parts.line,
      scale,
      x: area.x + width * (i % across),
      y: area.y + height * row + (area.height - height * rows) / 2,
      width,
      height,
    };
  });
}

/** The middle of a cube in its heap. */
export function cubeIn(pile: Pile, index: number): Point {
  if (pile.line)
    return { x: pile.x + pile.width / 2 - 7 + Math.min(index, 2), y: pile.y + pile.height / 2 - Math.min(index, 2) };
  return { x: pile.x + pile.width / 2 + pile.step * (index - (pile.count - 1) / 2), y: pile.y + pile.height / 2 - 8 };
}

/** The seats that have pieces at a stall. */
export function present(zone: Zone): number[] {
  return zone.helpers.flatMap((helpers, seat) => (helpers || zone.discs[seat] || zone.laid[seat] ? [seat] : []));
}

/** The part of the pavement where a seat's pieces stand. */
export function stretchOf(zone: Zone, box: Box, seat: number): { x: number; width: number } {
  const seats = present(zone);
  const width = (box.width - 10) / Math.max(seats.length, 1);
  return { x: box.x + 5 + width * seats.indexOf(seat), width };
}

/** The middle of one of a seat's pieces at a stall. */
export function pieceIn(zone: Zone, box: Box, form: Form, seat: number, index: number): Point {
  const parts = stallParts(box, form, zone);
  const stretch = stretchOf(zone, box, seat);
  const count = zone.helpers[seat]! + zone.discs[seat]! + zone.laid[seat]!;
  if (parts.line)
    return { x: stretch.x + stretch.width / 2 + 8 * (index - (count - 1) / 2), y: box.y + box.height - 10 };
  const body = 17 * parts.scale;
  const step = count > 1 ? Math.min(body * 0.8, (stretch.width - body) / (count - 1)) : 0;
  return {
    x: stretch.x + stretch.width / 2 + step * (index - (count - 1) / 2),
    y: box.y + parts.pavement + (isCramped(box, form) ? 10 : 20 * parts.scale),
  };
}
