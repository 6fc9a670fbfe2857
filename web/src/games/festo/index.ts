/** The screen of Festo! */

import type { Entry, GameScreen } from "$lib/board";
import { readSigns } from "$lib/signs";
import Answers from "./Answers.svelte";
import Board from "./Board.svelte";
import Mini from "./Mini.svelte";
import "./palette.css";
import { chips, explain, question } from "./questions";
import Scenery from "./Scenery.svelte";
import SeatBoard from "./SeatBoard.svelte";
import { SIGNS } from "./signs";
import { glance, offer, value } from "./text";
import type { FestoView } from "./view";

/** The stalls and dishes that an entry tells of. */
function places({ values }: Entry): string[] {
  const { place, target, slot, places: several } = values;
  const stalls = [place, target, ...(Array.isArray(several) ? several : [])].filter((each) => each !== undefined);
  return [...stalls.map((each) => `place:${String(each)}`), ...(slot === undefined ? [] : [`dish:${String(slot)}`])];
}

const screen: GameScreen<FestoView> = {
  board: Board,
  answers: Answers,
  mini: Mini,
  miniHeight: 108,
  seatBoard: SeatBoard,
  scenery: Scenery,
  offer,
  value,
  question,
  explain,
  chips,
  glance,
  panes: ["board", "mine"],
  pane: (view) => (view.question === "give" ? "others" : "board"),
  places,
  quiet: ["cubes"],
  ...readSigns(SIGNS),
  isChapter: (entry) => entry.key === "round",
};
export default screen;
