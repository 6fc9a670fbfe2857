/** Explains in the person's language why something did not work. */

import { Refusal } from "./api";
import { t, translator } from "./i18n";

export function errorMessage(error: unknown): string {
  return error instanceof Refusal && error.message ? serverMessage(error.message, error.status) : t("error.unknown");
}

/** The server's own sentence. It is English, so in other languages a translated sentence comes before it. */
export function serverMessage(sentence: string, status = 0): string {
  if (!sentence) return "";
  if (translator.language === "en") return sentence.charAt(0).toUpperCase() + sentence.slice(1);
  const key = `error.${status}`;
  return `${t(translator.has(key) ? key : "error.refused")} (${sentence})`;
}
