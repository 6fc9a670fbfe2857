/** Banner Festival on the screen. */

import type { GameScreen } from "$lib/board";
import Board from "./Board.svelte";
import { glance, offer, question, value } from "./speech";
import type { BannerView } from "./view";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";

const screen: GameScreen<BannerView> = { board: Board, words: { en, de, fr }, offer, value, question, glance };
export default screen;
