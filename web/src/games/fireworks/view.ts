// Made from the game's view by `make wire`: do not edit.

/**
 * A tile in the box, or fallen out of it (no x and y). `face` is None while nobody has seen it. A function tile that is
 * `waiting` takes effect at the end of this turn, whatever happens to it.
 */
export interface SkyTile {
  id: number;
  face: string | null;
  up: boolean;
  x: number | null;
  y: number | null;
  rank: number;
  waiting: boolean;
}

/** A tile on a board; `petal` is the direction that its petal points in. */
export interface Placed {
  id: number;
  face: string;
  petal: number | null;
}

/**
 * §5 What things are worth to a seat. `big` is for both, one shape, one colour, and incomplete ones. Of pairs the first
 * is for one colour, the second for two. `special` is for one to five types. `bonus` is for at least what `needs` says.
 */
export interface Worth {
  big: [number, number, number, number];
  saturn: [number, number];
  kaleidoscope: [number, number];
  flower: number;
  special: number[];
  bonus: number;
  needs: Record<string, number>;
}

/**
 * What a launch at a zone, from a height if one is chosen, brings on the average, by an estimate. `failure` is its
 * chance to fail. `up` counts new faces, `down` faces that no longer lie open in the box, and `out` the tiles that leap
 * out of it.
 */
export interface Aim {
  zone: number;
  height: string | null;
  failure: number;
  up: number;
  down: number;
  out: number;
}

/** An action card: the fewest and the most `helpers`, and whether the die goes through the `barrel`. */
export interface Card {
  name: string;
  helpers: [number, number];
  barrel: boolean;
  strength: number;
  scatter: number;
}

/** Where the die struck, how hard, how far around, which tiles it flipped there and which it threw out. */
export interface Impact {
  x: number;
  y: number;
  strength: number;
  radius: number;
  flipped: number[];
  out: number[];
}

/** The last launch: its impacts, where the die lies, and its side (0: the fireworks symbol). */
export interface Path {
  impacts: Impact[];
  x: number;
  y: number;
  die: number;
}

/**
 * `size` is the width of the box; `arranging` has the arranging moves left to each seat. `outline` has the names of the
 * spaces of a city board, row by row; the rows are centred. `chosen` says who has made a secret choice; `own_choice` is
 * the tile that this seat has chosen.
 */
export interface FireworksView {
  seat: number | null;
  actors: number[];
  variant: string;
  arrange: string;
  phase: string;
  active: number;
  turn: number;
  size: number;
  sky: SkyTile[];
  outside: SkyTile[];
  outline: string[][];
  boards: Record<string, Placed>[];
  characters: string[];
  worth: Worth[];
  cities: string[];
  points: number[];
  headings: Record<string, number[]>;
  gathered: boolean;
  may_gather: boolean;
  barrel_scatter: number;
  aims: Aim[];
  die: number | null;
  card: Card | null;
  piles: number[];
  discards: string[];
  helpers: number[];
  taken: number[];
  arranging: number[];
  chosen: boolean[];
  own_choice: number | null;
  bonus_turns: Record<string, boolean>;
  last_round: boolean;
  path: Path | null;
  latest: [number, string | null] | null;
  reason: string | null;
}
