/** What there is to say about the result of a match: places, margins, and where the points come from. */

import type { Outcome } from "./wire";

/** A key of the translations with its values. */
export interface Sentence {
  key: string;
  values: Record<string, string | number>;
}

/** The place of a seat; seats that share a place have the same one. */
export function placeOf(ranking: number[][], seat: number): number {
  const group = ranking.findIndex((seats) => seats.includes(seat));
  return 1 + ranking.slice(0, group).flat().length;
}

/** By how many points the winner beat the next seat; 0 if something else decided, or if the win is shared. */
export function marginOf({ ranking, points, decided }: Outcome): number {
  const [winner, next] = ranking.flat();
  if (decided !== "points" || winner === undefined || next === undefined) return 0;
  return Math.max(0, points[winner]! - points[next]!);
}

/** Who won, and by how much. `list` joins names. */
export function headline(
  outcome: Outcome,
  names: string[],
  me: number | null,
  list: (names: string[]) => string,
): Sentence {
  const winners = outcome.ranking[0] ?? [];
  const others = winners.filter((seat) => seat !== me).map((seat) => names[seat]!);
  const mine = others.length < winners.length;
  if (winners.length > 1) return { key: mine ? "end.shared.you" : "end.shared", values: { names: list(others) } };
  const by = marginOf(outcome);
  return { key: `end.${mine ? "you" : "won"}${by ? ".by" : ""}`, values: { names: list(others), by } };
}

/** How far behind the winner a seat is that did not win; null for winners. */
export function behind({ ranking, points }: Outcome, seat: number): { place: number; by: number } | null {
  const winners = ranking[0] ?? [];
  if (winners.length === 0 || winners.includes(seat)) return null;
  return { place: placeOf(ranking, seat), by: Math.max(0, points[winners[0]!]! - points[seat]!) };
}

/** A part of a bar, from one share of its width to another. */
export interface Segment {
  heading: string;
  /** The place of the heading in the legend. */
  index: number;
  points: number;
  from: number;
  to: number;
}

export interface Bars {
  /** Where no points are, as a share of the width. */
  zero: number;
  /** By seat. */
  rows: Segment[][];
}

/** Stack every seat's points by heading: what counts for it right of zero, what counts against it left. */
export function stackPoints(headings: [string, number[]][], seats: number): Bars {
  const sum = (seat: number, sign: 1 | -1): number =>
    headings.reduce((total, [, points]) => total + Math.max(0, sign * (points[seat] ?? 0)), 0);
  const all = Array.from({ length: seats }, (_, seat) => seat);
  const most = Math.max(0, ...all.map((seat) => sum(seat, 1)));
  const least = Math.max(0, ...all.map((seat) => sum(seat, -1)));
  const width = most + least || 1;
  return { zero: least / width, rows: all.map((seat) => stackSeat(headings, seat, least, width)) };
}

function stackSeat(headings: [string, number[]][], seat: number, zero: number, width: number): Segment[] {
  let [left, right] = [zero, zero];
  return headings.flatMap(([heading, values], index) => {
    const points = values[seat] ?? 0;
    if (points === 0) return [];
    const [from, to] = points > 0 ? [right, (right += points)] : [(left += points), left - points];
    return [{ heading, index, points, from: from / width, to: to / width }];
  });
}
