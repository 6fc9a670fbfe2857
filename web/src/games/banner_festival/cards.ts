/** Parses the names of cards, and ranks the cards of a bout. */

import type { AbilityView, BannerView, Bout, BoutResult } from "./view";

export const SUITS = ["teal", "purple", "orange", "yellow"] as const;
export const ROUNDS = 3;
export const TOWER = 5; // the space after the four of a dock

export interface Card {
  name: string;
  suit: string;
  number: number;
}

/** `teal7` is the seven of teal. */
export function parseCard(name: string): Card {
  const found = /^([a-z]+)(\d+)$/.exec(name);
  return { name, suit: found?.[1] ?? name, number: Number(found?.[2] ?? 0) };
}

/** What a card does if it is the lowest. */
export function abilityOf(view: BannerView, name: string): AbilityView | undefined {
  return view.abilities.find((ability) => ability.number === parseCard(name).number);
}

/** The suits in the order of a quadrant, highest first. */
export function suitOrder(view: BannerView, quadrant: string): string[] {
  return view.docks.find((dock) => dock.quadrant === quadrant)?.order ?? [...SUITS];
}

/** Sort cards from highest to lowest for this order of suits. */
export function ranked(names: string[], order: string[]): string[] {
  const strength = (name: string): number => -100 * order.indexOf(parseCard(name).suit) + parseCard(name).number;
  return [...names].sort((a, b) => strength(b) - strength(a));
}

export type Rank = "highest" | "middle" | "lowest";

export interface Shown {
  card: string;
  /** None for a dummy. */
  seat: number | null;
  rank: Rank;
  deed: BoutResult | null;
}

/** All cards of a bout from highest to lowest, with their effects. */
export function ranking(bout: Bout, order: string[]): Shown[] {
  const owner = new Map(bout.deeds.map((deed, seat) => [deed.card, seat]));
  const cards = ranked([...owner.keys(), ...bout.dummies], order);
  return cards.map((name, i) => {
    const seat = owner.get(name) ?? null;
    const rank = i === 0 ? "highest" : i === cards.length - 1 ? "lowest" : "middle";
    return { card: name, seat, rank, deed: seat === null ? null : bout.deeds[seat]! };
  });
}

/** A key that is unique to a bout within a match. */
export function boutName(bout: Bout): string {
  return `${bout.round}-${bout.bout}`;
}
