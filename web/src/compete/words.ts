/** The words of ratings and tournaments, loaded with the first of their pages. */

import { translator } from "$lib/i18n";
import type { Catalogue } from "$lib/translator.svelte";

const catalogues = import.meta.glob<Catalogue>("./translations/*.json", { import: "default" });

/** Load the words in the person's language. Their keys begin with `compete.`. */
export async function loadWords(): Promise<void> {
  const { language } = translator;
  translator.add("compete.", { [language]: await catalogues[`./translations/${language}.json`]!() });
}
