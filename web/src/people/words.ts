/** The words of the pages about people, loaded with the first of them. */

import { loadWords as load } from "$lib/i18n";
import type { Catalogue } from "$lib/translator.svelte";

const files = import.meta.glob<Catalogue>("./translations/*.json", { import: "default" });

/** Load the words in the person's language. Their keys begin with `me.`. */
export const loadWords = (): Promise<void> => load("me.", files);
