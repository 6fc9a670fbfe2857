/** Cards by name, and how a bout ranks them. */

import type { BannerView, Bout, BoutResult } from "./view";

export const SUITS = ["teal", "purple", "orange", "yellow"] as const;
export const ROUNDS = 3;
export const CHARACTERS = 7;
export const TOWER = 5; // where a dock of four spaces ends

export interface Card {
  name: string;
  suit: string;
  number: number;
}

/** `teal7` is the seven of teal. */
export function card(name: string): Card {
  const found = /^([a-z]+)(\d)$/.exec(name);
  return { name, suit: found?.[1] ?? name, number: Number(found?.[2] ?? 0) };
}

/** The suits of a quadrant, the highest first. */
export function suitOrder(view: BannerView, quadrant: string): string[] {
  return view.docks.find((dock) => dock.quadrant === quadrant)?.order ?? [...SUITS];
}

/** Cards from the highest down where these suits are in order. */
export function ranked(names: string[], order: string[]): string[] {
  const strength = (name: string): number => -10 * order.indexOf(card(name).suit) + card(name).number;
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

/** All cards of a bout from the highest down, with what came of them. */
export function ranking(bout: Bout, order: string[]): Shown[] {
  const owner = new Map(bout.deeds.map((deed, seat) => [deed.card, seat]));
  const cards = ranked([...owner.keys(), ...bout.dummies], order);
  return cards.map((name, i) => {
    const seat = owner.get(name) ?? null;
    const rank = i === 0 ? "highest" : i === cards.length - 1 ? "lowest" : "middle";
    return { card: name, seat, rank, deed: seat === null ? null : bout.deeds[seat]! };
  });
}

/** The name that tells a bout from all others of a match. */
export function boutName(bout: Bout): string {
  return `${bout.round}-${bout.bout}`;
}
