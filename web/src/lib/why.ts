/** Why something did not work, in the person's language. */

import { Refusal } from "./api";
import { t, words } from "./shell";

export function why(error: unknown): string {
  return error instanceof Refusal && error.message ? told(error.message, error.status) : t("error.unknown");
}

/** The server's own sentence; it speaks English, so elsewhere it stands behind a sentence of ours. */
export function told(sentence: string, status = 0): string {
  if (!sentence) return "";
  if (words.language === "en") return sentence.charAt(0).toUpperCase() + sentence.slice(1);
  const key = `error.${status}`;
  return `${t(words.has(key) ? key : "error.refused")} (${sentence})`;
}
