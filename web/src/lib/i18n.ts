/** The translations of the site, and of each game once it is loaded. */

import de from "../translations/de.json";
import en from "../translations/en.json";
import fr from "../translations/fr.json";
import type { GameScreen, Say } from "./board";
import { isOnSite, loadCatalogue, loadScreen } from "./gameFiles";
import { prefs } from "./prefs.svelte";
import { Translator, type Values } from "./translator.svelte";

export const translator = new Translator(prefs.language, { en, de, fr });

/** Translate a key of the site. */
export const t = (key: string, values: Values = {}): string => translator.say(key, values);

/** Return the function that translates a game's own keys. */
export function sayFor(game: string): Say {
  return (key, values = {}) => translator.say(`${game}.${key}`, values);
}

const screens = new Map<string, Promise<GameScreen>>();

/** Load a game's screen and add its translations to the site's. */
export function openGame(game: string): Promise<GameScreen> {
  if (!screens.has(game)) screens.set(game, load(game));
  return screens.get(game)!;
}

async function load(game: string): Promise<GameScreen> {
  const screen = await loadScreen(game);
  translator.add(`${game}.`, screen.translations);
  return screen;
}

/** Load a game's translations into the current language, without its board. */
export async function loadTranslations(game: string): Promise<void> {
  if (!isOnSite(game)) return;
  const language = translator.language;
  translator.add(`${game}.`, { [language]: await loadCatalogue(game, language) });
}
