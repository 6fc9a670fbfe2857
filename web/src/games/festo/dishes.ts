/** The dishes on the buffet, small and large alike, as they are drawn. */

import { COLOURS, SMALL, slotParts } from "./components";
import type { Claim, FestoView, Lack } from "./view";

export interface CardFacts {
  id: string;
  slot: string;
  sort: string;
  /** A roast and a main have no colour of their own. */
  colour: string | null;
  points: number;
  /** What it costs, in groups of cubes of one kind; the surcharge is the last one. */
  price: { kind: string; count: number; extra: boolean }[];
  claim: Claim | null;
  /** How many there are of a large dish. */
  left: number | null;
  lack: Lack | null;
}

/** Every dish that lies on the buffet. */
export function cardsOf(view: FestoView): CardFacts[] {
  const small = view.buffet.map((dish) => ({
    ...dish,
    price: priceOf(dish.colour, ...dish.price),
    left: null,
    lack: view.lacks[dish.slot] ?? null,
  }));
  return [...small, large(view, "roast", view.roasts), large(view, "main", view.mains)];
}

function priceOf(colour: string, own: number, other: number, extra: number): CardFacts["price"] {
  return [
    { kind: colour, count: own, extra: false },
    { kind: "any", count: other, extra: false },
    { kind: "any", count: extra, extra: true },
  ].filter(({ count }) => count > 0);
}

function large(view: FestoView, sort: "roast" | "main", left: number): CardFacts {
  const [each] = view.prices[sort]!;
  const price =
    sort === "roast"
      ? [{ kind: "any", count: each, extra: false }]
      : COLOURS.map((kind) => ({ kind: kind as string, count: each, extra: false }));
  const lack = left ? (view.lacks[sort] ?? null) : null;
  return { id: sort, slot: sort, sort, colour: null, points: view.worth[sort]!, price, claim: null, left, lack };
}

/** The missing cubes by kind. */
export function missing(lack: Lack, colour: string | null): { kind: string; count: number }[] {
  if (lack.colours.length) return lack.colours.map((kind) => ({ kind, count: 1 }));
  return [
    { kind: colour ?? "any", count: lack.own },
    { kind: "any", count: lack.other },
  ].filter(({ count }) => count > 0);
}

/** The dish for which the seat lacks least, if it can cook none. */
export function nearest(view: FestoView): CardFacts | null {
  const open = cardsOf(view).filter((card) => card.lack !== null);
  if (!open.length || open.some((card) => card.lack!.left === 0)) return null;
  return open.reduce((best, card) => (better(card, best) ? card : best));
}

function better(card: CardFacts, best: CardFacts): boolean {
  const [one, other] = [card.lack!.left, best.lack!.left];
  return one < other || (one === other && card.points > best.points);
}

/** The empty slots of the shelves. */
export function emptySlots(view: FestoView): string[] {
  const taken = new Set(view.buffet.map(({ slot }) => slot));
  return SMALL.flatMap((sort) => [1, 2, 3].map((column) => `${sort}${column}`)).filter((slot) => !taken.has(slot));
}

/** What a column of the shelves costs more. */
export function surchargeOf(view: FestoView, slot: string): number {
  return view.surcharges[slotParts(slot).column - 1] ?? 0;
}
