/** The geometry of the wheel. Angles are degrees clockwise from the top. */

/** The wheel: race spaces from radius `pool` to `track`, then the ring of the gate up to `rim`. */
export interface Wheel {
  x: number;
  y: number;
  rim: number;
  track: number;
  pool: number;
}

const SPACES = 8;
const TURN = 360 / SPACES;

/** The middle of a space of the ring or the track. */
export function angleOf(space: number): number {
  return (space - 0.5) * TURN;
}

/** The angle of the middle of a quadrant, whose spaces are adjacent (the last one to the first, too). */
export function middleOf(ring: string[], quadrant: string): number {
  const spaces = ring.flatMap((each, i) => (each === quadrant ? [i + 1] : []));
  const sum = (part: (angle: number) => number): number =>
    spaces.reduce((total, space) => total + part(radians(angleOf(space))), 0);
  return (Math.atan2(sum(Math.sin), sum(Math.cos)) * 180) / Math.PI;
}

export function radians(degrees: number): number {
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
  const width = (wheel.track - wheel.pool - 14) / seats;
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
