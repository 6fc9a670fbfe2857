/** The mistakes of a match: decisions that clearly lost something. */

import type { MoveReview, Review } from "$lib/wire";

export const FLAWS = ["inaccuracy", "mistake", "blunder"] as const;
export type Flaw = (typeof FLAWS)[number];

export function isFlaw(label: string | null): label is Flaw {
  return FLAWS.some((flaw) => flaw === label);
}

/** The mistakes of a seat, or of all (null), in the order of the match. */
export function mistakesOf(review: Review, seat: number | null): MoveReview[] {
  return review.moves.filter((move) => isFlaw(move.label) && (seat === null || move.seat === seat));
}

/** The mistake after or before a moment; undefined if there is none. */
export function nextMistake(mistakes: MoveReview[], at: number, step: 1 | -1): MoveReview | undefined {
  return step === 1 ? mistakes.find((move) => move.at > at) : mistakes.findLast((move) => move.at < at);
}

/** How many decisions of a seat have each label. */
export function countLabels(review: Review, seat: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const move of review.moves)
    if (move.seat === seat && move.label) counts[move.label] = (counts[move.label] ?? 0) + 1;
  return counts;
}
