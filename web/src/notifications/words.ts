/** The words about notifications, loaded with the first page that needs them. */

import { loadWords as load } from "$lib/i18n";
import type { Catalogue } from "$lib/translator.svelte";

const files = import.meta.glob<Catalogue>("./translations/*.json", { import: "default" });

/** Load the words in the person's language. Their keys begin with `notify.`. */
export const loadWords = (): Promise<void> => load("notify.", files);
