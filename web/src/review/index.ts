/** The review of a match, loaded when somebody asks for it. */

import { loadWords as load } from "$lib/i18n";
import type { Catalogue } from "$lib/translator.svelte";

import "./dock.css";

export { default as ReviewDock } from "./ReviewDock.svelte";
export { default as ReviewPanel } from "./ReviewPanel.svelte";
export { default as MoveGhosts } from "./MoveGhosts.svelte";
export { parseTab, ReviewSession } from "./session.svelte";
export { headlineOf } from "./headline";

const files = import.meta.glob<Catalogue>("./translations/*.json", { import: "default" });

/** Load the words of the review in the person's language. */
export const loadWords = (): Promise<void> => load("review.", files);
