/** The hexagons of a city board and their positions. */

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
