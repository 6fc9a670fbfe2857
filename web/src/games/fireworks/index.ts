/** The screen of Fireworks. */

import type { Entry, GameScreen, Say } from "$lib/board";
import Board from "./Board.svelte";
import { faceName, numbered, printedName } from "./faces";
import type { FireworksView } from "./view";
import de from "./translations/de.json";
import en from "./translations/en.json";
import fr from "./translations/fr.json";

function offer(words: string, say: Say, names: string[] = [], view?: FireworksView): string {
  const [word, first, second] = words.split(" ") as [string, string, string];
  switch (word) {
    case "aim":
      return second
        ? say("offer.aim.from", { zone: say(`zone.${first}`), height: say(`height.${second}`) })
        : say("offer.aim", { zone: say(`zone.${first}`) });
    case "with":
      return say("offer.with", { name: names[Number(first)] ?? first });
    case "take":
    case "give":
      return say(`offer.${word}`, { tile: tileName(Number(first), say, view) });
    case "turn":
      return say("offer.turn", { space: first, direction: say(`direction.${second}`) });
    case "swap":
      return say("offer.swap", { space: first, other: second });
    default:
      return say(`offer.${word}`);
  }
}

/** Describe a tile by its number, and by its face if the view shows it. */
function tileName(number: number, say: Say, view?: FireworksView): string {
  const placed = view?.boards.flatMap((board) => Object.values(board)) ?? [];
  const face = [...(view?.sky ?? []), ...placed].find((tile) => tile.id === number)?.face;
  return face ? say("numbered", { number, tile: faceName(face, say) }) : say("number", { number });
}

function value(_entry: Entry, name: string, value: number | string, say: Say): string {
  switch (name) {
    case "zone":
      return say(`zone.${value}`);
    case "height":
      return say(`height.${value}`);
    case "die":
      return typeof value === "number" ? String(value) : say("die.side.symbol");
    case "tile":
    case "tiles":
      return numbered(String(value), say);
    case "card":
      return printedName("card.name", String(value), say);
    case "words":
      return offer(String(value), say);
    case "reason":
      return say(`reason.${value}`);
    case "points":
      return String(value).split(" ").join(" : ");
  }
  return String(value);
}

function question(view: FireworksView, say: Say): string {
  if (view.phase === "launch") return say(view.may_gather ? "question.launch" : "question.aim");
  return say(`question.${view.phase}`);
}

function glance(view: FireworksView, seat: number, say: Say): string {
  return say("glance", {
    character: printedName("character", view.characters[seat]!, say),
    tiles: Object.keys(view.boards[seat]!).length,
    spaces: view.outline.flat().length,
  });
}

const screen: GameScreen<FireworksView> = {
  board: Board,
  translations: { en, de, fr },
  offer,
  value,
  question,
  glance,
};
export default screen;
