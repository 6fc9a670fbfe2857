/** The games' screens, loaded when they are needed; a folder under `games/` is a game, and no list is edited. */

import type { Component } from "svelte";
import type { GameScreen } from "./board";
import type { Catalogue, Language } from "./words.svelte";

const screens = import.meta.glob<{ default: GameScreen }>("../games/*/index.ts");
const posters = import.meta.glob<{ default: Component }>("../games/*/Poster.svelte");

const catalogues = import.meta.glob<Catalogue>("../games/*/words/*.json", { import: "default" });

const drawings = import.meta.glob<Drawing[]>("../games/*/rules/drawings.json", { import: "default" });
const samples = import.meta.glob<string>("../games/*/rules/sample.game", { import: "default", query: "?raw" });

/** A drawing of the rules: a moment of the sample match, as a seat or a spectator sees it. */
export interface Drawing {
  /** Behind which section of the rules it stands. */
  section: string;
  at: number;
  seat: number | null;
  /** What part of the board is shown, as a selector; all of it if null. */
  only: string | null;
}

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

/** The drawings of a game's rules and the record they are taken from; none where the game has none. */
export async function drawingsOf(game: string): Promise<{ record: string; drawings: Drawing[] }> {
  const [asked, sample] = [
    drawings[`../games/${game}/rules/drawings.json`],
    samples[`../games/${game}/rules/sample.game`],
  ];
  return asked && sample ? { drawings: await asked(), record: await sample() } : { drawings: [], record: "" };
}

function found<T>(all: Record<string, T>, path: string): T {
  const file = all[path];
  if (!file) throw new Error(`no screen at ${path}`);
  return file;
}
