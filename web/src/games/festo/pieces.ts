/** Tracks every cube and piece of the match, so that each slides to its new place. */

import { PieceTracker } from "$lib/pieceTracker";
import { crateOf, cubeInCrate, homeAt } from "./kitchenLayout";
import { cellOf, type Box, type BoardPlan, type Point } from "./layout";
import { cubeIn, pieceIn, piles, stallParts } from "./stallLayout";
import { KINDS } from "./components";
import type { FestoView } from "./view";

/** A thing at its place, drawn `scale` times as large as usual. */
interface Placed extends Point {
  scale: number;
}

export interface Lying extends Placed {
  key: string;
  kind: string;
  carried: boolean;
}

export interface Standing extends Placed {
  key: string;
  seat: number;
  piece: "helper" | "disc";
  place: string;
}

const AWAY = 40; // how far beside the board things are that belong to other seats
const HEAP = 4; // a higher heap in the supplies is drawn with only this many cubes

export class BoardPieces {
  private cubes = new Map<string, PieceTracker>();
  private pieces = new Map<string, PieceTracker>();

  lying(view: FestoView, plan: BoardPlan, kitchenOf: number): Lying[] {
    return KINDS.flatMap((kind) => {
      const seen = new Map<string, number>();
      return pool(this.cubes, kind)
        .update(cubePlaces(view, kind))
        .flatMap(({ id, place }) => {
          const at = cubePoint(view, plan, kitchenOf, kind, place, next(seen, place));
          return at ? [{ key: `${kind}-${id}`, kind, ...at }] : [];
        });
    });
  }

  standing(view: FestoView, plan: BoardPlan, kitchenOf: number): Standing[] {
    return view.players.flatMap((_, seat) =>
      (["helper", "disc"] as const).flatMap((piece) => this.team(view, plan, kitchenOf, seat, piece)),
    );
  }

