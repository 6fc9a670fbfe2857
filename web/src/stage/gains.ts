/** The difference between two updates in points: how much each seat gained, and what for. */

/** The points of each seat by what they are for. */
export type Headings = Record<string, number[]>;

export interface Reason {
  heading: string;
  points: number;
}

/** What a seat gained; `total` is below 0 if it lost points. */
export interface Gain {
  total: number;
  reasons: Reason[];
}

export interface Score {
  points: number[];
  headings: Headings | null;
}

/** Return the gain of each seat, or null if its points are the same or changed only under `quiet` headings. */
export function findGains(before: Score, after: Score, quiet: readonly string[] = []): (Gain | null)[] {
  return after.points.map((points, seat) => {
    const total = points - (before.points[seat] ?? 0);
    if (total === 0) return null;
    const reasons = findReasons(before.headings, after.headings, seat, total);
    return reasons.length && reasons.every(({ heading }) => quiet.includes(heading)) ? null : { total, reasons };
  });
}

/** Return the headings under which the points moved the way that the total did, the largest change first. */
function findReasons(before: Headings | null, after: Headings | null, seat: number, total: number): Reason[] {
  const changes = Object.entries(after ?? {}).map(([heading, each]) => ({
    heading,
    points: (each[seat] ?? 0) - (before?.[heading]?.[seat] ?? 0),
  }));
  return changes
    .filter(({ points }) => points * total > 0)
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points));
}

/** A gain in words: "+5" or "−2". */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** What a gain is for, in short: its headings, with their points if there are several that make up the total. */
export function reasonWords(gain: Gain, say: (key: string) => string): string {
  const named = gain.reasons.map(({ heading, points }) => ({ name: say(`heading.${heading}`), points }));
  const whole = named.reduce((sum, { points }) => sum + points, 0) === gain.total;
  const counted = whole && named.length > 1;
  return named.map(({ name, points }) => (counted ? `${name} ${signed(points)}` : name)).join(" · ");
}
