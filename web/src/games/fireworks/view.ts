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
 * §5.1 What lies around a core. `petals` of `whole` point at it. So many more it lacks for a ring of one `shape` or of
 * its own `colour`; None if there is no room for a ring. `points` is what the core is worth now.
 */
export interface CoreRing {
  petals: number;
  whole: number;
  shape: number | null;
  colour: number | null;
  points: number;
}

/** How a launch from a height differs: scatter in millimetres more, the others in hundredths. */
export interface BarrelHeight {
  name: string;
  strength: number;
  scatter: number;
  flip: number;
  leap: number;
}

/**
 * The printed numbers of the launch, under the names that they have in the box. `strength` and `scatter` are the
 * barrel's, `zones` the centres of the thirds of the box, and `ways` the number of directions to bounce in. There are
 * no `heights` in the first edition.
 */
export interface LaunchNumbers {
  zones: number[];
  strength: number;
  scatter: number;
  heights: BarrelHeight[];
  radius_least: number;
  radius_tenths: number;
  nearest: number;
  flip: number;
  push: number;
  leap: number;
  bounce_tenths: number;
  fade_twentieths: number;
  rest: number;
  ways: number;
  mound: number;
  mound_part: number;
}

/**
 * A launch at a zone, from a height if one is chosen, and what it brings on the average, by an estimate. `failure` is
 * its chance to fail. `up` counts new faces, `down` faces that no longer lie open in the box, and `out` the tiles that
 * leap out of it.
 */
export interface Aim {
  zone: number;
  height: string | null;
  strength: number;
  scatter: number;
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
 * `size` is the width of the box; `arranging` has the arranging moves left to each seat. `unseen` counts the tiles
 * whose faces nobody has seen, by the words of their names. `outline` has the names of the spaces of a city board, row
 * by row; the rows are centred. `joined` lists the tiles whose half has met another, `rings` has for each seat what
 * lies around its cores, and `lacks` what it needs yet for its character's bonus. `die_sides` has 0 for the fireworks
 * symbol; `quota` is the number of tiles that everybody in the launch takes. `pile_cards` are the cards still in the
 * piles, in no order. `chosen` says who has made a secret choice; `own_choice` is the tile that this seat has chosen.
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
  unseen: Record<string, number>;
  outline: string[][];
  boards: Record<string, Placed>[];
  characters: string[];
  worth: Worth[];
  lacks: Record<string, number>[];
  joined: number[];
  rings: Record<string, CoreRing>[];
  cities: string[];
  points: number[];
  headings: Record<string, number[]>;
  gathered: boolean;
  may_gather: boolean;
  launch: LaunchNumbers;
  aims: Aim[];
  die_sides: number[];
  die: number | null;
  quota: number | null;
  card: Card | null;
  piles: number[];
  pile_cards: Card[];
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
