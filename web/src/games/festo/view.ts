// Made from the game's view by `make wire`: do not edit.

/** A place: its cubes, those that the Troll moved, covers, and each seat's pieces. */
export interface Zone {
  place: string;
  cubes: Record<string, number>;
  moved: Record<string, number>;
  covers: number;
  helpers: number[];
  discs: number[];
  laid: number[];
}

/** Who reserved a dish, and with which piece. */
export interface Claim {
  seat: number;
  piece: string;
}

/** A dish on the buffet; `price` is cubes of its own colour, of one other colour, and the surcharge. */
export interface Dish {
  id: string;
  slot: string;
  sort: string;
  colour: string;
  price: [number, number, number];
  points: number;
  claim: Claim | null;
}

/** What a seat has: cubes, pieces at home, dishes and points. */
export interface Player {
  stock: Record<string, number>;
  helpers: number;
  discs: number;
  dishes: string[];
  reserved: string[];
  gained: number;
  points: number;
  passed: boolean;
}

/** What has been decided so far in a decision of several steps. */
export interface Pending {
  dish: string | null;
  colours: (string | null)[];
  piece: string | null;
  cube: string[] | null;
}

/** `unseen` has the dishes in each pile, in no particular order; `events` those turned up so far. */
export interface FestoView {
  seat: number | null;
  actors: number[];
  round: number;
  phase: string;
  half: string | null;
  question: string;
  place: string | null;
  order: number[];
  majority: number | null;
  card: number;
  start: number;
  event: string | null;
  effect: string | null;
  events: string[];
  magic: boolean;
  supply: Record<string, number>;
  zones: Zone[];
  buffet: Dish[];
  unseen: Record<string, string[]>;
  roasts: number;
  mains: number;
  prices: Record<string, [number, number]>;
  worth: Record<string, number>;
  sets: number[];
  players: Player[];
  pending: Pending;
  reason: string | null;
}
