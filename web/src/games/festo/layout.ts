/** The layout of the market street. A unit is a pixel of the screen. */

import { COLOURS, KINDS, PLACES } from "./components";
import type { Zone } from "./view";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface StreetPlan {
  width: number;
  height: number;
  places: Record<string, Box>;
  supplies: Box;
  /** By seat. */
  trays: Box[];
}

const STALL = 222;
const SUPPLY = 58;
const GAP = 10;
const CUBE = 21; // from one cube to the next
const LINE = 640; // a panel of this width has everything in one line

/** How many stalls fit in a row; the grocery is as wide as two. */
export function columns(width: number): number {
  return width >= 980 ? 8 : width >= 480 ? 4 : 2;
}

export function plan(width: number, seats: number, own: number | null): StreetPlan {
  const across = columns(width);
  const each = width / across;
  const rows = 8 / across;
  const places: Record<string, Box> = {};
  PLACES.forEach((place, i) => {
    const wide = place === "grocery" ? 2 : 1;
    places[place] = {
      x: (i % across) * each,
      y: Math.floor(i / across) * (STALL + GAP),
      width: each * wide,
      height: STALL,
    };
  });
  const under = rows * (STALL + GAP);
  const supplies = { x: 0, y: under, width, height: SUPPLY + (width < 480 ? 18 : 0) };
  const trays = layTrays(width, seats, own, under + supplies.height + GAP);
  return { width, height: Math.max(...trays.map((tray) => tray.y + tray.height)) + 4, places, supplies, trays };
}

/** The seat's own panel comes first and takes the whole width. */
function layTrays(width: number, seats: number, own: number | null, top: number): Box[] {
  const trays: Box[] = [];
  let y = top;
  if (own !== null) {
    trays[own] = { x: 0, y, width, height: trayHeight(width) };
    y += trayHeight(width) + GAP;
  }
  const others = [...Array(seats).keys()].filter((seat) => seat !== own);
  const across = width >= 980 ? Math.min(others.length, 4) : width >= 480 ? Math.min(others.length, 2) : 1;
  const each = (width - GAP * (across - 1)) / across;
  const height = trayHeight(each);
  others.forEach((seat, i) => {
    trays[seat] = {
      x: (i % across) * (each + GAP),
      y: y + Math.floor(i / across) * (height + GAP),
      width: each,
      height,
    };
  });
  return trays;
}

function trayHeight(width: number): number {
  return width >= LINE ? 68 : 144;
}

/** The positions of a panel's bins for cubes, each `bin` wide, and of its first piece. */
export function trayParts(tray: Box): { bins: Point; bin: number; pieces: Point } {
  if (tray.width >= LINE) {
    const bin = Math.min(58, (tray.width - 400) / 7);
    return {
      bins: { x: tray.x + 200, y: tray.y + 10 },
      bin,
      pieces: { x: tray.x + 200 + 7 * bin + 26, y: tray.y + 34 },
    };
  }
  return {
    bins: { x: tray.x + 8, y: tray.y + 46 },
    bin: (tray.width - 16) / 7,
    pieces: { x: tray.x + 22, y: tray.y + 120 },
  };
}

/** The middle of the top of a bin. */
export function binAt(tray: Box, kind: string): Point {
  const { bins, bin } = trayParts(tray);
  return { x: bins.x + bin * ((KINDS as readonly string[]).indexOf(kind) + 0.5), y: bins.y };
}

/** The position of one of `count` pieces at home: helpers first, then discs, in one row, closer if there are many. */
export function homeAt(tray: Box, piece: "helper" | "disc", index: number, count: number): Point {
  const { pieces } = trayParts(tray);
  const gaps = Math.max(count - 1, 1);
  const step = piece === "helper" ? Math.min(19, 95 / gaps) : Math.min(24, 24 / gaps);
  return { x: pieces.x + (piece === "helper" ? 0 : 128) + step * index, y: pieces.y };
}

/** The position of the start card on a panel. */
export function cardAt(tray: Box): Point {
  if (tray.width >= LINE) return { x: tray.x + 174, y: tray.y + 34 };
  const { pieces } = trayParts(tray);
  return { x: pieces.x + 200, y: pieces.y };
}

export function supplyAt(supplies: Box, kind: string): Point {
  const label = supplies.width < 480 ? 0 : 96;
  const each = (supplies.width - label) / KINDS.length;
  const y = supplies.y + (label ? 6 : 24);
  return { x: supplies.x + label + each * ((KINDS as readonly string[]).indexOf(kind) + 0.5), y };
}

/** A pile of cubes of one colour in a stall. */
export interface Pile extends Box {
  colour: string;
  count: number;
  moved: number;
  /** The distance from one cube to the next. */
  step: number;
}

/** The piles of a stall, side by side, each as wide as it needs to be if there is room. */
export function piles(zone: Zone, box: Box): Pile[] {
  const all = zone.place === "grocery" ? [...COLOURS] : COLOURS.filter((colour) => zone.cubes[colour]);
  const room = box.width - 12;
  const least = Math.min(zone.place === "grocery" ? room / 6 : 32, room / Math.max(all.length, 1));
  const wished = all.map((colour) => CUBE * Math.max((zone.cubes[colour] ?? 0) - 1, 0));
  const share = Math.min(1, (room - least * all.length) / Math.max(sum(wished), 1));
  const widths = wished.map((more) => least + more * share);
  let x = box.x + (box.width - sum(widths)) / 2;
  return all.map((colour, i) => {
    const [width, count] = [widths[i]!, zone.cubes[colour] ?? 0];
    const step = count > 1 ? Math.min(CUBE, (width - 24) / (count - 1)) : 0;
    x += width;
    return { colour, count, moved: zone.moved[colour] ?? 0, step, x: x - width, y: box.y + 116, width, height: 42 };
  });
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** The middle of a cube in its pile. */
export function cubeIn(pile: Pile, index: number): Point {
  return { x: pile.x + pile.width / 2 + pile.step * (index - (pile.count - 1) / 2), y: pile.y + 13 };
}

/** The middle of a piece of a seat at a stall: each seat has its own part of the pavement. */
export function pieceIn(box: Box, seat: number, seats: number, index: number, count: number): Point {
  const stretch = (box.width - 12) / seats;
  const step = count > 1 ? Math.min(13, (stretch - 16) / (count - 1)) : 0;
  return { x: box.x + 6 + stretch * (seat + 0.5) + step * (index - (count - 1) / 2), y: box.y + 174 };
}
