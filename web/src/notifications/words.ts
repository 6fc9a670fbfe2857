/** The words about notifications, loaded with the first page that needs them. */

import { translator } from "$lib/i18n";
import type { Catalogue } from "$lib/translator.svelte";

const catalogues = import.meta.glob<Catalogue>("./translations/*.json", { import: "default" });

/** Load the words in the person's language. Their keys begin with `notify.`. */
export async function loadWords(): Promise<void> {
  const { language } = translator;
  translator.add("notify.", { [language]: await catalogues[`./translations/${language}.json`]!() });
}
