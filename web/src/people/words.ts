/** The words of the pages about people, loaded with the first of them. */

import { translator } from "$lib/i18n";
import type { Catalogue } from "$lib/translator.svelte";

const catalogues = import.meta.glob<Catalogue>("./translations/*.json", { import: "default" });

/** Load the words in the person's language. Their keys begin with `me.`. */
export async function loadWords(): Promise<void> {
  const { language } = translator;
  translator.add("me.", { [language]: await catalogues[`./translations/${language}.json`]!() });
}
