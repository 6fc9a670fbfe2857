/** The words of the chat, loaded when somebody sits down or something was said. */

import { loadWords as load, translator } from "$lib/i18n";
import type { Catalogue } from "$lib/translator.svelte";
import type { ChatLine } from "$lib/wire";

const files = import.meta.glob<Catalogue>("./translations/*.json", { import: "default" });

/** Load the words in the person's language. Their keys begin with `chat.`. */
export const loadWords = (): Promise<void> => load("chat.", files);

/** What a line says, in the person's language. */
export function wordsOf({ phrase, text }: Pick<ChatLine, "phrase" | "text">): string {
  if (!phrase) return text ?? "";
  const key = `chat.say.${phrase}`;
  return translator.has(key) ? translator.say(key) : phrase;
}

/** What somebody is called who has said something: as they are now, or as they were when they left. */
export function speakerName(line: ChatLine, names: readonly string[]): string {
  return (line.seat === null ? line.name : names[line.seat]) || translator.say("chat.somebody");
}
