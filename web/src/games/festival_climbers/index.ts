/** The screen of Festival Climbers. */

import type { Entry, GameScreen, Say } from "$lib/board";
import Board from "./Board.svelte";
import type { ClimbersView } from "./view";
import de from "./translations/de.json";
import en from "./translations/en.json";
import fr from "./translations/fr.json";

function offer(words: string, say: Say): string {
  const [origin, target] = words.split("-");
  return target ? say("offer.climb", { origin: origin!, target }) : say("offer.introduce", { space: words });
}

function value(_entry: Entry, _name: string, value: number | string): string {
  return String(value);
}

function question(view: ClimbersView, say: Say): string {
  const mine = view.seat !== null && view.actors.includes(view.seat);
  const some = mine && (view.hand[view.seat!] ?? 0) > 0;
  return say(some ? "question.both" : "question.climb");
}

function glance(view: ClimbersView, seat: number, say: Say): string {
  return say("glance", { standing: view.climbers[seat]!.length, left: view.hand[seat]! });
}

const screen: GameScreen<ClimbersView> = { board: Board, translations: { en, de, fr }, offer, value, question, glance };
export default screen;
