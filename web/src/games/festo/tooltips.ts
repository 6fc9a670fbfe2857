/** The texts of the tooltips on the board. */

import type { Say } from "$lib/board";
import { dishParts, PLACES, wares } from "./components";
import { cubes, dish as dishName } from "./text";
import type { CardFacts } from "./dishes";
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
  const number = (PLACES as readonly string[]).indexOf(zone.place) + 1;
  if (wares(zone.place)) sentences.push(say("dice.closes", { number }));
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

/** A heap of cubes at a place, and who may take them. */
export function describeHeap(view: FestoView, place: string, kind: string, count: number, say: Say): string {
  const grocery = place === "grocery";
  const { refill } = grocery ? view.printed.row : view.printed.market;
  if (!count) return say("heap.none", { kind: say(`kind.${kind}`), place: say(`at.${place}`), refill });
  const lying = say("cube.about", { cubes: cubes(count, kind, say), place: say(`at.${place}`) });
  return `${lying} ${say(grocery ? "heap.grocery" : "heap.about")}`;
}

/** What a seat has of one kind, and what for. */
export function describeStock(view: FestoView, seat: number, kind: string, name: string, say: Say): string {
  const held = say("stock.about", { name, cubes: cubes(view.players[seat]!.stock[kind] ?? 0, kind, say) });
  return `${held} ${say(kind === "salt" ? "stock.salt" : "stock.more")}`;
}

/** A colour, and how often it is there if that is more than once. */
function manyOf(colour: string, all: string[], say: Say): string {
  const count = all.filter((each) => each === colour).length;
  return count > 1 ? `${say(`kind.${colour}`)} ×${count}` : say(`kind.${colour}`);
}

/** The dishes of a shelf: price, points, and what is still in its pile. */
export function describeShelf(view: FestoView, sort: string, say: Say): string {
  const [own, other] = view.prices[sort] ?? [0, 0];
  const worth = say("shelf.about", { shelf: say(`shelf.${sort}`), own, other, points: view.worth[sort] ?? 0 });
  const unseen = view.unseen[sort] ?? [];
  const colours = [...new Set(unseen)].map((colour) => manyOf(colour, unseen, say)).join(", ");
  return `${worth} ${unseen.length ? say("pile.about", { colours }) : say("pile.none")}`;
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

/** A dish on the buffet: its price and points, and whether the seat can cook it. */
export function describeCard(view: FestoView, card: CardFacts, names: string[], say: Say): string {
  const sentences = [
    `${dishName(card.sort, card.colour, say)}, ${say("points", { points: card.points })}.`,
    say("costs", { price: priceText(view, card, say) }),
  ];
  if (card.left !== null) sentences.push(`${say("left", { left: card.left })}.`);
  if (card.claim) sentences.push(describeClaim(view, card.claim.seat, names, say));
  if (view.magic && card.colour) sentences.push(describeMagic(view, card.sort, card.colour, say));
  if (card.lack) sentences.push(describeLack(card.lack, card, say));
  return sentences.filter(Boolean).join(" ");
}

function priceText(view: FestoView, card: CardFacts, say: Say): string {
  const found = view.buffet.find((dish) => dish.slot === card.slot);
  if (found) return smallPrice(found, say);
  return card.sort === "roast" ? say("price.roast", { own: view.prices["roast"]![0] }) : say("price.main");
}

function smallPrice({ colour, price: [own, other, extra] }: Dish, say: Say): string {
  const price = say("price.small", { own: cubes(own, colour, say), other });
  return extra ? price + say("price.extra", { extra }) : price;
}

/** What a small dish gives its cook; nothing without magic. */
export function describeMagic(view: FestoView, sort: string, colour: string, say: Say): string {
  const amount = view.printed.backs[sort];
  return amount ? say(`magic.${sort}`, { amount, kind: say(`kind.${colour}`) }) : "";
}

/** A dish that somebody has cooked. */
export function describeServed(view: FestoView, dish: string, say: Say): string {
  const { sort, colour } = dishParts(dish);
  const name = `${dishName(sort, colour, say)}, ${say("points", { points: view.worth[sort] ?? 0 })}.`;
  const magic = colour ? describeMagic(view, sort, colour, say) : "";
  return [name, say("served"), ...(magic ? [magic] : [])].join(" ");
}

function describeClaim(view: FestoView, seat: number, names: string[], say: Say): string {
  return seat === view.seat ? say("reserved.own") : say("reserved.other", { name: names[seat] ?? "" });
}

function missingTexts(lack: Lack, { sort, colour }: Pick<CardFacts, "sort" | "colour">, say: Say): string[] {
  if (sort === "main") return lack.colours.map((kind) => cubes(1, kind, say));
  if (!colour) return [say("lack.one", { count: lack.own })];
  const parts = lack.own ? [cubes(lack.own, colour, say)] : [];
  return lack.other ? [...parts, say("lack.other", { count: lack.other })] : parts;
}

/** Whether the seat can cook a dish, or what it lacks. */
export function describeLack(lack: Lack, card: Pick<CardFacts, "sort" | "colour">, say: Say): string {
  if (lack.left === 0) return lack.salt ? say("lack.salt", { cubes: cubes(lack.salt, "salt", say) }) : say("lack.none");
  const text = say("lack.some", { cubes: missingTexts(lack, card, say).join(" + ") });
  return lack.salt ? `${text.replace(/\.$/, "")}, ${say("lack.after salt")}.` : text;
}
