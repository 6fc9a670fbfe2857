/** The hexagons of a city board: their positions, their neighbours, and what joins across their edges. */

import { parse } from "./faces";
import type { Placed } from "./view";

export const RADIUS = 50;
const WIDE = RADIUS * Math.sqrt(3);
const APART = 121; // from the middle of the moon to that of a space

export const HEXAGON = hexagon(RADIUS);

export interface Space {
  name: string;
  x: number;
  y: number;
}

/** A city board: its spaces by name, and the size of what they cover. */
export interface Outline {
  spaces: Map<string, Space>;
  width: number;
  height: number;
}

/** The board with these names of spaces, row by row. The rows are centred; the middle of the first one is at 0, 0. */
export function outlineOf(rows: string[][]): Outline {
  const spaces = rows.flatMap((names, row) =>
    names.map((name, place) => ({ name, x: WIDE * (place - (names.length - 1) / 2), y: 1.5 * RADIUS * row })),
  );
  return {
    spaces: new Map(spaces.map((space) => [space.name, space])),
    width: WIDE * Math.max(...rows.map((names) => names.length)),
    height: RADIUS * (1.5 * rows.length + 0.5),
  };
}

/** The height at which the moon stands over a board at this x: high enough to cover no space. */
export function clearHeight({ spaces }: Outline, x: number): number {
  const heights = [...spaces.values()].map((space) => {
    const aside = Math.abs(space.x - x);
    return aside < APART ? space.y - Math.sqrt(APART ** 2 - aside ** 2) : 0;
  });
  return Math.min(-24, ...heights);
}

/** A hexagon that stands on a corner, as an SVG path. */
export function hexagon(radius: number): string {
  const corners = Array.from({ length: 6 }, (_, i) => polar(radius, 60 * i + 30));
  return `M ${corners.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join(" L ")} Z`;
}

/** The point at a distance and an angle, in degrees clockwise from east. */
export function polar(distance: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [distance * Math.cos(angle), distance * Math.sin(angle)];
}

/** The degrees by which to rotate a drawing that points east so that it points in a direction (0 E, 1 NE ... 5 SE). */
export function degrees(direction: number): number {
  return -60 * direction;
}

/** The neighbour in a direction, if there is one. */
export function beside({ spaces }: Outline, name: string, direction: number): string | undefined {
  const here = spaces.get(name)!;
  const [dx, dy] = polar(WIDE, degrees(direction));
  return [...spaces.values()].find(({ x, y }) => Math.hypot(x - here.x - dx, y - here.y - dy) < 1)?.name;
}

/** The tiles whose halves meet a half of the same kind across an edge. */
export function joined(outline: Outline, board: Record<string, Placed>): Set<number> {
  const met = new Set<number>();
  for (const [name, tile] of Object.entries(board)) {
    const half = halfOf(tile);
    if (!half) continue;
    const other = board[beside(outline, name, half.direction) ?? ""];
    const its = other && halfOf(other);
    if (its && its.kind === half.kind && (its.direction + 3) % 6 === half.direction) met.add(tile.id);
  }
  return met;
}

/** The half picture on a tile and its direction, which is opposite the petal. */
function halfOf(tile: Placed): { kind: string; direction: number } | null {
  const { extra } = parse(tile.face);
  if (tile.petal === null || !extra || extra === "flower") return null;
  return { kind: extra, direction: (tile.petal + 3) % 6 };
}

/** How many petals around a space point at it. */
export function petalsAt(outline: Outline, board: Record<string, Placed>, name: string): number {
  return [0, 1, 2, 3, 4, 5].filter((direction) => {
    const tile = board[beside(outline, name, direction) ?? ""];
    return tile?.petal === (direction + 3) % 6;
  }).length;
}
