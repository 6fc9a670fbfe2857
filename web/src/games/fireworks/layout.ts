/** Where the parts of the board are, in every form and pane. */

import type { Form, Pane } from "$stage/form.svelte";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The parts that are shown. Without a `dial` of its own, the moon over the city is the dial. */
export interface Plan {
  info: Box | null;
  sky: Box | null;
  tray: Box | null;
  city: Box | null;
  person: Box | null;
  dial: Box | null;
}

const NOTHING: Plan = { info: null, sky: null, tray: null, city: null, person: null, dial: null };
const EDGE = 12;
const STRIP = 62;
const CITY = 468; // the width that a usual city needs at full height
const SLIM = 4; // the margin on a phone
const DIAL = 166; // the width of a dial whose arrows a finger can hit

/** In a match at speed there is no launch, so no tray: the sky takes its place. */
export function planned(form: Form, pane: Pane, width: number, height: number, speed = false): Plan {
  if (form === "wide") return wide(width, height, speed);
  const home = pane === "mine";
  if (form === "tall") return home ? tallHome(height) : tallSky(width, height, speed);
  return home ? lowHome(width, height) : lowSky(width, height, speed);
}

function wide(width: number, height: number, speed: boolean): Plan {
  const y = 8 + STRIP + 8;
  const tall = height - y - 8;
  const least = Math.min(0.49 * (width - 3 * EDGE), CITY);
  const rest = width - 3 * EDGE - least;
  const beside = !speed && rest >= tall + 96;
  const side = beside ? tall : Math.min(rest, speed ? tall : tall - 72);
  const left = beside ? rest : side;
  const city = { x: EDGE + left + EDGE, y, width: width - left - 3 * EDGE, height: tall };
  const tray = beside
    ? { x: EDGE + side + 8, y, width: rest - side - 8, height: tall }
    : { x: EDGE, y: y + side + 8, width: side, height: tall - side - 8 };
  return {
    info: { x: EDGE, y: 8, width: width - 2 * EDGE, height: STRIP },
    sky: { x: EDGE, y, width: side, height: speed ? tall : side },
    tray: speed ? null : tray,
    city,
    person: { x: city.x + 10, y: y + 10, width: Math.max(112, city.width / 2 - 98), height: 118 },
    dial: null,
  };
}

function tallSky(width: number, height: number, speed: boolean): Plan {
  const across = width - 2 * SLIM;
  const rest = height - 4 * SLIM - across;
  const info = { x: SLIM, y: SLIM, width: across, height: speed ? 44 : Math.min(88, Math.max(54, rest / 2)) };
  const y = info.y + info.height + SLIM;
  const sky = { x: SLIM, y, width: across, height: speed ? height - y - SLIM : across };
  const below = y + sky.height + SLIM;
  return { ...NOTHING, info, sky, tray: speed ? null : { ...info, y: below, height: height - below - SLIM } };
}

function tallHome(height: number): Plan {
  const line = { x: SLIM, y: SLIM, width: 352, height: 50 };
  return {
    ...NOTHING,
    person: line,
    city: { ...line, y: 58, height: height - 58 - 58 },
    dial: { ...line, y: height - 54 },
  };
}

function lowSky(width: number, height: number, speed: boolean): Plan {
  const side = height - 2 * SLIM;
  if (speed) return { ...NOTHING, sky: { x: SLIM, y: SLIM, width: width - 2 * SLIM, height: side } };
  const x = SLIM + side + SLIM;
  const column = { x, width: width - x - SLIM };
  return {
    ...NOTHING,
    sky: { x: SLIM, y: SLIM, width: side, height: side },
    info: { ...column, y: SLIM, height: 176 },
    tray: { ...column, y: 184, height: height - 188 },
  };
}

function lowHome(width: number, height: number): Plan {
  const x = width - DIAL - SLIM;
  return {
    ...NOTHING,
    city: { x: SLIM, y: SLIM, width: x - 2 * SLIM, height: height - 2 * SLIM },
    person: { x, y: SLIM, width: DIAL, height: height - DIAL - 3 * SLIM },
    dial: { x, y: height - DIAL - SLIM, width: DIAL, height: DIAL },
  };
}

/** A honeycomb that fills a place with a number of hexagons, as large as they can be. */
export interface Honeycomb {
  /** The width of a hexagon. */
  cell: number;
  at(slot: number): { x: number; y: number };
}

export function honeycomb(count: number, width: number, height: number): Honeycomb {
  const ROW = Math.sqrt(3) / 2; // the distance of rows by the width of a hexagon
  const TALL = 2 / Math.sqrt(3);
  let cell = 70;
  const columns = () => Math.max(1, Math.floor((width - cell / 2) / cell));
  const needed = () => cell * (ROW * (Math.ceil(count / columns()) - 1) + TALL);
  while (cell > 10 && needed() > height) cell -= 0.5;
  const across = columns();
  const left = (width - (across + 0.5) * cell) / 2;
  const top = (height - needed()) / 2;
  return {
    cell,
    at(slot) {
      const [row, column] = [Math.floor(slot / across), slot % across];
      return { x: left + cell * (column + 0.5 + (row % 2) / 2), y: top + cell * (TALL / 2 + ROW * row) };
    },
  };
}
