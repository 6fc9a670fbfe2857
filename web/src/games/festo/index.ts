/** The screen of Festo! */

import type { GameScreen } from "$lib/board";
import Board from "./Board.svelte";
import { glance, offer, question, value } from "./text";
import type { FestoView } from "./view";
import de from "./translations/de.json";
import en from "./translations/en.json";
import fr from "./translations/fr.json";

const screen: GameScreen<FestoView> = { board: Board, translations: { en, de, fr }, offer, value, question, glance };
export default screen;
