/** The result of a match in words. */

import { sayFor, t, translator } from "./i18n";
import { behind, headline, marginOf } from "./result";
import type { Outcome } from "./wire";

export interface ResultWords {
  title: string;
  /** The person's own place, unless they won or only watched. */
  own: string | null;
  /** Why the match ended, and what decided it if the points did not. */
  why: string;
}

export function describeResult(game: string, outcome: Outcome, names: string[], me: number | null): ResultWords {
  const say = sayFor(game);
  const { key, values } = headline(outcome, names, me, (all) => translator.list(all));
  const lost = me === null ? null : behind(outcome, me);
  const decided = marginOf(outcome) ? "" : say(`decided.${outcome.decided}`);
  return {
    title: t(key, values),
    own: lost && t("end.behind", { ...lost, seats: names.length }),
    why: [say(`reason.${outcome.reason}`), decided && asSentence(decided)].filter(Boolean).join(" "),
  };
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
