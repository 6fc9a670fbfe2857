/** What a game's folder under `games/` provides, and what the site gives to its board. */

import { getContext, setContext, type Component } from "svelte";
import type { Form, Pane } from "$stage/form.svelte";
import type { LogIconName } from "$stage/logIcons";
import type { Choice } from "./choice.svelte";
import type { SoundName } from "./sounds";
import type { Values } from "./translator.svelte";

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

/** One step of a match in the bar above the table, such as a round or a phase. */
export interface Chip {
  text: string;
  /** Whether the match is there now. */
  now?: boolean;
  about?: string;
}

/** What `games/<name>/index.ts` exports as `default`. */
export interface GameScreen<V extends View = View> {
  /** The stage. */
  board: Component<BoardProps<V>>;
  /** Answers to the present question that are not things on the board, as `SpotButton`s. */
  answers?: Component<{ view: V }>;
  /** What another seat has, small, for its row beside the stage; it fills the place it is given. */
  mini?: Component<SeatProps<V>>;
  /** The height in pixels that `mini` can use at most. */
  miniHeight?: number;
  /** What another seat has, in full, shown over the stage when somebody asks for it. */
  seatBoard?: Component<SeatProps<V>>;
  /** What lies behind the stage: sky, horizon, ground. It fills the place it is given. */
  scenery?: Component;
  /**
   * Translate the words of a move that the server sends. `names` are the names of the seats; `view` shows what the
   * things are that the words only number.
   */
  offer(words: string, say: Say, names?: string[], view?: V): string;
  /**
   * Translate a value of a story entry, or of an obstacle, whose key then begins with `obstacle.`. Seats are
   * replaced by names before this is called.
   */
  value(entry: Entry, name: string, value: number | string, say: Say): string;
  /**
   * The question that the seat to move has to answer; `clicks` are the spots of a half-made choice, `targets` those
   * that can be chosen next.
   */
  question(view: V, say: Say, clicks?: string[], targets?: ReadonlySet<string>): string;
  /** The text of the ability, event or effect that the question comes from, or why there is so little to choose. */
  explain?(view: V, say: Say, targets?: ReadonlySet<string>): string | null;
  /** Where the match is: rounds, phases, what is left. */
  chips?(view: V, say: Say): Chip[];
  /** One line about a seat: what is public about it besides its points. */
  glance(view: V, seat: number, say: Say): string;
  /** The panes that the board divides itself into on a phone; only `board` if it needs one pane. */
  panes?: Pane[];
  /** The same for a spectator, if they see the board divided in another way. */
  watchedPanes?: Pane[];
  /** The pane in which the present decision of the viewer is made. */
  pane?(view: V): Pane;
  /** The sound of what an entry tells. */
  sound?(entry: Entry): SoundName | null;
  /** The icon beside the words of an entry in the log. */
  icon?(entry: Entry): LogIconName | null;
  /** The headings of points that change so often that only the score says so. */
  quiet?: string[];
  /** The spots that an entry of the story tells of. */
  places?(entry: Entry): string[];
  /** Whether an entry begins a new chapter of the story, such as a round. */
  isChapter?(entry: Entry): boolean;
  /** Keys of the story for small steps: several in a row are told as one, with `steps.KEY` and their number. */
  steps?: readonly string[];
}

/**
 * The props of every board. It fills a place of `width` by `height` pixels, and on a phone shows one `pane` at a
 * time. In a replay that shows everything, `views` has the view of every seat, so that private things of other
 * seats can be drawn from `views[seat]`; otherwise it is empty.
 */
export interface BoardProps<V extends View = View> {
  view: V;
  views: V[];
  form: Form;
  pane: Pane;
  width: number;
  height: number;
}

/** The props of what is shown of one seat. */
export interface SeatProps<V extends View = View> {
  view: V;
  views: V[];
  seat: number;
}

/** What a board and its parts share. */
export interface TableContext {
  choice: Choice;
  say: Say;
  /** The names of the seats. */
  names: string[];
  /** Whether the board still shows how something happened, so that its end is not told yet. */
  showing: boolean;
  /** Show a text beside a place, or hide it (null). What `use:tooltip` explains is shown by itself. */
  showTooltip(text: string | null, at?: DOMRect): void;
}

const KEY = Symbol("table");

export function setTable(table: TableContext): void {
  setContext(KEY, table);
}

export function useTable(): TableContext {
  return getContext<TableContext>(KEY);
}
