/** What a game's folder under `games/` provides, and what the site gives to its board. */

import { getContext, setContext, type Component } from "svelte";
import type { Choice } from "./choice.svelte";
import type { Catalogues, Values } from "./translator.svelte";

/** The fields that every game's view has. */
export interface View {
  seat: number | null;
  actors: number[];
  reason: string | null;
}

/** One thing that happened, as the server sends it. */
export interface Entry {
  key: string;
  values: Record<string, number | string | (number | string)[]>;
}

/** Translates a key of the game's own translations. */
export type Say = (key: string, values?: Values) => string;

/** What `games/<name>/index.ts` exports as `default`. */
export interface GameScreen<V extends View = View> {
  board: Component<BoardProps<V>>;
  translations: Catalogues;
  /**
   * Translate the words of a move that the server sends. `names` are the names of the seats; `view` shows what the
   * things are that the words only number.
   */
  offer(words: string, say: Say, names?: string[], view?: V): string;
  /** Translate a value of a story entry. Seats are replaced by names before this is called. */
  value(entry: Entry, name: string, value: number | string, say: Say): string;
  /** The question that the seat to move has to answer. */
  question(view: V, say: Say): string;
  /** One line about a seat: what is public about it besides its points. */
  glance(view: V, seat: number, say: Say): string;
}

/**
 * The props of every board. In a replay that shows everything, `views` has the view of every seat, so that private
 * things of other seats can be drawn from `views[seat]`; otherwise it is empty.
 */
export interface BoardProps<V extends View = View> {
  view: V;
  views: V[];
}

/** What a board and its parts share. */
export interface TableContext {
  choice: Choice;
  say: Say;
  /** The names of the seats. */
  names: string[];
  /** Show a tooltip beside an element, or hide it (null). */
  showTooltip(text: string | null, at?: DOMRect): void;
}

const KEY = Symbol("table");

export function setTable(table: TableContext): void {
  setContext(KEY, table);
}

export function useTable(): TableContext {
  return getContext<TableContext>(KEY);
}
