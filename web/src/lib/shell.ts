/** The words of the site, and of each game once it is loaded. */

import de from "../words/de.json";
import en from "../words/en.json";
import fr from "../words/fr.json";
import type { GameScreen, Say } from "./board";
import { prefs } from "./prefs.svelte";
import { catalogueOf, screenOf } from "./screens";
import { Words, type Values } from "./words.svelte";

export const words = new Words(prefs.language, { en, de, fr });

export const t = (key: string, values: Values = {}): string => words.say(key, values);

/** How a game says its own keys. */
export function sayer(game: string): Say {
  return (key, values = {}) => words.say(`${game}.${key}`, values);
}

const loaded = new Map<string, Promise<GameScreen>>();

/** A game's screen, its words added to ours. */
export function open(game: string): Promise<GameScreen> {
  if (!loaded.has(game)) loaded.set(game, load(game));
  return loaded.get(game)!;
}

async function load(game: string): Promise<GameScreen> {
  const screen = await screenOf(game);
  words.add(`${game}.`, screen.words);
  return screen;
}

/** Have a game's words in the present language ready, without its board. */
export async function learn(game: string): Promise<void> {
  const language = words.language;
  words.add(`${game}.`, { [language]: await catalogueOf(game, language) });
}
