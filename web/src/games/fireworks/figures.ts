/** The figures of a city that are complete: what lights up. */

import { degrees, outlineOf, polar, type Space } from "./city";
import { parse } from "./faces";
import type { FireworksView, Placed, Worth } from "./view";

export interface Figure {
  kind: "big" | "saturn" | "kaleidoscope" | "flower" | "special";
  x: number;
  y: number;
  spaces: string[];
  /** What it is worth, if it counts by itself. */
  points: number | null;
}

interface Lying extends Space {
  tile: Placed;
}

const NEAR = 2; // how far two places may be apart and still be one
const WIDE = 50 * Math.sqrt(3);

/** The big fireworks and pairs that are complete; with `all` also flowers and special pictures, as at the end. */
export function figuresOf(view: FireworksView, seat: number, all = false): Figure[] {
  const { spaces } = outlineOf(view.outline);
  const lying = Object.entries(view.boards[seat] ?? {}).map(([name, tile]) => ({ ...spaces.get(name)!, tile }));
  const singles = all ? lying.filter(({ tile }) => isSingle(tile)).map((each) => single(each, view.worth[seat]!)) : [];
  return [...bigFireworks(view, seat, lying), ...pairs(view, seat, lying), ...singles];
}

function bigFireworks(view: FireworksView, seat: number, lying: Lying[]): Figure[] {
  return Object.entries(view.rings[seat] ?? {})
    .filter(([, ring]) => ring.shape === 0 || ring.colour === 0)
    .map(([name, ring]) => {
      const core = lying.find((each) => each.name === name)!;
      const around = lying.filter((each) => Math.hypot(each.x - core.x, each.y - core.y) < WIDE + NEAR);
      return { kind: "big", x: core.x, y: core.y, spaces: around.map((each) => each.name), points: ring.points };
    });
}

/** Halves meet behind their petals. */
function pairs(view: FireworksView, seat: number, lying: Lying[]): Figure[] {
  const joined = lying.filter(({ tile }) => view.joined.includes(tile.id));
  return joined.flatMap((one) => {
    const [dx, dy] = polar(WIDE, degrees(one.tile.petal! + 3));
    const other = joined.find(({ x, y }) => Math.hypot(x - one.x - dx, y - one.y - dy) < NEAR);
    return other && one.name < other.name ? [pair(one, other, view.worth[seat]!)] : [];
  });
}

function pair(one: Lying, other: Lying, worth: Worth): Figure {
  const [first, second] = [parse(one.tile.face), parse(other.tile.face)];
  const kind = first.extra as "saturn" | "kaleidoscope";
  const points = worth[kind][first.colour === second.colour ? 0 : 1];
  return { kind, x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, spaces: [one.name, other.name], points };
}

function isSingle({ face }: Placed): boolean {
  const { kind, extra } = parse(face);
  return kind === "special" || extra === "flower";
}

/** Special pictures count together, so a single one has no points of its own. */
function single({ x, y, name, tile }: Lying, worth: Worth): Figure {
  const special = parse(tile.face).kind === "special";
  return { kind: special ? "special" : "flower", x, y, spaces: [name], points: special ? null : worth.flower };
}
