// Made from the game's view by `make wire`: do not edit.

/** All that is public about a seat. `stunt` is the race space its top Character card shows. */
export interface SeatView {
  colour: string;
  cards: number;
  chosen: boolean;
  watercraft: number;
  characters: number;
  stunt: number | null;
  fruit: number;
  banners: number;
  kept: string[];
  points: number;
  profit: Record<string, number>;
}

/** A dock space: what it asks for, what it gives beyond the Banner, and who hangs there. */
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

/** What a bout brought one seat; `space` is where its Banners were hung: 1 to 4, or 5 for the Tower. `characters` is how many Character cards show after a move of the Watercraft. */
export interface Deed {
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

/** `served` and `earned` of the deeds are Fruit and Profit of the bout's Feast, if there was one. */
export interface Bout {
  round: number;
  bout: number;
  gate: number;
  quadrant: string;
  dummies: string[];
  feast: boolean;
  deeds: Deed[];
}

/** §6.1 A Region's scoring: Banners and Profit of each seat. */
export interface Majority {
  region: string;
  banners: number[];
  profit: number[];
}

/** `hand` and `choice` are the seat's own. `reach` has the spaces that `gate 1` to `gate 4` lead to. `dummies` has None for a card that lies face down; `last` tells the bouts resolved last. */
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
  reason: string | null;
}
