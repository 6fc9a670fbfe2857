/** The parts of the current decision, for drawing. */

import type { Offer } from "$lib/choice.svelte";
import type { FestoView } from "./view";

const STEPS = ["colour", "extra", "waive", "salt"] as const;
export type Step = (typeof STEPS)[number];

/** The offers without a spot on the board; they are shown as buttons. */
export function buttons(offers: Offer[], question: string): Offer[] {
  const kinds = ["button", "extra", "waive", "salt", ...(question === "colour" ? ["colour"] : [])];
  return offers.filter((offer) => kinds.includes(offer.path[0]!.split(":")[0]!));
}

/** The cubes that an answer is about, to be drawn on its button. */
export function shown(words: string, colours: (string | null)[]): string[] {
  const [verb, first, ...rest] = words.split(" ");
  const [own, other] = [colours[0] ?? "any", colours[1] ?? "any"];
  if (verb === "with") return [first!];
  if (verb === "extra" || verb === "waive") return [first === "own" ? own : other];
  if (verb !== "salt" || first === "none") return [];
  if (!first!.includes("+")) return [first!, ...rest];
  const [owns, others] = first!.split("+").map(Number);
  return [...Array<string>(owns!).fill(own), ...Array<string>(others!).fill(other)];
}

/** The steps of a payment, and which one is current. */
export function steps(view: FestoView): { step: Step; state: "past" | "now" | "ahead" }[] {
  const now = (STEPS as readonly string[]).indexOf(view.question);
  return STEPS.map((step, i) => ({ step, state: i < now ? "past" : i === now ? "now" : "ahead" }));
}

/** The cubes of the price of the dish that is being paid, the surcharge last. */
export function price(view: FestoView): { own: string[]; other: string[]; extra: string[] } {
  const found = view.buffet.find((dish) => dish.slot === view.pending.dish);
  const [own, other] = [view.pending.colours[0] ?? "any", view.pending.colours[1] ?? "any"];
  if (found)
    return { own: fill(found.price[0], own), other: fill(found.price[1], other), extra: fill(found.price[2], "any") };
  if (view.pending.dish === "roast") return { own: fill(view.prices["roast"]![0], own), other: [], extra: [] };
  return { own: [], other: [], extra: [] };
}

function fill(count: number, kind: string): string[] {
  return Array<string>(count).fill(kind);
}
