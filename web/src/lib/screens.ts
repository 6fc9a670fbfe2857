/** The games' screens, loaded when they are needed; a folder under `games/` is a game, and no list is edited. */

import type { Component } from "svelte";
import type { GameScreen } from "./board";
import type { Catalogue, Language } from "./words.svelte";

const screens = import.meta.glob<{ default: GameScreen }>("../games/*/index.ts");
const posters = import.meta.glob<{ default: Component }>("../games/*/Poster.svelte");

const catalogues = import.meta.glob<Catalogue>("../games/*/words/*.json", { import: "default" });

export async function screenOf(game: string): Promise<GameScreen> {
  return (await found(screens, `../games/${game}/index.ts`)()).default;
}

export async function posterOf(game: string): Promise<Component> {
  return (await found(posters, `../games/${game}/Poster.svelte`)()).default;
}

/** A game's words in one language, without its board. */
export function catalogueOf(game: string, language: Language): Promise<Catalogue> {
  return found(catalogues, `../games/${game}/words/${language}.json`)();
}

function found<T>(all: Record<string, T>, path: string): T {
  const file = all[path];
  if (!file) throw new Error(`no screen at ${path}`);
  return file;
}
