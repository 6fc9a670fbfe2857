/** Describes moves, things and events in the person's language. */

import type { Entry, Say } from "$lib/board";
import { SEAT_CHARACTERS } from "$lib/seatSymbols";
import { COLOURS, dishParts, slotParts } from "./components";
import type { FestoView } from "./view";

/** `3 mushrooms`. */
export function cubes(count: number, kind: string, say: Say): string {
  return say(`count.${kind}`, { count });
}

/** A dish by sort and colour, such as `fruit drink`. */
export function dish(sort: string, colour: string | null, say: Say): string {
  if (!colour) return say(`sort.${sort}`);
  return say(`dish.${sort}`, { colour: say(`kind.${colour}`), of: say(`of.${colour}`) });
}

export function slot(name: string, say: Say): string {
  const { sort, column } = slotParts(name);
  return column ? say("slot", { shelf: say(`shelf.${sort}`), column }) : say(`sort.${sort}`);
}

/** Describe the dish in a slot of the buffet for screen readers: `fruit drink, 5 points (Drinks, column 1)`. */
function lying(name: string, say: Say, view?: FestoView): string {
  const found = view?.buffet.find((each) => each.slot === name);
  return found
    ? say("slot.dish", { dish: dish(found.sort, found.colour, say), points: found.points, slot: slot(name, say) })
    : slot(name, say);
}

// Moves

type Telling = (rest: string[], say: Say, names: string[], view?: FestoView) => string;

const TELLINGS: Record<string, Telling> = {
  give: ([seat], say, names) => say("offer.give", { name: seatName(Number(seat), names) }),
  place: ([place], say) => say("offer.place", { place: say(`to.${place}`) }),
  take: ([what], say) => (what === "all" ? say("offer.take all") : say("offer.take", { cubes: cubes(1, what!, say) })),
  use: ([piece], say) => say(piece ? "offer.use disc" : "offer.use"),
  pick: ([colour, , place], say) => say("offer.pick", { cubes: cubes(1, colour!, say), place: say(`from.${place}`) }),
  move: ([, place], say) => say("offer.move", { place: say(`to.${place}`) }),
  send: ([, place], say) => say("offer.send", { place: say(`to.${place}`) }),
  reserve: ([name], say, _, view) => say("offer.reserve", { slot: lying(name!, say, view) }),
  return: ([kind], say) => say("offer.return", { cubes: cubes(1, kind!, say) }),
  fetch: ([kind], say) => say("offer.fetch", { cubes: cubes(1, kind!, say) }),
  lay: ([place], say) => say("offer.lay", { place: say(`at.${place}`) }),
  buy: ([colour], say) => say("offer.buy", { kind: say(`kind.${colour}`) }),
  cook: ([name], say, _, view) => say("offer.cook", { slot: lying(name!, say, view) }),
  free: ([first, kind], say, _, view) =>
    first === "with"
      ? say("offer.free with", { cubes: cubes(1, kind!, say) })
      : say("offer.free", { slot: lying(first!, say, view) }),
  with: ([colour], say) => say("offer.with", { kind: say(`kind.${colour}`) }),
  extra: ([side], say) => say(`offer.extra ${side}`),
  waive: ([side], say) => say(`offer.waive ${side}`),
  salt: (rest, say) => salting(rest, say),
};

export function offer(words: string, say: Say, names: string[] = [], view?: FestoView): string {
  const [verb, ...rest] = words.split(" ");
  const telling = TELLINGS[verb!];
  return telling ? telling(rest, say, names, view) : say(`offer.${words}`);
}

function seatName(seat: number, names: string[]): string {
  return names[seat] ? `${names[seat]} ${SEAT_CHARACTERS[seat]}` : SEAT_CHARACTERS[seat]!;
}

/** `1+2` means cubes of the dish's own and of the other colour; for a main it is a list of colours. */
function salting(rest: string[], say: Say): string {
  const [own, other] = rest[0]!.split("+").map(Number);
  if (rest[0] === "none" || (own === 0 && other === 0)) return say("offer.salt none");
  if ((COLOURS as readonly string[]).includes(rest[0]!))
    return say("offer.salt for", { kinds: rest.map((kind) => say(`kind.${kind}`)).join(" + ") });
  return say("offer.salt", { own: own!, other: other ?? 0 });
}

// Story

/** The grammatical form of a place in a story entry or an obstacle; `at` if not listed. */
const FORMS: Record<string, string> = {
  "placed.place": "to",
  "moved.place": "from",
  "moved.target": "to",
  "sent.place": "to",
  "dice.places": "place",
  "obstacle.closed.place": "place",
};

const TRANSLATIONS: Record<string, (text: string, say: Say) => string> = {
  move: (text, say) => offer(text, say),
  event: (text, say) => say(`event.${text}`),
  half: (text, say) => say(`half.${text}`),
  why: (text, say) => say(`gain.${text}`),
  what: (text, say) => say(`declined.${text}`),
  piece: (text, say) => say(`piece.${text}`),
  slot: (text, say) => slot(text, say),
  dish: (text, say) => dish(dishParts(text).sort, dishParts(text).colour, say),
  colour: (text, say) => say(`kind.${text}`),
  colours: (text, say) => say(`kind.${text}`),
  sort: (text, say) => say(`sort.${text}`),
  kind: (text, say) => cubes(1, text, say),
  cubes: (text, say) => cubesAt(text, say),
};

export function value(entry: Entry, name: string, value: number | string, say: Say): string {
  if (typeof value === "number") return String(value);
  if (name === "place" || name === "places" || name === "target")
    return say(`${FORMS[`${entry.key}.${name}`] ?? "at"}.${value}`);
  return TRANSLATIONS[name]?.(value, say) ?? value;
}

/** `3 meat`, or `3 meat at the troll`. */
function cubesAt(text: string, say: Say): string {
  const [, count, kind, place] = /^(\d+) (\w+)(?: at the (\w+))?$/.exec(text) ?? [];
  if (!kind) return text;
  const heap = cubes(Number(count), kind, say);
  return place ? `${heap} ${say(`at.${place}`)}` : heap;
}

// Seats

export function pendingDish(view: FestoView, say: Say): string {
  const found = view.buffet.find((each) => each.slot === view.pending.dish);
  return found ? dish(found.sort, found.colour, say) : slot(view.pending.dish!, say);
}

export function glance(view: FestoView, seat: number, say: Say): string {
  const player = view.players[seat]!;
  const held = Object.values(player.stock).reduce((sum, count) => sum + count, 0);
  return say("glance", { dishes: player.dishes.length, held, helpers: player.helpers });
}
