/** Reconstructs a launch: what the box looks like after each impact of the die. */

import type { Say } from "$lib/board";
import { printedName } from "./faces";
import type { Aim, Card, FireworksView, Impact, LaunchNumbers, Path, SkyTile } from "./view";

export interface Shown {
  id: number;
  face: string | null;
  up: boolean;
  x: number;
  y: number;
  waiting?: boolean;
}

/** `hit` is the impact that the frame shows, if any. */
export interface Frame {
  tiles: Shown[];
  die: { x: number; y: number };
  hit: Impact | null;
}

type After = Pick<FireworksView, "sky" | "outside" | "boards" | "size"> & { path: Path };

/** The numbers of an aim as they are told: averages with one decimal, the chance to fail in percent. */
export function prospect({ strength, scatter, up, down, out, failure }: Aim): Record<string, number> {
  const told = (number: number) => Math.round(10 * number) / 10;
  return { strength, scatter, up: told(up), down: told(down), out: told(out), failure: Math.round(100 * failure) };
}

/** Describe what a launch may bring. */
export function aimText(aim: Aim, say: Say): string {
  const values = prospect(aim);
  return aim.height
    ? say("height.about", { ...values, height: say(`height.${aim.height}`) })
    : say("aim.about", values);
}

/** Describe what a launch may bring in few words, to compare the heights. */
export function aimBrief(aim: Aim, say: Say): string {
  return aim.height
    ? say("height.brief", { ...prospect(aim), height: say(`height.${aim.height}`) })
    : aimText(aim, say);
}

/** Say how a launch works with the numbers of the box in play. Chances are told for a strength of 100. */
export function launchFacts(launch: LaunchNumbers, say: Say): string[] {
  const { zones: _, heights, bounce_tenths, fade_twentieths, radius_tenths, ...printed } = launch;
  const values = {
    ...printed,
    at: 100,
    reach: 10 * radius_tenths,
    slide: Math.floor(100 / launch.push),
    bounce: 10 * bounce_tenths,
    fade: 5 * fade_twentieths,
    part: Math.round(100 / launch.mound_part),
  };
  return [
    say("launch.barrel", values),
    ...heights.map(({ name, ...height }) => say("launch.height", { ...height, height: say(`height.${name}`) })),
    say("launch.reach", values),
    say("launch.flip", values),
    say("launch.leap", values),
    say("launch.bounce", values),
    say("launch.gather", values),
  ];
}

/** Describe a card that is still in the piles. */
export function cardText({ name, barrel, strength, scatter }: Card, say: Say): string {
  return say("piles.card", {
    name: printedName("card.name", name, say),
    strength,
    scatter,
    barrel: say(barrel ? "card.barrel" : "card.hand"),
  });
}

export function inSky(tiles: SkyTile[]): Shown[] {
  return tiles.flatMap(({ id, face, up, x, y, waiting }) =>
    x === null || y === null ? [] : [{ id, face, up, x, y, waiting }],
  );
}

/** One frame before the launch, one for each impact, and one with the die at rest; `before` is the box before it. */
export function frames(before: SkyTile[], after: After): Frame[] {
  const { impacts, x, y } = after.path;
  const tiles = touched(inSky(before), after);
  const hand = { tiles: tiles.map((tile) => tile.at(-1)), die: { x: after.size / 2, y: after.size + 18 }, hit: null };
  const hits = impacts.map((hit, i) => ({ tiles: tiles.map((tile) => tile.at(i)), die: { x: hit.x, y: hit.y }, hit }));
  const rest = { tiles: tiles.map((tile) => tile.at(impacts.length)), die: { x, y }, hit: null };
  return [hand, ...hits, rest].map((frame) => ({ ...frame, tiles: frame.tiles.filter((tile) => tile !== null) }));
}

interface Touched {
  /** The position of a tile after an impact, or null if it has left the box. */
  at(impact: number): Shown | null;
}

function touched(before: Shown[], after: After): Touched[] {
  const ends = new Map([...after.sky, ...after.outside].map((tile) => [tile.id, tile]));
  const faces = new Map(after.boards.flatMap((board) => Object.values(board).map((tile) => [tile.id, tile.face])));
  return before.map((tile) => {
    const end = ends.get(tile.id);
    const face = end?.face ?? faces.get(tile.id) ?? tile.face;
    const up = end?.up ?? true; // it has been taken since, so it was face up
    const to = end && end.x !== null && end.y !== null ? { x: end.x, y: end.y } : tile;
    const pushed = pushedBy(tile, after.path.impacts);
    const left = after.path.impacts.findIndex((impact) => impact.out.includes(tile.id));
    return {
      at: (now) =>
        left >= 0 && now >= left
          ? null
          : { id: tile.id, face, up: up !== odd(tile.id, after.path.impacts, now), ...place(tile, to, now >= pushed) },
    };
  });
}

function place(from: { x: number; y: number }, to: { x: number; y: number }, moved: boolean): { x: number; y: number } {
  return moved ? { x: to.x, y: to.y } : { x: from.x, y: from.y };
}

/** Whether later impacts turn the tile over an odd number of times. */
function odd(tile: number, impacts: Impact[], now: number): boolean {
  return impacts.slice(now + 1).filter((impact) => impact.flipped.includes(tile)).length % 2 === 1;
}

function pushedBy(tile: Shown, impacts: Impact[]): number {
  const first = impacts.findIndex((impact) => Math.hypot(impact.x - tile.x, impact.y - tile.y) < impact.radius);
  return first < 0 ? impacts.length : first;
}

/** Move points apart until no two are closer than `gap`; points that are far enough apart stay in place. */
export function spread<T extends { x: number; y: number }>(things: T[], gap: number, size: number): T[] {
  const apart = things.map((thing) => ({ ...thing }));
  for (let round = 0; round < 120 && push(apart, gap, size); round++);
  return apart;
}

function push(things: { x: number; y: number }[], gap: number, size: number): boolean {
  let moved = false;
  for (let i = 0; i < things.length; i++)
    for (let j = 0; j < i; j++) {
      const [a, b] = [things[i]!, things[j]!];
      const [dx, dy] = a.x === b.x && a.y === b.y ? [1, (i % 3) - 1] : [a.x - b.x, a.y - b.y];
      const far = Math.hypot(dx, dy);
      if (far >= gap - 0.2) continue;
      const part = (gap - far) / 2 / far;
      shift(a, dx * part, dy * part, gap / 2, size);
      shift(b, -dx * part, -dy * part, gap / 2, size);
      moved = true;
    }
  return moved;
}

function shift(thing: { x: number; y: number }, dx: number, dy: number, margin: number, size: number): void {
  thing.x = Math.min(Math.max(thing.x + dx, margin), size - margin);
  thing.y = Math.min(Math.max(thing.y + dy, margin), size - margin);
}
