/** What the dock says of a decision that is looked at in a review. */

import { t } from "$lib/i18n";
import type { MoveReview } from "$lib/wire";
import { isFlaw } from "./mistakes";

/** A sentence about a mistake; null for all other moves. `words` translates the words of a move. */
export function headlineOf(move: MoveReview | null, names: string[], words: (move: string) => string): string | null {
  if (!move || !isFlaw(move.label)) return null;
  const values = { name: names[move.seat] ?? "", made: words(move.words), better: words(move.best) };
  return t(`review.headline.${move.label}`, values);
}
