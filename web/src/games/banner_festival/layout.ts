/**
 * The layout of the market. A unit is a pixel of the screen; angles are degrees clockwise from the top.
 */

import type { BannerView, DockView } from "./view";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The wheel: race spaces from radius `pool` to `track`, then the ring of the gate up to `rim`. */
export interface Wheel {
  x: number;
  y: number;
  rim: number;
  track: number;
  pool: number;
}

export interface DockPlan {
  title: Box;
  spaces: Box[];
}

export interface MarketPlan {
  width: number;
  height: number;
  wheel: Wheel;
  docks: Record<string, DockPlan>;
  towers: Record<string, Box>;
  regions: Record<string, Box>;
}

const SPACES = 8;
const TURN = 360 / SPACES;
const CELL = 52;
const LOW = 78; // the height of a dock space if four are in a row
const TITLE = 26;
const GAP = 4;
const TOWER = 96;
const WIDE = 620;

/** The middle of a space of the ring or the track. */
export function angleOf(space: number): number {
  return (space - 0.5) * TURN;
}

export function plan(view: BannerView, width: number): MarketPlan {
  return width >= WIDE ? beside(view, width) : below(view, width);
}

/** Docks at both sides of the wheel, each pair with its Tower in between. */
function beside(view: BannerView, width: number): MarketPlan {
  const side = Math.min(Math.max((width - 500) / 2, 120), 200);
  const dock = TITLE + 4 * (CELL + GAP);
  const height = 2 * dock + TOWER + 4 * GAP;
  const size = Math.min(width - 2 * side - 20, height);
  const plan: MarketPlan = {
    width,
    height,
    wheel: wheel(width / 2, height / 2, size),
    docks: {},
    towers: {},
    regions: {},
  };
  sides(view).forEach(({ region, docks }, i) => {
    const x = i === 0 ? width - side : 0;
    plan.regions[region] = { x, y: 0, width: side, height };
    plan.towers[region] = { x: x + 4, y: dock + 2 * GAP, width: side - 8, height: TOWER };
    docks.forEach(
      (each, at) =>
        (plan.docks[each.quadrant] = column(x + 4, side - 8, at === 0 ? 0 : dock + TOWER + 4 * GAP, at === 1)),
    );
  });
  return plan;
}

/** The upper dock runs down to the Tower, the lower one runs up to it, its title at the foot. */
function column(x: number, width: number, top: number, upwards: boolean): DockPlan {
  const run = 4 * (CELL + GAP);
  const spaces = [0, 1, 2, 3].map((i) => ({
    x,
    y: (upwards ? top : top + TITLE) + (upwards ? 3 - i : i) * (CELL + GAP),
    width,
    height: CELL,
  }));
  return { title: { x, y: upwards ? top + run : top, width, height: TITLE }, spaces };
}

/** The wheel first, and below it each dock in a row. */
function below(view: BannerView, width: number): MarketPlan {
  const size = Math.min(width, 460);
  const plan: MarketPlan = {
    width,
    height: 0,
    wheel: wheel(width / 2, size / 2, size),
    docks: {},
    towers: {},
    regions: {},
  };
  let y = size + 10;
  for (const { region, docks } of sides(view)) {
    const start = y;
    for (const each of docks) {
      const cell = (width - 8 + GAP) / 4;
      const spaces = [0, 1, 2, 3].map((i) => ({ x: 4 + i * cell, y: y + TITLE, width: cell - GAP, height: LOW }));
      plan.docks[each.quadrant] = { title: { x: 4, y, width: width - 8, height: TITLE }, spaces };
      y += TITLE + LOW + GAP;
    }
    plan.towers[region] = { x: 4, y: y + GAP, width: width - 8, height: 56 };
    plan.regions[region] = { x: 0, y: start, width, height: y + 56 + 3 * GAP - start };
    y += 56 + 5 * GAP;
  }
  plan.height = y;
  return plan;
}

function wheel(x: number, y: number, size: number): Wheel {
  const rim = size / 2 - 4;
  return { x, y, rim, track: rim * 0.8, pool: rim * 0.37 };
}

/** The Regions, the one at the right of the wheel first, and their docks from the top down. */
export function sides(view: BannerView): { region: string; docks: DockView[] }[] {
  const regions = view.towers.map(({ region }) => {
    const docks = view.docks.filter((dock) => dock.region === region);
    return { region, docks: docks.sort((a, b) => height(view, b) - height(view, a)) };
  });
  const rightness = (docks: DockView[]): number =>
    docks.reduce((sum, dock) => sum + Math.sin(radians(middle(view, dock))), 0);
  return regions.sort((a, b) => rightness(b.docks) - rightness(a.docks));
}

function height(view: BannerView, dock: DockView): number {
  return Math.cos(radians(middle(view, dock)));
}

/** The angle of the middle of a quadrant, whose spaces are adjacent (the last one to the first, too). */
function middle(view: BannerView, dock: DockView): number {
  const spaces = view.ring.flatMap((quadrant, i) => (quadrant === dock.quadrant ? [i + 1] : []));
  const [x, y] = [sum(spaces, Math.sin), sum(spaces, Math.cos)];
  return (Math.atan2(x, y) * 180) / Math.PI;
}

function sum(spaces: number[], part: (angle: number) => number): number {
  return spaces.reduce((total, space) => total + part(radians(angleOf(space))), 0);
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** A point at an angle and a distance from the middle of the wheel. */
export function at(wheel: Wheel, degrees: number, radius: number): { x: number; y: number } {
  return { x: wheel.x + radius * Math.sin(radians(degrees)), y: wheel.y - radius * Math.cos(radians(degrees)) };
}

/** The outline of a space between two radii. */
export function wedge(wheel: Wheel, space: number, inner: number, outer: number): string {
  const [from, to] = [(space - 1) * TURN + 0.6, space * TURN - 0.6];
  const [a, b, c, d] = [at(wheel, from, outer), at(wheel, to, outer), at(wheel, to, inner), at(wheel, from, inner)];
  const outward = `M ${a.x} ${a.y} A ${outer} ${outer} 0 0 1 ${b.x} ${b.y}`;
  return `${outward} L ${c.x} ${c.y} A ${inner} ${inner} 0 0 0 ${d.x} ${d.y} Z`;
}

/** The lane of a seat on the track, from the middle of the wheel. */
export function lane(wheel: Wheel, seat: number, seats: number): { radius: number; width: number } {
  const width = (wheel.track - wheel.pool - 16) / seats;
  return { radius: wheel.track - width * (seat + 0.5) - 2, width };
}

/** Tracks things that move around the wheel, so that they never move backwards and a full lap is visible. */
export class AngleTracker {
  private known = new Map<string, { angle: number; space: number; when: string }>();

  /** The angle of a thing at `space`, which moved there by `steps` at the time `when`. */
  turn(name: string, space: number, steps = 0, when = ""): number {
    const before = this.known.get(name);
    if (!before) {
      this.known.set(name, { angle: angleOf(space), space, when });
      return angleOf(space);
    }
    let ahead = (space - before.space + SPACES) % SPACES;
    if (when !== before.when && steps % SPACES === ahead) ahead = steps;
    const angle = before.angle + ahead * TURN;
    this.known.set(name, { angle, space, when });
    return angle;
  }
}
