/** The review of a match, loaded when somebody asks for it. */

import { translator } from "$lib/i18n";
import type { Catalogue } from "$lib/translator.svelte";

import "./dock.css";

export { default as ReviewDock } from "./ReviewDock.svelte";
export { default as ReviewPanel } from "./ReviewPanel.svelte";
export { default as MoveGhosts } from "./MoveGhosts.svelte";
export { parseTab, ReviewSession } from "./session.svelte";
export { headlineOf } from "./headline";

const catalogues = import.meta.glob<Catalogue>("./translations/*.json", { import: "default" });

/** Load the words of the review in the person's language. */
export async function loadWords(): Promise<void> {
  const { language } = translator;
  const words = await catalogues[`./translations/${language}.json`]!();
  translator.add("review.", { [language]: words });
}
