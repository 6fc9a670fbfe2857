/** Tells the moments that decided a match, a sentence each. */

import type { Values } from "$lib/translator.svelte";
import { percent } from "./figures";
import { sharesOf } from "./graph";
import { isFlaw } from "./mistakes";
import type { DecisiveMoment, Review } from "$lib/wire";

/** A sentence of the review's translations. */
export interface Sentence {
  key: string;
  values: Values;
}

/**
 * `luck`: chance helped somebody. `own`: somebody's own move was good for them. `flaw`: somebody's mistake helped
 * another. `turn`: a sound move helped another, as it showed what had already been lost.
 */
export function kindOf(moment: DecisiveMoment, label: string | null): "luck" | "own" | "flaw" | "turn" {
  if (moment.kind === "luck") return "luck";
  if (moment.gainer === moment.seat) return "own";
  return isFlaw(label) ? "flaw" : "turn";
}

/** Whether a seat came to lead (`taken`), led already (`kept`), or still does not lead. */
export function leadOf(before: number[], after: number[], seat: number): "taken" | "kept" | "sought" {
  const leads = (shares: number[]): boolean => shares.every((share, other) => other === seat || share < shares[seat]!);
  if (!leads(after)) return "sought";
  return leads(before) ? "kept" : "taken";
}

/** Who reads the sentence and what they are called, and how the words of a move are translated. */
export interface Reader {
  names: string[];
  me: number | null;
  words: (move: string) => string;
}

/** What to say of a decisive moment. */
export function tellMoment(review: Review, moment: DecisiveMoment, { names, me, words }: Reader): Sentence {
  const move = review.moves[moment.at]!;
  const shares = sharesOf(review);
  return {
    key: `review.moment.${kindOf(moment, move.label)}`,
    values: {
      name: names[moment.seat] ?? "",
      you: moment.seat === me ? "yes" : "no",
      gainer: names[moment.gainer] ?? "",
      gainer_you: moment.gainer === me ? "yes" : "no",
      label: move.label ?? "good",
      move: words(move.words),
      lead: leadOf(shares[moment.at]!, move.shares, moment.gainer),
      from: percent(shares[moment.at]![moment.gainer]!),
      to: percent(move.shares[moment.gainer]!),
    },
  };
}
