/** The words of the site, of its parts and of each game, loaded in the person's language when they are needed. */

import type { GameScreen, Say } from "./board";
import { catalogues, isOnSite, loadScreen } from "./gameFiles";
import { prefs } from "./prefs.svelte";
import { Translator, type Catalogue, type Language, type Values } from "./translator.svelte";

/** Loads each file of words, by its path, which ends with the language. */
type WordFiles = Record<string, () => Promise<Catalogue>>;

const site: WordFiles = import.meta.glob<Catalogue>("../translations/*.json", { import: "default" });
const loaded = new Set<string>();

export const translator = new Translator(prefs.language);

/** Translate a key of the site. */
export const t = (key: string, values: Values = {}): string => translator.say(key, values);

/** Return the function that translates a game's own keys. */
export function sayFor(game: string): Say {
  return (key, values = {}) => translator.say(`${game}.${key}`, values);
}

/** Show the site in a language, as soon as its words are there. */
export async function setLanguage(language: Language): Promise<void> {
  await loadWords("", site, language);
  translator.language = language;
}

/** Load the words of a part of the site, unless they are there already. Their keys get the prefix. */
export async function loadWords(prefix: string, files: WordFiles, language = translator.language): Promise<void> {
  const path = Object.keys(files).find((each) => each.endsWith(`/${language}.json`));
  if (!path || loaded.has(prefix + path)) return;
  translator.add(prefix, { [language]: await files[path]!() });
  loaded.add(prefix + path);
}

/** Load a game's screen and its words. */
export async function openGame(game: string): Promise<GameScreen> {
  const [screen] = await Promise.all([loadScreen(game), loadTranslations(game)]);
  return screen;
}

/** Load a game's words, without its board. */
export async function loadTranslations(game: string): Promise<void> {
  if (isOnSite(game)) await loadWords(`${game}.`, catalogues(game));
}
