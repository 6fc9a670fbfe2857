/** The layout of the temple. */

import type { Form } from "$stage/form.svelte";

export interface Space {
  name: string;
  x: number;
  y: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How large the stones are, and where the temple, its bell and the waiting teams are, in a place of some size. */
export interface Ground {
  stone: { width: number; height: number };
  /** The space between two stones. */
  gap: number;
  left: number;
  foot: number;
  /** The factor by which climbers are drawn. */
  scale: number;
  /** How far climbers stand right of the middle of a stone, so that its name can be read. */
  aside: number;
  /** The middle of the lower edge of the bell's frame. */
  bell: { x: number; y: number };
  teams: Box[];
  /** Where the values of the levels are, the base first: beside the ridge, or on a phone on its last stones. */
  values: { x: number; y: number }[];
}

const BELL = 66; // room above the top stone
const TEAM = { width: 190, height: 54 };
const LARGEST = { wide: { width: 170, height: 110 }, tall: { width: 110, height: 84 }, low: { width: 78, height: 64 } };
const SMALLEST = 44; // height of a stone that a finger can hit
const EDGE = 4;
const VALUE = 9; // half of the size of a level's value on a phone
const FRAME = 28; // half of the width of the bell's frame

/** Fit a temple of so many levels and its teams into a place; in a low one the teams and the bell stand beside it. */
export function ground(levels: number, seats: number, form: Form, width: number, height: number): Ground {
  const low = form === "low";
  const [above, below] = low ? [2, 2] : [Math.min(BELL, height * 0.1), TEAM.height + 2 * EDGE];
  const room = (height - above - below) / levels;
  const across = (width - 2 * EDGE) / levels;
  const stoneHeight = Math.min(room, LARGEST[form].height, Math.max(across * 1.15, SMALLEST));
  const stone = { width: Math.min(across, stoneHeight * 1.6, LARGEST[form].width), height: stoneHeight };
  const foot = height - below;
  const top = foot - stone.height * levels;
  const middle = width / 2;
  const narrow = stone.width < 60;
  return {
    stone,
    gap: low ? 2 : 4,
    left: middle - (stone.width * levels) / 2,
    foot,
    scale: Math.min(stone.width / (narrow ? 52 : 70), stone.height / 52),
    aside: narrow ? 8 : 0,
    bell: low ? { x: middle + stone.width / 2 + FRAME + 10, y: top + stone.height } : { x: middle, y: top + 2 },
    teams: low ? inCorners(seats, stone, top, width) : atFoot(seats, width, height),
    values: form === "wide" ? besideRidge(levels, stone, foot, width) : onRidge(levels, stone, foot, middle),
  };
}

function atFoot(seats: number, width: number, height: number): Box[] {
  const each = (width - EDGE) / seats;
  const own = Math.min(each - EDGE, TEAM.width);
  return Array.from({ length: seats }, (_, seat) => ({
    x: EDGE / 2 + each * (seat + 0.5) - own / 2,
    y: height - TEAM.height - EDGE,
    width: own,
    height: TEAM.height,
  }));
}

/** Two teams above each other left and right of the top, where the temple is narrow; the bell has room between. */
function inCorners(seats: number, stone: Ground["stone"], top: number, width: number): Box[] {
  const depth = EDGE + Math.ceil(seats / 2) * (TEAM.height + EDGE);
  const passed = Math.max(0, Math.ceil((depth - top) / stone.height)); // levels of the temple beside the teams
  const taken = Math.max((passed * stone.width) / 2, stone.width / 2 + 2 * FRAME + 12);
  const own = Math.min(150, width / 2 - taken - 2 * EDGE);
  return Array.from({ length: seats }, (_, seat) => ({
    x: seat % 2 ? width - own - EDGE : EDGE,
    y: EDGE + Math.floor(seat / 2) * (TEAM.height + EDGE),
    width: own,
    height: TEAM.height,
  }));
}

function besideRidge(levels: number, stone: Ground["stone"], foot: number, width: number): Ground["values"] {
  return Array.from({ length: levels }, (_, level) => ({
    x: Math.min(width / 2 + (stone.width * (levels - level)) / 2 + 20, width - 17),
    y: foot - stone.height * (level + 0.5),
  }));
}

function onRidge(levels: number, stone: Ground["stone"], foot: number, middle: number): Ground["values"] {
  return Array.from({ length: levels }, (_, level) => ({
    x: middle + (stone.width * (levels - level)) / 2 - VALUE + 1,
    y: foot - stone.height * (level + 1) + VALUE,
  }));
}

/** All spaces, the base first; (x, y) is the middle of a stone. */
export function temple(levels: number, place: Ground): Space[] {
  const spaces: Space[] = [];
  for (let level = 0; level < levels; level++)
    for (let index = 0; index < levels - level; index++)
      spaces.push({ name: name(level, index), ...middle(place, level, index) });
  return spaces;
}

/** The names of the two spaces that a space above the base rests on. */
export function below(space: string): [string, string] | null {
  const level = space.charCodeAt(0) - 97;
  const place = Number(space.slice(1)) - 1;
  return level === 0 ? null : [name(level - 1, place), name(level - 1, place + 1)];
}

/** The names of the spaces that rest on a space; some of them may be outside the temple. */
export function above(space: string): string[] {
  const level = space.charCodeAt(0) - 97;
  const place = Number(space.slice(1)) - 1;
  return [place - 1, place].filter((each) => each >= 0).map((each) => name(level + 1, each));
}

function name(level: number, place: number): string {
  return `${String.fromCharCode(97 + level)}${place + 1}`;
}

function middle({ stone, left, foot }: Ground, level: number, place: number): { x: number; y: number } {
  return { x: left + stone.width * (place + 0.5 + level / 2), y: foot - stone.height * (level + 0.5) };
}
