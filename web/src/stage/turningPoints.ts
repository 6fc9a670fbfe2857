/** Finds the turning points of a match in the points after each move. */

import type { Entry } from "$lib/board";

/**
 * `lead`: the seat takes the lead and keeps it; `start`: the same, but nobody else had led before; `level`: nobody is
 * alone in the lead from here on; `ahead`: the seat is the furthest ahead of the later winner; `swing`: the seat gains
 * more on the other of the first two than in any other move. `at` counts the moves made.
 */
export interface TurningPoint {
  kind: "lead" | "start" | "level" | "ahead" | "swing";
  at: number;
  seat: number;
  /** The seat that it is measured against. */
  other: number;
  by: number;
}

const GAINS = ["points", "profit"]; // values of entries that tell of points
const MOST_ENTRIES = 2;
const LEAST = 2; // points that make a move worth telling
const WORTH: TurningPoint["kind"][] = ["lead", "start", "level", "ahead", "swing"]; // if two are the same move

/** At most three moments, in the order of the match; none where the points were counted once, such as at the end. */
export function turningPoints(curve: number[][], ranking: number[][]): TurningPoint[] {
  const [winner, next] = ranking.flat();
  if (winner === undefined || next === undefined || countedOnce(curve)) return [];
  const found = [
    lastChange(curve, winner, next),
    ranking[0]!.length === 1 ? furthestAhead(curve, winner) : null,
    largestSwing(curve, winner, next),
  ].filter((point) => point !== null);
  const worth = (point: TurningPoint): number => WORTH.indexOf(point.kind);
  return found
    .filter((point) => !found.some((other) => other.at === point.at && worth(other) < worth(point)))
    .sort((a, b) => a.at - b.at);
}

/** The entries of a move that say the most about how a seat got its points; a few are enough. */
export function tellingEntries<E extends Pick<Entry, "values">>(entries: E[], seat: number): E[] {
  const own = entries.filter(({ values }) => values.seat === seat);
  const gains = own.filter(({ values }) => GAINS.some((name) => Number(values[name]) > 0));
  const best = [gains, own, entries].find((some) => some.length > 0) ?? [];
  return best.slice(0, MOST_ENTRIES);
}

function countedOnce(curve: number[][]): boolean {
  const changes = curve.filter((points, at) => at > 0 && points.some((each, seat) => each !== curve[at - 1]![seat]));
  return changes.length < 2;
}

/** The seat that is alone in the lead; null if several are level. */
function leader(points: number[]): number | null {
  const most = Math.max(...points);
  return points.indexOf(most) === points.lastIndexOf(most) ? points.indexOf(most) : null;
}

/** The moment since which the lead has not changed any more. */
function lastChange(curve: number[][], winner: number, next: number): TurningPoint | null {
  const leaders = curve.map(leader);
  const last = leaders.at(-1) ?? null;
  const at = 1 + leaders.findLastIndex((each) => each !== last);
  const before = leaders.slice(0, at).filter((each) => each !== null);
  const point = { at, seat: winner, other: next, by: 0 };
  if (at === 0) return null;
  if (last === null) return before.length ? { ...point, kind: "level" } : null;
  if (last !== winner) return null; // points alone did not decide
  return { ...point, kind: before.some((each) => each !== winner) ? "lead" : "start" };
}

/** The moment at which somebody was the furthest ahead of the later winner. */
function furthestAhead(curve: number[][], winner: number): TurningPoint | null {
  let found: TurningPoint | null = null;
  curve.forEach((points, at) => {
    const most = Math.max(...points);
    const by = most - points[winner]!;
    if (by >= LEAST && by > (found?.by ?? 0))
      found = { kind: "ahead", at, seat: points.indexOf(most), other: winner, by };
  });
  return found;
}

/** The move in which the margin between the first two changed the most; the latest of several. */
function largestSwing(curve: number[][], winner: number, next: number): TurningPoint | null {
  const margins = curve.map((points) => points[winner]! - points[next]!);
  let found: TurningPoint | null = null;
  for (let at = 1; at < margins.length; at++) {
    const change = margins[at]! - margins[at - 1]!;
    const by = Math.abs(change);
    const [seat, other] = change > 0 ? [winner, next] : [next, winner];
    if (by >= LEAST && by >= (found?.by ?? 0)) found = { kind: "swing", at, seat, other, by };
  }
  return found;
}
