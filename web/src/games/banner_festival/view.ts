// Made from the game's view by `make wire`: do not edit.

/**
 * What everybody knows of a seat. `stunts` has the race space that each of its Character cards shows, and `stunt` that
 * of the top one.
 */
export interface SeatView {
  colour: string;
  cards: number;
  chosen: boolean;
  watercraft: number;
  characters: number;
  stunt: number | null;
  stunts: (number | null)[];
  fruit: number;
  banners: number;
  kept: string[];
  points: number;
  profit: Record<string, number>;
}

/** A dock space: what it asks for, its bonus (`more` Banners or `fruit`), and the Banners on it. */
export interface SpaceView {
  id: string;
  match: string;
  more: number;
  fruit: number;
  banners: number[];
  neutral: boolean;
}

export interface DockView {
  quadrant: string;
  region: string;
  order: string[];
  spaces: SpaceView[];
}

export interface TowerView {
  id: string;
  region: string;
  banners: number[];
}

/**
 * What a bout brought one seat. `space` is where it hung Banners: 1 to 4, or 5 for the Tower. `characters` is how many
 * Character cards are revealed after a move of the Watercraft. `served` and `earned` are the seat's Fruit and Profit at
 * the bout's Feast, if there was one.
 */
export interface BoutResult {
  card: string;
  steps: number;
  landed: number | null;
  laps: number;
  characters: number;
  stunt: boolean;
  space: number | null;
  banners: number;
  fruit: number;
  served: number;
  earned: number;
}

/** A resolved bout; `deeds` has its result for each seat. */
export interface Bout {
  round: number;
  bout: number;
  gate: number;
  quadrant: string;
  dummies: string[];
  feast: boolean;
  deeds: BoutResult[];
}

/** §6.1 The scoring of a Region: Banners and Profit of each seat. */
export interface Majority {
  region: string;
  banners: number[];
  profit: number[];
}

/** §4 What the lowest card does if it has this number. The values that its kind does not need are None. */
export interface AbilityView {
  number: number;
  kind: string;
  fruit: number | null;
  steps: number | null;
  area: string | null;
  least: number | null;
  most: number | null;
  banners: number | null;
  profit: number | null;
}

/**
 * The table. `hand` and `choice` are the seat's own. `reach` are the targets of `gate 1` to `gate 4`. `dummies` has
 * None for a face-down card. `last` are the bouts resolved last, `scored` is the last scoring. What is printed:
 * `pool_size` is the Fruit in a full pool, `abilities` are in the order of their numbers, `rewards` is the Profit for
 * the most Banners in a Region, the second most and so on, for which a seat needs `needed` Banners, and
 * `character_profits` is the Profit of each Character card.
 */
export interface BannerView {
  seat: number | null;
  actors: number[];
  asked: "card" | "gate" | "nothing";
  round: number;
  bout: number;
  bouts: number;
  gate: number;
  quadrant: string;
  reach: number[];
  ring: string[];
  lead: number | null;
  hand: string[];
  choice: string | null;
  dummies: (string | null)[];
  played: string[];
  undealt: number;
  pool: number;
  seats: SeatView[];
  docks: DockView[];
  towers: TowerView[];
  last: Bout[];
  scored: Majority[];
  pool_size: number;
  abilities: AbilityView[];
  rewards: number[];
  needed: number;
  character_profits: number[];
  reason: string | null;
}
