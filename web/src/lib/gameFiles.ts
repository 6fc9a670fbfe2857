/** Loads the files of a game when they are needed. Every folder under `games/` is a game; there is no list to edit. */

import type { Component } from "svelte";
import type { GameScreen } from "./board";
import type { Catalogue } from "./translator.svelte";

const screens = import.meta.glob<{ default: GameScreen }>("../games/*/index.ts");
const posters = import.meta.glob<{ default: Component }>("../games/*/Poster.svelte");
const words = import.meta.glob<Catalogue>("../games/*/translations/*.json", { import: "default" });
const drawings = import.meta.glob<Drawing[]>("../games/*/rules/drawings.json", { import: "default" });
const samples = import.meta.glob<string>("../games/*/rules/sample.game", { import: "default", query: "?raw" });

/** A drawing for the rules page: a moment of the sample match, as a seat or a spectator sees it. */
export interface Drawing {
  /** The section of the rules that it follows, or a part of their card, such as `card.2`. */
  section: string;
  /** The section whose caption it has, if that is another one. */
  caption?: string;
  /** How many moves have been made. */
  at: number;
  seat: number | null;
  /** A selector for the part of the board to show; null shows all of it. */
  only: string | null;
}

/** Whether the site has files for a game. A game outside the repository has none, so the site does not offer it. */
export function isOnSite(game: string): boolean {
  return `../games/${game}/index.ts` in screens;
}

export async function loadScreen(game: string): Promise<GameScreen> {
  return (await fileAt(screens, `../games/${game}/index.ts`)()).default;
}

export async function loadPoster(game: string): Promise<Component> {
  return (await fileAt(posters, `../games/${game}/Poster.svelte`)()).default;
}

/** What loads a game's words, by the path of each language. */
export function catalogues(game: string): Record<string, () => Promise<Catalogue>> {
  return Object.fromEntries(Object.entries(words).filter(([path]) => path.startsWith(`../games/${game}/`)));
}

/** Load the drawings of a game's rules and the record they are taken from; empty if the game has none. */
export async function loadDrawings(game: string): Promise<{ record: string; drawings: Drawing[] }> {
  const loadList = drawings[`../games/${game}/rules/drawings.json`];
  const loadSample = samples[`../games/${game}/rules/sample.game`];
  if (!loadList || !loadSample) return { drawings: [], record: "" };
  return { drawings: await loadList(), record: await loadSample() };
}

function fileAt<T>(files: Record<string, T>, path: string): T {
  const file = files[path];
  if (!file) throw new Error(`no file at ${path}`);
  return file;
}
