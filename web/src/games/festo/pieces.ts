/** Tracks every cube and piece on the street, so that each slides to its new place. */

import { PieceTracker } from "$lib/pieceTracker";
import { binAt, cubeIn, homeAt, pieceIn, piles, supplyAt, type Point, type StreetPlan } from "./layout";
import { KINDS } from "./components";
import type { FestoView } from "./view";

export interface Lying extends Point {
  key: string;
  kind: string;
  carried: boolean;
}

export interface Standing extends Point {
  key: string;
  seat: number;
  piece: "helper" | "disc";
  place: string;
}

const HEAP = 4; // a higher heap is drawn with only this many cubes

export class StreetPieces {
  private cubes = new Map<string, PieceTracker>();
  private pieces = new Map<string, PieceTracker>();

  lying(view: FestoView, plan: StreetPlan): Lying[] {
    return KINDS.flatMap((kind) => {
      const followed = pool(this.cubes, kind).update(cubePlaces(view, kind));
      const seen = new Map<string, number>();
      return followed.map(({ id, place }) => {
        const index = next(seen, place);
        return { key: `${kind}-${id}`, kind, ...cubePoint(view, plan, kind, place, index) };
      });
    });
  }

  standing(view: FestoView, plan: StreetPlan): Standing[] {
    return view.players.flatMap((_, seat) =>
      (["helper", "disc"] as const).flatMap((piece) => this.team(view, plan, seat, piece)),
    );
  }

  private team(view: FestoView, plan: StreetPlan, seat: number, piece: "helper" | "disc"): Standing[] {
    const seen = new Map<string, number>();
    return pool(this.pieces, `${piece}-${seat}`)
      .update(piecePlaces(view, seat, piece))
      .map(({ id, place }) => {
        const index = next(seen, place);
        return {
          key: `${piece}-${seat}-${id}`,
          seat,
          piece,
          place,
          ...piecePoint(view, plan, seat, piece, place, index),
        };
      });
  }
}

function pool(pools: Map<string, PieceTracker>, name: string): PieceTracker {
  if (!pools.has(name)) pools.set(name, new PieceTracker());
  return pools.get(name)!;
}

/** The index of a thing among those at the same place. */
function next(seen: Map<string, number>, place: string): number {
  const index = seen.get(place) ?? 0;
  seen.set(place, index + 1);
  return index;
}

/** The places of all cubes of a kind: in the supplies, at stalls and with seats. */
export function cubePlaces(view: FestoView, kind: string): string[] {
  const zones = view.zones.flatMap((zone) => times(zone.cubes[kind] ?? 0, `at:${zone.place}`));
  const stocks = view.players.flatMap((player, seat) => times(player.stock[kind] ?? 0, `seat:${seat}`));
  return [...times(view.supply[kind] ?? 0, "supply"), ...zones, ...stocks];
}

/** The places of a seat's helpers or discs; those on dishes are drawn on the buffet. */
export function piecePlaces(view: FestoView, seat: number, piece: "helper" | "disc"): string[] {
  const player = view.players[seat]!;
  if (piece === "helper")
    return [
      ...times(player.helpers, "home"),
      ...view.zones.flatMap((zone) => times(zone.helpers[seat]!, `at:${zone.place}`)),
    ];
  const laid = view.zones.flatMap((zone) => times(zone.laid[seat]!, `next:${zone.place}`));
  return [
    ...times(player.discs, "home"),
    ...view.zones.flatMap((zone) => times(zone.discs[seat]!, `at:${zone.place}`)),
    ...laid,
  ];
}

function times(count: number, place: string): string[] {
  return Array<string>(count).fill(place);
}

function cubePoint(
  view: FestoView,
  plan: StreetPlan,
  kind: string,
  place: string,
  index: number,
): Point & { carried: boolean } {
  const heap = Math.min(index, HEAP - 1) * 2;
  const [sort, name] = place.split(":");
  if (sort === "supply") return { ...shifted(supplyAt(plan.supplies, kind), heap), carried: false };
  if (sort === "seat") return { ...shifted(binAt(plan.trays[Number(name)]!, kind), heap), carried: false };
  const zone = view.zones.find((each) => each.place === name)!;
  const pile = piles(zone, plan.places[name!]!).find((each) => each.colour === kind)!;
  return { ...cubeIn(pile, index), carried: index < pile.moved };
}

function shifted(top: Point, heap: number): Point {
  return { x: top.x + heap - 3, y: top.y + 17 - heap };
}

function piecePoint(
  view: FestoView,
  plan: StreetPlan,
  seat: number,
  piece: "helper" | "disc",
  place: string,
  index: number,
): Point {
  if (place === "home") {
    const { helpers, discs } = view.players[seat]!;
    return homeAt(plan.trays[seat]!, piece, index, piece === "helper" ? helpers : discs);
  }
  const [when, name] = place.split(":");
  const zone = view.zones.find((each) => each.place === name)!;
  const [helpers, discs, laid] = [zone.helpers[seat]!, zone.discs[seat]!, zone.laid[seat]!];
  const before = piece === "helper" ? 0 : when === "at" ? helpers : helpers + discs;
  return pieceIn(plan.places[name!]!, seat, view.players.length, before + index, helpers + discs + laid);
}
