/** The words of ratings and tournaments, loaded with the first of their pages. */

import { loadWords as load } from "$lib/i18n";
import type { Catalogue } from "$lib/translator.svelte";

const files = import.meta.glob<Catalogue>("./translations/*.json", { import: "default" });

/** Load the words in the person's language. Their keys begin with `compete.`. */
export const loadWords = (): Promise<void> => load("compete.", files);