  private team(
    view: FestoView,
    plan: BoardPlan,
    kitchenOf: number,
    seat: number,
    piece: "helper" | "disc",
  ): Standing[] {
    const seen = new Map<string, number>();
    return pool(this.pieces, `${piece}-${seat}`)
      .update(piecePlaces(view, seat, piece))
      .flatMap(({ id, place }) => {
        const at = piecePoint(view, plan, kitchenOf, seat, piece, place, next(seen, place));
        return at ? [{ key: `${piece}-${seat}-${id}`, seat, piece, place, ...at }] : [];
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

/** The places of a seat's helpers or discs: at home, at stalls and on dishes. */
export function piecePlaces(view: FestoView, seat: number, piece: "helper" | "disc"): string[] {
  const player = view.players[seat]!;
  const claims = view.buffet.filter(({ claim }) => claim?.seat === seat && claim.piece === piece);
  const at = (held: "helpers" | "discs" | "laid", when: string): string[] =>
    view.zones.flatMap((zone) => times(zone[held][seat]!, `${when}:${zone.place}`));
  return [
    ...times(piece === "helper" ? player.helpers : player.discs, "home"),
    ...at(piece === "helper" ? "helpers" : "discs", "at"),
    ...(piece === "disc" ? at("laid", "next") : []),
    ...claims.map(({ slot }) => `dish:${slot}`),
  ];
}

function times(count: number, place: string): string[] {
  return Array<string>(count).fill(place);
}

/** Beside the board, where the rows of the other seats are. */
function away(view: FestoView, plan: BoardPlan, seat: number): Placed {
  return { x: plan.width + AWAY, y: (plan.height * (seat + 0.5)) / (view.players.length + 2), scale: 1 };
}

function cubePoint(
  view: FestoView,
  plan: BoardPlan,
  kitchenOf: number,
  kind: string,
  place: string,
  index: number,
): (Placed & { carried: boolean }) | null {
  const [sort, name] = place.split(":");
  if (sort === "supply")
    return plan.supplies && { ...cubeInSupply(plan.supplies, kind, index), scale: 1, carried: false };
  if (sort === "seat" && Number(name) === kitchenOf)
    return {
      ...cubeInCrate(crateOf(plan.kitchen, kind), index, view.players[kitchenOf]!.stock[kind] ?? 0),
      scale: 1,
      carried: false,
    };
  if (sort === "seat") return { ...away(view, plan, Number(name)), carried: false };
  const box = plan.stalls[name!];
  if (!box) return null;
  const zone = view.zones.find((each) => each.place === name)!;
  const pile = piles(zone, box, plan.form).find((each) => each.colour === kind)!;
  return { ...cubeIn(pile, index), scale: pile.scale, carried: index < pile.moved };
}

export const LABEL = 78; // the room for the name of the supplies beside them
const ABOVE = 18; // and above them
const WIDE = 450;
const HIGH = 70;

/** The cell of a kind in the supplies. */
export function supplyOf(supplies: Box, kind: string): Box {
  const label = supplies.width > WIDE ? LABEL : 0;
  const above = label || supplies.height < HIGH ? 0 : ABOVE;
  const box = { ...supplies, y: supplies.y + above, height: supplies.height - above };
  return cellOf(box, (KINDS as readonly string[]).indexOf(kind), KINDS.length, label);
}

/** Where cubes and their number are in a cell of the supplies: beside each other, or one above the other. */
export function supplyParts({ width, height }: Box): { cube: Point; count: Point } {
  if (width >= 60 || height < 54)
    return { cube: { x: width / 2 - 11, y: height / 2 + 2 }, count: { x: width / 2 + 18, y: height / 2 + 5 } };
  return { cube: { x: width / 2 - 3, y: height / 2 - 6 }, count: { x: width / 2, y: height / 2 + 24 } };
}

function cubeInSupply(supplies: Box, kind: string, index: number): Point {
  const cell = supplyOf(supplies, kind);
  const heap = Math.min(index, HEAP - 1) * 2;
  const at = supplyParts(cell).cube;
  return { x: cell.x + at.x + heap, y: cell.y + at.y - heap };
}

function piecePoint(
  view: FestoView,
  plan: BoardPlan,
  kitchenOf: number,
  seat: number,
  piece: "helper" | "disc",
  place: string,
  index: number,
): Placed | null {
  const [when, name] = place.split(":");
  if (when === "home") return seat === kitchenOf ? atHome(view, plan, seat, piece, index) : away(view, plan, seat);
  if (when === "dish") return onDish(plan, name!);
  const box = plan.stalls[name!];
  if (!box) return null;
  const zone = view.zones.find((each) => each.place === name)!;
  const [helpers, discs] = [zone.helpers[seat]!, zone.discs[seat]!];
  const before = piece === "helper" ? 0 : when === "at" ? helpers : helpers + discs;
  const { line, scale } = stallParts(box, plan.form, zone);
  if (line && when === "at" && plan.form !== "wide") return null;
  return { ...pieceIn(zone, box, plan.form, seat, before + index), scale };
}

function atHome(view: FestoView, plan: BoardPlan, seat: number, piece: "helper" | "disc", index: number): Placed {
  const { helpers } = view.players[seat]!;
  const at = homeAt(plan.kitchen, piece === "helper" ? index : helpers + index, homeCount(view, seat));
  return { ...at, scale: plan.kitchen.scale };
}

/** How many things stand at home, with the start card, which takes more room than a piece. */
function homeCount(view: FestoView, seat: number): number {
  const { helpers, discs } = view.players[seat]!;
  return helpers + discs + (view.card === seat ? 1.5 : 0);
}

/** Where the start card is. */
export function cardPoint(view: FestoView, plan: BoardPlan, kitchenOf: number): Placed {
  if (view.card !== kitchenOf) return away(view, plan, view.card);
  const total = homeCount(view, kitchenOf);
  return { ...homeAt(plan.kitchen, total - 1, total), scale: plan.kitchen.scale };
}

/** Where a piece stands that reserves a dish. */
export function onDish(plan: BoardPlan, slot: string): Placed | null {
  const card = plan.cards[slot];
  if (!card) return null;
  const scale = card.width >= 100 ? 1.25 : card.width >= 60 ? 1 : 0.72;
  return { x: card.x + 15 * scale + 4, y: card.y + Math.min(card.height * 0.4, 62), scale };
}
