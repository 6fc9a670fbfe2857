/** What a game's folder under `games/` gives to the screen, and what a board is given. */

import { getContext, setContext, type Component } from "svelte";
import type { Choice } from "./choice.svelte";
import type { Catalogues, Values } from "./words.svelte";

/** Facts of a view that every game's view has. */
export interface View {
  seat: number | null;
  actors: number[];
  reason: string | null;
}

/** One thing that happened, as the server tells it. */
export interface Entry {
  key: string;
  values: Record<string, number | string | (number | string)[]>;
}

/** Says a key of the game's own words. */
export type Say = (key: string, values?: Values) => string;

/** What `games/<name>/index.ts` exports as `default`. */
export interface GameScreen<V extends View = View> {
  board: Component<BoardProps<V>>;
  words: Catalogues;
  /**
   * The words of a move in the person's language, from those that the server sends; `names` are the seats',
   * `view` tells what the things are that the words only number.
   */
  offer(words: string, say: Say, names?: string[], view?: V): string;
  /** A value of a story entry in the person's language; seats are named before this is asked. */
  value(entry: Entry, name: string, value: number | string, say: Say): string;
  /** What is asked of the seat to move, in words: a key of the game's words and its values. */
  question(view: V, say: Say): string;
  /** A line a seat: what is public about it, besides its points. */
  glance(view: V, seat: number, say: Say): string;
}

/**
 * What a board is given: `views` has the view of every seat where a replay lies open, else it is empty;
 * then private things of other seats may be shown from `views[seat]`.
 */
export interface BoardProps<V extends View = View> {
  view: V;
  views: V[];
}

/** What boards and the parts in them share. */
export interface Table {
  choice: Choice;
  say: Say;
  /** The names of the seats. */
  names: string[];
  /** Show an explanation beside a thing, or take it away. */
  explain(text: string | null, at?: DOMRect): void;
}

const KEY = Symbol("table");

export function setTable(table: Table): void {
  setContext(KEY, table);
}

export function useTable(): Table {
  return getContext<Table>(KEY);
}
