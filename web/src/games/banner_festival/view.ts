// Made from the game's view by `make wire`: do not edit.

/** What everybody knows of a seat. `stunt` is the race space that its top Character card shows. */
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

/** What a bout brought one seat. `space` is where it hung Banners: 1 to 4, or 5 for the Tower. `characters` is how many Character cards are revealed after a move of the Watercraft. `served` and `earned` are the seat's Fruit and Profit at the bout's Feast, if there was one. */
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

/** The table. `hand` and `choice` are the seat's own. `reach` are the targets of `gate 1` to `gate 4`. `dummies` has None for a face-down card. `last` are the bouts resolved last, `scored` is the last scoring. */
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
