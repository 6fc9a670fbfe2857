/** The hexagons of a city board and their positions. */

export const RADIUS = 50;
const WIDE = RADIUS * Math.sqrt(3);
const ROWS = [2, 3, 4, 5, 4, 3, 2];

export const HEXAGON = hexagon(RADIUS);

export interface Space {
  name: string;
  x: number;
  y: number;
}

export const SPACES: Space[] = ROWS.flatMap((count, row) =>
  Array.from({ length: count }, (_, place) => ({
    name: `${"ABCDEFG"[row]}${place + 1}`,
    x: WIDE * (place - (count - 1) / 2),
    y: 1.5 * RADIUS * row,
  })),
);

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
