/** Where the parts of the board are: the street, the supplies, the buffet and the kitchen. A unit is a pixel. */

import type { Form, Pane } from "$stage/form.svelte";
import { SMALL, PLACES } from "./components";
import { layKitchen, layStrip, type KitchenPlan } from "./kitchenLayout";
import type { FestoView } from "./view";

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

/** What is large: the street while people shop and act, the buffet while they cook and pay. */
export type Mode = "street" | "buffet";

export interface BoardPlan {
  form: Form;
  mode: Mode;
  width: number;
  height: number;
  stalls: Record<string, Box>;
  supplies: Box | null;
  event: Box | null;
  /** By slot; also `roast` and `main`. */
  cards: Record<string, Box>;
  /** The place of all cards together, and of the payment. */
  buffet: Box | null;
  kitchen: KitchenPlan;
}

const PAYING = ["colour", "extra", "waive", "salt"];
const EDGE = 6;
const GAP = 6;

export function isPaying(view: FestoView): boolean {
  return PAYING.includes(view.question);
}

export function modeOf(view: FestoView, form: Form): Mode {
  const reserving = view.question === "reserve" && view.seat !== null && view.actors.includes(view.seat);
  return view.phase === "cook" || (reserving && form !== "wide") ? "buffet" : "street";
}

/** The parts that are stacked, each with the height it has. */
interface Bands {
  event: number;
  street: number;
  supplies: number;
  buffet: number;
  kitchen: number;
}

export function plan(view: FestoView, form: Form, pane: Pane, width: number, height: number): BoardPlan {
  const mode = modeOf(view, form);
  const board = { form, mode, width, height };
  if (form !== "wide" && pane === "mine") {
    const below = form === "tall" ? 76 : 46;
    const box = { x: EDGE, y: EDGE, width: width - 2 * EDGE, height: height - 2 * EDGE - below - GAP };
    const kitchen = layKitchen(box, form);
    const supplies = { ...box, y: height - EDGE - below, height: below };
    return { ...board, stalls: {}, supplies, event: null, cards: {}, buffet: null, kitchen };
  }
  const bands = form === "wide" ? wideBands(mode) : smallBands(view, form, mode, height);
  return { ...board, ...stack(view, form, mode, width, bands) };
}

function wideBands(mode: Mode): Bands {
  const [street, buffet] = mode === "street" ? [328, 136] : [96, 368];
  return { event: 0, street, supplies: 46, buffet, kitchen: 150 };
}

/** On a phone the supplies take the place of the buffet while one takes cubes from them. */
function smallBands(view: FestoView, form: Form, mode: Mode, height: number): Bands {
  const tall = form === "tall";
  const event = view.event ? (tall ? 30 : 18) : 0;
  const kitchen = tall ? 78 : 50;
  const room = height - 2 * EDGE - event - (event ? GAP : 0) - kitchen - 2 * GAP;
  if (mode === "buffet") {
    const street = tall ? 58 : 52;
    return { event, street, supplies: 0, buffet: room - street, kitchen };
  }
  const below = tall ? Math.min(108, Math.max(76, room * 0.24)) : 54;
  const fetching = view.question === "fetch";
  return { event, street: room - below, supplies: fetching ? below : 0, buffet: fetching ? 0 : below, kitchen };
}

function stack(view: FestoView, form: Form, mode: Mode, width: number, bands: Bands) {
  let y = EDGE;
  const band = (height: number): Box => {
    const box = { x: EDGE, y, width: width - 2 * EDGE, height };
    if (height) y += height + GAP;
    return box;
  };
  const event = band(bands.event);
  const street = band(bands.street);
  const supplies = band(bands.supplies);
  const buffet = band(bands.buffet);
  const kitchen = band(bands.kitchen);
  const wide = form === "wide";
  const share = view.event ? 0.56 : 1;
  return {
    stalls: layStalls(street, form === "tall" && mode === "street" ? 2 : 1),
    event: !view.event
      ? null
      : wide
        ? { ...supplies, x: EDGE + supplies.width * share + GAP, width: supplies.width * (1 - share) - GAP }
        : event,
    supplies: bands.supplies ? { ...supplies, width: wide ? supplies.width * share : supplies.width } : null,
    cards: bands.buffet ? layCards(buffet, form, mode) : {},
    buffet: bands.buffet ? buffet : null,
    kitchen: wide ? layKitchen(kitchen, form) : layStrip(kitchen, form),
  };
}

/** Seven stalls in one row or two; the grocery is as wide as two others. */
function layStalls(street: Box, rows: number): Record<string, Box> {
  const across = 8 / rows;
  const gap = rows === 2 ? 4 : 0;
  const each = street.width / across;
  const height = (street.height - gap * (rows - 1)) / rows;
  const stalls: Record<string, Box> = {};
  PLACES.forEach((place, i) => {
    stalls[place] = {
      x: street.x + (i % across) * each,
      y: street.y + Math.floor(i / across) * (height + gap),
      width: each * (place === "grocery" ? 2 : 1),
      height,
    };
  });
  return stalls;
}

export const TITLE = 18; // the height of a shelf's title

/** The cells of the cards, row by row. */
function layCards(buffet: Box, form: Form, mode: Mode): Record<string, Box> {
  if (mode === "street")
    return form === "tall" ? layRows(buffet, ROWS, 0) : layRows(buffet, [ROWS.flat()], form === "wide" ? TITLE : 0);
  return form === "tall" ? layShelves(buffet) : layRows(buffet, ROWS, form === "wide" ? TITLE : 0);
}

const ROWS = [
  [...slots("drink"), ...slots("dessert"), "roast"],
  [...slots("starter"), ...slots("side"), "main"],
];

function slots(sort: string): string[] {
  return [1, 2, 3].map((column) => `${sort}${column}`);
}

const LINE = [...SMALL.flatMap(slots), "roast", "main"];

function layRows(buffet: Box, rows: string[][], title: number): Record<string, Box> {
  const order = rows.length === 1 ? [LINE] : rows;
  const height = buffet.height / order.length;
  const cards: Record<string, Box> = {};
  order.forEach((row, r) =>
    row.forEach((slot, i) => {
      const width = buffet.width / row.length;
      cards[slot] = { x: buffet.x + width * i, y: buffet.y + height * r + title, width, height: height - title };
    }),
  );
  return cards;
}

/** A shelf in each row, and the large dishes beside them. */
function layShelves(buffet: Box): Record<string, Box> {
  const [width, height] = [buffet.width / 4, buffet.height / 4];
  const cards: Record<string, Box> = {};
  SMALL.forEach((sort, row) =>
    slots(sort).forEach((slot, column) => {
      cards[slot] = { x: buffet.x + width * column, y: buffet.y + height * row, width, height };
    }),
  );
  ["roast", "main"].forEach((slot, i) => {
    cards[slot] = { x: buffet.x + width * 3, y: buffet.y + height * 2 * i, width, height: height * 2 };
  });
  return cards;
}

/** The cell of one kind of cube among seven. */
export function cellOf(box: Box, index: number, count: number, label = 0): Box {
  const width = (box.width - label) / count;
  return { x: box.x + label + width * index, y: box.y, width, height: box.height };
}

export function middle(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
