/** What is asked, why, and where the match is. */

import type { Chip, Say } from "$lib/board";
import { windowForm } from "$stage/form.svelte";
import { PHASES, slotParts } from "./components";
import { nearest } from "./dishes";
import { cubes, dish, pendingDish } from "./text";
import { describeLack } from "./tooltips";
import type { FestoView } from "./view";

export function question(view: FestoView, say: Say): string {
  const values: Record<string, string> = { place: view.place ? say(`at.${view.place}`) : "" };
  if (view.pending.dish) values["dish"] = pendingDish(view, say);
  if (view.pending.cube) values["cubes"] = cubes(1, view.pending.cube[1]!, say);
  return say(`question.${questionKind(view)}`, values);
}

/** The question, told apart where one word asks for two things. */
function questionKind(view: FestoView): string {
  if (view.question === "colour" && view.pending.dish === "roast") return "colour roast";
  if (view.question === "cook" && !canCook(view)) return "cook none";
  return view.question === "buy" && view.pending.colours.length ? "buy more" : view.question;
}

function canCook(view: FestoView): boolean {
  return Object.values(view.lacks).some((lack) => lack.left === 0);
}

// The reason behind a question

/** The events that change what a question allows. */
const TOUCHED: Record<string, string[]> = {
  place: ["late risers", "market day", "long evening", "locked doors"],
  use: ["double magic"],
  take: ["no hoarding"],
  buy: ["mixed basket"],
  cook: ["self-service", "royal praise", "banquet"],
};
const MORNING = ["late risers", "market day"];

export function eventText(view: FestoView, say: Say): string {
  return say(`effect.${view.event}`, { amount: view.amount ?? 0 });
}

/** The text of the event if the question is about it. */
function eventReason(view: FestoView, say: Say): string | null {
  const { event } = view;
  if (!event || !TOUCHED[view.question]?.includes(event)) return null;
  if (view.question === "place" && MORNING.includes(event) !== (view.half === "morning")) return null;
  return say("label", { name: say(`event.${event}`), text: eventText(view, say) });
}

export function explain(view: FestoView, say: Say): string | null {
  const reasons = [eventReason(view, say), REASONS[view.question]?.(view, say) ?? null];
  if (questionKind(view) === "cook none") reasons.reverse(); // why nothing can be cooked matters more
  return reasons.filter((text) => text !== null).join(" ") || null;
}

const REASONS: Record<string, (view: FestoView, say: Say) => string | null> = {
  give: (_, say) => say("explain.give"),
  place: (view, say) => say(`explain.${view.half}`, { helpers: own(view).helpers }),
  "take all": (view, say) => say("explain.take all", { count: lyingHere(view) }),
  use: explainAbility,
  pick: explainAbility,
  move: explainAbility,
  send: explainAbility,
  reserve: explainAbility,
  return: explainAbility,
  fetch: explainAbility,
  lay: (view, say) => say("explain.lay", { count: own(view).discs }),
  take: (view, say) => say("explain.take", { count: piecesHere(view) }),
  buy: (view, say) => (view.event === "mixed basket" ? null : say("explain.buy", { count: piecesHere(view) })),
  cook: explainCooking,
  free: (_, say) => say("explain.free"),
  colour: explainColour,
  extra: explainSurcharge,
  waive: (_, say) => say("explain.waive"),
  salt: (view, say) => say("explain.salt", { count: own(view).stock["salt"] ?? 0 }),
};

function own(view: FestoView) {
  return view.players[view.seat ?? view.actors[0] ?? 0]!;
}

function zoneHere(view: FestoView) {
  return view.zones.find((zone) => zone.place === view.place);
}

function lyingHere(view: FestoView): number {
  return Object.values(zoneHere(view)?.cubes ?? {}).reduce((sum, count) => sum + count, 0);
}

function piecesHere(view: FestoView): number {
  const [zone, seat] = [zoneHere(view), view.seat ?? view.actors[0] ?? 0];
  return zone ? zone.helpers[seat]! + zone.discs[seat]! : 0;
}

function explainAbility(view: FestoView, say: Say): string | null {
  if (!view.place) return null;
  const text = say(`ability.${view.place}`, { points: view.printed.dwarf });
  return say("label", { name: say(`place.${view.place}`), text });
}

/** Why nothing can be cooked, or what passing means. */
function explainCooking(view: FestoView, say: Say): string {
  if (canCook(view)) return say("explain.cook");
  const card = nearest(view);
  if (!card) return say("explain.cook none");
  const named = say("explain.nearest", { dish: dish(card.sort, card.colour, say) });
  return `${named} ${describeLack(card.lack!, card, say)}`;
}

function explainColour(view: FestoView, say: Say): string {
  const found = view.buffet.find((each) => each.slot === view.pending.dish);
  if (!found) return say("explain.roast", { count: view.prices["roast"]![0] });
  return say("explain.colour", { count: found.price[1], kind: say(`kind.${found.colour}`) });
}

function explainSurcharge(view: FestoView, say: Say): string {
  const { column } = slotParts(view.pending.dish!);
  return say("explain.extra", { column, count: view.surcharges[column - 1] ?? 0 });
}

// Where the match is

export function chips(view: FestoView, say: Say): Chip[] {
  if (windowForm.form !== "wide")
    return [
      {
        text: `${view.round}/${view.rounds} ${say(view.half ? `half.${view.half}` : `phase.${view.phase}`)}`,
        now: true,
        about: say(`phase.${view.phase}.about`, { dice: view.printed.dice }),
      },
    ];
  const rounds = Array.from({ length: view.rounds }, (_, i) => ({
    text: String(i + 1),
    now: i + 1 === view.round,
    about: say("round.about", { round: i + 1, rounds: view.rounds }),
  }));
  const phases = PHASES.map((phase) => ({
    text: phase === view.phase ? phaseText(view, say) : say(`phase.${phase}`),
    now: phase === view.phase && view.reason === null,
    about: say(`phase.${phase}.about`, { dice: view.printed.dice }),
  }));
  return [...rounds, ...phases, ...eventChip(view, say)];
}

function phaseText(view: FestoView, say: Say): string {
  const phase = say(`phase.${view.phase}`);
  return view.half ? say("label", { name: phase, text: say(`half.${view.half}`) }) : phase;
}

function eventChip(view: FestoView, say: Say): Chip[] {
  return view.event ? [{ text: `✦ ${say(`event.${view.event}`)}`, about: eventText(view, say) }] : [];
}
