/** The texts of the tooltips on the board. */

import type { Say } from "$lib/board";
import { cubes, dish as dishName } from "./text";
import type { Dish, FestoView, Lack, Zone } from "./view";

function heap(held: Record<string, number>, say: Say): string {
  return Object.entries(held)
    .map(([kind, count]) => cubes(count, kind, say))
    .join(", ");
}

/** A stall: its character, its ability, its cubes and pieces. */
export function describeStall(view: FestoView, zone: Zone, names: string[], say: Say): string {
  const sentences = [`${say(`place.${zone.place}`)}. ${say(`ability.${zone.place}`, { points: view.printed.dwarf })}`];
  sentences.push(describeRestock(view, zone.place, say));
  if (zone.covers) sentences.push(say("closed", { count: zone.covers }));
  const lying = heap(zone.cubes, say);
  sentences.push(lying ? say("lying", { cubes: lying }) : say("lying.none"));
  if (Object.keys(zone.moved).length) sentences.push(say("lying.moved", { cubes: heap(zone.moved, say) }));
  const pieces = standing(zone, names, say);
  if (pieces) sentences.push(say("standing", { pieces }));
  if (view.place === zone.place) sentences.push(...turns(view, names, say));
  return sentences.join(" ");
}

function describeRestock(view: FestoView, place: string, say: Say): string {
  const { market, row } = view.printed;
  return place === "grocery" ? say("restock.row", { ...row }) : say("restock.market", { ...market });
}

function standing(zone: Zone, names: string[], say: Say): string {
  const sentences: string[] = [];
  names.forEach((name, seat) => {
    const count = (zone.helpers[seat] ?? 0) + (zone.discs[seat] ?? 0);
    if (count) sentences.push(say("standing.one", { name, count }));
    if (zone.laid[seat]) sentences.push(say("standing.laid", { name, count: zone.laid[seat] }));
  });
  return sentences.join(", ");
}

function turns(view: FestoView, names: string[], say: Say): string[] {
  const sentences = view.order.length
    ? [say("order", { names: view.order.map((seat) => names[seat] ?? "").join(", ") })]
    : [];
  if (view.majority !== null) sentences.push(say("majority", { name: names[view.majority] ?? "" }));
  return sentences;
}

/** A small dish: its price and points, and whether the seat can cook it. */
export function describeDish(view: FestoView, dish: Dish, names: string[], say: Say): string {
  const [own, other, extra] = dish.price;
  const price =
    say("price.small", { own: cubes(own, dish.colour, say), other }) + (extra ? say("price.extra", { extra }) : "");
  const sentences = [
    `${dishName(dish.sort, dish.colour, say)}, ${say("points", { points: dish.points })}.`,
    say("costs", { price }),
  ];
  if (dish.claim) sentences.push(describeClaim(view, dish, names, say));
  if (view.magic) sentences.push(describeMagic(view, dish.sort, dish.colour, say));
  const lack = view.lacks[dish.slot];
  if (lack) sentences.push(describeLack(lack, smallLack(lack, dish.colour, say), say));
  return sentences.join(" ");
}

/** What a small dish gives its cook; nothing without magic. */
export function describeMagic(view: FestoView, sort: string, colour: string, say: Say): string {
  const amount = view.printed.backs[sort];
  return amount ? say(`magic.${sort}`, { amount, kind: say(`kind.${colour}`) }) : "";
}

function describeClaim(view: FestoView, dish: Dish, names: string[], say: Say): string {
  const seat = dish.claim!.seat;
  return seat === view.seat ? say("reserved.own") : say("reserved.other", { name: names[seat] ?? "" });
}

function smallLack(lack: Lack, colour: string, say: Say): string[] {
  const parts = lack.own ? [cubes(lack.own, colour, say)] : [];
  return lack.other ? [...parts, say("lack.other", { count: lack.other })] : parts;
}

/** A roast or a main. */
export function describeLargeDish(view: FestoView, sort: "roast" | "main", say: Say): string {
  const price = sort === "roast" ? say("price.roast", { own: view.prices["roast"]![0] }) : say("price.main");
  const sentences = [
    `${say(`sort.${sort}`)}, ${say("points", { points: view.worth[sort]! })}.`,
    say("costs", { price }),
  ];
  sentences.push(`${say("left", { left: sort === "roast" ? view.roasts : view.mains })}.`);
  const lack = view.lacks[sort];
  if (lack) sentences.push(describeLack(lack, largeLack(lack, sort, say), say));
  return sentences.join(" ");
}

function largeLack(lack: Lack, sort: "roast" | "main", say: Say): string[] {
  if (sort === "main") return lack.colours.map((kind) => cubes(1, kind, say));
  return [say("lack.one", { count: lack.own })];
}

function describeLack(lack: Lack, parts: string[], say: Say): string {
  if (lack.left === 0) return lack.salt ? say("lack.salt", { cubes: cubes(lack.salt, "salt", say) }) : say("lack.none");
  const text = say("lack.some", { cubes: parts.join(" + ") });
  return lack.salt ? `${text.replace(/\.$/, "")}, ${say("lack.after salt")}.` : text;
}
