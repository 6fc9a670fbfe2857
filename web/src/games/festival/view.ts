// Made from the game's view by `make wire`: do not edit.

/** `id` is the back and how many tiles of that back came to light before it, and itself. */
export interface TileView {
  id: string;
  colour: string;
  type: string;
}

/** The stack left of one seat and right of the next; `unseen` lie below its top, in no order. */
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

/** `spaces` lists the tiles on each space, the lowest first; `sides` the starting objective's two. */
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

/** `ending` tells what ends the match as soon as that is known; `reason` once it is over. */
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
