/** The screen of Banner Festival. */

import type { GameScreen } from "$lib/board";
import { readSigns } from "$lib/signs";
import { chips, explain, glance, isChapter, places, question } from "./asking";
import Board from "./Board.svelte";
import Mini from "./Mini.svelte";
import Scenery from "./Scenery.svelte";
import SeatBoard from "./SeatBoard.svelte";
import { SIGNS } from "./signs";
import { offer, value } from "./text";
import type { BannerView } from "./view";

const screen: GameScreen<BannerView> = {
  board: Board,
  mini: Mini,
  miniHeight: 72,
  seatBoard: SeatBoard,
  scenery: Scenery,
  offer,
  value,
  question,
  explain,
  chips,
  glance,
  places,
  ...readSigns(SIGNS),
  isChapter,
};
export default screen;
