/** The screen of Fireworks. */

import type { Pane } from "$stage/form.svelte";
import type { Entry, GameScreen, Say } from "$lib/board";
import { readSigns } from "$lib/signs";
import Answers from "./Answers.svelte";
import Board from "./Board.svelte";
import { faceName, numbered, printedName } from "./faces";
import Mini from "./Mini.svelte";
import { chips, explain, question } from "./questions";
import Scenery from "./Scenery.svelte";
import SeatBoard from "./SeatBoard.svelte";
import { SIGNS } from "./signs";
import type { FireworksView } from "./view";

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

function glance(view: FireworksView, seat: number, say: Say): string {
  return say("glance", {
    character: printedName("character", view.characters[seat]!, say),
    tiles: Object.keys(view.boards[seat]!).length,
    spaces: view.outline.flat().length,
  });
}

/** Where a decision is made: helpers are asked in the rows of the seats, the own tiles lie in the city. */
function pane({ phase }: FireworksView): Pane {
  if (phase === "helpers") return "others";
  return ["place", "last", "gale", "heavy rain"].includes(phase) ? "mine" : "board";
}

/** The tiles, zones, seats and spaces that an entry tells of. */
function places({ key, values }: Entry): string[] {
  const { seat, tile, tiles, zone, words } = values;
  const told = [tile, ...(Array.isArray(tiles) ? tiles : [])].filter((each) => each !== undefined);
  return [
    ...told.map((each) => `tile:${parseInt(String(each))}`),
    ...(zone === undefined ? [] : [`zone:${String(zone)}`]),
    ...(key === "helper" ? [`seat:${String(seat)}`] : []),
    ...(String(words ?? "").match(/\b[A-Z]\d+\b/g) ?? []).map((space) => `${String(seat)}:${space}`),
  ];
}

const screen: GameScreen<FireworksView> = {
  board: Board,
  answers: Answers,
  mini: Mini,
  seatBoard: SeatBoard,
  scenery: Scenery,
  offer,
  value,
  question,
  explain,
  chips,
  glance,
  panes: ["board", "mine"],
  pane,
  places,
  ...readSigns(SIGNS),
  isChapter: (entry) => entry.key === "turn",
  steps: ["arrange"],
};
export default screen;
