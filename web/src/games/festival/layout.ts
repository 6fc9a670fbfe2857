/** Where things are on the stage, and how large. Sizes are pixels of the place that the stage gives to the board. */

import type { Form, Pane } from "$stage/form.svelte";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The parts of the stage; a pane of a phone leaves some out. */
export interface Places {
  piles: Box | null;
  /** The button that shows the cards face down. */
  unseen: Box | null;
  pleasers: Box | null;
  /** Whether the crowd-pleasers have room for words. */
  words: boolean;
  display: Box | null;
  hand: Box | null;
  /** For somebody who watches: a place for each seat. */
  seats: Box[];
}

export const CARD = { width: 100, height: 118 };
/** The nine spaces with their frame, in the measure in which a tile is 92 wide. */
export const TRAY = { width: 316, height: 392, column: 100, row: 118, first: 96 };
/** The room that a stack beside them needs in the same measure. */
const STACK = 104;
const EDGE = 6;
const GAP = 6;
const BUTTON = { width: 40, height: 46 };
const WIDE_MARKET = 140;
const NOTHING: Places = {
  piles: null,
  unseen: null,
  pleasers: null,
  words: false,
  display: null,
  hand: null,
  seats: [],
};

/** How many crowd-pleasers stand side by side in a place; a box has four unless it is somebody's own. */
export function pleaserColumns(count: number, width: number, pane: Pane): number {
  if (width > 320 && pane !== "mine") return 4;
  return count > 4 && width < 160 ? 3 : 2;
}

/** How high signs of crowd-pleasers without words are together. */
function signsHeight(count: number, columns: number, each: number): number {
  return Math.ceil(count / columns) * each;
}

/** Divide the stage of a seat. */
export function divide(form: Form, pane: Pane, width: number, height: number, pleasers = 4): Places {
  const inner = inset(width, height);
  if (form === "wide") return divideWide(inner);
  if (pane === "mine") return divideMine(form, inner, pleasers);
  return form === "tall" ? divideTall(inner, pleasers) : divideLow(inner, pleasers);
}

function divideWide(inner: Box): Places {
  const [market, rest] = cutTop(inner, WIDE_MARKET);
  const [display, hand] = cutTop(rest, rest.height - GAP - 136);
  return { ...NOTHING, ...divideMarket(market), display, hand, words: true };
}

function divideMarket(market: Box): Pick<Places, "piles" | "unseen" | "pleasers"> {
  const [left, pleasers] = cutLeft(market, market.width * 0.47);
  return { ...cutButton(left), pleasers };
}

function divideTall(inner: Box, count: number): Places {
  const [market, below] = cutTop(inner, clamp(inner.height * 0.18, 84, 112));
  const [pleasers, rest] = cutTop(below, signsHeight(count, 4, 44));
  const wanted = (inner.width / (TRAY.width + 2 * STACK)) * TRAY.height;
  const [display, hand] = cutTop(rest, Math.min(wanted, rest.height - GAP - 84));
  return { ...NOTHING, ...cutButton(market), pleasers, display, hand };
}

function divideLow(inner: Box, count: number): Places {
  const [above, below] = cutTop(inner, inner.height - GAP - 70);
  const wanted = (above.height / TRAY.height) * (TRAY.width + 2 * STACK);
  const [display, side] = cutLeft(above, Math.min(wanted, above.width - GAP - 124));
  const columns = pleaserColumns(count, side.width, "board");
  const [piles, pleasers] = cutTop(side, side.height - GAP - signsHeight(count, columns, 43));
  const [hand, corner] = cutLeft(below, below.width - GAP - BUTTON.width);
  return { ...NOTHING, piles, pleasers, display, hand, unseen: button(corner) };
}

