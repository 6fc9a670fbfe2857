// Made from the game's view by `make wire`: do not edit.

/** A tile. `id` is its back and its place among the tiles of that back revealed so far, from 1. */
export interface TileView {
  id: string;
  colour: string;
  type: string;
}

/** The stack left of one seat and right of the next. `unseen` are the tiles below the top, sorted. */
export interface StackView {
  back: string;
  left_of: number;
  right_of: number;
  size: number;
  top: TileView | null;
  unseen: string[];
}

export interface CardView {
  id: string;
  points: number;
  layout: string;
}

export interface PileView {
  size: number;
  top: CardView | null;
}

/** A crowd-pleaser asks for at least `least` of something, and for stacks of at least `level` tiles. */
export interface PleaserView {
  id: string;
  condition: string;
  asks: string;
  least: number;
  level: number;
  points: number;
  owner: number | null;
}

/** A tile that a card lacks on a space; a colour or type that is null does not matter. */
export interface WantedView {
  space: string;
  colour: string | null;
  type: string | null;
  level: number;
}

/**
 * How a board comes nearest to a card: the spaces that show it, and what is missing. `tiles` is how many tiles that
 * takes: some spaces may need more than one; 0 if the board fulfils it.
 */
export interface PlacementView {
  met: string[];
  missing: WantedView[];
  tiles: number;
}

/**
 * A seat's board. `spaces` lists the tiles on each space, the lowest first. `sides` are the two sides of its starting
 * objective, `chosen` the one it uses. `nearest` says for each card that is not complete, and for the tops of the
 * piles, what the board lacks of it. `completing` names the spaces where the top tile of the left or right stack would
 * complete an objective.
 */
export interface BoardView {
  colour: string;
  type: string;
  cities: string[];
  sides: CardView[];
  chosen: string | null;
  spaces: Record<string, TileView[]>;
  incomplete: CardView[];
  completed: CardView[];
  nearest: Record<string, PlacementView>;
  completing: Record<string, string[]>;
  points: Record<string, number>;
  total: number;
}

/**
 * The table. `unseen` has the cards below the tops of the piles, in no particular order. `ending` is set as soon as the
 * end is triggered, `reason` once the match is over.
 */
export interface FestivalView {
  seat: number | null;
  actors: number[];
  symbols: Record<string, string>;
  types: string[];
  stacks: StackView[];
  piles: PileView[];
  unseen: CardView[];
  pleasers: PleaserView[];
  boards: BoardView[];
  ending: string | null;
  reason: string | null;
}
