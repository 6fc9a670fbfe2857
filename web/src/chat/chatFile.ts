/** What was said at a table as a text for people: a line for each, in their own language. */

import { t, translator } from "$lib/i18n";
import type { ChatLine } from "$lib/wire";
import { speakerName, wordsOf } from "./words";

/** Return the text of a file. It is a file of its own, because a record says only what happened in the match. */
export function chatText(title: string, lines: readonly ChatLine[], names: readonly string[]): string {
  const date = new Intl.DateTimeFormat(translator.language, { dateStyle: "short", timeStyle: "short" });
  const written = lines.map((line) => {
    const said = { name: speakerName(line, names), words: wordsOf(line), moves: line.moves };
    return `${date.format(line.said * 1000)}  ${t("chat.file.line", said)}`;
  });
  return [title, "", ...written, ""].join("\n");
}
