/** The components of the game in the order of the box. */

export const COLOURS = ["meat", "honey", "spice", "mushroom", "fruit", "potato"] as const;
export const KINDS = [...COLOURS, "salt"] as const;
export const PLACES = ["troll", "pixies", "orc", "magician", "elf", "dwarf", "grocery"] as const;
export const SMALL = ["drink", "dessert", "starter", "side"] as const;
export const SORTS = [...SMALL, "roast", "main"] as const;
export const PHASES = ["prepare", "shop", "act", "cook"] as const;

export type Kind = (typeof KINDS)[number];
export type PlaceName = (typeof PLACES)[number];

/** The colour of a place's market; the grocery has all colours. */
export function wares(place: string): Kind | null {
  return COLOURS[(PLACES as readonly string[]).indexOf(place)] ?? null;
}

/** `drink2` is the second column of the drinks; a roast and a main have no column. */
export function slotParts(slot: string): { sort: string; column: number } {
  const found = /^([a-z]+)(\d?)$/.exec(slot);
  return { sort: found?.[1] ?? slot, column: Number(found?.[2] ?? 0) };
}

/** `meat drink` is a drink made of meat; a roast and a main have no colour of their own. */
export function dishParts(dish: string): { sort: string; colour: string | null } {
  const [first, second] = dish.split(" ");
  return second ? { sort: second, colour: first! } : { sort: first!, colour: null };
}
