/** What a player lacks for the dishes. This is only advice; the offers say what the player may do. */

import { COLOURS, dishParts } from "./components";
import type { Dish, FestoView, Player } from "./view";

/** The cubes that are missing for a dish if it is paid in the cheapest way. */
export interface Lack {
  own: number;
  other: number;
  /** What is still missing after using all the salt. */
  left: number;
  salt: number;
}

type Worth = Record<string, number>;

/** How many cubes of each colour a player can pay; a magic drink counts as a cube of its colour. */
export function worth(player: Player, magic: boolean): Worth {
  const drinks = magic ? player.dishes.map(dishParts).filter((dish) => dish.sort === "drink") : [];
  const cheaper = new Set(drinks.map((dish) => dish.colour));
  return Object.fromEntries(
    COLOURS.map((colour) => [colour, (player.stock[colour] ?? 0) + (cheaper.has(colour) ? 1 : 0)]),
  );
}

/** What a player lacks for a small dish, or null if somebody else has reserved it. */
export function lackOfDish(view: FestoView, seat: number, dish: Dish): Lack | null {
  if (dish.claim && dish.claim.seat !== seat) return null;
  const player = view.players[seat]!;
  const have = worth(player, view.magic);
  const most = Math.max(...COLOURS.filter((colour) => colour !== dish.colour).map((colour) => have[colour]!));
  const [own, other, extra] = dish.price;
  const ways = [
    [own + extra - have[dish.colour]!, other - most],
    [own - have[dish.colour]!, other + extra - most],
  ].map(([a, b]) => ({ own: Math.max(a!, 0), other: Math.max(b!, 0) }));
  const best = ways.reduce((a, b) => (b.own + b.other < a.own + a.other ? b : a));
  return salted(waived(best, dish.claim !== null), player);
}

export function lackOfRoast(view: FestoView, seat: number): Lack {
  const player = view.players[seat]!;
  const most = Math.max(...Object.values(worth(player, view.magic)));
  return salted({ own: Math.max((view.prices["roast"]?.[0] ?? 0) - most, 0), other: 0 }, player);
}

/** For a main, `own` counts the missing colours. */
export function lackOfMain(view: FestoView, seat: number): Lack {
  const player = view.players[seat]!;
  return salted({ own: missingColours(view, seat).length, other: 0 }, player);
}

export function missingColours(view: FestoView, seat: number): string[] {
  const have = worth(view.players[seat]!, view.magic);
  return COLOURS.filter((colour) => !have[colour]);
}

function waived(lack: { own: number; other: number }, reserved: boolean): { own: number; other: number } {
  if (!reserved) return lack;
  return lack.own ? { ...lack, own: lack.own - 1 } : { ...lack, other: Math.max(lack.other - 1, 0) };
}

function salted(lack: { own: number; other: number }, player: Player): Lack {
  const owed = lack.own + lack.other;
  const salt = Math.min(player.stock["salt"] ?? 0, owed);
  return { ...lack, salt, left: owed - salt };
}

/** Split dishes into sets: each dish joins the first set without its sort, which gives the most points. */
export function menu(dishes: string[]): string[][] {
  const sets: string[][] = [];
  for (const dish of dishes) {
    const sort = dishParts(dish).sort;
    const set = sets.find((each) => !each.some((other) => dishParts(other).sort === sort));
    if (set) set.push(dish);
    else sets.push([dish]);
  }
  return sets;
}
