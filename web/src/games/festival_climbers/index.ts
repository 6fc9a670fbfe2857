/** The screen of Festival Climbers. */

import type { Entry, GameScreen, Say } from "$lib/board";
import { readSigns } from "$lib/signs";
import Board from "./Board.svelte";
import Scenery from "./Scenery.svelte";
import { SIGNS } from "./signs";
import type { ClimbersView } from "./view";

function offer(words: string, say: Say): string {
  const [origin, target] = words.split("-");
  return target ? say("offer.climb", { origin: origin!, target }) : say("offer.introduce", { space: words });
}

function value(_entry: Entry, _name: string, value: number | string): string {
  return String(value);
}

function question(view: ClimbersView, say: Say, clicks: string[] = []): string {
  if (clicks.length) return say("question.target", { space: clicks[0]!.slice("space:".length) });
  const mine = view.seat !== null && view.actors.includes(view.seat);
  const some = mine && (view.hand[view.seat!] ?? 0) > 0;
  return say(some ? "question.both" : "question.climb");
}

function glance(view: ClimbersView, seat: number, say: Say): string {
  return say("glance", { standing: view.climbers[seat]!.length, left: view.hand[seat]! });
}

/** The stones that an entry tells of. */
function places({ values }: Entry): string[] {
  return [values.origin, values.target, values.space]
    .filter((space) => space !== undefined)
    .map((space) => `space:${String(space)}`);
}

const screen: GameScreen<ClimbersView> = {
  board: Board,
  scenery: Scenery,
  offer,
  value,
  question,
  glance,
  places,
  ...readSigns(SIGNS),
};
export default screen;
