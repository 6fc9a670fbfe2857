/** The games' screens, loaded when they are needed; a folder under `games/` is a game, and no list is edited. */

import type { Component } from "svelte";
import type { GameScreen } from "./board";

const screens = import.meta.glob<{ default: GameScreen }>("../games/*/index.ts");
const posters = import.meta.glob<{ default: Component }>("../games/*/Poster.svelte");

export async function screenOf(game: string): Promise<GameScreen> {
  return (await found(screens, `../games/${game}/index.ts`)()).default;
}

export async function posterOf(game: string): Promise<Component> {
  return (await found(posters, `../games/${game}/Poster.svelte`)()).default;
}

function found<T>(all: Record<string, T>, path: string): T {
  const file = all[path];
  if (!file) throw new Error(`no screen at ${path}`);
  return file;
}
