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

export interface PleaserView {
  id: string;
  condition: string;
  points: number;
  owner: number | null;
}

/** A seat's board. `spaces` lists the tiles on each space, the lowest first. `sides` are the two sides of its starting objective, `chosen` the one it uses. */
export interface BoardView {
  colour: string;
  type: string;
  cities: string[];
  sides: CardView[];
  chosen: string | null;
  spaces: Record<string, TileView[]>;
  incomplete: CardView[];
  completed: CardView[];
  points: Record<string, number>;
  total: number;
}

/** The table. `ending` is set as soon as the end is triggered, `reason` once the match is over. */
export interface FestivalView {
  seat: number | null;
  actors: number[];
  symbols: Record<string, string>;
  types: string[];
  stacks: StackView[];
  piles: PileView[];
  unseen: string[];
  pleasers: PleaserView[];
  boards: BoardView[];
  ending: string | null;
  reason: string | null;
}
