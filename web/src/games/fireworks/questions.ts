/** What is asked, why, what the seats do, and where the match is. */

import type { Chip, Say } from "$lib/board";
import { windowForm } from "$stage/form.svelte";
import { printedName } from "./faces";
import type { Card, FireworksView } from "./view";

export function question(view: FireworksView, say: Say, clicks: string[] = []): string {
  const [kind, what] = clicks[0]?.split(":") ?? [];
  if (kind === "zone") return say("height.question", { zone: say(`zone.${what}`) });
  if (kind === "space") return say("question.held", { space: what! });
  if (view.phase === "launch") return say(view.may_gather ? "question.launch" : "question.aim");
  return say(`question.${view.phase}`);
}

// The reason behind a question

export function explain(view: FireworksView, say: Say): string | null {
  return REASONS[view.phase]?.(view, say) ?? null;
}

const REASONS: Record<string, (view: FireworksView, say: Say) => string> = {
  launch: explainLaunch,
  helpers: (view, say) =>
    `${say("label", { name: cardName(view, say), text: askedHelpers(view.card!, say) })}. ${say("explain.helpers")}`,
  choose: (view, say) => `${aboutResult(view, say)} ${takenSoFar(view, view.seat ?? view.active, say)}`,
  place: explainArranging,
  last: explainArranging,
  gale: (_, say) => say("about.gale"),
  "heavy rain": (_, say) => say("about.heavy rain"),
  grab: (_, say) => say("speed"),
};

/** In the standard game a card comes only when the first launch of a turn has failed. */
function explainLaunch(view: FireworksView, say: Say): string {
  const { strength, scatter } = view.launch;
  if (!view.card) return say("launch.barrel", { strength, scatter });
  const card = say("label", { name: cardName(view, say), text: aboutCard(view, say) });
  return view.variant === "standard" ? `${say("explain.second")} ${card}` : card;
}

function explainArranging(view: FireworksView, say: Say): string {
  return say("explain.arranging", { left: view.arranging[view.seat ?? 0] ?? 0 });
}

function cardName(view: FireworksView, say: Say): string {
  return printedName("card.name", view.card?.name ?? "", say);
}

export function askedHelpers({ helpers: [least, most] }: Card, say: Say): string {
  return say(least === most ? "card.helpers" : "card.helpers.between", { least, most });
}

export function aboutCard(view: FireworksView, say: Say): string {
  const { barrel, strength, scatter } = view.card!;
  return say("card.about", {
    barrel: say(barrel ? "card.barrel" : "card.hand"),
    strength,
    scatter,
    usual: view.launch.strength,
    asks: askedHelpers(view.card!, say),
  });
}

/** What the die means, and which sides it has. */
export function aboutDie(view: FireworksView, say: Say): string {
  const sides = view.die_sides.map((side) => (side ? String(side) : say("die.side.symbol"))).join(", ");
  const about = say("die.sides.about", { sides });
  return view.die === null ? about : `${aboutResult(view, say)} ${about}`;
}

/** How many action cards there are, what for, and which were discarded. */
export function aboutPiles(view: FireworksView, say: Say): string {
  const key = view.variant === "advanced" ? "piles.about.advanced" : "piles.about";
  const cards = view.discards.map((name) => printedName("card.name", name, say)).join(", ");
  return `${say(key, { left: view.piles.join(", ") })} ${cards ? say("discards", { cards }) : say("discards.none")}`;
}

function aboutResult(view: FireworksView, say: Say): string {
  const key = view.die ? "die.about" : view.bonus_turns["symbol"] ? "die.symbol.used" : "die.symbol.about";
  return say(key, { die: view.quota ?? 0 });
}

// What the seats do

function takenSoFar(view: FireworksView, seat: number, say: Say): string {
  return say("doing.taken", { taken: view.taken[seat] ?? 0, all: view.quota ?? 0 });
}

export function doings(view: FireworksView, seat: number, say: Say): string[] {
  if (view.reason) return [];
  const launches = seat === view.active && view.variant !== "speed";
  const helps = view.helpers.includes(seat);
  const arranges = view.actors.includes(seat) && ["place", "last"].includes(view.phase);
  return [
    ...(launches ? [say("doing.active")] : []),
    ...(helps ? [say("doing.helper")] : []),
    ...(view.phase === "choose" && (launches || helps) ? [takenSoFar(view, seat, say)] : []),
    ...(view.chosen[seat] ? [say("doing.chosen")] : []),
    ...(arranges ? [say("doing.arranging", { left: view.arranging[seat] ?? 0 })] : []),
  ];
}

// Where the match is

/** The phases of a usual turn, and behind them the present one if it is another, so that no other moves. */
function phases(view: FireworksView): string[] {
  if (view.variant === "speed") return [view.phase];
  const usual = [
    ...(view.variant === "advanced" ? ["helpers"] : []),
    "launch",
    "choose",
    ...(view.arrange === "hand" ? ["place"] : []),
  ];
  return usual.includes(view.phase) ? usual : [...usual, view.phase];
}

export function chips(view: FireworksView, say: Say): Chip[] {
  if (view.reason) return [{ text: say("phase.over"), now: true, about: say("phase.over.about") }];
  const turn = { text: say("turn.number", { turn: view.turn }), about: say("turn.number.about", { turn: view.turn }) };
  const last = view.last_round ? [{ text: say("last"), now: true, about: say("last.about") }] : [];
  if (windowForm.form !== "wide") {
    const phase = say(`phase.${view.phase}`);
    return [
      {
        text: view.variant === "speed" ? phase : `${view.turn} ${phase}`,
        now: true,
        about: say(`phase.${view.phase}.about`),
      },
    ];
  }
  const steps = phases(view).map((phase) => ({
    text: say(`phase.${phase}`),
    now: phase === view.phase,
    about: say(`phase.${phase}.about`),
  }));
  return [...(view.variant === "speed" ? [] : [turn]), ...steps, ...last];
}
