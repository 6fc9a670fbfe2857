/** Which explanation of a guided match belongs to a decision. */

import type { Offer } from "$lib/choice.svelte";
import type { Explanation } from "$lib/wire";

/** Whether the words of a move are like a pattern, in which `*` and `?` stand for anything. */
export function isLike(words: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`).test(words);
}

/** The numbers of the explanations that fit a decision, in their order. */
export function fitting(explanations: Explanation[], offers: Offer[]): number[] {
  return explanations.flatMap(({ moves }, number) =>
    offers.some((offer) => moves.some((pattern) => isLike(offer.words, pattern))) ? [number] : [],
  );
}