/** The cards of a seat and the crowd-pleasers with their words, large. */
function divideMine(form: Form, inner: Box, count: number): Places {
  const signs = Math.max(190, Math.min(signsHeight(count, 2, 95), inner.height / 2));
  const [hand, pleasers] =
    form === "tall"
      ? cutTop(inner, inner.height - GAP - signs)
      : cutLeft(inner, inner.width * (form === "low" ? 0.48 : 0.58));
  return { ...NOTHING, pleasers, hand, words: true };
}

/** Divide the stage of somebody who watches all seats. */
export function divideForWatchers(form: Form, width: number, height: number, seats: number, count = 4): Places {
  const inner = inset(width, height);
  if (form === "wide") {
    const [market, rest] = cutTop(inner, WIDE_MARKET);
    return { ...NOTHING, ...divideMarket(market), words: true, seats: tileSeats(rest, seats) };
  }
  const [market, rest] = form === "low" ? cutLeft(inner, 132) : cutTop(inner, 96 + signsHeight(count, 4, 44));
  const columns = pleaserColumns(count, market.width, "board");
  const signs = signsHeight(count, columns, columns === 4 ? 44 : 43);
  const [piles, pleasers] = cutTop(market, market.height - GAP - signs);
  const parts = form === "low" ? { piles, unseen: null } : cutButton(piles);
  return { ...NOTHING, ...parts, pleasers, seats: tileSeats(rest, seats) };
}

function inset(width: number, height: number): Box {
  return { x: EDGE, y: EDGE, width: width - 2 * EDGE, height: height - 2 * EDGE };
}

/** Leave room for the button at the right of the piles. */
function cutButton(place: Box): { piles: Box; unseen: Box } {
  const [piles, rest] = cutLeft(place, place.width - GAP - BUTTON.width);
  return { piles, unseen: button(rest) };
}

function button(place: Box): Box {
  return { ...BUTTON, x: place.x, y: place.y + (place.height - BUTTON.height) / 2 };
}

function tileSeats(place: Box, seats: number): Box[] {
  const columns = place.width > place.height * 2.2 ? seats : place.width > place.height * 0.9 || seats > 2 ? 2 : 1;
  const rows = Math.ceil(seats / columns);
  const width = (place.width - GAP * (columns - 1)) / columns;
  const height = (place.height - GAP * (rows - 1)) / rows;
  return Array.from({ length: seats }, (_, i) => ({
    x: place.x + (i % columns) * (width + GAP),
    y: place.y + Math.floor(i / columns) * (height + GAP),
    width,
    height,
  }));
}

/** Divide the place of one seat between its display and its cards. */
export function divideSeat(width: number, height: number): { display: Box; hand: Box } {
  const place = { x: 0, y: 0, width, height };
  const aspect = (TRAY.width + 2 * STACK) / TRAY.height;
  const [display, hand] =
    width > height * 1.25
      ? cutLeft(place, Math.min(height * aspect, width * 0.68))
      : cutTop(place, Math.min(width / aspect, height * 0.7));
  return { display, hand };
}

/** Cards in rows, as large as they can be. */
export interface Rows {
  columns: number;
  scale: number;
  at(index: number): { x: number; y: number };
}

/** Lay cards out in rows from the upper left corner, or from the middle of the place. */
export function arrange(count: number, place: Box, most = 1.15, centred = false): Rows {
  const fits = (columns: number): number => {
    const rows = Math.ceil(count / columns);
    const wide = (place.width - GAP * (columns - 1)) / columns / CARD.width;
    return Math.min(most, wide, (place.height - GAP * (rows - 1)) / rows / CARD.height);
  };
  let columns = 1;
  for (let each = 2; each <= count; each++) if (fits(each) >= fits(columns)) columns = each;
  columns = Math.ceil(count / Math.ceil(count / columns)); // rows of equal length
  const scale = Math.max(fits(columns), 0.05);
  const [stepX, stepY] = [CARD.width * scale + GAP, CARD.height * scale + GAP];
  const rows = Math.ceil(count / columns);
  const left = place.x + (centred ? (place.width - stepX * columns + GAP) / 2 : 0);
  const top = place.y + (place.height - stepY * rows + GAP) / 2;
  return {
    columns,
    scale,
    at: (i) => ({ x: left + (i % columns) * stepX, y: top + Math.floor(i / columns) * stepY }),
  };
}

