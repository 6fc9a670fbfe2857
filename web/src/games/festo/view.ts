// Made from the game's view by `make wire`: do not edit.

/** A place: its cubes, those of them the Troll moved, covers, and each seat's pieces. */
export interface Zone {
  place: string;
  cubes: Record<string, number>;
  moved: Record<string, number>;
  covers: number;
  helpers: number[];
  discs: number[];
  laid: number[];
}

/** Who reserved a dish, with what. */
export interface Claim {
  seat: number;
  piece: string;
}

/** A dish on the buffet; `price` is what it costs of its own and of one other colour, and on top. */
export interface Dish {
  id: string;
  slot: string;
  sort: string;
  colour: string;
  price: [number, number, number];
  points: number;
  claim: Claim | null;
}

/** What lies before a seat. */
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

/** What is being decided in several steps. */
export interface Pending {
  dish: string | null;
  colours: (string | null)[];
  piece: string | null;
  cube: string[] | null;
}

/** `unseen` are the dishes in each pile, in no order; `events` those turned up so far. */
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
