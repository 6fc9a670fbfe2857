/** Tells the moments that decided a match, a sentence each. */

import type { Values } from "$lib/translator.svelte";
import { change, percent } from "./figures";
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

/** What to say of a decisive moment; `me` is the seat of whoever reads it. */
export function tellMoment(review: Review, moment: DecisiveMoment, names: string[], me: number | null): Sentence {
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
      change: change(moment.change),
      from: percent(shares[moment.at]![moment.gainer]!),
      to: percent(move.shares[moment.gainer]!),
    },
  };
}
