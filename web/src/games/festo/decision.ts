/** The parts of the current decision, for drawing. */

import type { Offer } from "$lib/choice.svelte";
import type { Box } from "./layout";
import type { FestoView } from "./view";

const STEPS = ["colour", "extra", "waive", "salt"] as const;
export type Step = (typeof STEPS)[number];

/** The offers without a spot on the board; they are buttons in the dock. */
export function buttons(offers: Offer[]): Offer[] {
  return offers.filter((offer) => offer.path[0]!.startsWith("button:"));
}

/** The offers that are answered in the drawing of a payment. */
export function payments(offers: Offer[], question: string): Offer[] {
  return (STEPS as readonly string[]).includes(question) ? offers : [];
}

/** The cubes that an answer is about. */
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

const WIDEST = 170;
const HIGHEST = 92;
const TOUCH = 44;
const GAP = 8;

/** Places for so many answers in a box: as large as there is room for, in the middle. */
export function answerBoxes(count: number, box: Box): Box[] {
  const fewest = Math.ceil(count / Math.max(1, Math.floor((box.height + GAP) / (TOUCH + GAP))));
  const wished = Math.floor((box.width + GAP) / (110 + GAP));
  const across = Math.max(1, Math.min(count, Math.max(fewest, wished)));
  const rows = Math.ceil(count / across);
  const width = Math.min(WIDEST, (box.width - GAP * (across - 1)) / across);
  const height = Math.min(HIGHEST, (box.height - GAP * (rows - 1)) / rows);
  const top = box.y + (box.height - rows * height - (rows - 1) * GAP) / 2;
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / across);
    const inRow = Math.min(across, count - row * across);
    const left = box.x + (box.width - inRow * width - (inRow - 1) * GAP) / 2;
    return { x: left + (i % across) * (width + GAP), y: top + row * (height + GAP), width, height };
  });
}
