/** The screen of Festival. */

import type { Chip, Entry, GameScreen, Say } from "$lib/board";
import { readSigns } from "$lib/signs";
import Board from "./Board.svelte";
import Mini from "./Mini.svelte";
import Scenery from "./Scenery.svelte";
import SeatBoard from "./SeatBoard.svelte";
import { SIGNS } from "./signs";
import { cardName, layoutWords, shapeWords, tileName } from "./text";
import type { FestivalView } from "./view";

function offer(words: string, say: Say, _names: string[] = [], view?: FestivalView): string {
  const [kind, place] = words.split(" ") as [string, string];
  if (kind === "side") return offerSide(place, say, view);
  if (kind === "pile") {
    const card = view?.piles[Number(place) - 1]?.top;
    return card
      ? say("offer.pile.card", { pile: place, card: cardName(card.id, say), points: card.points })
      : say("offer.pile", { pile: place });
  }
  return say(`offer.${kind}`, { space: place, tile: topTile(kind, say, view) });
}

/** Name a side of the starting objective by what it shows. */
function offerSide(side: string, say: Say, view?: FestivalView): string {
  const card = view?.seat != null ? view.boards[view.seat]?.sides["ab".indexOf(side)] : undefined;
  if (!card) return say("offer.side", { side });
  return say("offer.side.card", { shape: shapeWords(card.layout, say), layout: layoutWords(card.layout, say) });
}

function topTile(side: string, say: Say, view?: FestivalView): string {
  const top = view?.stacks.find((stack) => (side === "left" ? stack.left_of : stack.right_of) === view.seat)?.top;
  return top ? tileName(`${top.colour} ${top.type}`, say) : say("tile.top");
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

type Targets = ReadonlySet<string>;

/** Whether something of a kind can be taken; without targets nobody knows better. */
function offered(targets: Targets | undefined, kind: "stack:" | "pile:"): boolean {
  return !targets?.size || [...targets].some((id) => id.startsWith(kind));
}

function question(view: FestivalView, say: Say, clicks: string[] = [], targets?: Targets): string {
  if (view.reason) return say("question.over");
  const stack = clicks[0]?.startsWith("stack:") ? clicks[0].slice("stack:".length) : null;
  if (stack) return say("question.space", { tile: topTile(stack, say, view) });
  const asked = view.boards[view.actors[0] ?? 0]!;
  if (asked.chosen === null) return say("question.side");
  if (!offered(targets, "pile:")) return say("question.tile");
  return say(offered(targets, "stack:") ? "question.take" : "question.objective");
}

function explain(view: FestivalView, say: Say, targets?: Targets): string | null {
  if (view.ending) return say("ending", { reason: say(`reason.${view.ending}`) });
  const own = view.seat === null ? null : view.boards[view.seat]!;
  if (own?.chosen === null) return say("explain.side");
  const choosing = targets && (offered(targets, "stack:") || offered(targets, "pile:"));
  if (own && choosing && !offered(targets, "pile:")) {
    const left = view.piles.some(({ top }) => top !== null);
    return say(left ? "explain.full" : "explain.dry", { count: own.incomplete.length });
  }
  if (choosing && !offered(targets, "stack:")) return say("explain.bare");
  const lucky = Object.values(own?.completing ?? {}).some((spaces) => spaces.length > 0);
  return lucky ? say("explain.lucky") : null;
}

/** The phases from the present one on. */
function chips(view: FestivalView, say: Say): Chip[] {
  const phases = ["sides", "play", "last"];
  const choosing = view.boards.some(({ chosen }) => chosen === null);
  const now = view.ending || view.reason ? 2 : choosing ? 0 : 1;
  return phases.slice(now, now + 2).map((phase, i) => ({
    text: say(`phase.${phase}`),
    now: i === 0,
    about: say(`phase.${phase}.about`),
  }));
}

function glance(view: FestivalView, seat: number, say: Say): string {
  const board = view.boards[seat]!;
  return say("glance", {
    done: board.completed.length,
    open: board.incomplete.length,
  });
}

/** The spaces, piles, cards and crowd-pleasers that an entry tells of. */
function places({ key, values }: Entry): string[] {
  const { seat, space, pile, card, pleaser } = values;
  const found = [
    space !== undefined && `${String(seat)}:${String(space)}`,
    pile !== undefined && `pile:${String(pile)}`,
    card !== undefined && key !== "card" && `${String(seat)}:${String(card)}`,
    pleaser !== undefined && `pleaser:${String(pleaser)}`,
  ];
  return found.filter((id) => id !== false);
}

const screen: GameScreen<FestivalView> = {
  board: Board,
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
  watchedPanes: ["board"],
  pane: () => "board",
  places,
  ...readSigns(SIGNS),
};
export default screen;
