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

/**
 * A dish on the buffet; `price` is cubes of its own colour, of one other colour, and the surcharge. The first of
 * several equal dishes has its sort and colour as `id`, the next has a 2 after them.
 */
export interface Dish {
  id: string;
  slot: string;
  sort: string;
  colour: string;
  price: [number, number, number];
  points: number;
  claim: Claim | null;
}

/**
 * The cubes missing from a price: of the dish's own colour (a roast has only one), and of another. For a main,
 * `colours` names the missing ones. `salt` is what salt replaces of them, `left` what is missing even then: nothing, if
 * the seat can cook the dish.
 */
export interface Lack {
  own: number;
  other: number;
  colours: string[];
  salt: number;
  left: number;
}

/** The cubes that a market or a row gets in each round, and how many it holds at most. */
export interface Restock {
  refill: number;
  most: number;
}

/**
 * What the box says for this number of seats: `cubes` of each colour and `salt` there are in all. `backs` has the bonus
 * of each small sort, if magic.
 */
export interface PrintedNumbers {
  cubes: number;
  salt: number;
  helpers: number;
  discs: number;
  dice: number;
  market: Restock;
  row: Restock;
  dwarf: number;
  backs: Record<string, number>;
}

/** §6 Dishes of different sorts, and the points for so many. */
export interface DishSet {
  dishes: string[];
  points: number;
}

/** What a seat has: cubes, pieces at home, dishes, the sets that these make, and points. */
export interface Player {
  stock: Record<string, number>;
  helpers: number;
  discs: number;
  dishes: string[];
  sets: DishSet[];
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

/**
 * `unseen` has the dishes in each pile, in no particular order; `events` those turned up so far. `amount` is the number
 * on the event card. `surcharges` has the cubes that each column costs more in this round. `lacks` says for each dish
 * that the seat may cook what it lacks; a spectator's view has none.
 */
export interface FestoView {
  seat: number | null;
  actors: number[];
  round: number;
  rounds: number;
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
  amount: number | null;
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
  surcharges: number[];
  lacks: Record<string, Lack>;
  printed: PrintedNumbers;
  players: Player[];
  pending: Pending;
  reason: string | null;
}
