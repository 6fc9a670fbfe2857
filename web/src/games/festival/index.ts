/** The screen of Festival. */

import type { Entry, GameScreen, Say } from "$lib/board";
import Board from "./Board.svelte";
import { cardName, layoutWords, tileName } from "./text";
import type { FestivalView } from "./view";
import de from "./translations/de.json";
import en from "./translations/en.json";
import fr from "./translations/fr.json";

function offer(words: string, say: Say, _names: string[] = [], view?: FestivalView): string {
  const [kind, place] = words.split(" ") as [string, string];
  if (kind === "side") return say("offer.side", { side: place });
  if (kind === "pile") {
    const card = view?.piles[Number(place) - 1]?.top;
    return card
      ? say("offer.pile.card", { pile: place, card: cardName(card.id, say), points: card.points })
      : say("offer.pile", { pile: place });
  }
  const top = view?.stacks.find((stack) => (kind === "left" ? stack.left_of : stack.right_of) === view.seat)?.top;
  const tile = top ? tileName(`${top.colour} ${top.type}`, say) : say("tile.top");
  return say(`offer.${kind}`, { space: place, tile });
}

function value(_entry: Entry, name: string, value: number | string, say: Say): string {
  switch (name) {
    case "tile":
      return tileName(String(value), say);
    case "card":
      return cardName(String(value), say);
    case "layout":
      return layoutWords(String(value), say);
    case "stack":
      return say(`stack.${value}`);
    case "reason":
    case "decided":
      return say(`${name}.${value}`);
  }
  return String(value);
}

function question(view: FestivalView, say: Say): string {
  if (view.reason) return say("question.over");
  const asked = view.boards[view.actors[0] ?? 0]!;
  return say(asked.chosen === null ? "question.side" : "question.take");
}

function glance(view: FestivalView, seat: number, say: Say): string {
  const board = view.boards[seat]!;
  return say("glance", {
    done: board.completed.length,
    open: board.incomplete.length,
    pleasers: view.pleasers.filter(({ owner }) => owner === seat).length,
  });
}

const screen: GameScreen<FestivalView> = { board: Board, translations: { en, de, fr }, offer, value, question, glance };
export default screen;
