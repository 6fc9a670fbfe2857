/** What the frame around the board says: the question, its reason, where the match is, and the places of the log. */

import type { Chip, Entry, Say } from "$lib/board";
import { abilityOf, ROUNDS } from "./cards";
import { card, describeAbility } from "./text";
import type { BannerView } from "./view";

export function question(view: BannerView, say: Say): string {
  const waiting = view.asked === "card" && view.choice !== null;
  return say(waiting ? "question.wait" : `question.${view.asked}`, { quadrant: say(`suit.${view.quadrant}`) });
}

/** Explain what a card can bring, or why this seat moves the gate. */
export function explain(view: BannerView, say: Say): string | null {
  if (view.asked === "gate") return explainLead(view, say);
  if (view.asked !== "card" || view.choice !== null) return null;
  const asks = view.docks.find(({ quadrant }) => quadrant === view.quadrant)?.spaces ?? [];
  const free = asks.filter(({ banners, neutral }) => !neutral && !banners.some((count) => count));
  const spaces = free.map(({ match }) => say(`match.${match}`)).join(", ");
  const middle = spaces ? say("explain.dock", { spaces }) : say("explain.tower");
  return say("explain.card", { middle, gate: view.gate });
}

function explainLead(view: BannerView, say: Say): string {
  const deed = view.seat === null ? undefined : view.last.at(-1)?.deeds[view.seat];
  const ability = deed && view.lead === view.seat ? abilityOf(view, deed.card) : undefined;
  const next = say("explain.gate");
  return ability
    ? `${say("explain.lead", { card: card(deed!.card, say), ability: describeAbility(ability, say) })} ${next}`
    : next;
}

export function glance(view: BannerView, seat: number, say: Say): string {
  return say("glance", { banners: view.seats[seat]!.banners });
}

export function chips(view: BannerView, say: Say): Chip[] {
  const rounds = Array.from({ length: ROUNDS }, (_, i) => ({
    text: String(i + 1),
    now: i + 1 === view.round && view.reason === null,
    about: say("round.about", {
      round: i + 1,
      rounds: ROUNDS,
      bouts: view.bouts,
      rewards: view.rewards.filter((profit) => profit).join(", "),
    }),
  }));
  const bout = { text: say("bout", { bout: view.bout, bouts: view.bouts }), about: say("played.short", played(view)) };
  const steps = (["gate", "card"] as const).map((asked) => ({
    text: say(`phase.${asked}`),
    now: view.asked === asked,
    about: say(`phase.${asked}.about`),
  }));
  return [...rounds, bout, ...steps];
}

function played(view: BannerView): Record<string, number> {
  return { count: view.played.length, undealt: view.undealt, bout: view.bout, bouts: view.bouts };
}

/** The spots that an entry tells of. */
export function places({ key, values }: Entry): string[] {
  if (key === "hang") return [spaceId(String(values.space))];
  if (key === "gate" || key === "drift") return [`quadrant:${values.quadrant}`, `ring:${values.space}`];
  if (key === "race") return [`race:${values.space}`];
  if (key === "fruit" || key === "feast") return ["pool"];
  if (key === "majority") return [`tower:${values.region}`];
  return key === "bout" ? [`quadrant:${values.quadrant}`] : [];
}

/** `the Tower of A` or `teal even`, as the story names a space. */
function spaceId(text: string): string {
  const tower = /^the Tower of (\w+)$/.exec(text);
  return tower ? `tower:${tower[1]}` : `dock:${text.replace(" ", ":")}`;
}

export function isChapter({ key }: Entry): boolean {
  return key === "bout" || key === "scoring";
}