/** How large a display is drawn, and where the middle of its stacks is. */
export function fitDisplay(width: number, height: number): { scale: number; stack: number; room: number } {
  const scale = Math.min(height / TRAY.height, width / (TRAY.width + 2 * STACK));
  const room = (width - TRAY.width * scale) / 2;
  return { scale, stack: Math.max(room / 2, room - 100 * scale), room };
}

function cutTop(box: Box, height: number): [Box, Box] {
  const taken = height + GAP;
  return [
    { ...box, height },
    { ...box, y: box.y + taken, height: box.height - taken },
  ];
}

function cutLeft(box: Box, width: number): [Box, Box] {
  const taken = width + GAP;
  return [
    { ...box, width },
    { ...box, x: box.x + taken, width: box.width - taken },
  ];
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** Where the cards of a seat are: the incomplete ones in rows, the completed ones as a fan or as coins. */
export interface HandPlaces {
  open: Rows;
  done: { x: number; y: number; turn: number }[];
  /** The factor by which completed cards are drawn; 0 if only their points are, as coins. */
  scale: number;
}

const COIN = 30;
const SMALLEST_FAN = 96; // pixels of height
const NARROWEST_FAN = 480; // pixels of width, with the incomplete cards beside it

export function arrangeHand(open: number, done: number, width: number, height: number): HandPlaces {
  const place = { x: 2, y: 2, width: width - 4, height: height - 4 };
  const tall = height > width * 0.9;
  const size = tall ? height * 0.32 : height;
  const coins = size < SMALLEST_FAN || (!tall && width < NARROWEST_FAN);
  const scale = coins ? 0 : Math.min(1.1, (size - 14) / CARD.height);
  if (tall) {
    const [above, below] = cutTop(place, done ? height - size - GAP : height - 4);
    return { open: arrange(open, above), scale, done: coins ? spreadCoins(done, below) : spread(done, below, scale) };
  }
  const wanted = coins
    ? Math.ceil(done / Math.max(1, Math.floor(height / COIN))) * COIN
    : (CARD.width + 38 * (done - 1)) * scale + 12;
  const [left, right] = cutLeft(place, width - (done ? Math.min(wanted, width * 0.5) : 0) - GAP);
  return { open: arrange(open, left), scale, done: coins ? spreadCoins(done, right) : spread(done, right, scale) };
}

/** Cards that overlap so that the points of each are visible, the last one on top, at the right end of a place. */
function spread(count: number, place: Box, scale: number): HandPlaces["done"] {
  const room = place.width - CARD.width * scale - 8;
  const step = Math.min(38 * scale, room / Math.max(count - 1, 1));
  const left = place.x + Math.max(0, room - step * (count - 1));
  const y = place.y + (place.height - CARD.height * scale) / 2;
  const bend = count > 1 ? 8 / (count - 1) : 0;
  return Array.from({ length: count }, (_, i) => {
    const turn = bend * (i - (count - 1) / 2);
    return { x: left + step * i, y: y + Math.abs(turn) * 0.8, turn };
  });
}

function spreadCoins(count: number, place: Box): HandPlaces["done"] {
  const rows = Math.max(1, Math.floor(place.height / COIN));
  const wide = place.height > place.width;
  const columns = wide ? Math.max(1, Math.floor(place.width / COIN)) : Math.ceil(count / rows);
  return Array.from({ length: count }, (_, i) => ({
    x: place.x + COIN * ((i % columns) + 0.5),
    y: place.y + COIN * (Math.floor(i / columns) + 0.5),
    turn: 0,
  }));
}
